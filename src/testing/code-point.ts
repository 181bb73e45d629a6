import fc from 'fast-check';

/** The first surrogate and what follows the last one: no code points of their own. */
const SURROGATES = 0xd800;
const BEHIND = 0xe000;
const COUNT = 0x110000 - (BEHIND - SURROGATES);

/**
 * Any code point, as `unit` of `fc.string`. It draws and shrinks as fast-check's own `'binary'` does, for which each
 * process first makes a table of all 1.1 million of them: a second, and 100 MB.
 */
export const CODE_POINT: fc.Arbitrary<string> = fc.integer({ min: 0, max: COUNT - 1 }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index - SURROGATES + BEHIND),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('not one code point');
    if (point >= SURROGATES && point < BEHIND) throw new Error('a surrogate');
    return point < SURROGATES ? point : point - BEHIND + SURROGATES;
  },
);
