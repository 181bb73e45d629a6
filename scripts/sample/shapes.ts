/** Pictures for training and tests: circles, squares and triangles, 16 × 16 pixels, from a seed. */

export const SIZE = 16;
export const LABELS = ['circle', 'square', 'triangle'] as const;

export interface Shape {
  /** Index into LABELS. */
  label: number;
  /** SIZE × SIZE values from 0 (dark) to 1 (light), row by row. */
  pixels: Float32Array;
}

/** Random numbers in 0…1. The same seed gives the same numbers on every machine (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A direction, or a place. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Unit vectors in `count` directions, a power of two of at least 4, clockwise from the right. Uses half angles and
 * multiplication, which give the same bits everywhere; Math.cos need not.
 */
export function directions(count: number): Point[] {
  let cos = 0;
  let sin = 1;
  for (let parts = 4; parts < count; parts *= 2) {
    sin = sin / Math.sqrt(2 + 2 * cos);
    cos = Math.sqrt((1 + cos) / 2);
  }
  const all: Point[] = [{ x: 1, y: 0 }];
  for (let i = 1; i < count; i++) {
    const { x, y } = all[i - 1] as Point;
    all.push({ x: x * cos - y * sin, y: x * sin + y * cos });
  }
  return all;
}

/** `count` filled shapes, the kinds in turn, with noise. Size, place, rotation and brightness are random, within what fits. */
export function drawShapes(count: number, seed: number): Shape[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, i) => draw(i % LABELS.length, random));
}

/** Samples along each side of a pixel, for soft edges. */
const FINE = 4;

function draw(label: number, random: () => number): Shape {
  const radius = 4.5 + 2 * random();
  const slack = 7.5 - radius;
  const x0 = 7.5 + slack * (2 * random() - 1);
  const y0 = 7.5 + slack * (2 * random() - 1);
  // Rotates without sine and cosine, whose last bits differ between machines. It covers only a quarter turn, which is
  // enough.
  const t = random();
  const cos = (1 - t * t) / (1 + t * t);
  const sin = (2 * t) / (1 + t * t);
  const light = 0.75 + 0.25 * random();
  const dark = 0.1 * random();
  const pixels = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      let inside = 0;
      for (let fine = 0; fine < FINE * FINE; fine++) {
        const dx = x + ((fine % FINE) + 0.5) / FINE - 0.5 - x0;
        const dy = y + (Math.floor(fine / FINE) + 0.5) / FINE - 0.5 - y0;
        if (covers(label, radius, cos * dx + sin * dy, cos * dy - sin * dx)) inside++;
      }
      const value = dark + ((light - dark) * inside) / (FINE * FINE) + 0.1 * (random() - 0.5);
      pixels[y * SIZE + x] = Math.min(1, Math.max(0, value));
    }
  }
  return { label, pixels };
}

/** Whether a shape covers a point, given relative to its middle. The shape fits in a circle of `radius`. */
function covers(label: number, radius: number, x: number, y: number): boolean {
  if (label === 0) return x * x + y * y <= 0.8 * radius * (0.8 * radius);
  if (label === 1) return Math.max(Math.abs(x), Math.abs(y)) <= radius * Math.SQRT1_2;
  const slope = Math.sqrt(3);
  return y >= -radius / 2 && y <= radius - slope * Math.abs(x);
}

/** `count` shapes as a hand draws them cell by cell, the kinds in turn: outlines that may not close, and filled ones. */
export function sketchShapes(count: number, seed: number): Shape[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, i) => sketch(i % LABELS.length, random));
}

/** Corners around the middle, at a distance of 1 from it. */
const CORNERS: readonly (readonly Point[])[] = [
  directions(32),
  directions(4).map(({ x, y }) => ({ x: (x - y) * Math.SQRT1_2, y: (x + y) * Math.SQRT1_2 })),
  [
    { x: 0, y: -1 },
    { x: Math.sqrt(3) / 2, y: 0.5 },
    { x: -Math.sqrt(3) / 2, y: 0.5 },
  ],
];

/** Points between two corners, by which the hand leaves the straight line. */
const STROKES = 4;

function sketch(label: number, random: () => number): Shape {
  const path = handDrawn(label, random);
  const pixels = new Float32Array(SIZE * SIZE);
  const put = (x: number, y: number) => {
    if (x >= 0 && y >= 0 && x < SIZE && y < SIZE) pixels[y * SIZE + x] = 1;
  };
  const wide = random() < 0.25;
  // Some outlines stay open, and some strokes go beyond their start.
  const drawn = Math.round(path.length * (0.94 + 0.12 * random()));
  for (let i = 0; i < drawn; i++) {
    const from = path[i % path.length] as Point;
    const to = path[(i + 1) % path.length] as Point;
    for (let part = 0; part < 1; part += 1 / 16) {
      const x = Math.round(from.x + part * (to.x - from.x));
      const y = Math.round(from.y + part * (to.y - from.y));
      put(x, y);
      if (wide) {
        put(x + 1, y);
        put(x, y + 1);
        put(x + 1, y + 1);
      }
    }
  }
  if (random() < 0.5) return { label, pixels };
  for (let y = 0; y < SIZE; y++) for (let x = 0; x < SIZE; x++) if (isInside(path, x, y)) put(x, y);
  return { label, pixels };
}

/** A closed path, stretched, turned and trembling, somewhere on the picture. */
function handDrawn(label: number, random: () => number): Point[] {
  const around = (spread: number) => spread * (2 * random() - 1);
  const corners = CORNERS[label] as readonly Point[];
  // Half of the shapes stand upright or nearly so, as most do that are drawn.
  const t = random() < 0.5 ? around(0.08) : around(1);
  const cos = (1 - t * t) / (1 + t * t);
  const sin = (2 * t) / (1 + t * t);
  const stretch = { x: 1 + around(0.15), y: 1 + around(0.15) };
  const moved = corners.map(({ x, y }) => {
    const off = label === 2 ? 0.2 : label === 1 ? 0.06 : 0;
    const at = { x: stretch.x * (x + around(off)), y: stretch.y * (y + around(off)) };
    return { x: cos * at.x - sin * at.y, y: sin * at.x + cos * at.y };
  });
  const steps = label === 0 ? 1 : STROKES;
  const fine = moved.flatMap((from, i) => {
    const to = moved[(i + 1) % moved.length] as Point;
    return Array.from({ length: steps }, (_, part) => ({
      x: from.x + (part / steps) * (to.x - from.x),
      y: from.y + (part / steps) * (to.y - from.y),
    }));
  });
  const reach = Math.max(...fine.map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y))));
  const radius = (3 + 4.5 * random()) / reach;
  const tremble = 0.1 + 0.3 * random();
  const slack = 7.5 - radius * reach;
  const middle = { x: 7.5 + around(slack), y: 7.5 + around(slack) };
  return fine.map(({ x, y }) => ({
    x: middle.x + radius * x + around(tremble),
    y: middle.y + radius * y + around(tremble),
  }));
}

/** Whether a closed path goes around a point. */
function isInside(path: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (const [i, from] of path.entries()) {
    const to = path[(i + 1) % path.length] as Point;
    if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)) inside = !inside;
  }
  return inside;
}
