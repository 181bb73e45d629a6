import type { FormatDescriptor } from '../descriptor.ts';

const INDEX = '.safetensors.index.json';

export const safetensors: FormatDescriptor = {
  id: 'safetensors',
  label: 'safetensors',
  tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
  icon: 'weights',
  ends: ['.safetensors', INDEX],
  // The header is an object, after the eight bytes of its length.
  mayBegin: (head) => head[8] === 0x7b,
  mayHold: (path, isFolder) => isFolder && path.toLowerCase().endsWith(INDEX),
};
