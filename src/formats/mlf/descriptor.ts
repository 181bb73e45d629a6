import type { FormatDescriptor } from '../descriptor.ts';

export const mlf: FormatDescriptor = {
  id: 'tvm-mlf',
  folder: 'mlf',
  label: 'TVM',
  tabs: ['overview', 'schema', 'tensors', 'files', 'problems'],
  kind: 'packages',
  // A library whose metadata.json is missing, or is some folders down, is named too.
  mayHold: (path) => path === 'metadata.json' || /^(?:[^/]+\/){0,3}codegen\//.test(path),
  isFolder: ({ files, folders }) => files.has('metadata.json') && folders.has('codegen'),
};
