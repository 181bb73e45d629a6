/** Core modules of models for tests: what every one needs, around a function `infer` that each test writes. */

import { assemble } from './assembler.ts';

/** Parts of a module, as WebAssembly's text. What is left out does what an honest model does. */
export interface ModelText {
  /** What the model does with `(param $in i32) (param $count i32)`. Leaves the address of the result. */
  infer?: string;
  /** What realloc does with `(param $old i32) (param $size i32) (param $align i32) (param $new i32)`. */
  realloc?: string;
  /** What is done after the result was read. */
  postReturn?: string;
  /** The description of the memory: its pages of 64 KiB, and their most. */
  memory?: string;
  /** Anything else: data, functions, a start. */
  more?: string;
}

/** Where the data of a test can lie: what realloc gives starts behind it. */
const HEAP = 32_768;

/** Takes bytes from the end of what was taken before, and grows the memory where it has not enough. */
const ALLOCATE = `
  (local $at i32)
  (local.set $at (i32.and
    (i32.add (global.get $heap) (i32.sub (local.get $align) (i32.const 1)))
    (i32.sub (i32.const 0) (local.get $align))))
  (global.set $heap (i32.add (local.get $at) (local.get $new)))
  (block $fits
    (br_if $fits (i32.le_u (global.get $heap) (i32.mul (memory.size) (i32.const 65536))))
    (br_if $fits (i32.ne (i32.const -1) (memory.grow (i32.add (i32.const 1)
      (i32.shr_u (i32.sub (global.get $heap) (i32.mul (memory.size) (i32.const 65536))) (i32.const 16))))))
    unreachable)
  (memory.copy (local.get $at) (local.get $old)
    (select (local.get $size) (local.get $new) (i32.lt_u (local.get $size) (local.get $new))))
  (local.get $at)`;

/** Gives back what it was given: the list has the same layout both ways. */
const ECHO = `
  (i32.store (i32.const 16) (local.get $in))
  (i32.store (i32.const 20) (local.get $count))
  (i32.const 16)`;

/** A core module that a component can be made of. Without parts, its model gives back its inputs. */
export function modelModule(parts: ModelText = {}): Uint8Array<ArrayBuffer> {
  const { infer = ECHO, realloc = ALLOCATE, postReturn = '', memory = '1', more = '' } = parts;
  return assemble(`
    (memory (export "memory") ${memory})
    (global $heap (mut i32) (i32.const ${HEAP}))
    (func $realloc (export "cabi_realloc")
      (param $old i32) (param $size i32) (param $align i32) (param $new i32) (result i32) ${realloc})
    (func $infer (export "infer") (param $in i32) (param $count i32) (result i32) ${infer})
    (func (export "cabi_post_infer") (param i32) ${postReturn})
    ${more}`);
}

/** A result in memory: one tensor, unless `list` says otherwise, and where its parts lie. */
export interface ResultParts {
  /** Address of the result. */
  at?: number;
  /** Addresses and lengths. */
  list?: readonly [at: number, length: number];
  name?: readonly [at: number, length: number];
  buffer?: readonly [at: number, length: number];
  shape?: readonly [at: number, length: number];
  /** 0 for numbers, 1 for strings. */
  kind?: number;
  /** Index of the element type. */
  dtype?: number;
  /** The dimensions that lie where an honest shape lies. */
  dimensions?: readonly bigint[];
  /** The bytes that lie where an honest name lies, as WebAssembly's text has them. */
  text?: string;
}

const RESULT = 1024;
const LIST = 1040;
const NAME = 2048;
const SHAPE = 4096;
const BUFFER = 8192;

/** A model that always gives this result. Without parts it is honest: `out`, the two float32 1 and 2. */
export function resultModule(parts: ResultParts = {}, memory = '1'): Uint8Array<ArrayBuffer> {
  const dimensions = parts.dimensions ?? [2n];
  const words = [
    ...(parts.name ?? [NAME, 3]),
    parts.kind ?? 0,
    ...(parts.buffer ?? [BUFFER, 8]),
    parts.dtype ?? 0,
    ...(parts.shape ?? [SHAPE, dimensions.length]),
  ];
  const list = parts.kind === 1 ? [...words.slice(0, 5), ...words.slice(6), 0] : words;
  const more = `
    (data (i32.const ${RESULT}) "${hex(Uint32Array.from(parts.list ?? [LIST, 1]))}")
    (data (i32.const ${LIST}) "${hex(Uint32Array.from(list))}")
    (data (i32.const ${NAME}) "${parts.text ?? 'out'}")
    (data (i32.const ${SHAPE}) "${hex(BigUint64Array.from(dimensions))}")
    (data (i32.const ${BUFFER}) "${hex(Float32Array.of(1, 2))}")`;
  return modelModule({ infer: `(i32.const ${parts.at ?? RESULT})`, more, memory });
}

/** Bytes of numbers as a string of WebAssembly's text. */
function hex(numbers: Uint32Array | BigUint64Array | Float32Array): string {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
}
