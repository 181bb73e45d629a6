import type { FormatDescriptor } from '../descriptor.ts';

export const file: FormatDescriptor = {
  id: 'file',
  label: 'any other file',
  tabs: ['overview', 'files', 'problems'],
  // What gzip holds is opened in its place.
  heads: ['\x1f\x8b'],
};
