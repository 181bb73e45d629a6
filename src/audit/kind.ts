import { BLOCK, hasChecksum } from '../archive/tar/header.ts';
import { begins } from '../base/bytes.ts';
import { TAIL_BYTES } from '../base/limits.ts';
import { signatureOf } from '../model/file/signature.ts';
import { compressionOf, mayHaveObjects, objectsStart } from '../pickle/signs.ts';
import type { PickleImport } from '../pickle/value.ts';
import type { Walk } from '../pickle/walk.ts';
import type { ByteSource } from '../source/source.ts';

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

/** Whether first bytes are those of a zip or a tar. */
export function beginsAsArchive(head: Uint8Array): boolean {
  return begins(head, 'PK') || (head.length >= BLOCK && hasChecksum(head.subarray(0, BLOCK)));
}

/** Whether the end record of a zip may be where readers look for it (APPNOTE 4.3.16). */
export async function endsAsZip(source: ByteSource, signal: AbortSignal | undefined): Promise<boolean> {
  const tail = await source.read(Math.max(0, source.size - TAIL_BYTES), source.size, signal);
  for (let at = tail.indexOf(0x50); at >= 0; at = tail.indexOf(0x50, at + 1)) {
    if (begins(tail, 'PK\x05\x06', at)) return true;
  }
  return false;
}

/** Whether first bytes are those of a format of one file, so that a zip at its end is something else. */
export function isKnownFormat(head: Uint8Array): boolean {
  const found = signatureOf(head);
  return found !== undefined && !/archive$/.test(found.label);
}

/** Opcodes after the mark of a protocol that are not an accident. */
const MIN_MARKED_OPCODES = 4;

/** The same without a mark, of a file whose first pickle is beyond a limit. */
const MIN_OPCODES = 16;

/**
 * Whether what was walked over is a pickle. Texts and weights begin like one, too: without the mark of a protocol, it
 * must call a name on the way, or reach its end.
 */
export function isPickle(walk: Walk, isMarked: boolean, isNamedSo: boolean): boolean {
  const { pickles, imports, opcodes, problem, trailingAt } = walk;
  const named = imports.list.filter(isPythonName);
  if (named.some(({ calls, isChanged }) => calls > 0 || isChanged)) return true;
  if (isMarked) return pickles.length > 0 || opcodes >= MIN_MARKED_OPCODES;
  if (pickles.length > 0) {
    return named.length > 0 || (!problem && trailingAt === undefined && (isNamedSo || imports.list.length > 0));
  }
  return isNamedSo && (named.length > 0 || (isLimited(walk) && opcodes >= MIN_OPCODES));
}

/** Whether a limit ended a walk. */
export function isLimited({ problem }: Walk): boolean {
  return problem?.reason === 'unread' || problem?.reason === 'limit';
}

/** Whether a name is one as programs have them, or is made by opcodes. Bytes that are not a pickle hardly ever give one. */
function isPythonName({ module, name, unnamed }: PickleImport): boolean {
  return unnamed !== undefined || PYTHON_NAME.test(`${module}.${name}`);
}

const PYTHON_NAME = /^[a-z_]\w*(?:\.[a-z_]\w*)+$/i;
