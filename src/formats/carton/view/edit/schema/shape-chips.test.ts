import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShapeSpec } from '../../../../../tensor/shape.ts';
import { CODE_POINT } from '../../../../../testing/code-point.ts';
import { afterKey, chipsOf, type TypedShape, withChip, withSeparators, withSlot } from './shape-chips.ts';
import { formatShapeInput, parseShapeInput } from './shape-input.ts';

/** A text whose caret is at `|`, or what is selected between two of them. */
function typed(marked: string): TypedShape {
  const [before = '', inside = '', after] = marked.split('|');
  return after === undefined
    ? { text: before + inside, start: before.length, end: before.length }
    : { text: before + inside + after, start: before.length, end: before.length + inside.length };
}

function marked({ text, start, end }: TypedShape): string {
  const between = start === end ? '|' : `|${text.slice(start, end)}|`;
  return text.slice(0, start) + between + text.slice(end);
}

const texts = (text: string) => chipsOf(text).map(({ start, end }) => text.slice(start, end));

test.each<[string, string[]]>([
  ['', []],
  ['  ', []],
  ['batch, 3, *', ['batch', '3', '*']],
  ['batch,3 , ', ['batch', '3', '']],
  ['a, , b', ['a', '', 'b']],
  ['"a, b", "c\\", d", 5', ['"a, b"', '"c\\", d"', '5']],
  ['"a, b', ['"a, b']],
  ['[1, 3]', ['[1', '3]']],
])('the chips of %j', (text, chips) => {
  expect(texts(text)).toEqual(chips);
});

describe('keys', () => {
  test.each([
    // Arrows go from chip to chip.
    ['batch, |3|', 'ArrowLeft', '|batch|, 3'],
    ['batch, |3', 'ArrowLeft', '|batch|, 3'],
    ['|batch|, 3', 'ArrowLeft', '|batch|, 3'],
    ['|batch|, 3', 'ArrowRight', 'batch, |3|'],
    ['batch|, 3', 'ArrowRight', 'batch, |3|'],
    ['batch, |3|', 'ArrowRight', 'batch, 3, |'],
    ['batch, 3, |', 'ArrowLeft', 'batch, |3|, '],
    // A selected chip is taken away, and the one beside it selected.
    ['a, |b|, c', 'Backspace', '|a|, c'],
    ['|a|, b', 'Backspace', '|b|'],
    ['|a|', 'Backspace', '|'],
    ['a, |b|, c', 'Delete', 'a, |c|'],
    ['a, |b|', 'Delete', '|a|'],
    ['a, |b', 'Backspace', '|a|, b'],
    ['a, b, |', 'Backspace', 'a, |b|'],
    ['a|, b', 'Delete', 'a, |b|'],
    // A comma begins the next one.
    ['|a|, b', ',', 'a, |, b'],
    ['a, |', ',', 'a, |'],
  ])('%j and %s', (before, key, after) => {
    expect(marked(afterKey(typed(before), key) as TypedShape)).toBe(after);
  });

  test.each([
    ['bat|ch, 3', 'ArrowLeft'],
    ['batch, 3|', 'ArrowLeft'],
    ['batch, 3|', 'ArrowRight'],
    ['batch, 3|', 'Backspace'],
    ['|batch, 3|', 'Backspace'],
    ['|batch, 3', 'Backspace'],
    ['batch|', ','],
    ['|', 'Backspace'],
    ['|', ','],
    ['|a|', 'x'],
  ])('%j leaves %s to the browser', (before, key) => {
    expect(afterKey(typed(before), key)).toBeUndefined();
  });
});

test('separators are one comma and one space, and the caret stays in its chip', () => {
  expect(marked(withSeparators(typed('batch,|')))).toBe('batch, |');
  expect(marked(withSeparators(typed('batch,|3')))).toBe('batch, |3');
  expect(marked(withSeparators(typed('batch ,  3|,5')))).toBe('batch, 3|, 5');
  expect(marked(withSeparators(typed('"a,b",c|')))).toBe('"a,b", c|');
});

test('a chip is begun behind another one, and written in its place', () => {
  expect(marked(withSlot('batch, 3', 1))).toBe('batch, 3, |');
  expect(marked(withSlot('', -1))).toBe('|');
  expect(marked(withChip('batch, 3', 1, 'width'))).toBe('batch, width|');
  expect(marked(withChip('', 0, '*'))).toBe('*|');
});

const symbol = fc.oneof(
  fc.constantFrom('*', '', '3', '-1', 'batch', 'a, b', '"', '[x]', '\\', '\\"', ' x ', '\n'),
  fc.string({ unit: CODE_POINT }),
);
const sizes = fc.array(fc.oneof(symbol, fc.bigInt(0n, 2n ** 63n - 1n)), { maxLength: 64 });

test('each dimension of a shape is a chip, and the chips are the shape again', () => {
  fc.assert(
    fc.property(sizes, (shape) => {
      const text = formatShapeInput(shape);
      const chips = texts(text);
      expect(chips).toHaveLength(shape.length);
      expect(parseShapeInput(chips.join(','))).toEqual({ ok: true, shape });
      expect(withSeparators({ text, start: 0, end: 0 }).text).toBe(text);
    }),
  );
});

test('any text has chips that lie in it in order, and its separators change nothing that it says', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab13*,,  "\\[]()-._') }), fc.nat(), fc.nat(), (text, a, b) => {
      let at = 0;
      for (const { start, end } of chipsOf(text)) {
        expect(start).toBeGreaterThanOrEqual(at);
        expect(end).toBeGreaterThanOrEqual(start);
        at = end;
      }
      expect(at).toBeLessThanOrEqual(text.length);
      const [start, end] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y) as [number, number];
      const spaced = withSeparators({ text, start, end });
      expect(withSeparators(spaced).text).toBe(spaced.text);
      const [before, after] = [parseShapeInput(text), parseShapeInput(spaced.text)];
      expect(after.ok && (after.shape as ShapeSpec)).toEqual(before.ok && before.shape);
      for (const key of ['ArrowLeft', 'ArrowRight', 'Backspace', 'Delete', ',']) {
        const next = afterKey(spaced, key);
        expect(next === undefined || (0 <= next.start && next.end <= next.text.length)).toBe(true);
      }
    }),
  );
});
