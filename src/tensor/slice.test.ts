import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../source/memory.ts';
import { countingSource } from '../testing/counting-source.ts';
import { NumericReader } from './reader.ts';
import { parseSlice, sliceValues, type TensorSlice } from './slice.ts';

/** A tensor of a shape whose elements are 0, 1, 2 and so on. */
function counting(shape: readonly number[]) {
  const count = shape.reduce((product, size) => product * size, 1);
  const bytes = new Uint8Array(Uint32Array.from({ length: count }, (_, at) => at).buffer);
  const source = countingSource(memorySource('t', bytes));
  return { source, reader: new NumericReader(source, 'uint32', count), shape: shape.map(BigInt) };
}

async function taken(text: string, shape: readonly number[]): Promise<{ shape: number[]; values: number[] } | string> {
  const tensor = counting(shape);
  const slice = parseSlice(text, tensor.shape);
  if ('mistake' in slice) return slice.mistake;
  const values: number[] = [];
  for await (const part of sliceValues(tensor.reader, slice)) values.push(...Array.from(part, Number));
  expect(values).toHaveLength(slice.count);
  return { shape: slice.shape.map(Number), values };
}

describe('a slice', () => {
  it.each<[text: string, shape: number[], resultShape: number[], values: number[]]>([
    ['', [2, 3], [2, 3], [0, 1, 2, 3, 4, 5]],
    ['[]', [], [], [0]],
    ['...', [], [], [0]],
    ['1', [2, 3], [3], [3, 4, 5]],
    ['[-1, -1]', [2, 3], [], [5]],
    ['[:, 1]', [2, 3], [2], [1, 4]],
    ['..., 0', [2, 2, 2], [2, 2], [0, 2, 4, 6]],
    ['0, ...', [2, 2, 2], [2, 2], [0, 1, 2, 3]],
    ['0, ..., 1', [2, 2, 2], [2], [1, 3]],
    ['[::2]', [5], [3], [0, 2, 4]],
    ['::-1', [4], [4], [3, 2, 1, 0]],
    ['5:1:-2', [8], [2], [5, 3]],
    ['-3:', [5], [3], [2, 3, 4]],
    ['10:', [5], [0], []],
    ['3:1', [5], [0], []],
    [' [ 1 : 3 , 0 ] ', [4, 2], [2], [2, 4]],
    ['0,', [2, 2], [2], [0, 1]],
    [':', [0, 3], [0, 3], []],
  ])('%j of %j', async (text, shape, resultShape, values) => {
    expect(await taken(text, shape)).toEqual({ shape: resultShape, values });
  });

  it.each<[text: string, shape: number[], why: string, wrong: string]>([
    ['2', [2, 3], 'Index 2 is not in dimension 0, which has 2.', '2'],
    ['0, -4', [2, 3], 'Index -4 is not in dimension 1, which has 3.', '-4'],
    ['0, 0, 0', [2, 3], 'It has 3 parts, and the tensor has 2 dimensions.', '0'],
    ['[0, 0, 0, 1:]', [2, 3], 'It has 4 parts, and the tensor has 2 dimensions.', '0, 1:'],
    ['[0, , 1]', [2, 3, 4], 'An empty part is not an index, a slice such as 1:10:2, or “...”.', ''],
    ['..., ...', [2, 3], '“...” can be there only once.', '...'],
    ['a', [2], '“a” is not an index, a slice such as 1:10:2, or “...”.', 'a'],
    ['1:2:3:4', [2], '“1:2:3:4” is not an index, a slice such as 1:10:2, or “...”.', '1:2:3:4'],
    ['::0', [2], 'A step of 0 goes nowhere.', '::0'],
    ['[1.5]', [2], '“1.5” is not an index, a slice such as 1:10:2, or “...”.', '1.5'],
  ])('%j of %j is refused: %s, at %j', (text, shape, why, wrong) => {
    const mistake = parseSlice(text, shape.map(BigInt));
    if (!('mistake' in mistake)) throw new Error('it was taken');
    expect([mistake.mistake, text.slice(mistake.start, mistake.end)]).toEqual([why, wrong]);
    if (text === '0, -4') expect(mistake.start).toBe(3);
  });

  it('has the elements that its steps name, of any shape', async () => {
    const item = fc.oneof(
      fc.integer({ min: -5, max: 5 }).map(String),
      fc
        .tuple(
          ...Array.from({ length: 2 }, () => fc.option(fc.integer({ min: -6, max: 6 }))),
          fc.constantFrom('', ':1', ':-1', ':2', ':-3'),
        )
        .map(([from, to, step]) => `${from ?? ''}:${to ?? ''}${step}`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
        fc.array(item, { maxLength: 3 }),
        async (shape, items) => {
          const found = await taken(items.join(','), shape);
          const wanted = expected(shape, items.slice(0, shape.length));
          if (typeof found === 'string') expect(items.length > shape.length || wanted === undefined).toBe(true);
          else expect(found.values).toEqual(wanted);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is read by few reads where its elements lie near each other, and without the rest where they do not', async () => {
    const near = counting([100, 100]);
    for await (const part of sliceValues(near.reader, parseSlice(':, 3', near.shape) as TensorSlice))
      expect(part).toHaveLength(100);
    expect(near.source.accesses).toHaveLength(1);
    const far = counting([3, 10_000]);
    for await (const part of sliceValues(far.reader, parseSlice(':, :2', far.shape) as TensorSlice))
      expect(part).toHaveLength(2);
    expect(far.source.accesses.map(({ start, end }) => [start / 4, end / 4])).toEqual([
      [0, 2],
      [10_000, 10_002],
      [20_000, 20_002],
    ]);
  });
});

/** The same by going through all indices of each dimension, as Python's documentation describes slices. */
function expected(shape: readonly number[], items: readonly string[]): number[] | undefined {
  let places = [0];
  for (const [dimension, size] of shape.entries()) {
    const chosen = chosenOf(items[dimension] ?? ':', size);
    if (!chosen) return undefined;
    places = places.flatMap((place) => chosen.map((index) => place * size + index));
  }
  return places;
}

function chosenOf(item: string, size: number): number[] | undefined {
  const all = Array.from({ length: size }, (_, index) => index);
  if (!item.includes(':')) {
    const index = all.at(Number(item));
    return index === undefined ? undefined : [index];
  }
  const [from = '', to = '', by = ''] = item.split(':');
  const step = Number(by || 1);
  const place = (text: string) => (Number(text) < 0 ? Number(text) + size : Number(text));
  if (step > 0) {
    const [low, high] = [from === '' ? 0 : Math.max(0, place(from)), to === '' ? size : place(to)];
    return all.filter((index) => index >= low && index < high && (index - low) % step === 0);
  }
  const [high, low] = [from === '' ? size - 1 : Math.min(size - 1, place(from)), to === '' ? -1 : place(to)];
  return all.reverse().filter((index) => index <= high && index > low && (high - index) % -step === 0);
}
