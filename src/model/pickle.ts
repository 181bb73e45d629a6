import { throwIfAborted } from '../base/abort.ts';
import { faultOfFile } from '../base/errors.ts';
import { type FactText, factFile, factItems, MAX_FACT_ITEMS, type RunFact } from './run-facts.ts';

/** Endings of files that Python programs read with pickle, or with what uses pickle: PyTorch, joblib, NumPy. */
const ENDING = /\.(?:pkl|pickle|pt|pth|bin|ckpt|joblib|npy)$/i;

/** Whether programs may unpickle a file of this name. */
export function hasPickleName(path: string): boolean {
  return ENDING.test(path);
}

/** Bytes that tell a pickle from another file. The header of an array of objects (.npy) is mostly below 128. */
const SNIFF_BYTES = 512;

/**
 * Files whose first bytes are read. Of a remote package each one can be a request. Real packages have a handful of
 * such files; the others are told by their names.
 */
export const MAX_PICKLES_READ = 16;

/** Opcodes of pickle that can begin one (CPython, `pickle.py`). Protocols 0 and 1 have no mark of their own. */
const OPCODES = new Set([...'()012FIJKLMNPRSTUVXabcdeghijlopqrstuGBQ]}C.'].map((opcode) => opcode.charCodeAt(0)));

/** The highest protocol so far, and room for the next ones. */
const MAX_PROTOCOL = 8;

/**
 * What kind of pickle a file is that has the name of one, by its first bytes. `undefined` where it is none. A pickle of
 * an early protocol looks like many other files, so the answer then is that it may be one. Never throws.
 */
export function sniffPickle(bytes: Uint8Array, path: string): string | undefined {
  const [first, second = 0] = bytes;
  if (first === undefined) return undefined;
  if (begins(bytes, '\x93NUMPY')) return hasObjects(bytes) ? 'NumPy array of objects' : undefined;
  if (/\.npy$/i.test(path)) return undefined;
  if (first === 0x80 && second >= 2 && second <= MAX_PROTOCOL) return `pickle, protocol ${second}`;
  if (begins(bytes, 'PK\x03\x04')) return hasTorchName(bytes) ? 'PyTorch archive' : 'zip, as PyTorch writes it';
  if (/\.joblib$/i.test(path) && isCompressed(bytes)) return 'compressed, as joblib writes it';
  return OPCODES.has(first) ? 'possibly a pickle' : undefined;
}

function begins(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** NumPy's header is a Python dictionary. `O` is its type of objects, alone or as a field of a record. */
function hasObjects(bytes: Uint8Array): boolean {
  const header = String.fromCharCode(...bytes.subarray(8));
  const descr = /'descr':\s*([^\n]*)/.exec(header)?.[1] ?? '';
  return /'\|O\d*'/.test(descr);
}

/** Whether the first file of a zip is `archive/data.pkl`, which PyTorch writes first. */
function hasTorchName(bytes: Uint8Array): boolean {
  const length = (bytes[26] ?? 0) | ((bytes[27] ?? 0) << 8);
  return String.fromCharCode(...bytes.subarray(30, 30 + length)).endsWith('/data.pkl');
}

/** gzip, zlib, bzip2, xz, LZMA or LZ4: what joblib compresses with. */
function isCompressed(bytes: Uint8Array): boolean {
  return ['\x1f\x8b', '\x78', 'BZh', '\xfd7zXZ', '\x5d\x00\x00', '\x04\x22\x4d\x18'].some((mark) =>
    begins(bytes, mark),
  );
}

/** What of a byte source tells a pickle. */
interface Readable {
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A file that loading may unpickle. */
interface Pickle {
  path: string;
  /** Told by its bytes. Undefined where they were not read. */
  what?: string;
}

/**
 * The fact about files that loading may unpickle, by their names alone. Undefined where there is none.
 *
 * @param paths with names of pickles
 */
export function namedPickles(paths: readonly string[]): RunFact | undefined {
  return fact(paths.map((path) => ({ path })));
}

/**
 * As `namedPickles`, where the first bytes of the first files decide. Rejects when canceled, and where the
 * container's bytes do not come.
 *
 * @param open gives the bytes of a file, or undefined where the package does not hold it
 */
export async function readPickles(
  paths: readonly string[],
  open: (path: string) => Readable | undefined,
  signal: AbortSignal | undefined,
): Promise<RunFact | undefined> {
  const pickles = await Promise.all(
    paths.slice(0, MAX_PICKLES_READ).map(async (path): Promise<Pickle | undefined> => {
      const source = open(path);
      // A file that cannot be read has a finding elsewhere, and here its name.
      const bytes = await source?.read(0, Math.min(source.size, SNIFF_BYTES), signal).catch((error) => {
        faultOfFile(error);
        return undefined;
      });
      if (!bytes) return { path };
      const what = sniffPickle(bytes, path);
      return what === undefined ? undefined : { path, what };
    }),
  );
  throwIfAborted(signal);
  return fact([
    ...pickles.filter((pickle) => pickle !== undefined),
    ...paths.slice(MAX_PICKLES_READ).map((path) => ({ path })),
  ]);
}

function fact(pickles: readonly Pickle[]): RunFact | undefined {
  const [first] = pickles;
  if (!first) return undefined;
  const { length: count } = pickles;
  const item = ({ path, what }: Pickle): FactText => [
    factFile(path),
    what === undefined ? ', judging by its name' : `, ${what}`,
  ];
  return {
    kind: 'unpickles',
    text: count === 1 ? ['Perhaps ', ...item(first)] : [`Possibly ${count.toLocaleString('en')} files`],
    brief: [count === 1 ? 'may unpickle 1 file' : `may unpickle ${count.toLocaleString('en')} files`],
    notes: [['A pickle can run any code when it is read. Whether loading the package reads it is unknown']],
    ...(count === 1 ? {} : { lists: [factItems(['Files'], pickles.slice(0, MAX_FACT_ITEMS).map(item), count)] }),
  };
}
