import type { FormatDescriptor } from '../descriptor.ts';

export const numpy: FormatDescriptor = {
  id: 'numpy',
  label: 'NumPy',
  tabs: ['overview', 'tensors', 'files', 'problems'],
  kind: 'arrays',
  icon: 'tensor',
  ends: ['.npy', '.npz'],
  heads: ['\x93NUMPY'],
  mayHold: (path) => path.endsWith('.npy'),
};
