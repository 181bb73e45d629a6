import { closeSync, openSync, writeSync } from 'node:fs';
import { type Content, Digest } from './carton.ts';

/** xorshift32. It is fast, and gives the same numbers on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) || 1;
  }

  /** 32 random bits. */
  next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state;
    return state >>> 0;
  }
}

const QUANTILES = 1 << 16;
const PIECE_VALUES = 1 << 20;
/**
 * Standard deviation of the weights, as in trained layers. Most of the 32 bits of a weight are noise, but hardly any
 * bits of its exponent.
 */
const SPREAD = 0.02;

let quantiles: Float64Array | undefined;

/** Normally distributed values (Box and Muller). Choosing from them is ten times as fast as computing each. */
function normals(): Float64Array {
  if (quantiles) return quantiles;
  const random = new Random(2);
  quantiles = new Float64Array(QUANTILES);
  for (let at = 0; at < QUANTILES; at++) {
    const radius = Math.sqrt(-2 * Math.log((random.next() + 1) / 0x1_0000_0001));
    quantiles[at] = SPREAD * radius * Math.cos((2 * Math.PI * random.next()) / 0x1_0000_0000);
  }
  return quantiles;
}

/**
 * Writes normally distributed float32 weights.
 * @param size bytes, a multiple of four
 */
export function writeWeights(path: string, size: number, seed: number): Content {
  const table = normals();
  const random = new Random(seed);
  const digest = new Digest();
  const file = openSync(path, 'w');
  try {
    for (let left = size / 4; left > 0; ) {
      const values = new Float32Array(Math.min(left, PIECE_VALUES));
      for (let at = 0; at < values.length; at++) {
        const bits = random.next();
        // The high bits choose a value, the low bits fill its mantissa.
        values[at] = (table[bits >>> 16] as number) * (1 + (bits & 0xffff) * 1.5e-7);
      }
      const piece = Buffer.from(values.buffer);
      digest.add(piece);
      if (writeSync(file, piece) !== piece.length) throw new Error(`${path}: the disk is full`);
      left -= values.length;
    }
  } finally {
    closeSync(file);
  }
  return digest.end();
}

/** Text like that of the small files of a model: keys, numbers and words. It has 2,000 bytes or a few more. */
export function configText(seed: number): Buffer {
  const random = new Random(seed);
  const keys = ['hidden_size', 'num_heads', 'dropout', 'layer_norm_eps', 'vocab', 'activation', 'path', 'checksum'];
  let text = '{\n';
  while (text.length < 2000) {
    const key = keys[random.next() % keys.length];
    const value = random.next() % 3 === 0 ? `"${random.next().toString(36)}"` : String(random.next() / 0x1_0000_0000);
    text += `  "${key}_${random.next() % 1000}": ${value},\n`;
  }
  return Buffer.from(`${text}  "end": true\n}\n`);
}
