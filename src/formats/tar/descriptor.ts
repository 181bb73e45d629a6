import type { FormatDescriptor } from '../descriptor.ts';

export const tar: FormatDescriptor = {
  id: 'tar',
  label: 'tar',
  tabs: ['files', 'problems'],
  kind: 'archives',
  icon: 'archive',
  // The magic of a tar is beyond its first bytes.
  ends: ['.tar', '.tgz', '.nemo'],
};
