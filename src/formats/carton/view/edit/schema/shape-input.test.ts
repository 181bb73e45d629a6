import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShapeSpec } from '../../../../../tensor/shape.ts';
import { CODE_POINT } from '../../../../../testing/code-point.ts';
import { formatShapeInput, parseShapeInput } from './shape-input.ts';

describe('parseShapeInput', () => {
  test.each<[string, ShapeSpec]>([
    ['', []],
    ['  ', []],
    ['[]', []],
    ['*', '*'],
    ['[*]', ['*']],
    ['*,', ['*']],
    ['batch', ['batch']],
    ['3', [3n]],
    ['batch, 3, 512, 512', ['batch', 3n, 512n, 512n]],
    [' batch,3 ,512,', ['batch', 3n, 512n]],
    ['[batch, 3]', ['batch', 3n]],
    ['(1, 3)', [1n, 3n]],
    ['"input_shape"', 'input_shape'],
    ['["input_shape"]', ['input_shape']],
    ['"3", 3', ['3', 3n]],
    ['*, *, *', ['*', '*', '*']],
    ['9223372036854775807', [9223372036854775807n]],
    ['"a, b", "say \\"x\\""', ['a, b', 'say "x"']],
  ])('reads %j', (text, shape) => {
    expect(parseShapeInput(text)).toEqual({ ok: true, shape });
  });

  test.each([
    ['batch,, 3', 'Dimension 2 is empty.'],
    [',', 'Dimension 1 is empty.'],
    ['-1, 3', 'A size is 0 or more. Write * for any size.'],
    ['1.5', 'Dimension 1 is not a whole number.'],
    ['3 512', 'A comma is missing after dimension 1.'],
    ['"a', 'A quotation mark is missing at the end of the name.'],
    ['"\\q"', 'The name of dimension 1 has an invalid \\ escape.'],
    ['9223372036854775808', 'The size of dimension 1 is too large.'],
    ['[3', 'Put the name of dimension 1 in quotation marks, or remove its brackets.'],
    [Array(65).fill('1').join(','), 'A shape has at most 64 dimensions.'],
  ])('refuses %j', (text, reason) => {
    expect(parseShapeInput(text)).toEqual({ ok: false, reason });
  });
});

const symbol = fc.oneof(
  fc.constantFrom('*', '', '3', '-1', 'batch', 'a, b', '"', '[x]', '\\', '\u202e', ' x ', '\n', '\u{e0041}'),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: CODE_POINT }),
);

test('a written shape is read back unchanged', () => {
  const shape: fc.Arbitrary<ShapeSpec> = fc.oneof(
    symbol,
    fc.array(fc.oneof(symbol, fc.bigInt(0n, 2n ** 63n - 1n)), { maxLength: 64 }),
  );
  fc.assert(
    fc.property(shape, (of) => {
      expect(parseShapeInput(formatShapeInput(of))).toEqual({ ok: true, shape: of });
    }),
  );
});

test('any text is read or refused, and a shape stays the same when it is written and read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab13*,,  "\\[]()-._') }), (text) => {
      const first = parseShapeInput(text);
      if (first.ok) expect(parseShapeInput(formatShapeInput(first.shape))).toEqual(first);
      else expect(first.reason).not.toBe('');
    }),
  );
});
