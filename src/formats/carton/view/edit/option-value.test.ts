import { describe, expect, test } from 'vitest';
import type { RunnerOption } from '../../../../model/carton-toml.ts';
import { optionText } from '../../../../model/value-text.ts';
import { optionType } from '../runner.ts';
import { convertOption, OPTION_TYPES, type OptionType, readOption } from './option-value.ts';

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
  [2.5, 'integer', 0n],
  [Number.NaN, 'integer', 0n],
  [1e300, 'integer', 0n],
  ['12', 'integer', 12n],
  ['1.5', 'float', 1.5],
  ['text', 'float', 0],
  [true, 'integer', 1n],
  [true, 'string', 'true'],
  [2, 'string', '2.0'],
  ['false', 'boolean', false],
  [0n, 'boolean', false],
  ['', 'boolean', false],
])('%s becomes a %s', (value, type, converted) => {
  expect(convertOption(value, type)).toBe(converted);
});

test('whatever an option becomes has the type asked for, and is read back as it is written', () => {
  for (const value of ['', 'x', '7', 3n, -(2n ** 63n), 1.5, -0, Number.NaN, Number.NEGATIVE_INFINITY, true, false])
    for (const type of OPTION_TYPES) {
      const converted = convertOption(value, type);
      expect(optionType(converted)).toBe(type);
      expect(readOption(optionText(converted), type)).toEqual({ ok: true, value: converted });
    }
});
