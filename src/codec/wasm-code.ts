/**
 * Instructions of WebAssembly, as its specification numbers them (WebAssembly Core 2.0, section 5), for functions that
 * are written as instructions.
 */

/** Bytes of a module, nested as its source is. */
export type Code = number | readonly Code[];

/** Types of locals. */
export const I32 = 0x7f;
export const V128 = 0x7b;

export const ADD = 0x6a;
/** Whether the first of two words is less, without signs. */
export const LESS = 0x49;
/** Begins what `REPEAT_IF` repeats. */
export const LOOP: Code = [0x03, 0x40];
/** Goes back to the begin of the loop, if the word before it is not 0. */
export const REPEAT_IF: Code = [0x0d, 0];
/** Ends a loop or a function. */
export const END = 0x0b;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
export const constant = (value: number): Code => [0x41, signed(value)];

export const vector = (instruction: number): Code => [0xfd, unsigned(instruction)];
export const VECTOR_XOR = vector(0x51);
export const loadVector = (from: Code, at: number): Code => [from, vector(0x00), 4, unsigned(at)];
export const storeVector = (to: Code, value: Code, at: number): Code => [to, value, vector(0x0b), 4, unsigned(at)];

/** A module that exports its memory as `memory`, and one function. */
export interface ModuleCode {
  /** Pages of 64 KiB that the memory has. It never grows. */
  pages: number;
  name: string;
  /** Count of the function's parameters, which are i32. It returns nothing. */
  parameters: number;
  /** Count of groups of other locals, then count and type of each group. */
  locals: Code;
  /** Ends with `END`. */
  body: Code;
}

/** The bytes of a module. */
export function moduleOf({ pages, name, parameters, locals, body }: ModuleCode): Uint8Array<ArrayBuffer> {
  const code = flat([locals, body]);
  const text = (chars: string): Code => [chars.length, Array.from(chars, (char) => char.charCodeAt(0))];
  const section = (id: number, content: Code, after = 0): Code => {
    const bytes = flat(content);
    return [id, unsigned(bytes.length + after), bytes];
  };
  const head = flat([
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, [1, 0x60, parameters, new Array<number>(parameters).fill(I32), 0]),
    section(3, [1, 0]),
    section(5, [1, 1, pages, pages]),
    section(7, [2, text('memory'), 2, 0, text(name), 0, 0]),
    // The function is nearly all of the module, so it is copied only once.
    section(10, [1, unsigned(code.length)], code.length),
  ]);
  const module = new Uint8Array(head.length + code.length);
  module.set(head);
  module.set(code, head.length);
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
export function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const isLast = value >= -0x40 && value < 0x40;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
