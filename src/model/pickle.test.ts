import { describe, expect, it } from 'vitest';
import { BadFileError, CancelledError, NetworkError } from '../base/errors.ts';
import {
  MAX_PICKLES_READ,
  namedPickles,
  type PickleNames,
  pickleFact,
  pickleNames,
  type ReadablePickle,
  sniffPickle,
  sniffPickles,
} from './pickle.ts';
import { MAX_FACT_ITEMS } from './run-facts.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** The first local header of a zip, with this name. */
const zip = (name: string) =>
  bytes(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}content`);

/** An array with this header. */
const headed = (header: string) => {
  const length = String.fromCharCode(header.length & 255, header.length >> 8);
  return bytes(`\x93NUMPY\x01\x00${length}${header}`);
};
const npy = (descr: string) => headed(`{'descr': ${descr}, 'fortran_order': False, 'shape': (3,), }   \n`);

/** A tar header: the name, and the checksum at 148. */
function tar(name: string): Uint8Array {
  const header = new Uint8Array(512);
  header.set(bytes(name));
  const sum = header.reduce((total, byte) => total + byte, 8 * 0x20);
  header.set(bytes(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return header;
}

const OBJECTS = 'NumPy array of objects';
const MAYBE_OBJECTS = 'NumPy array, possibly of objects';

describe('sniffPickle', () => {
  it.each<[string, Uint8Array, string | undefined]>([
    ['a protocol', bytes('\x80\x04\x95\x05'), 'pickle, protocol 4'],
    ['an early protocol', bytes('\x80\x02\x8a\nl\xfc'), 'pickle, protocol 2'],
    ['PyTorch', zip('archive/data.pkl'), 'PyTorch archive'],
    ['another zip', zip('x/version'), 'zip, as PyTorch writes it'],
    ['PyTorch of old', tar('_storages'), 'tar archive, as early PyTorch wrote it'],
    ['zlib, which joblib writes under any name', bytes('\x78\x9c123'), 'compressed with zlib'],
    ['gzip', bytes('\x1f\x8b\x08'), 'compressed with gzip'],
    ['Zstandard', bytes('(\xb5/\xfd'), 'compressed with Zstandard, which Boxcutter does not decompress'],
    ['no zlib', bytes('\x78\x00\x00'), undefined],
    // Protocol 0, as `pickle.dumps(x, 0)` writes it: no mark, and a global can come first.
    ['protocol 0', bytes('cposix\nsystem\n'), 'possibly a pickle'],
    ['protocol 0, a list', bytes('(lp0\n'), 'possibly a pickle'],
    // `\x8c\x05posix\x8c\x06system\x93`: opcodes of protocol 4 whose mark somebody took away.
    ['a later protocol without its mark', bytes('\x8c\x05posix'), 'possibly a pickle'],
    ['opcodes alone', bytes('N)(NN'), 'possibly a pickle'],
    ['what begins like GGUF', bytes('GGUF\x03\0\0\0'), 'possibly a pickle'],
    ['a short one', bytes('PK'), 'possibly a pickle'],
    ['HDF5: after one opcode no other follows', bytes('\x89HDF\r\n\x1a\n'), undefined],
    ['weights', bytes('\0\0\x80\x3f'), undefined],
    ['a Git LFS pointer', bytes('version https://git-lfs'), undefined],
    ['no bytes', bytes(''), undefined],
  ])('tells %s by its first bytes', (_, first, what) => {
    expect(sniffPickle(first)).toBe(what);
  });

  it.each<[string, Uint8Array, string | undefined]>([
    ['numbers', npy("'<f4'"), undefined],
    ['texts', npy("'<U12'"), undefined],
    ['dates', npy("'<M8[ns]'"), undefined],
    ['records', npy("[('x', '<f4', (2, 3)), ('Open', '>i8')]"), undefined],
    ['objects', npy("'|O'"), OBJECTS],
    ['objects in records', npy("[('x', '<f4'), ('y', '|O')]"), OBJECTS],
    ['objects without a sign', npy("'O'"), OBJECTS],
    ['objects in other quotation marks', npy('"|O"'), OBJECTS],
    ['objects of Python 2', npy("'|O8'"), OBJECTS],
    ['objects by name', npy("'object'"), MAYBE_OBJECTS],
    ['objects in two strings', npy("'|' 'O'"), OBJECTS],
    ['objects as an escape', npy("'\\x4f'"), MAYBE_OBJECTS],
    ['objects in a list of types', npy("'i4,O'"), MAYBE_OBJECTS],
    [
      'objects behind a key that stands twice',
      headed("{'descr': '<f4', 'descr': 'object', 'shape': (3,)}"),
      MAYBE_OBJECTS,
    ],
    ['a long header', npy(`[${"('field', '<f4'), ".repeat(300)}]`).subarray(0, 4096), MAYBE_OBJECTS],
    ['a header that is cut off', npy("'<f4'").subarray(0, 30), MAYBE_OBJECTS],
    ['no header', bytes('\x93NUMPY'), MAYBE_OBJECTS],
  ])('tells an array of %s by its header', (_, first, what) => {
    expect(sniffPickle(first)).toBe(what);
  });

  it('never throws, and is done with any header at once', () => {
    for (let i = 0; i < 2000; i++) {
      const random = Uint8Array.from({ length: i % 40 }, (_, k) => (i * 2654435761 + k * 40503) >>> (k % 24));
      expect(() => sniffPickle(random)).not.toThrow();
    }
    for (const piece of ["('a', '<f4'), ", "'", '(1, ', "{'descr': "]) {
      expect(sniffPickle(npy(`[${piece.repeat(4000 / piece.length)}`))).toBe(MAYBE_OBJECTS);
    }
  });
});

/** The fact about files whose first bytes were read. */
const readPickles = async (
  names: PickleNames,
  open: (path: string) => ReadablePickle | undefined,
  signal?: AbortSignal,
) => pickleFact(await sniffPickles(names, open, signal));

describe('the fact about pickles', () => {
  const named = (paths: string[]) => ({ paths, unopened: [] });
  const held = (content: Uint8Array) => {
    const reads: [number, number][] = [];
    const read = async (start: number, end: number) => {
      reads.push([start, end]);
      return content;
    };
    return { reads, size: 1e9, read };
  };

  it('is about the files whose bytes do not tell that they are none', async () => {
    const source = held(bytes('\x80\x04'));
    const contents: Record<string, ReturnType<typeof held>> = { 'a.pkl': source, 'b.bin': held(bytes('\0\0')) };
    const fact = await readPickles(named(['a.pkl', 'b.bin', 'gone.pt']), (path) => contents[path], undefined);
    expect(source.reads).toEqual([[0, 4096]]);
    expect(fact).toMatchObject({ kind: 'unpickles', text: ['Possibly 2 files'], brief: ['may unpickle 2 files'] });
    expect(fact?.lists?.[0]?.items).toEqual([
      [{ name: 'a.pkl', path: 'a.pkl' }, ', pickle, protocol 4'],
      [{ name: 'gone.pt', path: 'gone.pt' }, ', judging by its name: it cannot be read'],
    ]);
    expect(await readPickles(named(['b.bin']), (path) => contents[path], undefined)).toBeUndefined();
    expect(namedPickles(named([]))).toBeUndefined();
  });

  it('counts what is never opened, and says so', async () => {
    const files = [{ path: 'a.pkl' }, { path: '../b.PT', unsafe: true }, { path: 'a.pkl', shadowed: true }];
    const names = pickleNames([...files, { path: 'c.joblib.gz' }, { path: 'd.txt' }]);
    expect(names).toEqual({ paths: ['a.pkl', 'c.joblib.gz'], unopened: ['../b.PT', 'a.pkl'] });
    const fact = await readPickles(names, () => held(bytes('\0')), undefined);
    expect(fact?.lists?.[0]?.items.map(([, what]) => what)).toEqual([
      ', judging by its name: it cannot be read',
      ', judging by its name: it cannot be read',
    ]);
    expect(namedPickles(names)?.brief).toEqual(['may unpickle 4 files']);
  });

  it('reads some files, and tells the others by name', async () => {
    let opened = 0;
    const open = () => {
      opened++;
      return held(bytes('\0'));
    };
    const fact = await readPickles(named(Array.from({ length: 100_000 }, (_, i) => `${i}.bin`)), open, undefined);
    expect(opened).toBe(MAX_PICKLES_READ);
    expect(fact?.lists?.[0]).toMatchObject({ count: 100_000 - MAX_PICKLES_READ });
    expect(fact?.lists?.[0]?.items).toHaveLength(MAX_FACT_ITEMS);
  });

  it('tells a file that cannot be read by its name, and ends when it is canceled', async () => {
    const failing = (error: Error) => ({ size: 9, read: () => Promise.reject(error) });
    const broken = failing(new BadFileError('zip/bad-data', 'broken'));
    expect(await readPickles(named(['a.pt']), () => broken, undefined)).toMatchObject({
      text: ['Perhaps ', { name: 'a.pt' }, ', judging by its name: it cannot be read'],
    });
    await expect(readPickles(named(['a.pt']), () => broken, AbortSignal.abort())).rejects.toBeInstanceOf(
      CancelledError,
    );
    const gone = failing(new NetworkError('source/unreachable', 'gone'));
    await expect(readPickles(named(['a.pt']), () => gone, undefined)).rejects.toMatchObject({
      code: 'source/unreachable',
    });
    const mistaken = failing(new TypeError('a bug'));
    await expect(readPickles(named(['a.pt']), () => mistaken, undefined)).rejects.toMatchObject({
      code: 'internal/bug',
    });
  });
});
