import { type ArrayBlock, arrayBlockOf } from './array-block.ts';
import { Cursor, type PickleSource } from './cursor.ts';
import { Imports } from './import.ts';
import { MAX_KEPT_TEXT, MAX_LINE_BYTES, MAX_NESTED, MAX_PICKLES } from './limits.ts';
import { type Asked, Machine } from './machine.ts';
import { type Argument, OPCODES, type Opcode } from './opcodes.ts';
import { type Operand, RUN } from './run-opcode.ts';
import type { PickleValue } from './value.ts';
import { WalkError, type WalkReason } from './walk-error.ts';

/** One pickle of a file: its bytes, half-open, up to and with its `STOP`. */
export interface WalkedPickle {
  start: number;
  end: number;
  /** The highest protocol that the pickle states or needs. */
  protocol: number;
  result: PickleValue;
}

/** Where and why a walk ended before the end of the file. */
export interface WalkProblem {
  reason: WalkReason;
  /** Bytes from the start of the file. */
  offset: number;
  /** What is wrong, to follow "At byte 12, ". */
  message: string;
}

/** An array of joblib, whose bytes stand among the opcodes. */
export interface SkippedBlock {
  start: number;
  end: number;
}

/** What a file of pickles says. */
export interface Walk {
  pickles: readonly WalkedPickle[];
  imports: Imports;
  asked: Asked;
  /** The file was not walked to its end. What is listed was found before. */
  problem?: WalkProblem;
  /** Bytes after the last pickle that are no pickle: where they begin. */
  trailingAt?: number;
  /** Opcodes that were run. */
  opcodes: number;
  blocks: readonly SkippedBlock[];
}

export interface WalkOptions {
  signal?: AbortSignal | undefined;
  /** Where the first pickle begins, in bytes from the start of the file. 0 where it is left out. */
  start?: number;
  /** Pickles of the file that are walked over, one after the other. */
  maxPickles?: number;
  /** Bytes that it reads, after which it ends with the problem `unread`. */
  maxRead?: number;
}

/**
 * Walks over the pickles of a file, one after the other, and notes what loading them would import and call. Imports and
 * calls nothing. Reads forward in windows; the content of long texts and bytes is not read. What follows the last
 * `STOP` and is no pickle is not a problem of the walk. Rejects as the source does, and when canceled.
 */
export async function walkPickles(source: PickleSource, options: WalkOptions = {}): Promise<Walk> {
  const walk = await walkOnce(source, options, true);
  if (walk.blocks.length === 0) return walk;
  // Loaded without joblib, its arrays are opcodes like all others.
  const plain = await walkOnce(source, options, false);
  walk.imports.include(plain.imports, true);
  return walk;
}

async function walkOnce(
  source: PickleSource,
  { signal, start: first = 0, maxPickles = MAX_PICKLES, maxRead = Number.POSITIVE_INFINITY }: WalkOptions,
  skipsArrays: boolean,
): Promise<Walk> {
  const walker = new Walker(source, first, maxRead, signal, skipsArrays);
  const pickles: WalkedPickle[] = [];
  const imports = new Imports();
  const found = (): Walk => ({
    pickles,
    imports,
    asked: walker.asked,
    opcodes: walker.opcodes,
    blocks: walker.blocks,
  });
  let machine: Machine | undefined;
  while (walker.cursor.left > 0 || pickles.length === 0) {
    const start = walker.cursor.offset;
    if (pickles.length >= maxPickles) return { ...found(), trailingAt: start };
    const own = new Imports();
    machine = walker.machineAfter(machine, own);
    try {
      pickles.push(await walker.pickle(machine));
      imports.include(own, false);
    } catch (error) {
      if (!(error instanceof WalkError)) throw error;
      const isFirst = pickles.length === 0;
      imports.include(own, !isFirst);
      const problem = { reason: error.reason, offset: machine.offset, message: error.message };
      if (isFirst || error.reason === 'limit' || error.reason === 'unread') return { ...found(), problem };
      return { ...found(), trailingAt: start };
    }
  }
  return found();
}

/** Protocols whose opcodes the file need not announce. */
const NEEDS: Readonly<Record<string, number>> = { STACK_GLOBAL: 4, MEMOIZE: 4, SHORT_BINUNICODE: 4, BYTEARRAY8: 5 };

class Walker {
  readonly asked: Asked = { persistent: 0, buffers: 0, computedCalls: 0 };
  readonly cursor: Cursor;
  readonly blocks: SkippedBlock[] = [];
  readonly #skipsArrays: boolean;
  opcodes = 0;

  constructor(
    source: PickleSource,
    start: number,
    maxRead: number,
    signal: AbortSignal | undefined,
    skipsArrays: boolean,
  ) {
    this.cursor = new Cursor(source, start, maxRead, signal);
    this.#skipsArrays = skipsArrays;
  }

  machineAfter(earlier: Machine | undefined, imports: Imports): Machine {
    return new Machine(imports, this.asked, earlier);
  }

  /** Walks to the next `STOP`. Throws a `WalkError` where there is none. */
  async pickle(machine: Machine): Promise<WalkedPickle> {
    const { cursor } = this;
    const start = cursor.offset;
    let protocol = 0;
    for (;;) {
      machine.offset = cursor.offset;
      if (!cursor.has(1)) await this.#need(1, 'it ends without its STOP');
      const opcode = OPCODES[cursor.byte()];
      if (!opcode) throw new WalkError('bad', 'there is no such opcode');
      this.opcodes++;
      const { name, argument } = opcode;
      if (name === 'STOP') return { start, end: cursor.offset, protocol, result: machine.result() };
      const operand = argument === 0 ? NOTHING : (this.#held(argument) ?? (await this.#operand(opcode)));
      if (name === 'PROTO') protocol = Math.max(protocol, operand.number);
      else if (NEEDS[name] !== undefined) protocol = Math.max(protocol, NEEDS[name]);
      if (name === 'BUILD' && this.#skipsArrays) await this.#build(machine);
      else RUN[name]?.(machine, operand);
    }
  }

  /** `BUILD`, and the array after it where joblib stores one. */
  async #build(machine: Machine): Promise<void> {
    const built = machine.build();
    const block = built && arrayBlockOf(built);
    if (!block) return;
    if (block.kind === 'unknown') throw new WalkError('bad', 'an array of joblib begins, whose size is not known');
    if (block.kind === 'pickle') {
      // Its objects are another pickle. Its memo is its own.
      const inner = this.machineAfter(machine, machine.imports);
      this.blocks.push({ start: this.cursor.offset, end: this.cursor.offset });
      this.#depth++;
      if (this.#depth > MAX_NESTED) throw new WalkError('limit', `over ${MAX_NESTED} pickles are in one another`);
      await this.pickle(inner);
      this.#depth--;
      return;
    }
    await this.#skipBlock(block);
  }

  #depth = 0;

  async #skipBlock({ size, isPadded }: Extract<ArrayBlock, { kind: 'bytes' }>): Promise<void> {
    const { cursor } = this;
    let padding = 0;
    if (isPadded) {
      if (!cursor.has(1)) await this.#need(1, 'an array is cut off');
      padding = cursor.byte();
    }
    if (cursor.left < padding + size) throw new WalkError('cut', 'an array is cut off');
    this.blocks.push({ start: cursor.offset + padding, end: cursor.offset + padding + size });
    cursor.skip(padding + size);
  }

  async #need(count: number, cut: string): Promise<void> {
    if (this.cursor.left < count) throw new WalkError('cut', cut);
    await this.cursor.fill(count);
  }

  /** As `#operand`, without waiting. Undefined where the window does not hold it all. */
  #held(argument: Argument): Operand | undefined {
    const { cursor, last } = this;
    if (typeof argument === 'number') {
      if (!cursor.has(argument)) return undefined;
      last.number = cursor.number(argument);
      return last;
    }
    if (argument !== 'u1' || !cursor.has(256)) return undefined;
    last.size = cursor.byte();
    last.start = cursor.offset;
    last.bytes = cursor.bytes(last.size);
    return last;
  }

  /** Used for each opcode anew: there are millions. */
  readonly last: Operand = { ...NOTHING };

  async #operand({ name, argument }: Opcode): Promise<Operand> {
    const { cursor } = this;
    const cut = `the file ends within ${name}`;
    if (typeof argument === 'number') {
      if (!cursor.has(argument)) await this.#need(argument, cut);
      return { ...NOTHING, number: cursor.number(argument) };
    }
    if (argument === 'line' || argument === 'two lines') return this.#lines(argument, cut);
    const width = WIDTHS[argument];
    if (!cursor.has(width)) await this.#need(width, cut);
    const size = cursor.number(width);
    if (argument === 'i4' && size >= 2 ** 31) throw new WalkError('bad', `${name} has a negative length`);
    if (size > cursor.left) throw new WalkError('cut', cut);
    const start = cursor.offset;
    const kept = Math.min(size, MAX_KEPT_TEXT);
    if (!cursor.has(kept)) await this.#need(kept, cut);
    const bytes = cursor.bytes(kept);
    cursor.skip(size - kept);
    return { number: 0, start, size, bytes, isCut: kept < size };
  }

  async #lines(argument: 'line' | 'two lines', cut: string): Promise<Operand> {
    const start = this.cursor.offset;
    const line = async () => {
      const { left } = this.cursor;
      const read = await this.cursor.line(MAX_KEPT_TEXT);
      if (!read) throw new WalkError(this.cursor.left > 0 && left > MAX_LINE_BYTES ? 'limit' : 'cut', cut);
      // The next line may move the window.
      return { bytes: read.bytes.slice(), isCut: read.isCut };
    };
    const first = await line();
    const operand = { number: 0, start, size: first.bytes.length, ...first };
    return argument === 'line' ? operand : { ...operand, second: await line() };
  }
}

const WIDTHS: Readonly<Record<Exclude<Argument, number | 'line' | 'two lines'>, number>> = {
  u1: 1,
  u4: 4,
  i4: 4,
  u8: 8,
};

const NOTHING: Operand = { number: 0, start: 0, size: 0, bytes: new Uint8Array(0), isCut: false };
