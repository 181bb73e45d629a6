import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { columnMajorReader, rowMajorSource } from '../column-major.ts';
import type { ComplexDtype, NumericDtype } from '../dtype.ts';
import { tensorReader } from '../reader.ts';
import { elementCount, type Shape } from '../shape.ts';
import { withCells } from './cells.ts';
import type { FlatContents, NumericContents, TensorContents } from './contents.ts';
import { converted, textProblem } from './convert.ts';
import { type Declared, type Fit, fitOf } from './fit.ts';
import { contentsFlow, keepInMemory, transposedFlow } from './flow.ts';
import { contentsPreview } from './preview.ts';
import { storedContents } from './stored-contents.ts';
import { typedContents } from './typed.ts';

const keep = keepInMemory();

function numbers(
  dtype: NumericDtype | ComplexDtype,
  shape: Shape,
  values: ArrayBufferView<ArrayBuffer>,
): NumericContents {
  return { dtype, shape, data: new Blob([values]) };
}

async function cells(
  dtype: NumericDtype | ComplexDtype | 'string',
  shape: Shape,
  ...texts: string[]
): Promise<FlatContents> {
  return (await typedContents({ kind: 'cells', dtype, shape, texts }, keep)).contents as FlatContents;
}

/** All values as text, by a preview of the elements one by one. */
async function textsOf(contents: FlatContents): Promise<readonly string[]> {
  const made =
    contents.dtype === 'string' ? contents : await converted(contents, [{ kind: 'cast', dtype: 'string' }], keep);
  return made.dtype === 'string' ? made.strings : [];
}

const words = (fit: Fit) =>
  fit.kind === 'converts'
    ? fit.options.map(({ conversions }) =>
        conversions.flatMap((one) => [one.words, ...one.losses.map((loss) => loss.words)]),
      )
    : fit.kind === 'misfit'
      ? [fit.code, fit.message]
      : fit.kind;

async function heldAgainst(
  contents: TensorContents,
  dtype: string | undefined,
  shape?: Declared['shape'],
  symbols?: Map<string, bigint>,
) {
  return words(await fitOf(contents, { dtype, shape, symbols }));
}

describe('values held against what is declared', () => {
  const row = (count: number) => numbers('float32', [BigInt(count)], new Float32Array(count));

  it('fit as they are', async () => {
    expect(await heldAgainst(row(3), 'float32', ['n'])).toBe('fits');
    expect(await heldAgainst(row(3), undefined, '*')).toBe('fits');
    expect(await heldAgainst(row(3), 'float32', 'shape')).toBe('fits');
    expect(await heldAgainst(numbers('uint8', [], Uint8Array.of(1)), 'uint8', [])).toBe('fits');
  });

  it('need a leading 1, or one less', async () => {
    expect(await heldAgainst(row(3), 'float32', ['batch', 3n])).toEqual([['Add a leading 1']]);
    expect(await heldAgainst(row(3), 'float32', [3n, 1n])).toEqual([['Add a 1 at the end']]);
    expect(await heldAgainst({ ...row(3), shape: [1n, 3n] }, 'float32', [3n])).toEqual([['Drop the leading 1']]);
    expect(await heldAgainst({ ...row(3), shape: [3n, 1n] }, 'float32', [1n, 3n, 1n])).toEqual([['Add a leading 1']]);
    expect(await heldAgainst({ ...row(6), shape: [2n, 3n] }, 'float32', [1n, 2n, 1n, 3n])).toEqual([
      ['Reshape 2 × 3 → 1 × 2 × 1 × 3'],
    ]);
  });

  it('are reshaped where all elements have a place', async () => {
    expect(await heldAgainst(row(256), 'float32', [1n, 16n, 16n])).toEqual([['Reshape 256 → 1 × 16 × 16']]);
    expect(await heldAgainst(row(256), 'float32', ['n', 64n])).toEqual([['Reshape 256 → 4 × 64']]);
    expect(await heldAgainst({ ...row(256), shape: [2n, 128n] }, 'float32', ['n', 3n])).toEqual([
      'values/wrong-shape',
      'The shape is 2 × 128, and n × 3 is declared.',
    ]);
    expect(await heldAgainst({ ...row(0), shape: [0n] }, 'float32', [0n, 3n])).toEqual([['Reshape 0 → 0 × 3']]);
  });

  it('are transposed where only that fits', async () => {
    const picture = numbers('uint8', [8n, 10n, 3n], new Uint8Array(240));
    expect(await heldAgainst(picture, 'uint8', [3n, 'h', 'w'])).toEqual([['Transpose H×W×C → C×H×W']]);
    expect(await heldAgainst(picture, 'float32', ['batch', 3n, 'h', 'w'])).toEqual([
      ['Scale 0–255 → 0–1, as float32', 'Transpose H×W×C → C×H×W', 'Add a leading 1'],
      ['Convert uint8 → float32', 'Transpose H×W×C → C×H×W', 'Add a leading 1'],
    ]);
    expect(await heldAgainst({ ...row(6), shape: [2n, 3n] }, 'float32', [3n, 2n])).toEqual([
      ['Transpose 2 × 3 → 3 × 2'],
    ]);
  });

  it('have the sizes of symbols throughout', async () => {
    const square = { ...row(6), shape: [2n, 3n] };
    expect(await heldAgainst(square, 'float32', ['n', 'n'])).toEqual([
      'values/wrong-shape',
      'The shape is 2 × 3, and n × n is declared.',
    ]);
    expect(await heldAgainst(square, 'float32', ['n', 3n], new Map([['n', 4n]]))).toEqual([
      'values/wrong-shape',
      'The shape is 2 × 3, and n × 3 is declared. n is 4 in the other values.',
    ]);
    expect(await heldAgainst(row(8), 'float32', ['n', 2n], new Map([['n', 4n]]))).toEqual([['Reshape 8 → 4 × 2']]);
  });

  it('say what a type does not keep', async () => {
    const values = numbers('float64', [2n, 2n], Float64Array.of(0.5, 0.1, 1, 0.3));
    expect(await heldAgainst(values, 'float32')).toEqual([
      ['Convert float64 → float32', 'rounds 2 of 4 values, the first 0.1 → 0.10000000149011612 at [0, 1]'],
    ]);
    expect(await heldAgainst(values, 'int32')).toEqual([
      [
        'Convert float64 → int32',
        'leaves out what comes after the point in 3 of 4 values, the first 0.5 → 0 at [0, 0]',
      ],
    ]);
    expect(await heldAgainst(numbers('int64', [2n], BigInt64Array.of(7n, 300n)), 'uint8')).toEqual([
      'values/out-of-range',
      '300 does not fit uint8 (0 to 255) at [1].',
    ]);
    expect(await heldAgainst(numbers('bool', [2n], Uint8Array.of(0, 1)), 'uint8')).toEqual([['Convert bool → uint8']]);
    expect(await heldAgainst(row(3), 'Q4_K')).toEqual([
      'values/wrong-dtype',
      'The values are float32, and Q4_K is declared.',
    ]);
  });

  it('are read from text, and become text', async () => {
    expect(await heldAgainst(await cells('string', [2n], '1', '2.5'), 'float32')).toEqual([
      ['Convert string → float32'],
    ]);
    expect(await heldAgainst(await cells('string', [3n], '1', 'x', ''), 'int8')).toEqual([
      'values/not-a-number',
      '“x” at [1] is not a number. In all, 2 of 3 values are not numbers.',
    ]);
    const made = await converted(
      numbers('float32', [2n], Float32Array.of(0.1, -0)),
      [{ kind: 'cast', dtype: 'string' }],
      keep,
    );
    expect(made).toMatchObject({ strings: ['0.1', '-0'] });
  });

  it('of a picture have other channels', async () => {
    const pixels = Uint8Array.from({ length: 8 * 8 * 4 }, (_, at) => (at % 4 === 3 && at > 8 ? 255 : at));
    const rgba = numbers('uint8', [8n, 8n, 4n], pixels);
    expect(await heldAgainst(rgba, 'uint8', ['h', 'w', 3n])).toEqual([
      ['Leave out transparency', 'loses the transparency of 2 of 64 pixels, the first (0, 1, 2, 3) at [0, 0]'],
    ]);
    expect(await heldAgainst(rgba, 'uint8', ['h', 'w'])).toEqual([
      [
        'Make it gray',
        'loses the transparency of 2 of 64 pixels, the first (0, 1, 2, 3) at [0, 0]',
        'loses the color of 64 of 64 pixels, the first (0, 1, 2, 3) at [0, 0]',
      ],
    ]);
    const gray = numbers(
      'uint8',
      [8n, 8n],
      Uint8Array.from({ length: 64 }, (_, at) => at),
    );
    expect(await heldAgainst(gray, 'uint8', [1n, 3n, 8n, 8n])).toEqual([
      ['Repeat gray as RGB', 'Transpose H×W×C → C×H×W', 'Add a leading 1'],
    ]);
  });

  it('of a list fit one by one', async () => {
    const list: TensorContents = { dtype: 'nested', inner: [row(3), row(4)] };
    expect(await heldAgainst(list, 'float32', [2n, '*'])).toBe('fits');
    expect(await heldAgainst(list, 'nested')).toBe('fits');
    expect(await heldAgainst(list, 'float32', [3n, '*'])).toEqual([
      'values/wrong-shape',
      'The list has 2 tensors, and 3 × * is declared.',
    ]);
    expect(await heldAgainst(list, 'int8', [2n, '*'])).toMatchObject(['values/wrong-dtype', expect.any(String)]);
  });

  it('stop when they are canceled', async () => {
    const controller = new AbortController();
    controller.abort();
    const values = numbers('float64', [4n], new Float64Array(4));
    const held = fitOf(values, { dtype: 'float32' }, { signal: controller.signal });
    await expect(held).rejects.toMatchObject({ tag: 'cancelled' });
  });
});

/** Bytes of every element, hexadecimal, of an offer that was made. */
async function bytesOf(contents: FlatContents): Promise<string> {
  return contents.dtype === 'string'
    ? contents.strings.join()
    : Buffer.from(await contents.data.arrayBuffer()).toString('hex');
}

describe('a conversion', () => {
  it('that was offered makes what is declared', async () => {
    const shapes = fc.array(fc.integer({ min: 0, max: 5 }).map(BigInt), { maxLength: 4 });
    const spec = fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }).map(BigInt), fc.constantFrom('n', 'm', '*')), {
      maxLength: 4,
    });
    const dtypes = fc.constantFrom('float32', 'uint8', 'int16', 'float64', 'bool', 'string' as const);
    await fc.assert(
      fc.asyncProperty(shapes, spec, dtypes, async (shape, declared, dtype) => {
        const count = Number(elementCount(shape));
        const values = numbers(
          'uint8',
          shape,
          Uint8Array.from({ length: count }, (_, at) => at % 2),
        );
        const held = await fitOf(values, { dtype, shape: declared });
        if (held.kind !== 'converts') return;
        for (const option of held.options) {
          const made = await converted(
            values,
            option.conversions.map(({ conversion }) => conversion),
            keep,
          );
          expect([made.dtype, made.shape]).toEqual([option.dtype, option.shape]);
          expect(await fitOf(made, { dtype, shape: declared })).toEqual({ kind: 'fits' });
          if (made.dtype !== 'string')
            expect(made.data.size * 8).toBe(
              Number(elementCount(made.shape)) *
                { float32: 32, uint8: 8, int16: 16, float64: 64, bool: 8 }[made.dtype as 'uint8'],
            );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('transposes in slabs of any size', async () => {
    const shape = [3n, 4n, 5n];
    const data = Uint16Array.from({ length: 60 }, (_, at) => at);
    const expected = Array.from({ length: 60 }, (_, at) => {
      const [c, a, b] = [Math.floor(at / 12), Math.floor((at % 12) / 4), at % 4];
      return a * 20 + b * 5 + c;
    });
    for (const slab of [2, 6, 34, 1000]) {
      const flow = transposedFlow(contentsFlow(numbers('uint16', shape, data)), [2, 0, 1], slab);
      const parts: Uint8Array[] = [];
      for await (const piece of flow.pieces(undefined)) parts.push(piece);
      const all = Buffer.concat(parts);
      expect(flow.shape).toEqual([5n, 3n, 4n]);
      expect([...new Uint16Array(all.buffer.slice(all.byteOffset, all.byteOffset + all.length))]).toEqual(expected);
    }
  });

  it('turns elements of every width, and strings', async () => {
    for (const dtype of ['uint8', 'int16', 'float32', 'float64', 'complex128', 'string'] as const) {
      const one = await cells(dtype, [2n, 3n], '1', '2', '3', '4', '5', '6');
      const made = await converted(one, [{ kind: 'transpose', axes: [1, 0] }], keep);
      expect(made.shape).toEqual([3n, 2n]);
      expect(await bytesOf(made)).toBe(await bytesOf(await cells(dtype, [3n, 2n], '1', '4', '2', '5', '3', '6')));
    }
  });

  it('is refused at the first value that does not fit', async () => {
    const cast = converted(
      numbers('float64', [3n], Float64Array.of(1, 300, 400)),
      [{ kind: 'cast', dtype: 'uint8' }],
      keep,
    );
    await expect(cast).rejects.toMatchObject({
      code: 'values/out-of-range',
      message: '300 does not fit uint8 (0 to 255) at [1].',
    });
  });

  it('copies nothing where only the shape changes', async () => {
    const values = numbers('float32', [6n], new Float32Array(6));
    const made = await converted(values, [{ kind: 'reshape', shape: [2n, 3n] }], keep);
    expect((made as NumericContents).data).toBe(values.data);
  });

  it('scales as Python does', async () => {
    const made = await converted(
      numbers('uint8', [3n], Uint8Array.of(0, 1, 255)),
      [{ kind: 'scale', dtype: 'float32', most: 255 }],
      keep,
    );
    expect(await textsOf(made)).toEqual(['0', '0.003921569', '1']);
  });
});

describe('typed values', () => {
  it('are exact, and refused with their place', async () => {
    expect(await textsOf(await cells('int64', [4n], '9007199254740993', '-0x10', '1e3', '7.0'))).toEqual([
      '9007199254740993',
      '-16',
      '1000',
      '7',
    ]);
    expect(await textsOf(await cells('uint64', [], '18446744073709551615'))).toEqual(['18446744073709551615']);
    expect(await textsOf(await cells('float32', [6n], 'nan', 'inf', '-Infinity', '-0', '.5', '0xFF'))).toEqual([
      'NaN',
      'Infinity',
      '-Infinity',
      '-0',
      '0.5',
      '255',
    ]);
    expect(await textsOf(await cells('bool', [4n], 'true', 'False', '1', '0'))).toEqual([
      'true',
      'false',
      'true',
      'false',
    ]);
    expect(await textsOf(await cells('complex64', [5n], '1+2j', '(1-2j)', '3', '-1e-3j', '1e3+nanj'))).toEqual([
      '1+2j',
      '1-2j',
      '3+0j',
      '0-0.0010000000474974513j',
      '1000+NaNj',
    ]);
    await expect(cells('uint8', [1n, 4n], '0', '1', '2', '300')).rejects.toMatchObject({
      code: 'values/out-of-range',
      message: '300 does not fit uint8 (0 to 255) at [0, 3].',
    });
    for (const [dtype, text, code] of [
      ['int8', '1.5', 'values/out-of-range'],
      ['int64', 'nan', 'values/out-of-range'],
      ['int64', '9223372036854775808', 'values/out-of-range'],
      ['bool', '2', 'values/out-of-range'],
      ['float16', '65520', 'values/out-of-range'],
      ['float32', '1,5', 'values/not-a-number'],
      ['float32', '', 'values/not-a-number'],
      ['float64', '9'.repeat(2000), 'values/not-a-number'],
      ['complex64', '1+', 'values/not-a-number'],
    ] as const)
      await expect(cells(dtype, [], text), text).rejects.toMatchObject({ code });
  });

  it('say which digits are lost, and not which only look so', async () => {
    const typed = await typedContents(
      {
        kind: 'cells',
        dtype: 'float32',
        shape: [5n],
        texts: ['0.1', '0.123456789', '1.000000014901161194e-01', '16777217', '1e-60'],
      },
      keep,
    );
    expect(typed.losses.map((loss) => loss.words)).toEqual([
      'rounds 2 of 5 values, the first 0.123456789 → 0.12345679 at [1]',
      'rounds to 0 1 of 5 values, the first 1e-60 → 0 at [4]',
    ]);
  });

  const LARGE = ['1e309', '-1e309', `1${'0'.repeat(400)}`];

  it.each(['float64', 'float32', 'float16', 'bfloat16', 'int32', 'bool', 'complex128'] as const)(
    'are no infinities of %s where they are too large',
    async (dtype) => {
      for (const text of LARGE) {
        const refused = { code: 'values/out-of-range' };
        await expect(cells(dtype, [], text), text).rejects.toMatchObject(refused);
        expect(textProblem(dtype, text)).toContain('does not fit');
        const fill = typedContents({ kind: 'fill', dtype, shape: [2n], value: text }, keep);
        await expect(fill, text).rejects.toMatchObject(refused);
        const strings = await cells('string', [], text);
        await expect(converted(strings, [{ kind: 'cast', dtype }], keep)).rejects.toMatchObject(refused);
        if (dtype === 'complex128') continue;
        const range = typedContents({ kind: 'range', dtype, shape: [2n], start: text, step: '1' }, keep);
        await expect(range, text).rejects.toMatchObject(refused);
      }
    },
  );

  it('keep an infinity that is written, and end a range before one', async () => {
    expect(await textsOf(await cells('float16', [2n], 'inf', '-Infinity'))).toEqual(['Infinity', '-Infinity']);
    const range = typedContents({ kind: 'range', dtype: 'float64', shape: [3n], start: '1e308', step: '1e308' }, keep);
    await expect(range).rejects.toMatchObject({ message: 'The range from 1e308 goes beyond float64.' });
    const small = typedContents({ kind: 'range', dtype: 'float64', shape: [3n], start: '1e-400', step: '1' }, keep);
    await expect(small).rejects.toMatchObject({ code: 'values/out-of-range' });
  });

  it.each(['float64', 'float32', 'float16', 'bfloat16'] as const)('tell of what is 0 as %s', async (dtype) => {
    const texts = ['1e-400', '-0.1e-999', '0e5', '0.0', '-0'];
    const typed = await typedContents({ kind: 'cells', dtype, shape: [5n], texts }, keep);
    expect(typed.losses).toMatchObject([{ kind: 'zero', count: 2, first: { element: 0, from: '1e-400', to: '0' } }]);
    await expect(cells('int8', [], '1e-400')).rejects.toMatchObject({ code: 'values/out-of-range' });
  });

  it('are exact whole numbers, also with a point or an exponent', async () => {
    const texts = ['9007199254740993.0', '9.007199254740993e15', '90071992547409930e-1', '-9007199254740993.'];
    const exact = ['9007199254740993', '9007199254740993', '9007199254740993', '-9007199254740993'];
    expect(await textsOf(await cells('int64', [4n], ...texts))).toEqual(exact);
    const range = { kind: 'range', dtype: 'uint64', shape: [1n], start: '9007199254740993.0', step: '1' } as const;
    expect(await textsOf((await typedContents(range, keep)).contents as FlatContents)).toEqual(exact.slice(0, 1));
    expect(await textsOf(await cells('uint64', [], '1.8446744073709551615e19'))).toEqual(['18446744073709551615']);
    for (const dtype of ['int64', 'uint8', 'bool'] as const)
      for (const text of ['1.00000000000000000001', '9007199254740993.5', '1e999999999'])
        await expect(cells(dtype, [], text), text).rejects.toMatchObject({ code: 'values/out-of-range' });
  });

  // An expression that takes the square of the length would not end within the time of a test.
  it('of any length are read in linear time', async () => {
    expect(textProblem('complex64', `${'+'.repeat(2 ** 22)}\n+\nj`)).toContain('is not a number');
    const texts = new Array<string>(30_000).fill(`${'1'.repeat(1099)}x`);
    await expect(cells('float64', [30_000n], ...texts)).rejects.toMatchObject({ code: 'values/not-a-number' });
  });

  it('are packed as a whole, also where there are more than are read at once', async () => {
    const count = 3 * 2 ** 14 + 3;
    const texts = Array.from({ length: count }, (_, at) => String(at % 5 === 0 ? 1.5 : 2));
    for (const dtype of ['F4', 'F6_E2M3', 'uint8', 'complex64'] as const) {
      const plain = dtype === 'uint8' ? texts.map((text) => text.replace('.5', '')) : texts;
      const read = await textsOf(await cells(dtype, [BigInt(count)], ...plain));
      expect(read.map((text) => text.replace('+0j', ''))).toEqual(plain);
    }
    const large = texts.map((text, at) => (at === 2 ** 15 + 1 ? '1e309' : text));
    await expect(cells('float32', [BigInt(count)], ...large)).rejects.toMatchObject({
      message: '1e309 does not fit float32 at [32769].',
    });
  });

  it('that fill count as one', async () => {
    const { losses } = await typedContents({ kind: 'fill', dtype: 'F4', shape: [4n], value: '2.2' }, keep);
    expect(losses).toMatchObject([{ count: 1, of: 1, words: 'rounds 1 of 1 value, the first 2.2 → 2' }]);
    await expect(typedContents({ kind: 'fill', dtype: 'F4', shape: [4n], value: '7' }, keep)).rejects.toMatchObject({
      message: '7 does not fit F4 (-6 to 6).',
    });
  });

  it('are written by every type as they are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { minLength: 1 }),
        async (values) => {
          const texts = values.map(String);
          expect(await textsOf(await cells('int64', [BigInt(texts.length)], ...texts))).toEqual(texts);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double(), { minLength: 1 }), async (values) => {
        const texts = values.map((value) => (Object.is(value, -0) ? '-0' : String(value)));
        expect(await textsOf(await cells('float64', [BigInt(texts.length)], ...texts))).toEqual(texts);
      }),
    );
  });

  it('fill, and have a range', async () => {
    const filled = await typedContents({ kind: 'fill', dtype: 'int16', shape: [2n, 2n], value: '-7' }, keep);
    expect(await textsOf(filled.contents as FlatContents)).toEqual(['-7', '-7', '-7', '-7']);
    const packed = await typedContents({ kind: 'fill', dtype: 'F4', shape: [3n], value: '1.5' }, keep);
    expect(await textsOf(packed.contents as FlatContents)).toEqual(['1.5', '1.5', '1.5']);
    const texts = await typedContents({ kind: 'fill', dtype: 'string', shape: [2n], value: 'a' }, keep);
    expect(await textsOf(texts.contents as FlatContents)).toEqual(['a', 'a']);
    const empty = await typedContents({ kind: 'fill', dtype: 'float32', shape: [0n, 3n], value: '1' }, keep);
    expect((empty.contents as NumericContents).data.size).toBe(0);
    const range = await typedContents(
      { kind: 'range', dtype: 'int64', shape: [3n], start: '9007199254740993', step: '2' },
      keep,
    );
    expect(await textsOf(range.contents as FlatContents)).toEqual([
      '9007199254740993',
      '9007199254740995',
      '9007199254740997',
    ]);
    const out = typedContents({ kind: 'range', dtype: 'uint8', shape: [2n, 130n], start: '0', step: '1' }, keep);
    await expect(out).rejects.toMatchObject({ message: '256 does not fit uint8 (0 to 255) at [1, 126].' });
    const lossy = await typedContents({ kind: 'range', dtype: 'float16', shape: [3n], start: '2046', step: '1' }, keep);
    expect(lossy.losses).toEqual([]);
    const cut = await typedContents({ kind: 'range', dtype: 'float16', shape: [3n], start: '2048', step: '1' }, keep);
    expect(cut.losses).toMatchObject([{ kind: 'digits', count: 1, first: { element: 1 } }]);
  });

  it('fill two gigabytes, and take no memory for them', async () => {
    const made = await typedContents({ kind: 'fill', dtype: 'float32', shape: [2n ** 29n], value: '0.5' }, keep);
    expect((made.contents as NumericContents).data.size).toBe(2 ** 31);
    const more = typedContents({ kind: 'fill', dtype: 'float32', shape: [2n ** 29n + 1n], value: '0' }, keep);
    await expect(more).rejects.toMatchObject({ code: 'source/too-large' });
  });

  it('are refused where no tensor is like that', async () => {
    await expect(cells('int8', [2n], '1')).rejects.toMatchObject({ code: 'values/wrong-shape' });
    await expect(cells('int8', [-1n])).rejects.toMatchObject({ code: 'values/wrong-shape' });
    const text = { kind: 'range', dtype: 'string', shape: [2n], start: '0', step: '1' } as const;
    await expect(typedContents(text, keep)).rejects.toMatchObject({ code: 'values/wrong-dtype' });
    const half = { kind: 'range', dtype: 'int8', shape: [2n], start: '0', step: '0.5' } as const;
    await expect(typedContents(half, keep)).rejects.toMatchObject({ code: 'values/out-of-range' });
  });

  it('are a list', async () => {
    const one = { kind: 'cells', dtype: 'int8', shape: [], texts: ['1'] } as const;
    const typed = await typedContents({ kind: 'nested', inner: [one, { ...one, dtype: 'string' }] }, keep);
    expect(typed.contents).toMatchObject({ dtype: 'nested', inner: [{ dtype: 'int8' }, { dtype: 'string' }] });
    expect(await contentsPreview(typed.contents)).toMatchObject({
      dtype: 'nested',
      count: 2,
      inner: [{ first: ['1'] }, { first: ['1'] }],
    });
  });
});

describe('cells that are changed', () => {
  it('leave all others as they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('uint8', 'int16', 'float32', 'float64', 'F4', 'F6_E2M3', 'complex64', 'string' as const),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.tuple(fc.nat(19), fc.constantFrom('0', '1', '2', '3')), { maxLength: 12 }),
        async (dtype, count, edits) => {
          const before = Array.from({ length: count }, (_, at) => String(at % 4));
          const after = [...before];
          const cut = edits.map(([element, text]) => ({ element: element % count, text }));
          for (const { element, text } of cut) after[element] = text;
          const shape = [BigInt(count)];
          const made = await withCells(await cells(dtype, shape, ...before), cut);
          expect(await bytesOf(made.contents)).toBe(await bytesOf(await cells(dtype, shape, ...after)));
        },
      ),
    );
  });

  it('are refused with their place', async () => {
    const values = numbers('uint8', [2n, 2n], new Uint8Array(4));
    await expect(withCells(values, [{ element: 3, text: '256' }])).rejects.toMatchObject({
      message: '256 does not fit uint8 (0 to 255) at [1, 1].',
    });
    await expect(withCells(values, [{ element: 4, text: '1' }])).rejects.toMatchObject({ code: 'source/out-of-range' });
  });
});

describe('the elements of a stored tensor', () => {
  it('of columns are those of rows', async () => {
    const shape = [2n, 3n];
    const stored = memorySource('a', new Uint8Array(Int16Array.of(1, 4, 2, 5, 3, 6).buffer));
    const reader = columnMajorReader(tensorReader(rowMajorSource(stored, shape, 2), 'int16', 6), stored, shape);
    const made = await storedContents(reader, shape, { keep });
    expect(await bytesOf(made)).toBe(await bytesOf(numbers('int16', shape, Int16Array.of(1, 2, 3, 4, 5, 6))));
  });

  it('with the other byte order are little-endian', async () => {
    const reader = tensorReader(memorySource('a', Uint8Array.of(0, 1, 0, 2)), 'uint16', 2, 'big');
    const made = await storedContents(reader, [2n], { keep });
    expect(await bytesOf(made)).toBe('01000200');
  });
});

describe('a preview', () => {
  it('has the first values in few digits', async () => {
    const values = numbers(
      'float32',
      [300n],
      Float32Array.from({ length: 300 }, (_, at) => at / 10),
    );
    expect(await contentsPreview(values)).toMatchObject({ count: 300, isPicture: false });
    expect((await contentsPreview(values)).first.slice(0, 4)).toEqual(['0', '0.1', '0.2', '0.3']);
    expect((await contentsPreview(values)).first).toHaveLength(16);
    expect(await contentsPreview(numbers('uint8', [16n, 16n, 3n], new Uint8Array(768)))).toMatchObject({
      isPicture: true,
    });
    expect((await contentsPreview(await cells('F6_E2M3', [5n], '1', '2', '3', '4', '5'))).first).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });
});
