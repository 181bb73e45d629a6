import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SectionValues } from './fields.ts';
import { errorValuesText, normalizationText, normalized, rangeText } from './normalization.ts';

function node(numbers: Partial<Record<keyof SectionValues<'nodeRange'>, number>>): SectionValues<'nodeRange'> {
  const fields = Object.entries(numbers).map(([key, value]) => [key, { text: String(value), value }]);
  return Object.fromEntries(fields) as SectionValues<'nodeRange'>;
}

describe('a value', () => {
  it('is normalized as the document says, in this order', () => {
    const float = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(float, float, float, float, (x, preOffset, scale, postOffset) => {
        expect(normalized(x, node({ preOffset, scale, postOffset }))).toBe((x + preOffset) * scale + postOffset);
      }),
    );
    expect(normalized(7, node({}))).toBe(7);
  });

  it.each<[Parameters<typeof node>[0], string | undefined]>([
    [{}, undefined],
    [{ scale: 0.1 }, 'x × 0.1'],
    [{ preOffset: -273.15 }, 'x − 273.15'],
    [{ preOffset: -273.15, scale: 0.1, postOffset: 1 }, '(x − 273.15) × 0.1 + 1'],
    [{ postOffset: -1 }, 'x − 1'],
  ])('with %j is normalized as %s', (numbers, text) => {
    expect(normalizationText(node(numbers))).toBe(text);
  });

  it.each<[Parameters<typeof node>[0], string | undefined]>([
    [{}, undefined],
    [{ minimum: 0 }, 'at least 0'],
    [{ maximum: 1, scale: 2 }, 'at most 1, normalized at most 2'],
    [{ minimum: 250, maximum: 320, scale: 0.1 }, '250 to 320, normalized 25 to 32'],
    [{ minimum: 0, maximum: 0.3, preOffset: 0.1, scale: -1 }, '0 to 0.3, normalized -0.1 to -0.4'],
  ])('with %j has the range %s', (numbers, text) => {
    expect(rangeText(node(numbers))).toBe(text);
  });

  it('has error values beside', () => {
    expect(errorValuesText(node({ missing: -1, belowRange: 0 }))).toBe('missing -1, below range 0');
    expect(errorValuesText(node({}))).toBeUndefined();
  });
});
