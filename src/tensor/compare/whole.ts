import { areBig, type NumericValues } from '../elements.ts';

const WORD = 2 ** 32;

/** The halves of integers of 64 bits: the lower one of each, then the higher one. */
function halvesOf({ buffer, byteOffset, length }: BigInt64Array | BigUint64Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, 2 * length);
}

/** Numbers as float64. Integers beyond 2^53 are rounded. */
export function toFloats(values: NumericValues, floats: Float64Array): void {
  if (!areBig(values)) {
    floats.set(values);
    return;
  }
  const halves = halvesOf(values);
  const isSigned = values instanceof BigInt64Array;
  for (let index = 0; index < values.length; index++) {
    const high = halves[2 * index + 1] as number;
    floats[index] = (isSigned ? high | 0 : high) * WORD + (halves[2 * index] as number);
  }
}

/** Whole numbers as their words: the higher ones count 2^32 and have the sign. */
function wordsOf(values: NumericValues): { low: Float64Array; high: Float64Array } {
  const [low, high] = [new Float64Array(values.length), new Float64Array(values.length)];
  if (areBig(values)) {
    const halves = halvesOf(values);
    const isSigned = values instanceof BigInt64Array;
    for (let index = 0; index < values.length; index++) {
      const word = halves[2 * index + 1] as number;
      low[index] = halves[2 * index] as number;
      high[index] = isSigned ? word | 0 : word;
    }
  } else {
    for (let index = 0; index < values.length; index++) {
      const value = values[index] as number;
      high[index] = Math.floor(value / WORD);
      low[index] = value - (high[index] as number) * WORD;
    }
  }
  return { low, high };
}

/** a − b of whole numbers, rounded once to float64: it is 0 only where both are equal. */
export function wholeDifferences(a: NumericValues, b: NumericValues, into: Float64Array): void {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  for (let index = 0; index < a.length; index++) {
    const high = (one.high[index] as number) - (other.high[index] as number);
    into[index] = high * WORD + ((one.low[index] as number) - (other.low[index] as number));
  }
}
