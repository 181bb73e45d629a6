import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetGrid, tileSize } from './sheet-grid.ts';

const SQUARE = { width: 64, height: 64 };

test('a few pictures use the whole pane, many stand in places of the usual width', () => {
  const room = { width: 720, height: 600 };
  // In two rows they are larger than in one.
  expect(sheetGrid(room, 3, SQUARE)).toMatchObject({ across: 2, width: 280, height: 300 });
  expect(sheetGrid({ width: 720, height: 400 }, 3, SQUARE)).toMatchObject({ across: 3, width: 240 });
  expect(sheetGrid(room, 24, SQUARE)).toMatchObject({ across: 6, width: 120 });
  expect(sheetGrid(room, 1000, SQUARE)).toMatchObject({ across: 4, width: 180 });
  expect(sheetGrid({ width: 366, height: 400 }, 30, SQUARE)).toMatchObject({ across: 2, width: 183 });
  expect(sheetGrid({ width: 2000, height: 1200 }, 2, SQUARE)).toMatchObject({ width: 400 });
});

test('places never overlap, are never wider than the pane, and hold their picture', () => {
  const side = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(side, side, fc.integer({ min: 2, max: 100_000 }), side, side, (w, h, count, width, height) => {
      const room = { width: w, height: h };
      const grid = sheetGrid(room, count, { width, height });
      expect(grid.across).toBeGreaterThan(0);
      expect(grid.across * grid.width).toBeLessThanOrEqual(w);
      const size = tileSize({ width, height }, grid.picture);
      expect(size.width).toBeLessThanOrEqual(Math.max(1, grid.picture.width + 1e-6));
      expect(size.height).toBeLessThanOrEqual(Math.max(1, grid.picture.height + 1e-6));
    }),
  );
});

test('single pixels are squares of one size', () => {
  expect(tileSize({ width: 16, height: 16 }, { width: 104, height: 104 })).toEqual({ width: 96, height: 96 });
  expect(tileSize({ width: 64, height: 32 }, { width: 104, height: 104 })).toEqual({ width: 104, height: 52 });
  expect(tileSize({ width: 300, height: 150 }, { width: 100, height: 100 })).toEqual({ width: 100, height: 50 });
});
