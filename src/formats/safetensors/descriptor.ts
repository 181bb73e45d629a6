import type { FormatDescriptor } from '../descriptor.ts';

const INDEX = '.safetensors.index.json';

export const safetensors: FormatDescriptor = {
  id: 'safetensors',
  label: 'safetensors',
  tabs: ['overview', 'tensors', 'files', 'problems', 'edit'],
  kind: 'weights',
  icon: 'weights',
  ends: ['.safetensors', INDEX],
  // The header is an object, after the eight bytes of its length.
  mayBegin: (head) => head[8] === 0x7b,
  mayHold: (path, isFolder) => isFolder && /\.safetensors(?:\.index\.json)?$/i.test(path),
  setOf(name) {
    const lower = name.toLowerCase();
    if (lower.endsWith(INDEX)) return lower.slice(0, -INDEX.length);
    return /^(.*)-\d{5}-of-\d{5}\.safetensors$/.exec(lower)?.[1];
  },
  // What transformers and diffusers write: a model with its configuration, its tokenizer and its card.
  isFolder: ({ files }) =>
    files.has('model_index.json') ||
    (files.has('config.json') && [...files.keys()].some((name) => name.toLowerCase().endsWith('.safetensors'))),
};
