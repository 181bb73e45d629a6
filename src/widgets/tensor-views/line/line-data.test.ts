import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ENVELOPE_BINS, MAX_PLANE_ELEMENTS } from '../../../base/limits.ts';
import { envelopeOf } from '../../../tensor/decimate.ts';
import { asked, drawnPoints, notFinite, planesOfLines, shownPart } from './line-data.ts';

test('lines are read together where they follow each other regularly', () => {
  const plane = { rows: 100, columns: 50, start: 7, rowStride: 50, columnStride: 1 };
  const starts = (lines: number[]) =>
    planesOfLines(plane, lines).flatMap(({ rows, start, rowStride }) =>
      Array.from({ length: rows }, (_, row) => (start + row * rowStride - 7) / 50),
    );
  const line = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 16 });
  fc.assert(
    fc.property(line, (lines) => {
      expect(starts(lines)).toEqual(lines);
    }),
  );
  expect(planesOfLines(plane, [0, 1, 2, 3])).toHaveLength(1);
});

test('of more points than the page holds, a part around the window is read, the same for windows close by', () => {
  const columns = 1000 * MAX_PLANE_ELEMENTS;
  const plane = { rows: 2, columns, start: 0, rowStride: columns, columnStride: 1 };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: columns - 2 }),
      fc.double({ min: 1, max: columns, noNaN: true }),
      fc.integer({ min: 1, max: 2 }),
      (from, length, lines) => {
        const to = Math.min(columns - 1, from + length);
        const { envelope } = asked(plane, [0, 1].slice(0, lines), { from, to });
        if (!envelope) throw new Error('all is read');
        expect(envelope.start).toBeLessThanOrEqual(from);
        expect(envelope.end).toBeGreaterThanOrEqual(to);
        expect(envelope.end).toBeLessThanOrEqual(columns);
        expect(lines * Math.ceil((envelope.end - envelope.start) / envelope.size)).toBeLessThanOrEqual(
          MAX_ENVELOPE_BINS,
        );
        // Closer than the screen: at least 8,000 stretches in the window, or single points.
        if (envelope.size > 1) expect(((to - from) * lines) / envelope.size).toBeGreaterThan(8000);
      },
    ),
  );
  const near = [1e9, 1e9 + 1e6].map((from) => asked(plane, [0], { from, to: from + 3e7 }));
  expect(near[0]).toEqual(near[1]);
  expect(asked({ ...plane, columns: 1000 }, [0, 1], { from: 0, to: 5 }).envelope).toBeUndefined();
});

test('what is drawn has every outlier, at its place, at any zoom', () => {
  const values = Float64Array.from({ length: 50_000 }, (_, at) => (at === 31_415 ? -7 : 1));
  const data = {
    envelope: envelopeOf({ values, offset: 0, step: 1 }, 0, 50_000, 256),
    values: { values, offset: 0, step: 1 },
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 31_415 }),
      fc.integer({ min: 31_415, max: 49_999 }),
      fc.integer({ min: 1, max: 2000 }),
      (from, to, bins) => {
        const part = shownPart(data, { from, to }, bins);
        expect(part.min.length).toBeLessThanOrEqual(bins + 4);
        expect(part.start).toBeLessThanOrEqual(from);
        expect(part.end).toBeGreaterThan(to);
        const { x, ys } = drawnPoints([part]);
        const lows = x.filter((_, at) => ys[0]?.[at] === -7);
        expect(lows).toHaveLength(1);
        expect(Math.abs((lows[0] as number) - 31_415)).toBeLessThan(part.size);
      },
    ),
  );
});

test('single points keep their places, and what is not finite is a gap that is counted', () => {
  const values = Float32Array.of(1, Number.NaN, 3, Number.NEGATIVE_INFINITY, 5);
  const data = {
    envelope: envelopeOf({ values, offset: 0, step: 1 }, 0, 5, 256),
    values: { values, offset: 0, step: 1 },
  };
  const part = shownPart(data, { from: 0, to: 4 }, 100);
  expect(drawnPoints([part])).toEqual({ x: [0, 1, 2, 3, 4], ys: [[1, null, 3, null, 5]] });
  expect(notFinite([part], { from: 0, to: 4 })).toEqual({ nan: 1, positiveInfinite: 0, negativeInfinite: 1 });
  expect(notFinite([part], { from: 1.5, to: 2.5 })).toEqual({ nan: 0, positiveInfinite: 0, negativeInfinite: 0 });
});
