/** Pictures for training and tests: filled circles, squares and triangles, 16 × 16 pixels, from a seed. */

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

/** `count` shapes, the kinds in turn, with noise. Size, place, rotation and brightness are random, within what fits. */
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
