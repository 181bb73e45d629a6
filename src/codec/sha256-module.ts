/**
 * A module in WebAssembly that takes blocks into the state of a SHA-256 (FIPS 180-4, section 6.2.2). It computes the
 * schedule of four rounds in one vector. That takes two thirds of the time of code without vectors, and a large blob is
 * one stream, which no second thread can share. Written as instructions: 64 rounds with the registers renamed in each
 * have no shorter source.
 *
 * The module exports its memory as `memory`, and `compress(start, end)`, which takes the blocks from `start` to `end`
 * of the memory, at least one.
 */

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

type Code = number | readonly Code[];

// Instructions, as the specification of WebAssembly numbers them.
const ADD = 0x6a;
const AND = 0x71;
const OR = 0x72;
const XOR = 0x73;
const ROTATE_RIGHT = 0x78;
const LESS = 0x49;
const vector = (instruction: number): Code => [0xfd, unsigned(instruction)];
const VECTOR_ADD = vector(0xae);
const VECTOR_XOR = vector(0x51);
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const constant = (value: number): Code => [0x41, signed(value)];
const load = (at: number): Code => [constant(0), 0x28, 2, unsigned(at)];
const loadVector = (from: Code, at: number): Code => [from, vector(0x00), 4, unsigned(at)];
const storeVector = (value: Code, at: number): Code => [constant(0), value, vector(0x0b), 4, unsigned(at)];
const shiftLeft = (bits: number): Code => [constant(bits), vector(0xab)];
const shiftRight = (bits: number): Code => [constant(bits), vector(0xad)];
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

/** One round. The working variables change their names in place of their values. */
function round(index: number): Code {
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, name) => WORKING + ((name - index + ROUNDS) % 8)) as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
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
  return storeVector(value, WORDS_AT + 16 * four);
}

/** Four rounds, and between them the schedule of the four that come sixteen later. */
function fourRounds(four: number): Code {
  const [first, second, third, fourth] = [0, 1, 2, 3].map((index) => round(4 * four + index)) as [
    Code,
    Code,
    Code,
    Code,
  ];
  if (4 * four + 16 >= ROUNDS) return [first, second, third, fourth];
  const [x0, x1, x2, x3] = [0, 1, 2, 3].map((index) => SCHEDULE + ((four + index) % 4)) as [
    number,
    number,
    number,
    number,
  ];
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
  const fours = [0, 1, 2, 3];
  return [
    eight.map((index) => [load(STATE_AT + 4 * index), set(WORKING + index)]),
    [0x03, 0x40],
    eight.map((index) => [get(WORKING + index), set(BEFORE + index)]),
    fours.map((four) => {
      const stored = loadVector(get(START), 16 * four);
      return [stored, NO_VECTOR, REVERSED, set(SCHEDULE + four), storeWords(four)];
    }),
    Array.from({ length: ROUNDS / 4 }, (_, four) => fourRounds(four)),
    eight.map((index) => [get(WORKING + index), get(BEFORE + index), ADD, set(WORKING + index)]),
    [get(START), constant(BLOCK), ADD, set(START), get(START), get(STOP), LESS, 0x0d, 0, 0x0b],
    eight.map((index) => [constant(0), get(WORKING + index), 0x36, 2, unsigned(STATE_AT + 4 * index)]),
    0x0b,
  ];
}

/** The bytes of the module. */
export function sha256Module(): Uint8Array<ArrayBuffer> {
  const locals = [2, I32_LOCALS, 0x7f, VECTOR_LOCALS, 0x7b];
  const body = flat([locals, compress()]);
  const name = (text: string): Code => [text.length, Array.from(text, (char) => char.charCodeAt(0))];
  const section = (id: number, content: Code, after = 0): Code => {
    const bytes = flat(content);
    return [id, unsigned(bytes.length + after), bytes];
  };
  const head = flat([
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [1, 0x60, 2, 0x7f, 0x7f, 0]),
    section(3, [1, 0]),
    // One page of 64 KiB, which never grows.
    section(5, [1, 1, 1, 1]),
    section(7, [2, name('memory'), 2, 0, name('compress'), 0, 0]),
    // The body is nearly all of the module, so it is copied only once.
    section(10, [1, unsigned(body.length)], body.length),
  ]);
  const module = new Uint8Array(head.length + body.length);
  module.set(head);
  module.set(body, head.length);
  return module;
}

function flat(code: Code): number[] {
  const bytes: number[] = [];
  const add = (part: Code) => {
    if (typeof part === 'number') bytes.push(part);
    else for (const inner of part) add(inner);
  };
  add(code);
  return bytes;
}

/** LEB128, as WebAssembly writes numbers. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
