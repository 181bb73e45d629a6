/** The model of the sample and its training. The arithmetic is that of main.py, which runs the model. */

import { LABELS, randomNumbers, type Shape, SIZE } from './shapes.ts';

/** Directions in which the contour is measured. */
export const RAYS = 64;
const HIDDEN = 32;
/** Pixels between two samples along a ray, and length of a ray. */
export const RAY_STEP = 0.25;
const RAY_LENGTH = 12;

export interface Model {
  /** HIDDEN × RAYS, row by row. */
  hiddenWeight: Float32Array;
  hiddenBias: Float32Array;
  /** LABELS × HIDDEN. */
  outWeight: Float32Array;
  outBias: Float32Array;
}

/** Shapes of the arrays of the model. Their names in weights.safetensors follow from these keys. */
export const WEIGHT_SHAPES: Record<keyof Model, number[]> = {
  hiddenWeight: [HIDDEN, RAYS],
  hiddenBias: [HIDDEN],
  outWeight: [LABELS.length, HIDDEN],
  outBias: [LABELS.length],
};

export interface Answer {
  probability: Float32Array;
  label: string;
  /** Pixels from the middle of the shape to its edge, for each direction. */
  contour: Float32Array;
}

/**
 * Unit vectors in RAYS directions. Uses half angles and multiplication, which give the same bits everywhere; Math.cos
 * need not.
 */
const DIRECTIONS = (() => {
  let cos = 0;
  let sin = 1;
  for (let parts = 4; parts < RAYS; parts *= 2) {
    sin = sin / Math.sqrt(2 + 2 * cos);
    cos = Math.sqrt((1 + cos) / 2);
  }
  const directions = [{ x: 1, y: 0 }];
  for (let i = 1; i < RAYS; i++) {
    const { x, y } = directions[i - 1] as { x: number; y: number };
    directions.push({ x: x * cos - y * sin, y: x * sin + y * cos });
  }
  return directions;
})();

/** Distance in pixels from the center of mass of the shape to its edge, for each direction. */
function contourOf(pixels: Float32Array): Float64Array {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= SIZE || y >= SIZE ? 0 : (pixels[y * SIZE + x] as number);
  let mass = 1e-6;
  let x0 = 0;
  let y0 = 0;
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const ink = Math.max(0, at(x, y) - 0.25);
      mass += ink;
      x0 += ink * x;
      y0 += ink * y;
    }
  }
  x0 /= mass;
  y0 /= mass;
  return Float64Array.from(DIRECTIONS, (direction) => {
    let length = 0;
    for (let r = RAY_STEP / 2; r < RAY_LENGTH; r += RAY_STEP) {
      const x = x0 + r * direction.x;
      const y = y0 + r * direction.y;
      const left = Math.floor(x);
      const top = Math.floor(y);
      const fx = x - left;
      const fy = y - top;
      const value =
        (1 - fy) * ((1 - fx) * at(left, top) + fx * at(left + 1, top)) +
        fy * ((1 - fx) * at(left, top + 1) + fx * at(left + 1, top + 1));
      length += RAY_STEP * Math.min(1, Math.max(0, (value - 0.25) / 0.5));
    }
    return length;
  });
}

/** The contour without its size. This is the input of the network. */
function features(contour: Float64Array): Float64Array {
  const mean = Math.max(1e-6, contour.reduce((sum, length) => sum + length, 0) / RAYS);
  return contour.map((length) => length / mean - 1);
}

function layer(weight: ArrayLike<number>, bias: ArrayLike<number>, input: Float64Array): Float64Array {
  return Float64Array.from(bias as ArrayLike<number>, (start, row) => {
    let sum = start;
    for (let i = 0; i < input.length; i++) sum += (weight[row * input.length + i] as number) * (input[i] as number);
    return sum;
  });
}

function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - most));
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.map((part) => part / sum);
}

/** What the model says about a picture. */
export function infer(model: Model, pixels: Float32Array, temperature: number): Answer {
  const contour = contourOf(pixels);
  const hidden = layer(model.hiddenWeight, model.hiddenBias, features(contour)).map((value) => Math.max(0, value));
  const scores = layer(model.outWeight, model.outBias, hidden).map((score) => score / temperature);
  const probability = softmax(scores);
  const best = probability.indexOf(Math.max(...probability));
  return {
    probability: Float32Array.from(probability),
    label: LABELS[best] as string,
    contour: Float32Array.from(contour),
  };
}

/** Trains by plain gradient descent on the cross-entropy, one picture at a time. Takes a second or two. */
export function train(shapes: readonly Shape[], seed: number): Model {
  const random = randomNumbers(seed);
  const spread = (count: number, inputs: number) =>
    Float64Array.from({ length: count * inputs }, () => (2 * random() - 1) * Math.sqrt(3 / inputs));
  const hiddenWeight = spread(HIDDEN, RAYS);
  const hiddenBias = new Float64Array(HIDDEN);
  const outWeight = spread(LABELS.length, HIDDEN);
  const outBias = new Float64Array(LABELS.length);
  const inputs = shapes.map(({ pixels }) => features(contourOf(pixels)));
  const order = shapes.map((_, i) => i);

  const EPOCHS = 40;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = 0.03 * (1 - epoch / EPOCHS);
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    for (const index of order) {
      const input = inputs[index] as Float64Array;
      const hidden = layer(hiddenWeight, hiddenBias, input).map((value) => Math.max(0, value));
      const error = softmax(layer(outWeight, outBias, hidden));
      error[(shapes[index] as Shape).label] = (error[(shapes[index] as Shape).label] as number) - 1;
      for (let unit = 0; unit < HIDDEN; unit++) {
        let back = 0;
        for (let out = 0; out < LABELS.length; out++) {
          const at = out * HIDDEN + unit;
          back += (error[out] as number) * (outWeight[at] as number);
          outWeight[at] = (outWeight[at] as number) - rate * (error[out] as number) * (hidden[unit] as number);
        }
        if (hidden[unit] === 0) continue;
        hiddenBias[unit] = (hiddenBias[unit] as number) - rate * back;
        for (let ray = 0; ray < RAYS; ray++) {
          const at = unit * RAYS + ray;
          hiddenWeight[at] = (hiddenWeight[at] as number) - rate * back * (input[ray] as number);
        }
      }
      for (let out = 0; out < LABELS.length; out++) {
        outBias[out] = (outBias[out] as number) - rate * (error[out] as number);
      }
    }
  }
  return {
    hiddenWeight: Float32Array.from(hiddenWeight),
    hiddenBias: Float32Array.from(hiddenBias),
    outWeight: Float32Array.from(outWeight),
    outBias: Float32Array.from(outBias),
  };
}

/** How often each kind (row) was taken for each kind (column). */
export function confusion(model: Model, shapes: readonly Shape[]): number[][] {
  const counts = LABELS.map(() => LABELS.map(() => 0));
  for (const { label, pixels } of shapes) {
    const said = LABELS.indexOf(infer(model, pixels, 1).label as (typeof LABELS)[number]);
    const row = counts[label] as number[];
    row[said] = (row[said] as number) + 1;
  }
  return counts;
}
