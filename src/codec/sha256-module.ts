/**
 * A module in WebAssembly that takes blocks into the state of a SHA-256 (FIPS 180-4, section 6.2.2). It computes the
 * schedule of four rounds in one vector. That takes two thirds of the time of code without vectors, and a large blob is
 * one stream, which no second thread can share. Written as instructions: 64 rounds with the registers renamed in each
 * have no shorter source.
 *
 * The module exports its memory as `memory`, and `compress(start, end)`, which takes the blocks from `start` to `end`
 * of the memory, at least one.
 */

import {
  ADD,
  type Code,
  constant,
  END,
  get,
  I32,
  loadVector,
  moduleOf,
  repeat,
  set,
  shiftLeft,
  shiftRight,
  storeVector,
  unsigned,
  V128,
  VECTOR_XOR,
  vector,
} from './wasm-code.ts';

/** Bytes of a block. */
export const BLOCK = 64;

/**
 * Places in the memory, in bytes: the state of eight words, the words of the rounds of one block, the constants of the
 * rounds, and the data.
 */
export const STATE_AT = 0;
const WORDS_AT = 64;
export const CONSTANTS_AT = 512;
export const DATA_AT = 1024;

/** Bytes of data that the memory holds. More would leave the cache of the processor. */
export const DATA_BYTES = 64 * 1024 - DATA_AT;

const ROUNDS = 64;

const AND = 0x71;
const OR = 0x72;
const XOR = 0x73;
const ROTATE_RIGHT = 0x78;
const VECTOR_ADD = vector(0xae);
const load = (at: number): Code => [constant(0), 0x28, 2, unsigned(at)];
const NO_VECTOR: Code = [vector(0x0c), new Array<number>(16).fill(0)];

/** Words of two vectors, by their places in both: 0 to 3, and 4 to 7. */
const words = (...places: number[]): Code => [
  vector(0x0d),
  places.flatMap((place) => [0, 1, 2, 3].map((byte) => 4 * place + byte)),
];

/** The bytes of each word in reverse: those of a message come with the most significant first. */
const REVERSED: Code = [
  vector(0x0d),
  Array.from({ length: 16 }, (_, byte) => 4 * Math.floor(byte / 4) + 3 - (byte % 4)),
];

// Locals: the parameters; the eight working variables; those of the block before; a word; four vectors of the schedule,
// and one more.
const START = 0;
const STOP = 1;
const WORKING = 2;
const BEFORE = 10;
const WORD = 18;
const SCHEDULE = 19;
const SPARE = 23;
const I32_LOCALS = 17;
const VECTOR_LOCALS = 5;

/** `ROTR(x, a) ^ ROTR(x, b) ^ ROTR(x, c)` */
function rotations(local: number, [a, b, c]: readonly [number, number, number]): Code {
  const rotated = (bits: number): Code => [get(local), constant(bits), ROTATE_RIGHT];
  return [rotated(a), rotated(b), XOR, rotated(c), XOR];
}

/** `ROTR(x, a) ^ ROTR(x, b) ^ SHR(x, c)` of four words. Vectors have no rotation. */
function mixed(local: number, [a, b, c]: readonly [number, number, number]): Code {
  const x = get(local);
  const shifts = [shiftLeft(32 - a), shiftRight(b), shiftLeft(32 - b), shiftRight(c)];
  return [x, shiftRight(a), shifts.map((shift): Code => [x, shift, VECTOR_XOR])];
}

const ofFour = <T>(make: (index: number) => T): [T, T, T, T] => [make(0), make(1), make(2), make(3)];

/** One round. The working variables swap names instead of values. */
function round(index: number): Code {
  const variable = (name: number) => WORKING + ((name - index + ROUNDS) % 8);
  const [a, b, c, d] = ofFour(variable);
  const [e, f, g, h] = ofFour((name) => variable(name + 4));
  const choice: Code = [get(f), get(g), XOR, get(e), AND, get(g), XOR];
  const majority: Code = [get(a), get(b), OR, get(c), AND, get(a), get(b), AND, OR];
  return [
    [get(h), rotations(e, [6, 11, 25]), ADD, choice, ADD, load(WORDS_AT + 4 * index), ADD, set(WORD)],
    [get(d), get(WORD), ADD, set(d)],
    [get(WORD), rotations(a, [2, 13, 22]), ADD, majority, ADD, set(h)],
  ];
}

/** Stores four words of the schedule, with the constants of their rounds. */
function storeWords(four: number): Code {
  const value = [get(SCHEDULE + (four % 4)), loadVector(constant(0), CONSTANTS_AT + 16 * four), VECTOR_ADD];
  return storeVector(constant(0), value, WORDS_AT + 16 * four);
}

/** Four rounds, and between them the schedule of the four that come sixteen later. */
function fourRounds(four: number): Code {
  const [first, second, third, fourth] = ofFour((index) => round(4 * four + index));
  if (4 * four + 16 >= ROUNDS) return [first, second, third, fourth];
  const [x0, x1, x2, x3] = ofFour((index) => SCHEDULE + ((four + index) % 4));
  const addMixed: Code = [get(x0), mixed(SPARE, [17, 19, 10]), VECTOR_ADD, set(x0)];
  return [
    [get(x0), get(x1), words(1, 2, 3, 4), set(SPARE)],
    [get(x0), mixed(SPARE, [7, 18, 3]), VECTOR_ADD, get(x2), get(x3), words(1, 2, 3, 4), VECTOR_ADD, set(x0)],
    // The last two words of the four need the first two.
    [get(x3), NO_VECTOR, words(2, 3, 4, 4), set(SPARE)],
    [first, second, addMixed],
    [get(x0), NO_VECTOR, words(4, 4, 0, 1), set(SPARE)],
    [third, fourth, addMixed],
    storeWords(four + 4),
  ];
}

function compress(): Code {
  const eight = Array.from({ length: 8 }, (_, index) => index);
  const block: Code = [
    eight.map((index) => [get(WORKING + index), set(BEFORE + index)]),
    ofFour((four) => {
      const stored = loadVector(get(START), 16 * four);
      return [stored, NO_VECTOR, REVERSED, set(SCHEDULE + four), storeWords(four)];
    }),
    Array.from({ length: ROUNDS / 4 }, (_, four) => fourRounds(four)),
    eight.map((index) => [get(WORKING + index), get(BEFORE + index), ADD, set(WORKING + index)]),
  ];
  return [
    eight.map((index) => [load(STATE_AT + 4 * index), set(WORKING + index)]),
    repeat(block, START, BLOCK, STOP),
    eight.map((index) => [constant(0), get(WORKING + index), 0x36, 2, unsigned(STATE_AT + 4 * index)]),
    END,
  ];
}

/** The bytes of the module. */
export function sha256Module(): Uint8Array<ArrayBuffer> {
  return moduleOf({
    pages: 1,
    functions: [
      {
        name: 'compress',
        parameters: [I32, I32],
        locals: [2, I32_LOCALS, I32, VECTOR_LOCALS, V128],
        body: compress(),
      },
    ],
  });
}
