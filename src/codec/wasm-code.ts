/**
 * Instructions of WebAssembly, as its specification numbers them (WebAssembly Core 2.0, section 5), for functions that
 * are written as instructions.
 */

/** Bytes of a module, nested as its source is. */
export type Code = number | readonly Code[];

/** Types of parameters, results and locals. */
export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;

export const ADD = 0x6a;
/** Whether the first of two words is less, without signs. */
const LESS = 0x49;
/** Begins what `REPEAT_IF` repeats. */
const LOOP: Code = [0x03, 0x40];
/** Goes back to the begin of the loop, if the word before it is not 0. */
const REPEAT_IF: Code = [0x0d, 0];
/** Ends a loop or a function. */
export const END = 0x0b;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
/** Leaves the value there for the next instruction, too. */
export const keep = (local: number): Code => [0x22, local];
export const constant = (value: number): Code => [0x41, signed(value)];

/** Repeats `body` from where the local `at` is, by `step`, while it is less than the local `stop`: at least once. */
export const repeat = (body: Code, at: number, step: number, stop: number): Code => [
  [LOOP, body],
  [get(at), constant(step), ADD, keep(at), get(stop), LESS, REPEAT_IF, END],
];

export const vector = (instruction: number): Code => [0xfd, unsigned(instruction)];
export const VECTOR_AND = vector(0x4e);
export const VECTOR_XOR = vector(0x51);
/** Of each of four words. */
export const shiftLeft = (bits: number): Code => [constant(bits), vector(0xab)];
export const shiftRight = (bits: number): Code => [constant(bits), vector(0xad)];
export const loadVector = (from: Code, at: number): Code => [from, vector(0x00), 4, unsigned(at)];
export const storeVector = (to: Code, value: Code, at: number): Code => [to, value, vector(0x0b), 4, unsigned(at)];

/** A module that exports its memory as `memory`, and functions. */
export interface ModuleCode {
  /** Pages of 64 KiB that the memory has. It never grows. */
  pages: number;
  functions: readonly FunctionCode[];
}

export interface FunctionCode {
  name: string;
  /** The types of its parameters, and of its result if it has one. */
  parameters: readonly number[];
  result?: number;
  /** Count of groups of other locals, then count and type of each group. */
  locals: Code;
  /** Ends with `END`. */
  body: Code;
}

/** The bytes of a module. */
export function moduleOf({ pages, functions }: ModuleCode): Uint8Array<ArrayBuffer> {
  const text = (chars: string): Code => [chars.length, Array.from(chars, (char) => char.charCodeAt(0))];
  const sized = (content: Code): Code => {
    const bytes = flat(content);
    return [unsigned(bytes.length), bytes];
  };
  const list = <T>(items: readonly T[], code: (item: T, index: number) => Code): Code => [
    unsigned(items.length),
    items.map(code),
  ];
  const types = list(functions, ({ parameters, result }) => [
    [0x60, parameters.length, parameters],
    result === undefined ? 0 : [1, result],
  ]);
  const names = functions.map(({ name }, index): Code => [text(name), 0, index]);
  const memory: Code = [text('memory'), 2, 0];
  return Uint8Array.from(
    flat([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      [1, sized(types)],
      [3, sized(list(functions, (_, index) => index))],
      [5, sized([1, 1, unsigned(pages), unsigned(pages)])],
      [7, sized(list([memory, ...names], (name) => name))],
      [10, sized(list(functions, ({ locals, body }) => sized([locals, body])))],
    ]),
  );
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
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
