/**
 * A module in WebAssembly that shortens a message to a few kilobytes with the same CRC-32, four times as fast as tables
 * find the CRC of all of it. A CRC is the remainder of the message by a polynomial. A multiple of this polynomial with
 * few terms, each a whole number of vectors after the one before, takes a vector out of the message: it goes, by
 * exclusive or, into a few later ones. Sam Russell, "Chorba: A novel CRC32 implementation" (arXiv:2412.16398).
 *
 * The module exports its memory as `memory`, and `fold(end)`, which takes the message's bytes before `end` into the
 * `REST_BYTES` after it. `end` counts from the message's start, and is a multiple of `FOLD_STEP`, at least one.
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
  storeVector,
  VECTOR_XOR,
} from './wasm-code.ts';

/** Bytes of a vector. */
export const VECTOR = 16;

/**
 * How many vectors later each vector goes. With x the variable of the polynomials of CRC-32, their sum
 * x^(128·300) + x^(128·155) + x^(128·117) + x^(128·89) + 1 is a multiple of its polynomial. Of all with five terms,
 * it leaves the least rest.
 */
export const LATER = [145, 183, 211, 300] as const;

/** Bytes that are left of a message. */
export const REST_BYTES = VECTOR * Math.max(...LATER);

/** Vectors in one turn of the loop. All come from before this turn, as the least of `LATER` is more. */
const VECTORS_AT_ONCE = 8;

/** Bytes of one turn of the loop. */
export const FOLD_STEP = VECTOR * VECTORS_AT_ONCE;

/** Where the message starts in the memory. Zeros are before it, so that its first vectors take nothing. */
const MESSAGE_AT = REST_BYTES;

/** Most bytes of a message. It stays in the cache of the processor. */
export const MAX_MESSAGE = 128 * 1024;

const PAGE = 64 * 1024;

// Locals: the parameter; where the loop is, and where it stops.
const FOLDED = 0;
const AT = 1;
const STOP = 2;

/** Adds what earlier vectors give to the one at `place` bytes after `AT`. */
function take(place: number, earlier: readonly number[]): Code {
  const at = MESSAGE_AT + place;
  const sum = [loadVector(get(AT), at), earlier.map((count) => [loadVector(get(AT), at - count * VECTOR), VECTOR_XOR])];
  return storeVector(get(AT), sum, at);
}

function fold(): Code {
  const turn = Array.from({ length: VECTORS_AT_ONCE }, (_, index) => take(index * VECTOR, LATER));
  // Only what was folded goes into the rest.
  const rest = LATER.map((count) => [
    [get(FOLDED), set(AT), get(FOLDED), constant(count * VECTOR), ADD, set(STOP)],
    repeat(take(0, [count]), AT, VECTOR, STOP),
  ]);
  return [repeat(turn, AT, FOLD_STEP, FOLDED), rest, END];
}

/** The bytes of the module. */
function crc32Module(): Uint8Array<ArrayBuffer> {
  return moduleOf({
    pages: Math.ceil((MESSAGE_AT + MAX_MESSAGE) / PAGE),
    functions: [{ name: 'fold', parameters: [I32], locals: [1, 2, I32], body: fold() }],
  });
}

/**
 * Shortens a message to the few kilobytes whose CRC-32 it has, with the state of the CRC set to 0 before them. They are
 * valid until the next call.
 * @param message at least `REST_BYTES + FOLD_STEP`, at most `MAX_MESSAGE` bytes
 * @param before the CRC-32 of what comes before the message; 0 if nothing does
 */
export type Crc32Shortener = (message: Uint8Array, before: number) => Uint8Array;

/**
 * Compiles without waiting, as whoever reads bytes asks for their CRC in the midst of it: the module has a kilobyte,
 * which takes less than a millisecond.
 */
export function createCrc32Shortener(): Crc32Shortener {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(crc32Module()));
  const { buffer } = exports.memory as WebAssembly.Memory;
  const fold = exports.fold as (end: number) => void;
  const memory = new Uint8Array(buffer);
  const view = new DataView(buffer);
  return (message, before) => {
    const most = message.length - REST_BYTES;
    const folded = most - (most % FOLD_STEP);
    memory.set(message, MESSAGE_AT);
    // The state of a CRC is added to the first bytes that it takes.
    view.setUint32(MESSAGE_AT, view.getUint32(MESSAGE_AT, true) ^ ~before, true);
    fold(folded);
    return memory.subarray(MESSAGE_AT + folded, MESSAGE_AT + message.length);
  };
}
