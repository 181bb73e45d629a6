import { begins } from '../base/bytes.ts';
import { signatureOf } from '../model/file/signature.ts';
import { compressionOf, mayHaveObjects, objectsStart } from '../pickle/signs.ts';

/** Kinds of files that may run code, and that Boxcutter cannot judge. */
export type UnjudgedKind =
  | 'program'
  | 'python'
  | 'torchscript'
  | 'wasm'
  | 'hdf5'
  | 'onnx'
  | 'tensorflow'
  | 'compressed'
  | 'archive';

/** What a file is for whoever asks what loading it would run. */
export type FileKind =
  /** Gzip or zlib: what is in it is looked at. */
  | { is: 'gzip' }
  /** An array that NumPy may unpickle, from the byte `start` on. */
  | { is: 'objects'; start: number }
  | { is: 'unjudged'; kind: UnjudgedKind }
  /** JSON or YAML, which can name code. */
  | { is: 'config' }
  | { is: 'other' };

const PYTHON = /\.py[cwi]?$/i;
/** The code of TorchScript lies beside `constants.pkl`, which `torch.jit.save` writes. */
const TORCHSCRIPT = /^(?:[^/]+\/)?code\/.*\.py$/;
const CONFIG = /\.(?:json|ya?ml)$/i;
const SAVED_MODEL = /(?:^|\/)saved_model\.pb(?:txt)?$/;
const ONNX = /\.onnx$/i;

/**
 * What a file is, by its first bytes; by its name only where bytes tell nothing, as of Python code.
 *
 * @param head the first `HEAD_BYTES`, or all of a shorter one
 * @param inScript it is in an archive of TorchScript
 */
export function kindOf(head: Uint8Array, path: string, inScript = false): FileKind {
  const compression = compressionOf(head);
  if (compression === 'gzip' || compression === 'zlib') return { is: 'gzip' };
  if (begins(head, '\x93NUMPY')) {
    return mayHaveObjects(head) ? { is: 'objects', start: objectsStart(head) } : { is: 'other' };
  }
  const unjudged = signatureOf(head)?.unjudged ?? (compression ? 'compressed' : undefined);
  if (unjudged) return { is: 'unjudged', kind: unjudged };
  if (inScript && TORCHSCRIPT.test(path)) return { is: 'unjudged', kind: 'torchscript' };
  if (PYTHON.test(path)) return { is: 'unjudged', kind: 'python' };
  if (SAVED_MODEL.test(path)) return { is: 'unjudged', kind: 'tensorflow' };
  if (ONNX.test(path)) return { is: 'unjudged', kind: 'onnx' };
  if (CONFIG.test(path)) return { is: 'config' };
  return { is: 'other' };
}
