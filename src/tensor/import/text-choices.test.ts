import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxcutterError } from '../../base/errors.ts';
import { memorySource } from '../../source/memory.ts';
import type { FlatContents } from '../contents/contents.ts';
import { converted } from '../contents/convert.ts';
import { fitOf } from '../contents/fit.ts';
import { contentsFlow, keepInMemory } from '../contents/flow.ts';
import { typedContents } from '../contents/typed.ts';
import { isNumericDtype } from '../dtype.ts';
import { elementText } from '../elements.ts';
import { exportOf } from '../export/export.ts';
import { wholePart } from '../export/part.ts';
import { tensorReader } from '../reader.ts';
import { elementCount, type Shape } from '../shape.ts';
import { textChoices } from './text-choices.ts';
import { readText } from './text-values.ts';
import type { ReadableChoice } from './value-choice.ts';

const keep = keepInMemory();

async function choices(text: string, name?: string, dtype?: string): Promise<ReadableChoice[]> {
  return textChoices(text, name, { dtype });
}

async function valuesOf(choice: ReadableChoice | undefined): Promise<[string, Shape, readonly string[]]> {
  const contents = (await choice?.read({ keep })) as FlatContents;
  const texts =
    contents.dtype === 'string' ? contents : await converted(contents, [{ kind: 'cast', dtype: 'string' }], keep);
  return [contents.dtype, contents.shape, texts.dtype === 'string' ? texts.strings : []];
}

const first = async (text: string, name?: string, dtype?: string) => valuesOf((await choices(text, name, dtype))[0]);

describe('a table', () => {
  it('has rows and columns', async () => {
    expect(await first('1,2\n3,4\n', 'a.csv')).toEqual(['int64', [2n, 2n], ['1', '2', '3', '4']]);
    expect(await first('1\r\n2\r\n', 'a.csv')).toEqual(['int64', [2n], ['1', '2']]);
    expect(await first('0.5\t1e3\tnan', 'a.tsv')).toEqual(['float64', [3n], ['0.5', '1000', 'NaN']]);
    expect(await first('1;2\n3;4', 'a.csv')).toEqual(['int64', [2n, 2n], ['1', '2', '3', '4']]);
    expect(await first('7')).toEqual(['int64', [], ['7']]);
    expect(await first('1,2', 'a.csv', 'float32')).toEqual(['float32', [2n], ['1', '2']]);
    expect(await first('18446744073709551615,1', 'a.csv')).toEqual(['uint64', [2n], ['18446744073709551615', '1']]);
    expect(await first('true,false', 'a.csv')).toEqual(['bool', [2n], ['true', 'false']]);
    expect(await first('"a ""b""",c\n"d\ne",f', 'a.csv', 'string')).toEqual([
      'string',
      [2n, 2n],
      ['a "b"', 'c', 'd\ne', 'f'],
    ]);
  });

  it('leaves names over numbers out, and says so', async () => {
    const [table] = await choices('x,y\n1,2\n3,4', 'a.csv');
    expect(table?.notes).toEqual(['The first row is left out. It has names: x, y.']);
    expect(await valuesOf(table)).toEqual(['int64', [2n, 2n], ['1', '2', '3', '4']]);
    const texts = await choices('x,y\na,b', 'a.csv');
    expect(texts.map(({ label, shape }) => [label, shape])).toEqual([
      ['table', [2n, 2n]],
      ['table without its first row', [2n]],
    ]);
  });

  it.each([
    ['1,2\n3,,', 'values/ragged', 'Row 2 has 3 cells, and the first one has 2.'],
    ['1,2\n3,', 'values/hole', 'Row 2, column 2 is empty.'],
    ['a,b\n1,2\n3', 'values/ragged', 'Row 3 has 1 cell, and the first one has 2.'],
    ['1,2\n"3,4', 'values/syntax', 'The quotation mark that begins row 2, column 1 has no second one.'],
    ['', 'values/no-values', 'There is nothing in it.'],
  ])('%j is refused with its place', async (text, code, message) => {
    await expect(choices(text, 'a.csv', 'float32')).rejects.toMatchObject({ code, message });
  });

  it('has a blank row at its begin as a hole, and not as names', async () => {
    const refused = { code: 'values/hole' };
    const message = 'Row 1, column 1 is empty.';
    await expect(choices('\n\n1', 'a.csv', 'float32')).rejects.toMatchObject({ ...refused, message });
    await expect(choices(',\n1,2', 'a.csv')).rejects.toMatchObject({ ...refused, message });
    await expect(choices('\n1,2\n3,4', 'a.csv')).rejects.toMatchObject({ ...refused, message: 'Row 1 is empty.' });
    await expect(choices('1,2\n\n\n3,4', 'a.csv')).rejects.toMatchObject({
      code: 'values/ragged',
      message: 'Row 2 has 1 cell, and the first one has 2.',
    });
    expect(await first('1,2\n\n\n', 'a.csv')).toEqual(['int64', [2n], ['1', '2']]);
    expect(await first('\na', 'a.csv', 'string')).toEqual(['string', [2n], ['', 'a']]);
  });

  // With a list for each row, this takes gigabytes and minutes.
  it('of millions of rows is read, and refused at its first bad row', async () => {
    const [table] = await choices('1\n'.repeat(2 ** 21), 'a.csv', 'uint8');
    expect(table).toMatchObject({ dtype: 'uint8', shape: [2n ** 21n] });
    const uneven = `1,2\n${'1\n'.repeat(2 ** 24 - 2)}`;
    await expect(choices(uneven, 'a.csv', 'uint8')).rejects.toMatchObject({ code: 'values/ragged' });
  }, 30_000);

  it('of more cells than memory is for is refused', async () => {
    const message = 'A table has up to 16,777,216 cells, and this has more. Larger tensors can be .npy.';
    const refused = { code: 'source/too-large', message };
    await expect(choices(','.repeat(2 ** 24), 'a.csv', 'uint8')).rejects.toMatchObject(refused);
  }, 30_000);

  it('says what the declared type does not keep', async () => {
    const [table] = await choices('0.1,0.123456789', 'a.csv', 'float32');
    expect(table).toMatchObject({
      dtype: 'float32',
      notes: ['float32 rounds 1 of 2 values, the first 0.123456789 → 0.12345679 at [1].'],
    });
    const [truths] = await choices('true,2', 'a.csv', 'uint8');
    expect(truths?.notes).toEqual(['true and false are read as 1 and 0.']);
  });

  it('is of its own type where the declared one does not hold it', async () => {
    const [table] = await choices('1,300', 'a.csv', 'uint8');
    expect(table?.dtype).toBe('int64');
    expect(await fitOf((await table?.read({ keep })) as FlatContents, { dtype: 'uint8' })).toMatchObject({
      kind: 'misfit',
      message: '300 does not fit uint8 (0 to 255) at [1].',
    });
  });
});

describe('JSON', () => {
  it('has lists, exact numbers and words for those that it lacks', async () => {
    expect(await first('[[1, 2], [3, 9007199254740993]]', 'a.json')).toEqual([
      'int64',
      [2n, 2n],
      ['1', '2', '3', '9007199254740993'],
    ]);
    expect(await first('[1.0, NaN, -Infinity, "inf"]')).toEqual([
      'float64',
      [4n],
      ['1', 'NaN', '-Infinity', 'Infinity'],
    ]);
    expect(await first('3', 'a.json')).toEqual(['int64', [], ['3']]);
    expect(await first('["a", "nan"]', 'a.json')).toEqual(['string', [2n], ['a', 'nan']]);
    expect(await first('["nan", "a"]', 'a.json')).toEqual(['string', [2n], ['nan', 'a']]);
    expect(await first('[[], []]', 'a.json', 'float32')).toEqual(['float32', [2n, 0n], []]);
    expect(await first('[true, false]')).toEqual(['bool', [2n], ['true', 'false']]);
  });

  it('has no infinity for a number that is too large', async () => {
    expect(await first('[1e309]', 'a.json', 'float32')).toEqual(['string', [1n], ['1e309']]);
    const [read] = await choices('[1, 1e309]', 'a.json');
    expect(read).toMatchObject({
      dtype: 'string',
      notes: ['1e309 does not fit float64 at [1]. All are read as text.'],
    });
    const [small] = await choices('[1e-400]', 'a.json', 'float32');
    expect(small?.notes).toEqual(['float32 rounds to 0 1 of 1 value, the first 1e-400 → 0 at [0].']);
    expect(await first('[9007199254740993.0]', 'a.json', 'int64')).toEqual(['int64', [1n], ['9007199254740993']]);
  });

  it('has texts where all are in quotation marks', async () => {
    expect(await first('["Infinity", "nan"]', 'a.json')).toEqual(['string', [2n], ['Infinity', 'nan']]);
    expect(await first('["inf", NaN, 1]', 'a.json')).toEqual(['float64', [3n], ['Infinity', 'NaN', '1']]);
    const [read] = await choices('["Infinity"]', 'a.json', 'float32');
    expect(read).toMatchObject({ dtype: 'float32', notes: ['The strings are read as float32.'] });
  });

  it('tells members of one name from each other', async () => {
    const found = await choices('{"a": [1], "b": 0, "a": [2, 3]}', 'a.json');
    expect(found.map(({ label }) => label)).toEqual(['a', 'b', 'a (member 2 of this name)']);
    expect(new Set(found.map(({ key }) => key)).size).toBe(3);
  });

  it('of an object has each of its members', async () => {
    const found = await choices('{"x": [1, 2], "y": "a"}', 'a.json');
    expect(found.map(({ label, dtype, shape }) => [label, dtype, shape])).toEqual([
      ['x', 'int64', [2n]],
      ['y', 'string', []],
    ]);
  });

  it.each([
    ['[1, null]', 'values/hole', 'The item at [1] is null.'],
    ['[[1, 2], [3]]', 'values/ragged', 'The item at [1] has 1 elements, and the first list like it has 2.'],
    ['[1, [2]]', 'values/ragged', 'The item at [1] is nested less or more deeply than the first value.'],
    ['[1, "a"]', 'values/not-a-number', 'The item at [1] is text, and others are a number.'],
    ['[NaN, "a"]', 'values/not-a-number', 'The item at [1] is text, and others are a number.'],
    ['["a", NaN]', 'values/not-a-number', 'The item at [1] is a number, and others are text.'],
    ['[NaN, true]', 'values/not-a-number', 'The item at [1] is true or false, and others are a number.'],
    ['[true, NaN]', 'values/not-a-number', 'The item at [1] is a number, and others are true or false.'],
    ['["inf", true]', 'values/not-a-number', 'The item at [1] is true or false, and others are text.'],
    ['["\\ud800"]', 'values/syntax', 'Line 1, column 3: the escape stands for half of a character.'],
    ['[1, {}]', 'values/not-a-number', 'The item at [1] is an object, and not a value.'],
    ['{"x": [1, null]}', 'values/hole', 'The item at [1] of “x” is null.'],
    ['[1,\n2', 'values/syntax', 'Line 2, column 2: the text ends where a comma or ] is expected.'],
    ['{}', 'values/no-values', 'The JSON object is empty.'],
  ])('%s is refused with its place', async (text, code, message) => {
    await expect(choices(text, 'a.json')).rejects.toMatchObject({ code, message });
  });
});

describe('text', () => {
  it('is one string, or one for each line', async () => {
    const found = await choices('Hello, all\nof you,\nand me\n');
    expect(await Promise.all(found.map(valuesOf))).toEqual([
      ['string', [], ['Hello, all\nof you,\nand me\n']],
      ['string', [3n], ['Hello, all', 'of you,', 'and me']],
    ]);
    expect(await first('', 'a.txt', 'string')).toEqual(['string', [], ['']]);
    expect((await choices('1\n2', 'a.txt')).map(({ dtype }) => dtype)).toEqual(['int64', 'string', 'string']);
  });

  it('is UTF-8, or UTF-16 that says so', async () => {
    const text = (...bytes: number[]) => readText(memorySource('a', Uint8Array.from(bytes)));
    expect(await text(0xef, 0xbb, 0xbf, 0x41)).toBe('A');
    expect(await text(0xff, 0xfe, 0x41, 0)).toBe('A');
    expect(await text(0xfe, 0xff, 0, 0x41)).toBe('A');
    await expect(text(0x41, 0xff)).rejects.toMatchObject({
      code: 'values/encoding',
      message: 'The text is not UTF-8: byte 1 is invalid.',
    });
    await expect(text(0xff, 0xfe, 0)).rejects.toMatchObject({ code: 'values/encoding' });
  });

  it('of any kind is read or refused', async () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[[\]{}",:;\t\n 0-9.eExXnaNIinfy'+-]{0,40}$/));
    const name = fc.constantFrom(undefined, 'a.json', 'a.csv', 'a.tsv', 'a.txt');
    await fc.assert(
      fc.asyncProperty(
        text,
        name,
        fc.constantFrom(undefined, 'float32', 'int64', 'string', 'complex64'),
        async (from, of, dtype) => {
          const found = await choices(from, of, dtype).catch((error: unknown) => error);
          if (found instanceof Error) expect(found).toBeInstanceOf(BoxcutterError);
          else
            for (const choice of found as ReadableChoice[]) {
              const contents = (await choice.read({ keep })) as FlatContents;
              const held =
                contents.dtype === 'string'
                  ? contents.strings.length
                  : contents.data.size > 0 || elementCount(contents.shape) === 0n;
              expect(contents.dtype === 'string' ? BigInt(held as number) : held).toBe(
                contents.dtype === 'string' ? elementCount(contents.shape) : true,
              );
            }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('what Boxcutter exports', () => {
  const shapes = fc.array(fc.integer({ min: 1, max: 4 }).map(BigInt), { maxLength: 4 });
  const dtypes = fc.constantFrom('float32', 'float64', 'int64', 'uint8', 'float16', 'bool', 'string' as const);
  const kinds = fc.constantFrom({ kind: 'json' }, { kind: 'csv' }, { kind: 'tsv' }, {
    kind: 'csv',
    layout: 'index',
  } as const);
  const texts = fc.string({ minLength: 1 }).map((text) => text.replace(/\r(?!\n)/g, ''));

  it('is read again as what it was', async () => {
    const numbers = fc.oneof(
      fc.integer({ min: 0, max: 1 }),
      fc.constantFrom(2.5, -0, Number.NaN, Number.NEGATIVE_INFINITY),
    );
    await fc.assert(
      fc.asyncProperty(
        shapes,
        dtypes,
        kinds,
        fc.array(numbers, { minLength: 256, maxLength: 256 }),
        fc.array(texts, { minLength: 256, maxLength: 256 }),
        async (shape, dtype, file, some, words) => {
          const count = Number(elementCount(shape));
          const isFloat = isNumericDtype(dtype) && dtype.startsWith('float');
          const values = some.slice(0, count).map((value) => elementText(isFloat ? value : value === 1 ? 1 : 0));
          const cells = dtype === 'string' ? words.slice(0, count) : values;
          const { contents } = await typedContents({ kind: 'cells', dtype, shape, texts: cells }, keep);
          const reader =
            contents.dtype === 'string'
              ? { dtype, count, read: async (start: number, end: number) => cells.slice(start, end) }
              : tensorReader(memorySource('a', await bytesOf(contents as FlatContents)), dtype as 'float32', count);
          let text = '';
          const decoder = new TextDecoder();
          for await (const piece of exportOf(reader, wholePart(shape), file as { kind: 'json' }).bytes())
            text += decoder.decode(piece, { stream: true });
          const [choice] = await choices(text, `a.${file.kind}`, dtype);
          const read = (await choice?.read({ keep })) as FlatContents;
          const back = read.dtype === 'string' ? read.strings : await bytesOf(read);
          expect(read.dtype).toBe(dtype);
          expect(back).toEqual(contents.dtype === 'string' ? cells : await bytesOf(contents as FlatContents));
        },
      ),
      { numRuns: 300 },
    );
  });

  async function bytesOf(contents: FlatContents): Promise<Uint8Array> {
    if (contents.dtype === 'string') throw new Error('no bytes');
    const parts: Uint8Array[] = [];
    for await (const piece of contentsFlow(contents).pieces(undefined)) parts.push(piece.slice());
    return new Uint8Array(Buffer.concat(parts));
  }
});
