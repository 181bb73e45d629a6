import { describe, expect, it } from 'vitest';
import { fitView, MAX_SCALE, panned, pixelAt, showing, startView, zoomed } from './view.ts';

const ROOM = { width: 800, height: 600 };
const WIDE = { width: 1600, height: 400 };

describe('the first view', () => {
  it('shows a large picture whole, one of usual size as it is, and enlarges a tiny one by a whole factor', () => {
    expect(startView(WIDE, ROOM)).toEqual({ scale: 0.5, x: 0, y: 0 });
    expect(startView({ width: 500, height: 300 }, ROOM).scale).toBe(1);
    expect(startView({ width: 16, height: 10 }, ROOM).scale).toBe(24);
  });

  it('fits a picture to the room, within what it may be enlarged', () => {
    expect(fitView({ width: 80, height: 100 }, ROOM).scale).toBe(6);
    expect(fitView({ width: 80, height: 100 }, ROOM, 2).scale).toBe(2);
    expect(fitView({ width: 1, height: 1 }, ROOM).scale).toBe(MAX_SCALE);
  });
});

describe('zooming', () => {
  it('keeps what is under the pointer there', () => {
    const at = { x: 100, y: -50 };
    const before = { scale: 1, x: 0, y: 0 };
    const after = zoomed(before, 4, at, WIDE, ROOM);
    expect(after.scale).toBe(4);
    expect(pixelAt(after, at, WIDE)).toEqual(pixelAt(before, at, WIDE));
    // Also while the picture is smaller than the room.
    const small = { width: 64, height: 48 };
    const steps = [1, 2, 3, 4].reduce((view) => zoomed(view, 1.5, at, small, ROOM), { scale: 6, x: 0, y: 0 });
    expect(pixelAt(steps, at, small)).toEqual(pixelAt({ scale: 6, x: 0, y: 0 }, at, small));
  });

  it('ends at the whole picture and at the largest scale', () => {
    expect(zoomed({ scale: 1, x: 50, y: 7 }, 0.001, { x: 9, y: 9 }, WIDE, ROOM)).toEqual({ scale: 0.5, x: 0, y: 0 });
    expect(zoomed({ scale: 1, x: 0, y: 0 }, 1e9, { x: 0, y: 0 }, WIDE, ROOM).scale).toBe(MAX_SCALE);
    expect(zoomed({ scale: 1, x: 0, y: 0 }, 1e9, { x: 0, y: 0 }, WIDE, ROOM, 3).scale).toBe(3);
    // A small picture can be made no smaller than it is.
    expect(zoomed({ scale: 2, x: 0, y: 0 }, 0.1, { x: 0, y: 0 }, { width: 8, height: 8 }, ROOM).scale).toBe(1);
  });
});

describe('panning', () => {
  it('ends where the edges of the picture meet those of the room', () => {
    expect(panned({ scale: 1, x: 0, y: 0 }, { x: 999, y: 999 }, WIDE, ROOM)).toEqual({ scale: 1, x: 400, y: 100 });
    expect(panned({ scale: 1, x: 0, y: 0 }, { x: -999, y: 0 }, WIDE, ROOM).x).toBe(-400);
  });

  it('brings a pixel into the room, and moves nothing where it is there', () => {
    const view = { scale: 1, x: 0, y: 0 };
    expect(showing(view, { x: 800, y: 200 }, WIDE, ROOM)).toEqual(view);
    expect(showing(view, { x: 0, y: 200 }, WIDE, ROOM)).toEqual({ scale: 1, x: 400, y: 0 });
    expect(showing(view, { x: 1599, y: 200 }, WIDE, ROOM)).toEqual({ scale: 1, x: -400, y: 0 });
  });
});

describe('the pixel at a point', () => {
  it('is counted from the top left, and is undefined beside the picture', () => {
    const view = { scale: 2, x: 10, y: 0 };
    const picture = { width: 4, height: 4 };
    expect(pixelAt(view, { x: 6, y: -4 }, picture)).toEqual({ x: 0, y: 0 });
    expect(pixelAt(view, { x: 13.9, y: 3.9 }, picture)).toEqual({ x: 3, y: 3 });
    expect(pixelAt(view, { x: 5.9, y: 0 }, picture)).toBeUndefined();
    expect(pixelAt(view, { x: 14, y: 0 }, picture)).toBeUndefined();
  });
});
