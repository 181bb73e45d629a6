import type { FormatDescriptor } from '../descriptor.ts';

export const zip: FormatDescriptor = {
  id: 'zip',
  label: 'zip',
  tabs: ['files', 'problems'],
  kind: 'archives',
  heads: ['PK\x03\x04', 'PK\x05\x06'],
};
