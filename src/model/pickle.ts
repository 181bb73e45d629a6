import { throwIfAborted } from '../base/abort.ts';
import { faultOfFile } from '../base/errors.ts';
import { type FactText, factFile, factItems, MAX_FACT_ITEMS, type RunFact } from './run-facts.ts';
import { begins } from './signature.ts';

/**
 * Endings of files that Python programs read with pickle, or with what uses pickle: PyTorch, joblib, NumPy. joblib and
 * pandas also read them compressed.
 */
const ENDING = /\.(?:pkl|pickle|pck|dill|sav|pt|pth|bin|ckpt|joblib|npy)(?:\.(?:gz|z|bz2|xz|lzma|lz4|zst))?$/i;

/** Whether programs may unpickle a file of this name. */
export function hasPickleName(path: string): boolean {
  return ENDING.test(path);
}

/** Bytes that tell a pickle from another file. The header of an array (.npy) with 50 named fields has 2 KiB. */
const HEAD_BYTES = 4096;

/**
 * Files whose first bytes are read. Of a remote package each one can be a request. Real packages have a handful of
 * such files; the others are told by their names.
 */
export const MAX_PICKLES_READ = 16;

/** The same where somebody asks for all. Models in parts have a hundred. */
export const MAX_PICKLES_ASKED = 256;

/** Opcodes of pickle that take nothing from the file (CPython, `pickletools.py`). A pickle goes on with another one. */
const BARE_OPCODES = codesOf('(012NRabdelost)]u}\x81\x85\x86\x87\x88\x89\x8f\x90\x91\x92\x93\x94\x97\x98');

/** All others: those that take bytes from the file, and the end. */
const OTHER_OPCODES = codesOf('.FIJKLMPQSTUVXcghijpqrGBC\x80\x82\x83\x84\x8a\x8b\x8c\x8d\x8e\x95\x96');

/** The highest protocol so far, and room for the next ones. */
const MAX_PROTOCOL = 8;

/**
 * What kind of pickle a file is that has the name of one, by its first bytes. `undefined` only where its bytes say that
 * no program can unpickle it: it is empty, an array of plain values, or begins as no pickle can. A pickle without a
 * mark of its protocol looks like many other files, so the answer then is that it may be one. Never throws.
 *
 * @param bytes the first `HEAD_BYTES` of the file, or all of a shorter one
 */
export function sniffPickle(bytes: Uint8Array): string | undefined {
  const [first, second = 0] = bytes;
  if (first === undefined) return undefined;
  if (begins(bytes, '\x93NUMPY')) return arrayOfObjects(bytes);
  if (first === 0x80 && second >= 2 && second <= MAX_PROTOCOL) return `pickle, protocol ${second}`;
  if (begins(bytes, 'PK\x03\x04')) return hasTorchName(bytes) ? 'PyTorch archive' : 'zip, as PyTorch writes it';
  const method = compressionOf(bytes);
  if (method !== undefined) {
    const isRead = method === 'gzip' || method === 'zlib';
    return `compressed with ${method}${isRead ? '' : ', which Boxcutter does not decompress'}`;
  }
  if (isTar(bytes)) return 'tar archive, as early PyTorch wrote it';
  return mayBePickle(bytes) ? 'possibly a pickle' : undefined;
}

function codesOf(text: string): ReadonlySet<number> {
  return new Set(Array.from(text, (char) => char.charCodeAt(0)));
}

/** Whether the first opcodes are ones of pickle, up to one that takes bytes, which can be any. */
function mayBePickle(bytes: Uint8Array): boolean {
  const other = bytes.find((byte) => !BARE_OPCODES.has(byte));
  return other === undefined || OTHER_OPCODES.has(other);
}

const TYPE = `[<>=|]?(?:[biufcSUVa]\\d{0,10}|\\?|[mM]8(?:\\[\\w{1,20}\\])?)`;
const QUOTED_TYPE = `(?:'${TYPE}'|"${TYPE}")`;
const SIZES = '\\([\\dL, ]*\\)';
/** No name has a backslash here: what it stands for is for a parser of Python to say. */
const FIELD_NAME = `(?:'[^'\\\\\\n]*'|"[^"\\\\\\n]*")`;
const FIELD = `\\(${FIELD_NAME}, ?${QUOTED_TYPE}(?:, ?${SIZES})?\\)`;
const DESCR = `(?:${QUOTED_TYPE}|\\[${FIELD}(?:, ?${FIELD})*\\])`;

/**
 * The header that NumPy writes for values that are no objects. NumPy reads more than it writes: `'|' 'O'` is `'|O'`.
 */
const PLAIN_HEADER = new RegExp(
  `^\\{'descr': ?${DESCR}, ?'fortran_order': ?(?:True|False), ?'shape': ?${SIZES},? ?\\}\\s*$`,
);

/** `O` is NumPy's type of objects, alone or as a field of a record. */
const OBJECT_TYPE = /(['"])\|?O\d?\1/;

/** Where the text of an array's header begins, and its length (numpy.lib.format). */
function headerOfArray(bytes: Uint8Array): [start: number, length: number] {
  const start = bytes[6] === 1 ? 10 : 12;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < start) return [start, 0];
  return [start, start === 10 ? view.getUint16(8, true) : view.getUint32(8, true)];
}

/**
 * Where the pickle of an array of objects begins, in bytes: behind its header.
 *
 * @param bytes the first 12 of the file, or all of a shorter one
 */
export function objectsStart(bytes: Uint8Array): number {
  const [start, length] = headerOfArray(bytes);
  return start + length;
}

/** What the header of an array says of objects. Undefined where it is all there and names plain types alone. */
function arrayOfObjects(bytes: Uint8Array): string | undefined {
  const [start, length] = headerOfArray(bytes);
  const header = String.fromCharCode(...bytes.subarray(start, start + length));
  if (header.length === length && PLAIN_HEADER.test(header)) return undefined;
  return OBJECT_TYPE.test(header) ? 'NumPy array of objects' : 'NumPy array, possibly of objects';
}

/** Whether the first file of a zip is `archive/data.pkl`, which PyTorch writes first. */
function hasTorchName(bytes: Uint8Array): boolean {
  const length = (bytes[26] ?? 0) | ((bytes[27] ?? 0) << 8);
  return String.fromCharCode(...bytes.subarray(30, 30 + length)).endsWith('/data.pkl');
}

const COMPRESSIONS: readonly (readonly [mark: string, method: string])[] = [
  ['\x1f\x8b', 'gzip'],
  ['BZh', 'bzip2'],
  ['\xfd7zXZ', 'xz'],
  ['\x5d\x00\x00', 'LZMA'],
  ['\x04\x22\x4d\x18', 'LZ4'],
  ['(\xb5/\xfd', 'Zstandard'],
  // What joblib before 0.10 writes around zlib.
  ['ZF', 'zlib'],
];

/** With what a file is compressed, of what joblib and pandas decompress. Undefined where it is not. */
export function compressionOf(bytes: Uint8Array): string | undefined {
  const [method = 0, flags = 0] = bytes;
  if (method === 0x78 && (method * 256 + flags) % 31 === 0) return 'zlib';
  return COMPRESSIONS.find(([mark]) => begins(bytes, mark))?.[1];
}

/**
 * Whether the bytes begin with a tar header, by its checksum (POSIX.1-2017, ustar): the sum, itself taken as spaces.
 */
function isTar(bytes: Uint8Array): boolean {
  if (bytes.length < 512) return false;
  const stated = Number.parseInt(String.fromCharCode(...bytes.subarray(148, 156)).trim(), 8);
  const sum = bytes.subarray(0, 512).reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return stated === sum;
}

/** What of a byte source tells a pickle. */
export interface ReadablePickle {
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

/** A file that loading may unpickle. */
export interface NamedPickle {
  path: string;
  /** Told by its bytes, or why there are none. Undefined where they were not read. */
  what?: string;
  /** Where it was read. */
  source?: ReadablePickle;
}

/** Files of a package that have names of pickles. */
export interface PickleNames {
  paths: readonly string[];
  /**
   * Paths of files that are never opened: their names lead out of the package, or an earlier file has the same name.
   */
  unopened: readonly string[];
}

/** Files that have names of pickles. */
export function pickleNames(files: Iterable<{ path: string; shadowed?: boolean; unsafe?: boolean }>): PickleNames {
  const paths: string[] = [];
  const unopened: string[] = [];
  for (const { path, shadowed, unsafe } of files) {
    if (hasPickleName(path)) (shadowed || unsafe ? unopened : paths).push(path);
  }
  return { paths, unopened };
}

/** The fact about files that loading may unpickle, by their names alone. Undefined where there is none. */
export function namedPickles({ paths, unopened }: PickleNames): RunFact | undefined {
  return pickleFact([...paths.map((path) => ({ path })), ...unopened.map(unreadable)]);
}

/**
 * Files that loading may unpickle, where the first bytes of the first files decide. Rejects when canceled, and where
 * the container's bytes do not come.
 *
 * @param open gives the bytes of a file, or undefined where the package does not hold it
 * @param limit how many files are the first ones
 */
export async function sniffPickles(
  { paths, unopened }: PickleNames,
  open: (path: string) => ReadablePickle | undefined,
  signal: AbortSignal | undefined,
  limit = MAX_PICKLES_READ,
): Promise<NamedPickle[]> {
  const pickles = await Promise.all(
    paths.slice(0, limit).map(async (path): Promise<NamedPickle | undefined> => {
      const source = open(path);
      // What is wrong with the file has a finding elsewhere.
      const bytes = await source?.read(0, Math.min(source.size, HEAD_BYTES), signal).catch((error) => {
        faultOfFile(error);
        return undefined;
      });
      if (!bytes || !source) return unreadable(path);
      const what = sniffPickle(bytes);
      return what === undefined ? undefined : { path, what, source };
    }),
  );
  throwIfAborted(signal);
  return [
    ...pickles.filter((pickle) => pickle !== undefined),
    ...paths.slice(limit).map((path) => ({ path })),
    ...unopened.map(unreadable),
  ];
}

/** The fact about one file, by its first bytes. Undefined where `sniffPickle` gives no answer. */
export function sniffedPickle(path: string, bytes: Uint8Array): RunFact | undefined {
  const what = sniffPickle(bytes);
  return what === undefined ? undefined : pickleFact([{ path, what }]);
}

function unreadable(path: string): NamedPickle {
  return { path, what: 'judging by its name: it cannot be read' };
}

/** The fact about files that loading may unpickle, as far as they were not looked into. */
export function pickleFact(pickles: readonly NamedPickle[]): RunFact | undefined {
  const [first] = pickles;
  if (!first) return undefined;
  const { length: count } = pickles;
  const item = ({ path, what }: NamedPickle): FactText => [
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
