import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TensorPlane } from './mapping.ts';
import { cellAt, closeTo, finerPart, overviewSteps, pannedBy, viewOf, withCell, zoomedBy } from './plane-view.ts';

const side = fc.integer({ min: 1, max: 1e9 });
const extent = fc.record({ width: side, height: side });
const drawing = fc.record({ width: fc.integer({ min: 20, max: 2000 }), height: fc.integer({ min: 20, max: 1500 }) });
const place = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
});
const AT_FIRST = { zoom: 1, x: 0, y: 0 };
const planeOf = (rows: number, columns: number): TensorPlane => ({
  rows,
  columns,
  start: 0,
  rowStride: columns,
  columnStride: 1,
});

test('at first all is shown; zooming and moving never leave the plane', () => {
  fc.assert(
    fc.property(
      extent,
      drawing,
      fc.array(fc.tuple(place, fc.double({ min: 0.1, max: 10, noNaN: true }))),
      (plane, of, acts) => {
        expect(viewOf(AT_FIRST, plane, of)).toEqual({ x: 0, y: 0, ...plane });
        let now = AT_FIRST;
        for (const [at, factor] of acts) {
          now = zoomedBy(now, factor, at, plane, of);
          now = pannedBy(now, { x: at.x - 0.5, y: factor - 5 }, plane, of);
          const view = viewOf(now, plane, of);
          expect(view.x).toBeGreaterThanOrEqual(0);
          expect(view.y).toBeGreaterThanOrEqual(0);
          expect(view.x + view.width).toBeLessThanOrEqual(plane.width * (1 + 1e-9));
          expect(view.y + view.height).toBeLessThanOrEqual(plane.height * (1 + 1e-9));
          const cell = cellAt(view, at, plane);
          expect(cell.column).toBeLessThan(plane.width);
          expect(cell.row).toBeLessThan(plane.height);
        }
      },
    ),
  );
});

test('what is under the pointer stays under it while one zooms in', () => {
  const [plane, of, at] = [
    { width: 8192, height: 8192 },
    { width: 800, height: 800 },
    { x: 0.3, y: 0.8 },
  ];
  const before = cellAt(viewOf(AT_FIRST, plane, of), at, plane);
  const zoomed = zoomedBy(AT_FIRST, 20, at, plane, of);
  expect(viewOf(zoomed, plane, of).width).toBeCloseTo(8192 / 20);
  expect(cellAt(viewOf(zoomed, plane, of), at, plane)).toEqual(before);
});

test('a narrow plane is zoomed along its length', () => {
  const [plane, of] = [
    { width: 3, height: 1_000_000 },
    { width: 600, height: 600 },
  ];
  const view = viewOf(zoomedBy(AT_FIRST, 1e5, { x: 0.5, y: 0.5 }, plane, of), plane, of);
  expect(view.width).toBe(3);
  expect(view.height).toBeCloseTo(10);
});

test('a chosen cell comes into view, and one that is there moves nothing', () => {
  const [plane, of] = [
    { width: 1000, height: 1000 },
    { width: 500, height: 500 },
  ];
  const now = { zoom: 10, x: 100, y: 100 };
  expect(withCell(now, { row: 150, column: 150 }, plane, of)).toEqual(now);
  expect(withCell(now, { row: 500, column: 20 }, plane, of)).toEqual({ zoom: 10, x: 20, y: 401 });
});

test('an overview has no more bins than it may, and every cell where it can', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (rows, columns) => {
      const steps = overviewSteps(planeOf(rows, columns), 2 ** 16, 512);
      const [down, across] = [Math.ceil(rows / steps.rows), Math.ceil(columns / steps.columns)];
      expect(down * across).toBeLessThanOrEqual(2 ** 16);
      expect(Math.max(down, across)).toBeLessThanOrEqual(512);
      if (rows <= 256 && columns <= 256) expect(steps).toEqual({ rows: 1, columns: 1 });
    }),
  );
  expect(overviewSteps(planeOf(8192, 8192), 2 ** 20, 2048)).toEqual({ rows: 8, columns: 8 });
});

test('a finer part covers the view with no more bins than pixels, a grid apart, and only where it is finer', () => {
  fc.assert(
    fc.property(drawing, place, fc.double({ min: 1, max: 1e5, noNaN: true }), (of, at, zoom) => {
      const plane = planeOf(30_000, 50_000);
      const cells = { width: plane.columns, height: plane.rows };
      const coarse = overviewSteps(plane, 2 ** 20, 2048);
      const view = viewOf(zoomedBy(AT_FIRST, zoom, at, cells, of), cells, of);
      const part = finerPart(view, plane, of, coarse, 2 ** 21);
      if (!part) {
        expect(view.width / of.width).toBeGreaterThan(coarse.columns / 2);
        return;
      }
      const { window, steps } = part;
      expect(window.columnStart).toBeLessThanOrEqual(view.x);
      expect(window.columnEnd).toBeGreaterThanOrEqual(view.x + view.width - 1e-6);
      expect(window.rowStart).toBeLessThanOrEqual(view.y);
      expect(window.rowEnd).toBeGreaterThanOrEqual(view.y + view.height - 1e-6);
      expect(steps.rows < coarse.rows || steps.columns < coarse.columns).toBe(true);
      // The overview can have more bins than a small drawing has pixels.
      if (steps.columns < coarse.columns) expect(view.width / steps.columns).toBeLessThanOrEqual(of.width * 2);
    }),
  );
});

test('a cell is shown in the middle so large that it is seen, whatever the plane and the drawing', () => {
  fc.assert(
    fc.property(extent, drawing, place, place, (plane, of, at, start) => {
      const cell = cellAt(viewOf(AT_FIRST, plane, of), at, plane);
      const now = zoomedBy(AT_FIRST, 1 + start.x * 100, start, plane, of);
      const view = viewOf(closeTo(now, cell, plane, of), plane, of);
      for (const [first, length, own, pixels, count] of [
        [view.x, view.width, cell.column, of.width, plane.width],
        [view.y, view.height, cell.row, of.height, plane.height],
      ] as const) {
        // A drawing of few pixels has room for a part of a cell alone.
        const seen = Math.min(first + length, own + 1) - Math.max(first, own);
        expect(seen).toBeGreaterThan(Math.min(1, length) - 1e-6);
        expect(pixels / length).toBeGreaterThanOrEqual(16 * (1 - 1e-6));
        expect(length).toBeLessThanOrEqual(count);
      }
    }),
  );
  const close = closeTo(
    AT_FIRST,
    { row: 5000, column: 300 },
    { width: 8192, height: 8192 },
    { width: 800, height: 800 },
  );
  expect(viewOf(close, { width: 8192, height: 8192 }, { width: 800, height: 800 })).toMatchObject({
    x: 275.5,
    y: 4975.5,
  });
});
