/** The model of the sample and its training. The arithmetic is that of main.py and model.wat, which run the model. */

import { directions, LABELS, type Point, randomNumbers, type Shape, SIZE } from './shapes.ts';

/** Directions in which the contour is measured. */
export const RAYS = 64;
export const DIRECTIONS: readonly Point[] = directions(RAYS);
const HIDDEN = 32;

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
  /** Pixels that the shape reaches from its center, for each direction. */
  contour: Float32Array;
}

/** Pixels up to this one are background. */
export const THRESHOLD = 0.25;
/** How much lighter those are that lie wholly in the shape. */
const EDGE = 0.5;

/** How far the shape reaches from its center, in pixels, for each direction. All zeros where there is no shape. */
function contourOf(pixels: Float32Array): Float64Array {
  const reach = new Float64Array(RAYS).fill(Number.NEGATIVE_INFINITY);
  for (const [i, value] of pixels.entries()) {
    if (value <= THRESHOLD) continue;
    // A pixel at the edge reaches out as much as it is light.
    const out = Math.min(1, (value - THRESHOLD) / EDGE) - 0.5;
    const x = i % SIZE;
    const y = Math.floor(i / SIZE);
    for (const [ray, direction] of DIRECTIONS.entries())
      reach[ray] = Math.max(reach[ray] as number, x * direction.x + y * direction.y + out);
  }
  if (reach[0] === Number.NEGATIVE_INFINITY) return reach.fill(0);
  // The Steiner point: the mean of the directions, weighted by how far the shape reaches. Whether the shape is filled
  // makes no difference to it, nor do gaps in an outline.
  let x0 = 0;
  let y0 = 0;
  for (const [ray, direction] of DIRECTIONS.entries()) {
    x0 += (2 / RAYS) * (reach[ray] as number) * direction.x;
    y0 += (2 / RAYS) * (reach[ray] as number) * direction.y;
  }
  return reach.map((length, ray) => {
    const { x, y } = DIRECTIONS[ray] as Point;
    return length - x0 * x - y0 * y;
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
