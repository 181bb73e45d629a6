import { describe, expect, it } from 'vitest';
import { BadFileError, CancelledError, NetworkError } from '../base/errors.ts';
import { MAX_PICKLES_READ, namedPickles, readPickles, sniffPickle } from './pickle.ts';
import { MAX_FACT_ITEMS } from './run-facts.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** The first local header of a zip, with this name. */
const zip = (name: string) =>
  bytes(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}content`);

const npy = (descr: string) =>
  bytes(`\x93NUMPY\x01\x00v\x00{'descr': ${descr}, 'fortran_order': False, 'shape': (3,), }`);

describe('sniffPickle', () => {
  it.each([
    ['a.pkl', bytes('\x80\x04\x95\x05'), 'pickle, protocol 4'],
    ['a.bin', bytes('\x80\x02\x8a\nl\xfc'), 'pickle, protocol 2'],
    ['a.pt', zip('archive/data.pkl'), 'PyTorch archive'],
    ['a.pt', zip('x/version'), 'zip, as PyTorch writes it'],
    ['a.joblib', bytes('\x78\x9c123'), 'compressed, as joblib writes it'],
    ['a.npy', npy("'|O'"), 'NumPy array of objects'],
    ['a.npy', npy("[('x', '<f4'), ('y', '|O')]"), 'NumPy array of objects'],
    ['a.npy', npy("'<f4'"), undefined],
    ['a.npy', npy("[('O', '<f4')]"), undefined],
    ['a.npy', bytes('\x80\x04'), undefined],
    // Protocol 0, as `pickle.dumps(x, 0)` writes it: no mark, and a global can come first.
    ['a.bin', bytes('cposix\nsystem\n'), 'possibly a pickle'],
    ['a.pkl', bytes('(lp0\n'), 'possibly a pickle'],
    ['a.bin', bytes('\0\0\x80\x3f'), undefined],
    ['a.bin', bytes('version https://git-lfs'), undefined],
    ['a.bin', bytes(''), undefined],
    ['a.bin', bytes('PK'), 'possibly a pickle'],
  ])('tells %s by its first bytes', (path, first, what) => {
    expect(sniffPickle(first, path)).toBe(what);
  });

  it('never throws', () => {
    for (let i = 0; i < 2000; i++) {
      const random = Uint8Array.from({ length: i % 40 }, (_, k) => (i * 2654435761 + k * 40503) >>> (k % 24));
      for (const path of ['a.npy', 'a.joblib', 'a.bin']) expect(() => sniffPickle(random, path)).not.toThrow();
    }
  });
});

describe('the fact about pickles', () => {
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
    const fact = await readPickles(['a.pkl', 'b.bin', 'gone.pt'], (path) => contents[path], undefined);
    expect(source.reads).toEqual([[0, 512]]);
    expect(fact).toMatchObject({ kind: 'unpickles', text: ['Possibly 2 files'], brief: ['may unpickle 2 files'] });
    expect(fact?.lists?.[0]?.items).toEqual([
      [{ name: 'a.pkl', path: 'a.pkl' }, ', pickle, protocol 4'],
      [{ name: 'gone.pt', path: 'gone.pt' }, ', judging by its name'],
    ]);
    expect(await readPickles(['b.bin'], (path) => contents[path], undefined)).toBeUndefined();
    expect(namedPickles([])).toBeUndefined();
  });

  it('reads some files, and tells the others by name', async () => {
    let opened = 0;
    const open = () => {
      opened++;
      return held(bytes('\0'));
    };
    const fact = await readPickles(
      Array.from({ length: 100_000 }, (_, i) => `${i}.bin`),
      open,
      undefined,
    );
    expect(opened).toBe(MAX_PICKLES_READ);
    expect(fact?.lists?.[0]).toMatchObject({ count: 100_000 - MAX_PICKLES_READ });
    expect(fact?.lists?.[0]?.items).toHaveLength(MAX_FACT_ITEMS);
  });

  it('tells a file that cannot be read by its name, and ends when it is canceled', async () => {
    const failing = (error: Error) => ({ size: 9, read: () => Promise.reject(error) });
    const broken = failing(new BadFileError('zip/bad-data', 'broken'));
    expect(await readPickles(['a.pt'], () => broken, undefined)).toMatchObject({
      text: ['Perhaps ', { name: 'a.pt' }, ', judging by its name'],
    });
    await expect(readPickles(['a.pt'], () => broken, AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
    const gone = failing(new NetworkError('source/unreachable', 'gone'));
    await expect(readPickles(['a.pt'], () => gone, undefined)).rejects.toMatchObject({ code: 'source/unreachable' });
    const mistaken = failing(new TypeError('a bug'));
    await expect(readPickles(['a.pt'], () => mistaken, undefined)).rejects.toMatchObject({ code: 'internal/bug' });
  });
});
