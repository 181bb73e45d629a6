import { describe, expect, it } from 'vitest';
import { type Box, labelsWithin, mapLayout, squarified } from './byte-map-layout.ts';

const areaOf = ({ width, height }: Box) => width * height;

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

const CASES: [string, number[]][] = [
  ['one part', [7]],
  ['equal parts', Array.from({ length: 24 }, () => 5)],
  ['a model', [215, 38, 38, 38, 38, ...Array.from({ length: 12 }, () => 36), 0.3]],
  ['a part that is nearly all', [1e12, 1, 1, 1]],
  ['parts that halve', Array.from({ length: 30 }, (_, at) => 2 ** -at)],
];

describe.each(CASES)('a map of %s', (_, sizes) => {
  const [width, height] = [800, 220];
  const boxes = squarified(sizes, width, height);
  const total = sizes.reduce((sum, size) => sum + size, 0);

  it('has areas in proportion to the sizes', () => {
    expect(boxes).toHaveLength(sizes.length);
    for (const [at, box] of boxes.entries()) {
      const share = (sizes[at] as number) / total;
      expect(areaOf(box) / (width * height)).toBeCloseTo(share, 6);
    }
  });

  it('stays in its box, and no two parts overlap', () => {
    for (const [at, box] of boxes.entries()) {
      expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(-1e-6);
      expect(box.x + box.width).toBeLessThanOrEqual(width + 1e-6);
      expect(box.y + box.height).toBeLessThanOrEqual(height + 1e-6);
      for (const other of boxes.slice(at + 1)) expect(overlap(box, other)).toBeLessThan(1e-3);
    }
  });

  it('draws what can be pressed', () => {
    const { boxes: drawn, shown, hasRest } = mapLayout(sizes, width, height);
    expect(drawn).toHaveLength(shown + (hasRest ? 1 : 0));
    if (shown > 1) for (const box of drawn) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
  });
});

it('draws the biggest of many parts, and the rest as one', () => {
  const { boxes, shown, hasRest } = mapLayout(
    Array.from({ length: 1000 }, () => 3),
    800,
    220,
  );
  expect(shown).toBeGreaterThan(10);
  expect(shown).toBeLessThanOrEqual(60);
  expect(hasRest).toBe(true);
  // Its share would be 94 %. It names its size, and leaves room for the others.
  expect(areaOf(boxes.at(-1) as Box) / (800 * 220)).toBeCloseTo(0.2, 6);
});

it('names a box by as much of its end as it and its like have room for', () => {
  const labels = (width: number, ...names: string[]) => labelsWithin(names.map((label) => ({ label, width })));
  expect(labels(120, 'model.layers.9', 'model.layers.17', 'model.norm')).toEqual([
    'layers.9',
    'layers.17',
    'model.norm',
  ]);
  expect(labels(86, 'model.layers.9', 'model.layers.17', 'model.a')).toEqual(['9', '17', 'model.a']);
  // A box without room for any says nothing of the others.
  expect(
    labelsWithin([
      { label: 'fc1.weight', width: 600 },
      { label: 'fc1.bias', width: 12 },
    ]),
  ).toEqual(['fc1.weight', 'fc1.bias']);
  expect(labels(40, 'token_embd', 'a.', '.a', '')).toEqual(['token_embd', 'a.', '.a', '']);
});

it('draws nothing without room or bytes', () => {
  expect(mapLayout([1, 2], 0, 220).boxes).toEqual([]);
  expect(mapLayout([], 800, 220).boxes).toEqual([]);
});
