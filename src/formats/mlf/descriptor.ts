import type { FormatDescriptor } from '../descriptor.ts';

export const mlf: FormatDescriptor = {
  id: 'tvm-mlf',
  folder: 'mlf',
  label: 'TVM',
  tabs: ['overview', 'schema', 'tensors', 'files', 'problems'],
  mayHold: (path) => path === 'metadata.json',
};
