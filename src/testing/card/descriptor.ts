import type { FormatDescriptor } from '../../formats/descriptor.ts';

export const card: FormatDescriptor = {
  id: 'card',
  label: '.card',
  tabs: ['overview', 'tensors', 'files', 'edit'],
  heads: ['CARD'],
};
