import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../../archive/container.ts';
import { memorySource } from '../../../source/memory.ts';
import type { ByteSource } from '../../../source/source.ts';
import { elementText } from '../../../tensor/elements.ts';
import { readCells } from '../../../tensor/plane.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { buildNpy, padded } from '../../../testing/builders/numpy-files.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { openPackage } from '../../registry.ts';

const open = (parts: Parameters<typeof buildNpy>[0], name = 'a.npy') =>
  openPackage(memorySource(name, buildNpy(parts)));
const headed = (descr: string, shape = '(3,)', order = 'False') =>
  padded(`{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }`);

/** Opcodes of a pickle. */
const pickle = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const PLAIN = pickle('\x80\x02K\x01.');

async function values(reader: Promise<TensorReader>, start: number, end: number): Promise<unknown[]> {
  return [...(await (await reader).read(start, end))];
}

async function codes(parts: Parameters<typeof buildNpy>[0]): Promise<string[]> {
  return (await open(parts)).package.findings.map(({ code }) => code);
}

describe('an array', () => {
  it('is shown with its type, shape and values', async () => {
    const { package: shown, tensor } = await open({});
    expect(shown).toMatchObject({
      format: 'numpy',
      formatVersion: '1.0',
      findings: [],
      tensors: [{ name: 'a', dtype: 'float64', shape: [3n], data: { path: 'a.npy', start: 128, end: 152 } }],
      can: { verify: false, edit: false, save: false },
      runs: { weight: 'ok' },
    });
    expect(await values(tensor('a'), 0, 3)).toEqual([1, 2, 3]);
    await expect(tensor('b')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
  });

  it('is known by its bytes, whatever its name', async () => {
    expect((await open({}, 'weights')).package.format).toBe('numpy');
    expect((await open({}, 'weights.npz')).package.format).toBe('numpy');
  });

  it('opens by its header, however long it is', async () => {
    const head = buildNpy({ header: headed("'<f4'", '(10000000000,)'), data: new Uint8Array(0) });
    const source = countingSource(sparseSource('huge.npy', head, 40_000_000_000 + head.length));
    const { package: shown, tensor } = await openPackage(source);
    expect(shown.tensors[0]).toMatchObject({ dtype: 'float32', shape: [10_000_000_000n] });
    expect(shown.findings).toEqual([]);
    // Three reads see that it is not an archive: its end, its first four bytes and the first 512. The fourth has the
    // header.
    expect(source.accesses).toHaveLength(4);
    expect(source.bytes).toBeLessThan(100_000);
    expect(await values(tensor('huge'), 9_999_999_999, 10_000_000_000)).toEqual([0]);
  });

  it('of a long header takes one more read', async () => {
    const fields = Array.from({ length: 900 }, (_, i) => `('field${i}', '<f4')`).join(', ');
    const source = countingSource(
      memorySource('a.npy', buildNpy({ header: headed(`[${fields}]`, '(0,)'), data: new Uint8Array(0) })),
    );
    const { package: shown } = await openPackage(source);
    expect(shown.tensors[0]?.dtype).toBe('structured');
    expect(shown.findings.map(({ code }) => code)).toEqual(['numpy/header-long', 'numpy/structured']);
    expect(source.accesses).toHaveLength(5);
  });
});

describe('what NumPy refuses', () => {
  it.each<[string, string, Parameters<typeof buildNpy>[0]]>([
    ['numpy/not-npy', 'other first bytes', { magic: [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x5a] }],
    ['numpy/version', 'version 4', { version: [4, 0] }],
    ['numpy/version', 'version 1.1', { version: [1, 1] }],
    ['numpy/header-cut', 'a header longer than the file', { length: 60_000 }],
    ['numpy/header-cut', 'a header of 4 GiB', { version: [2, 0], length: 0xffffffff }],
    ['numpy/header-text', 'no dictionary', { header: padded('[1, 2]') }],
    ['numpy/header-text', 'an expression', { header: padded("{'descr': print(1)}") }],
    ['numpy/header-text', 'no UTF-8', { version: [3, 0], header: '', length: 1, data: new Uint8Array([0xff]) }],
    ['numpy/header-text', 'a header without a text', { header: '' }],
    ['numpy/header-keys', 'a key that is missing', { header: padded("{'descr': '<f8', 'shape': (3,)}") }],
    [
      'numpy/header-keys',
      'a key too many',
      { header: padded("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'x': 1}") },
    ],
    ['numpy/header-keys', 'a key that is a number', { header: padded('{1: 2}') }],
    ['numpy/shape', 'a shape that is a number', { header: headed("'<f8'", '(3)') }],
    ['numpy/shape', 'a shape that is a list', { header: headed("'<f8'", '[3]') }],
    ['numpy/shape', 'a negative size', { header: headed("'<f8'", '(-3,)') }],
    ['numpy/shape', 'a size in words', { header: headed("'<f8'", "('3',)") }],
    ['numpy/shape', 'a size of 2^63', { header: headed("'<f8'", '(0, 9223372036854775808)') }],
    [
      'numpy/shape',
      'long sizes',
      {
        version: [2, 0],
        header: padded(`{'descr': '|u1', 'fortran_order': False, 'shape': (${'9'.repeat(4290)},)}`, 12),
      },
    ],
    ['numpy/shape', '65 dimensions', { header: headed("'<f8'", `(${'1,'.repeat(65)})`) }],
    ['numpy/order', 'an order that is a number', { header: headed("'<f8'", '(3,)', '0') }],
    ['numpy/descr', 'a type that does not exist', { header: headed("'<f3'") }],
    ['numpy/descr', 'objects of 16 bytes', { header: headed("'O16'") }],
    ['numpy/descr', 'a type of JavaScript', { header: headed("'constructor'") }],
    ['numpy/descr', 'a type of ml_dtypes by its name', { header: headed("'bfloat16'") }],
    ['numpy/descr', 'a type that is a number', { header: headed('8') }],
    ['numpy/descr', 'an element of 3 GiB', { header: headed("'|S3221225472'") }],
    ['numpy/descr', 'two fields of one name', { header: headed("[('a', '<f4'), ('a', '<f4')]") }],
    ['numpy/descr', 'a field without a type', { header: headed("[('a',)]") }],
    ['numpy/descr', 'a small array of negative size', { header: headed("('<f4', (-5,))") }],
    ['numpy/descr', 'many elements without bytes', { header: headed(`('|V0', (1${'0'.repeat(400)},))`) }],
    ['numpy/descr', 'a small array of 30,000 dimensions', { header: headed(`('|V0', (${'9,'.repeat(30_000)}))`) }],
    ['numpy/descr', 'a small array of 2^62 elements', { header: headed("('<f4', (4611686018427387904,))") }],
  ])('%s: %s', async (code, _, parts) => {
    await expect(open(parts)).rejects.toMatchObject({ code });
  });

  it('is refused also of a name alone, or of no bytes', async () => {
    const opened = (bytes: Uint8Array, name = 'a.npy') => openPackage(memorySource(name, bytes));
    await expect(opened(new Uint8Array(0))).rejects.toMatchObject({ code: 'numpy/not-npy' });
    await expect(opened(new Uint8Array(9), 'a.npz')).rejects.toMatchObject({ code: 'zip/not-a-zip' });
    for (const length of [6, 7, 9]) {
      await expect(opened(buildNpy().slice(0, length))).rejects.toMatchObject({ code: 'numpy/header-cut' });
    }
  });

  it('a header beyond every limit is not read', async () => {
    const head = buildNpy({ version: [2, 0], header: '', length: 2 ** 30, data: new Uint8Array(0) });
    const source = countingSource(sparseSource('a.npy', head, 2 ** 31));
    await expect(openPackage(source)).rejects.toMatchObject({ code: 'numpy/header-size' });
    expect(source.bytes).toBeLessThan(100_000);
  });
});

describe('what NumPy reads, or reads in part', () => {
  const doubled = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'descr': '<f8'}";
  it.each<[string[], string, Parameters<typeof buildNpy>[0]]>([
    [[], 'padding to 16 alone, as of old', { header: `${headed("'<f8'").trimEnd().padEnd(69)}\n` }],
    [['numpy/padding'], 'no padding', { header: headed("'<f8'").trimEnd() }],
    [['numpy/duplicate-key'], 'a key twice: the last one counts', { header: padded(doubled) }],
    [['numpy/python2'], 'a number of Python 2', { header: headed("'<f8'", '(3L,)') }],
    [['numpy/data-cut'], 'missing bytes', { data: new Uint8Array(23) }],
    [['numpy/data-cut'], 'a shape of 2^80 elements', { header: headed("'<f8'", '(1099511627776, 1099511627776)') }],
    [['numpy/trailing-bytes'], 'bytes that follow', { data: new Uint8Array(25) }],
    [['numpy/object'], 'objects', { header: headed("'|O'"), data: PLAIN }],
    [['numpy/object'], 'texts of any length, which are objects', { header: headed("'|T'"), data: PLAIN }],
    [['numpy/object'], 'objects by name', { header: headed("'object'"), data: PLAIN }],
    [['numpy/object'], 'objects in a small array', { header: headed("('O', (2,))"), data: PLAIN }],
    [['numpy/object'], 'objects in fields', { header: headed("[('a', '|O'), ('b', '<f4')]"), data: PLAIN }],
    [['numpy/structured'], 'fields', { header: headed("[('a', '<f4'), ('', '|V2'), ('b', '<i2')]") }],
    [['numpy/structured'], 'a small array in each element', { header: headed("('<f4', (2,))") }],
    [['numpy/unread-type'], 'dates', { header: headed("'<M8[ns]'") }],
    [['numpy/byte-strings'], 'byte strings', { header: headed("'|S8'") }],
    [[], 'texts', { header: headed("'<U2'") }],
    [[], 'a type by its name', { header: headed("'float64'") }],
  ])('%j: %s', async (expected, _, parts) => {
    expect(await codes(parts)).toEqual(expected);
  });

  it('says what it does not read, and that objects are pickles', async () => {
    const objects = await open({ header: headed("'|O'"), data: PLAIN });
    expect(objects.package.runs?.facts[0]?.kind).toBe('unpickles');
    await expect(objects.tensor('a')).rejects.toMatchObject({ code: 'numpy/object' });
    const records = await open({ header: headed("[(('title', 'x'), '<f8'), ('y', '<i4', (2,))]", '(1,)') });
    expect(records.package.findings.map(({ message }) => message).join(' ')).toContain('x (float64), y (int32, 2)');
    expect(records.package.tensors[0]?.problem).toBeUndefined();
    await expect(records.tensor('a')).rejects.toMatchObject({ code: 'numpy/structured' });
    const cut = await open({ data: new Uint8Array(23) });
    expect(cut.package.tensors[0]?.problem).toContain('23');
    await expect(cut.tensor('a')).rejects.toMatchObject({ code: 'numpy/data-cut' });
  });

  it('walks over the pickle behind the header, as over one in a file of its own', async () => {
    const data = pickle('\x80\x02cposix\nsystem\nU\x02id\x85R.rest');
    for (const version of [
      [1, 0],
      [2, 0],
    ] as const) {
      const header = padded("{'descr': '|O', 'fortran_order': False, 'shape': (4,), }", version[0] === 1 ? 10 : 12);
      const { package: shown } = await open({ version, header, data });
      expect(shown.findings).toMatchObject([
        {
          code: 'pickle/dangerous',
          severity: 'error',
          message: 'Loading it imports “posix.system”, and calls it with ("id",) (byte 130).',
        },
        { code: 'numpy/object' },
        { code: 'numpy/trailing-bytes', message: '4 bytes follow the array.' },
      ]);
      expect(shown.runs).toMatchObject({ sentence: 'Loading it calls dangerous code', weight: 'error' });
      expect(shown.runs?.facts).toMatchObject([
        {
          kind: 'unpickles',
          text: ['Imports ', { name: 'posix.system' }, ' (dangerous)'],
          warnings: [{ text: ['Calls ', { name: 'posix.system' }, ' with ', { name: '("id",)' }] }],
          notes: [['numpy.load rejects it without allow_pickle=True']],
        },
      ]);
    }
    expect(await codes({ header: headed("'|O'"), data: PLAIN.slice(0, 3) })).toEqual(['pickle/cut', 'numpy/object']);
  });

  it('reads of a pickle on a host no more than it may, and the rest when asked', async () => {
    const data = pickle(`${'N0'.repeat(600_000)}cos\nsystem\n.`);
    const source = memorySource('a.npy', buildNpy({ header: headed("'|O'"), data }));
    const opened = await openPackage(sourceContainer({ ...source, servedFrom: 'a.example' }));
    expect(opened.package.findings.map(({ code }) => code)).toEqual(['numpy/object', 'pickle/unread']);
    expect(opened.package.more?.action).toBe('Read the rest');
    const whole = await opened.readMore?.();
    expect(whole?.package.findings.map(({ code }) => code)).toEqual(['pickle/dangerous', 'numpy/object']);
    expect(whole?.package.more).toBeUndefined();
  });

  it('says little of an array that no file holds', async () => {
    const sizes = `(${'9223372036854775807, '.repeat(64)})`;
    const { package: shown } = await open({ header: headed("'<f8'", sizes) });
    expect(shown.findings).toMatchObject([{ code: 'numpy/data-cut', message: expect.stringContaining('over 2^63') }]);
    expect(JSON.stringify(shown.facts).length).toBeLessThan(2000);
  });

  it('cuts long strings, and says so', async () => {
    const width = 1_000_000;
    const data = new Uint8Array(3 * width);
    data.fill(65, 0, width);
    data.fill(66, width, width + 10);
    data.fill(67, 2 * width, 2 * width + 65_536);
    const { package: shown, tensor } = await open({ header: headed(`'|S${width}'`), data });
    expect(shown.findings.map(({ code }) => code)).toEqual(['numpy/byte-strings', 'numpy/long-strings']);
    const texts = await values(tensor('a'), 0, 3);
    expect(texts).toEqual([`${'A'.repeat(65_536)}…`, 'B'.repeat(10), `${'C'.repeat(65_536)}…`]);
    const wide = await open({ header: headed(`'<U${width / 4}'`), data: data.map((byte, at) => (at % 4 ? 0 : byte)) });
    expect((await values(wide.tensor('a'), 0, 1))[0]).toBe(`${'A'.repeat(16_384)}…`);
    expect((await open({ header: headed("'|S65536'", '(0,)') })).package.findings).not.toContainEqual(
      expect.objectContaining({ code: 'numpy/long-strings' }),
    );
  });

  it('reads of a string of 128 MiB what is shown of it, and at most 256 such strings at once', async () => {
    const width = 134_217_728;
    const head = buildNpy({ header: headed(`'|S${width}'`, '(300,)'), data: new Uint8Array(0) });
    const source = countingSource(sparseSource('a.npy', head, head.length + 300 * width));
    const opened = await openPackage(source);
    const before = source.bytes;
    expect(await values(opened.tensor('a'), 299, 300)).toEqual(['']);
    expect(source.bytes - before).toBe(65_536);
    const all = values(opened.tensor('a'), 0, 257);
    await expect(all).rejects.toMatchObject({ code: 'source/too-large' });
    // As the grid reads it, also where the rows of a plane lie near each other.
    const plane = { rows: 256, columns: 1, start: 0, rowStride: 1, columnStride: 0 };
    expect(await readCells(await opened.tensor('a'), plane)).toHaveLength(256);
    expect(source.bytes - before).toBe(257 * 65_536);
  });

  it('tells another array that follows', async () => {
    const first = buildNpy();
    const { package: shown } = await openPackage(memorySource('a.npy', new Uint8Array([...first, ...first])));
    expect(shown.findings[0]?.message).toContain('another array');
  });

  it('shows texts as Python has them', async () => {
    const points = new Uint32Array([0x61, 0, 0x62, 0, 0x1f600, 0xd800, 0xffffffff, 0]);
    const texts = await open({ header: headed("'<U4'", '(2,)'), data: new Uint8Array(points.buffer) });
    expect(await (await texts.tensor('a')).read(0, 2)).toEqual(['a\0b', '😀\ud800\ufffd']);
    const bytes = await open({ header: headed("'|S3'", '(2,)'), data: new Uint8Array([65, 0, 0, 92, 233, 10]) });
    expect(await (await bytes.tensor('a')).read(0, 2)).toEqual(['A', '\\\\\\xe9\\x0a']);
    const empty = await open({ header: headed("'<U0'", '(3,)'), data: new Uint8Array(0) });
    expect(Array.from((await (await empty.tensor('a')).read(0, 3)) as string[], elementText)).toEqual(['', '', '']);
  });
});

/** A file that begins with `head`, and is zero from there on. */
function sparseSource(name: string, head: Uint8Array, size: number): ByteSource {
  return {
    name,
    size,
    async read(start, end) {
      const bytes = new Uint8Array(end - start);
      bytes.set(head.subarray(Math.min(start, head.length), Math.min(end, head.length)));
      return bytes;
    },
    stream: () => new ReadableStream(),
  };
}
