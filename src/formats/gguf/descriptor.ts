import type { FormatDescriptor } from '../descriptor.ts';

export const gguf: FormatDescriptor = {
  id: 'gguf',
  label: 'GGUF',
  tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
  kind: 'weights',
  icon: 'weights',
  ends: ['.gguf'],
  // Also with its bytes in the other order.
  heads: ['GGUF', 'FUGG'],
  mayHold: (path, isFolder) => isFolder && path.toLowerCase().endsWith('.gguf'),
  setOf: (name) => /^(.*)-\d{5}(-of-\d{5}\.gguf)$/i.exec(name)?.slice(1).join('').toLowerCase(),
};
