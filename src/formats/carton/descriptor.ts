import type { FormatDescriptor } from '../descriptor.ts';

export const carton: FormatDescriptor = {
  id: 'carton',
  label: '.carton',
  tabs: ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'],
  kind: 'packages',
  icon: 'package',
  ends: ['.carton'],
  mayHold: (path) => path === 'carton.toml' || path === 'MANIFEST',
  isFolder: ({ files }) => files.has('carton.toml'),
};
