/**
 * A module in WebAssembly that goes through the values of a block: vectors, and tables without a check of each place,
 * take two fifths of the time of JavaScript. A scan reads every byte of a file, so this time is what people wait for.
 *
 * The module exports its memory as `memory`, and the functions of `Kernel`, each of which takes values from the start of
 * the memory up to `end` bytes.
 */

import {
  ADD,
  type Code,
  constant,
  END,
  F64,
  get,
  I32,
  keep,
  loadVector,
  moduleOf,
  repeat,
  set,
  shiftLeft,
  shiftRight,
  storeVector,
  unsigned,
  V128,
  VECTOR_AND,
  VECTOR_XOR,
  vector,
} from '../../codec/wasm-code.ts';

/** Values of a block. The sum of so few stays exact for integers of 32 bits (2^12 · 2^32 < 2^53). */
export const BLOCK = 4096;

/** Bars of equal width that values are counted in. */
export const BARS = 4096;

/** Bits of a float64 that a key has: its sign, its exponent and six bits of its significand. */
export const KEY_BITS = 18;
export const KEYS = 2 ** KEY_BITS;

/** Patterns of 16 bits. */
export const PATTERNS = 2 ** 16;

/** Places in the memory, in bytes: values as float64 from 0 on, the same as float32, what was found, and the tables. */
const SINGLES_AT = BLOCK * 8;
export const FOUND_AT = SINGLES_AT + BLOCK * 4;
export const BARS_AT = 2 ** 16;
export const KEYS_AT = BARS_AT + BARS * 4;
export const EVEN_AT = KEYS_AT + KEYS * 4;
export const ODD_AT = EVEN_AT + PATTERNS * 4;
const TABLES_END = ODD_AT + PATTERNS * 4;

const PAGE = 2 ** 16;

/** Values that `sum` and `squares` take at once, and `count`, and patterns of `countPatterns`: `end` is a multiple. */
export const SUMMED = 4;
export const COUNTED = 2;
export const PATTERNS_AT_ONCE = 8;

/** What the module exports beside its memory. */
export interface Kernel {
  /** Makes the values float64, from the float32 ones up to `end`. */
  widen(end: number): void;
  /** Writes pairs of float64 to `FOUND_AT`: sums, least and largest values without NaN; then counts of zeros, in 64 bits. */
  sum(end: number): void;
  /** The sum of the squares of `value × scale − mean`. */
  squares(end: number, scale: number, mean: number): number;
  /** Counts finite values by their keys, and in bars: of a value, number `floor(value × scale) − base`. */
  count(end: number, scale: number, base: number): void;
  /**
   * Counts patterns of 16 bits, every other one in a table of its own: the same place twice in a row would wait for the
   * memory. Writes eight least and eight largest ones to `FOUND_AT`, in the order of the numbers with a sign that are
   * left after `fold` and `flip`: `x ^ (x < 0 ? fold : 0) ^ flip`.
   */
  countPatterns(end: number, fold: number, flip: number): void;
}

const add = vector(0xf0);
const subtract = vector(0xf1);
const multiply = vector(0xf2);
/** The second one where it is less, or more, than the first; so never NaN where the first is not. */
const less = vector(0xf6);
const more = vector(0xf7);
const isEqual = vector(0x47);
const down = vector(0x75);
const subtractWhole = vector(0xd1);
const addWhole = vector(0xce);
const both = vector(0x14);
const half = (lane: number): Code => [vector(0x21), lane];
const word = (lane: number): Code => [vector(0x1b), lane];
const signOf: Code = [constant(31), vector(0xac)];
const or = vector(0x50);
const eachOfEight = vector(0x10);
const signsOfEight: Code = [constant(15), vector(0x8c)];
const leastOfEight = vector(0x96);
const mostOfEight = vector(0x98);
const addNumbers = 0xa0;

const constantVector = (values: Float64Array | Int32Array): Code => [vector(0x0c), [...new Uint8Array(values.buffer)]];
const numbers = (value: number) => constantVector(new Float64Array([value, value]));
const words = (value: number) => constantVector(new Int32Array(4).fill(value));

function widen(): Code {
  const [end, from, to] = [0, 1, 2];
  const pair: Code = [get(from), vector(0x5d), 3, unsigned(0), vector(0x5f)];
  const body = [storeVector(get(to), pair, 0), get(to), constant(16), ADD, set(to)];
  return [constant(SINGLES_AT), set(from), repeat(body, from, 8, end), END];
}

/** In two vectors, so that no addition waits for the one before it. */
const TWO = [0, 1];

function sum(): Code {
  const [end, at, sums, least, most, zeros, values] = [0, 1, 2, 4, 6, 8, 10];
  const body = TWO.map((one) => {
    const value = get(values + one);
    return [
      [loadVector(get(at), 16 * one), set(values + one)],
      [get(sums + one), value, add, set(sums + one)],
      [get(least + one), value, less, set(least + one)],
      [get(most + one), value, more, set(most + one)],
      // A vector of equal ones is −1.
      [get(zeros + one), value, numbers(0), isEqual, subtractWhole, set(zeros + one)],
    ];
  });
  const found = (place: number, first: number, join: Code) =>
    storeVector(constant(0), [get(first), get(first + 1), join], FOUND_AT + 16 * place);
  return [
    [numbers(Number.POSITIVE_INFINITY), keep(least), set(least + 1)],
    [numbers(Number.NEGATIVE_INFINITY), keep(most), set(most + 1)],
    repeat(body, at, 8 * SUMMED, end),
    [found(0, sums, add), found(1, least, less), found(2, most, more), found(3, zeros, addWhole)],
    END,
  ];
}

function squares(): Code {
  const [end, scale, mean, at, scales, means, sums, deviation] = [0, 1, 2, 3, 4, 5, 6, 8];
  const body = TWO.map((one) => [
    [loadVector(get(at), 16 * one), get(scales), multiply, get(means), subtract, keep(deviation)],
    [get(deviation), multiply, get(sums + one), add, set(sums + one)],
  ]);
  return [
    [get(scale), both, set(scales), get(mean), both, set(means)],
    repeat(body, at, 8 * SUMMED, end),
    [get(sums), get(sums + 1), add, keep(sums), half(0), get(sums), half(1), addNumbers],
    END,
  ];
}

/** Adds 1 to the count that is `at` bytes from the start of a table. */
function countAt(table: number, at: Code, spare: number): Code {
  return [at, keep(spare), get(spare), 0x28, 2, unsigned(table), constant(1), ADD, 0x36, 2, unsigned(table)];
}

function count(): Code {
  const [end, scale, base, at, place, value, places, scales, bases] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const oneMore = (table: number, lane: number) => countAt(table, [get(places), word(lane)], place);
  // A place in a table is four bytes.
  const keys = [
    [get(value), get(value), signOf, words(-(2 ** 31)), or, VECTOR_XOR],
    [shiftRight(32 - KEY_BITS), shiftLeft(2), set(places)],
  ];
  // Of a float64 from 2^52 on, the lower word is the number.
  const bars = [
    [get(value), get(scales), multiply, down, get(bases), subtract, numbers(2 ** 52), add],
    [shiftLeft(2), set(places)],
  ];
  const body = [
    [loadVector(get(at), 0), set(value)],
    [keys, oneMore(KEYS_AT, 1), oneMore(KEYS_AT, 3)],
    [bars, oneMore(BARS_AT, 0), oneMore(BARS_AT, 2)],
  ];
  return [[get(scale), both, set(scales), get(base), both, set(bases)], repeat(body, at, 8 * COUNTED, end), END];
}

function countPatterns(): Code {
  const [end, fold, flip, at, place, patterns, places, ordered, folds, flips, least, most] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
  ];
  const tables = (placed: Code, table: number) => [
    [get(patterns), placed, set(places)],
    [0, 1, 2, 3].map((lane) => countAt(table, [get(places), word(lane)], place)),
  ];
  const body = [
    [loadVector(get(at), 0), set(patterns)],
    [
      get(patterns),
      get(patterns),
      signsOfEight,
      get(folds),
      VECTOR_AND,
      VECTOR_XOR,
      get(flips),
      VECTOR_XOR,
      set(ordered),
    ],
    [get(least), get(ordered), leastOfEight, set(least), get(most), get(ordered), mostOfEight, set(most)],
    // A place in a table is four bytes.
    tables([words(0xffff), VECTOR_AND, shiftLeft(2)], EVEN_AT),
    tables([shiftRight(16), shiftLeft(2)], ODD_AT),
  ];
  return [
    [get(fold), eachOfEight, set(folds), get(flip), eachOfEight, set(flips)],
    [constant(0x7fff), eachOfEight, set(least), constant(-0x8000), eachOfEight, set(most)],
    repeat(body, at, 2 * PATTERNS_AT_ONCE, end),
    [storeVector(constant(0), get(least), FOUND_AT), storeVector(constant(0), get(most), FOUND_AT + 16)],
    END,
  ];
}

/** The bytes of the module. */
export function kernelModule(): Uint8Array<ArrayBuffer> {
  return moduleOf({
    pages: Math.ceil(TABLES_END / PAGE),
    functions: [
      { name: 'widen', parameters: [I32], locals: [1, 2, I32], body: widen() },
      { name: 'sum', parameters: [I32], locals: [2, 1, I32, 10, V128], body: sum() },
      { name: 'squares', parameters: [I32, F64, F64], result: F64, locals: [2, 1, I32, 5, V128], body: squares() },
      { name: 'count', parameters: [I32, F64, F64], locals: [2, 2, I32, 4, V128], body: count() },
      {
        name: 'countPatterns',
        parameters: [I32, I32, I32],
        locals: [2, 2, I32, 7, V128],
        body: countPatterns(),
      },
    ],
  });
}
