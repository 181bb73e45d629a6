import { hasPickleName } from '../../pickle/signs.ts';
import type { FormatDescriptor } from '../descriptor.ts';

/** What transformers calls the weights beside their configuration. */
const WEIGHTS = /^pytorch_model.*\.bin$/i;

export const pickle: FormatDescriptor = {
  id: 'pickle',
  label: 'PyTorch',
  tabs: ['overview', 'tensors', 'files', 'problems'],
  kind: 'pickles',
  icon: 'weights',
  ends: ['.pkl', '.pickle', '.pck', '.joblib', '.dill', '.pt', '.pth', '.ckpt'],
  // Protocols 2 to 5. Earlier ones begin like text.
  heads: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'],
  mayBeNamed: hasPickleName,
  // The main pickle in archives of PyTorch, and in tars of its first versions.
  mayHold: (path) => /^(?:[^/]+\/)?data\.pkl$|^pickle$/i.test(path),
  setOf: (name) => /^(.*?)(?:-\d{5}-of-\d{5}\.bin|\.bin\.index\.json)$/i.exec(name)?.[1]?.toLowerCase(),
  isFolder: ({ files }) => files.has('config.json') && [...files.keys()].some((name) => WEIGHTS.test(name)),
};
