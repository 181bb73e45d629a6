import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CODE_POINT } from './code-point.ts';

it('has every code point but surrogates, each of which it can draw again', () => {
  const drawn = fc.sample(CODE_POINT, { numRuns: 500, seed: 1 });
  const texts = ['\0', 'a', '\ud7ff', '\ue000', '\u{10ffff}', ...drawn];
  expect(texts.filter((text) => !CODE_POINT.canShrinkWithoutContext(text))).toEqual([]);
  expect(texts.filter((text) => [...text].length !== 1 || /\p{Surrogate}/u.test(text))).toEqual([]);
  expect(drawn.some((text) => text < '\ud800') && drawn.some((text) => text.length === 2)).toBe(true);
  for (const text of ['', 'ab', '\ud800', '\udfff', '\ud800a', 7]) {
    expect(CODE_POINT.canShrinkWithoutContext(text)).toBe(false);
  }
});

it('lets texts have the names that objects have of their own, as a hostile file would', () => {
  const texts = fc.sample(fc.string({ unit: CODE_POINT }), { numRuns: 3_000, seed: 1 });
  expect(texts).toContain('__proto__');
});
