import type { FormatDescriptor } from '../descriptor.ts';

export const mldef: FormatDescriptor = {
  id: 'mldef',
  label: '.mldef',
  tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
  kind: 'packages',
  icon: 'package',
  ends: ['.mldef'],
  mayHold: (path) => path === 'manifest.json',
  isFolder: ({ files }) => files.has('manifest.json'),
};
