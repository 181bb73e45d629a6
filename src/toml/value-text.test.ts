import { describe, expect, it } from 'vitest';
import { valueText } from './value-text.ts';

describe('valueText', () => {
  it.each([
    ['text', 'text'],
    [1n, '1'],
    [1, '1.0'],
    [true, 'true'],
    [[], '[]'],
    [{}, '{}'],
    [['a', 1n, { 'b c': [2.5] }], '["a", 1, { "b c" = [2.5] }]'],
  ])('reads as in TOML: %o', (value, text) => {
    expect(valueText(value)).toBe(text);
  });

  it('stops early in a value of megabytes', () => {
    const list = new Array<string>(1_000_000).fill('x'.repeat(100));
    expect(valueText(list).length).toBeLessThan(1000);
    expect(valueText('y'.repeat(5_000_000)).length).toBeLessThan(1000);
  });
});
