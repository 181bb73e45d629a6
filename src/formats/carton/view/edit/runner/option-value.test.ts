import { describe, expect, test } from 'vitest';
import { scalarText } from '../../../../../toml/value-text.ts';
import { OPTION_TYPES, type OptionType, optionType } from '../../../core/read/carton-fields.ts';
import type { RunnerOption } from '../../../core/read/carton-schema.ts';
import { convertOption, readOption } from './option-value.ts';

describe('readOption', () => {
  test.each<[string, OptionType, RunnerOption]>([
    ['1', 'integer', 1n],
    ['+1', 'integer', 1n],
    ['-9223372036854775808', 'integer', -(2n ** 63n)],
    ['1', 'float', 1],
    ['1.0', 'float', 1],
    ['-0.0', 'float', -0],
    ['.5', 'float', 0.5],
    ['1e21', 'float', 1e21],
    ['inf', 'float', Number.POSITIVE_INFINITY],
    ['-inf', 'float', Number.NEGATIVE_INFINITY],
    ['nan', 'float', Number.NaN],
    ['true', 'boolean', true],
    [' 1 ', 'string', ' 1 '],
  ])('%j as %s', (text, type, value) => {
    expect(readOption(text, type)).toEqual({ ok: true, value });
  });

  test.each<[string, OptionType]>([
    ['', 'integer'],
    ['1.0', 'integer'],
    ['9223372036854775808', 'integer'],
    ['', 'float'],
    ['one', 'float'],
    ['0x10', 'float'],
    ['Infinity', 'float'],
    ['yes', 'boolean'],
  ])('%j is no %s', (text, type) => {
    expect(readOption(text, type)).toMatchObject({ ok: false });
  });
});

test.each<[RunnerOption, OptionType, RunnerOption]>([
  [1n, 'float', 1],
  [2.0, 'integer', 2n],
  ['12', 'integer', 12n],
  ['1.5', 'float', 1.5],
  [true, 'integer', 1n],
  [true, 'string', 'true'],
  [2, 'string', '2.0'],
  ['false', 'boolean', false],
  [0n, 'boolean', false],
])('%s becomes a %s', (value, type, converted) => {
  expect(convertOption(value, type)).toEqual({ ok: true, value: converted });
});

test.each<[RunnerOption, OptionType]>([
  [2.5, 'integer'],
  [Number.NaN, 'integer'],
  [1e300, 'integer'],
  ['get_model', 'integer'],
  ['get_model', 'boolean'],
  ['text', 'float'],
  ['', 'integer'],
  [2n, 'boolean'],
])('%s is no %s, and nothing is made up', (value, type) => {
  expect(convertOption(value, type)).toMatchObject({ ok: false });
});

test('a converted option has the type asked for, and its text is read back as the same value', () => {
  for (const value of ['', 'x', '7', 3n, -(2n ** 63n), 1.5, -0, Number.NaN, Number.NEGATIVE_INFINITY, true, false])
    for (const type of OPTION_TYPES) {
      const converted = convertOption(value, type);
      if (!converted.ok) continue;
      expect(optionType(converted.value)).toBe(type);
      expect(readOption(scalarText(converted.value), type)).toEqual(converted);
    }
});
