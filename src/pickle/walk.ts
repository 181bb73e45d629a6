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
  /** Where a value or the pickle ends otherwise than its frame. Python's readers disagree on what follows. */
  brokenFrameAt?: number;
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

/** Another way in which a program reads a file, which differs from the usual one. */
interface Reading {
  /** Arrays of joblib are opcodes, as without joblib. */
  readsArrays?: true;
  /** One `Unpickler` loads all pickles: the memo goes on. */
  sharesMemo?: true;
  /** What is left of a frame is dropped where a value goes on behind it, as CPython does that reads frames whole. */
  dropsFrames?: true;
  start?: number;
}

/**
 * Walks over the pickles of a file, one after the other, and notes what loading them would import and call. Imports and
 * calls nothing. Reads forward in windows; the content of long texts and bytes is not read. What follows the last
 * `STOP` and is no pickle is not a problem of the walk. Where programs read the file in different ways, the names of
 * all ways are listed. Rejects as the source does, and when canceled.
 */
export async function walkPickles(source: PickleSource, options: WalkOptions = {}): Promise<Walk> {
  const { sharesDiffer, frameEnds, ...walk } = await walkOnce(source, options);
  const [block] = walk.blocks;
  const others: { reading: Reading; guessAt: number }[] = [
    ...(block ? [{ reading: { readsArrays: true } as const, guessAt: block.start }] : []),
    ...(sharesDiffer ? [{ reading: { sharesMemo: true } as const, guessAt: walk.trailingAt ?? source.size }] : []),
    ...(walk.brokenFrameAt === undefined
      ? []
      : [{ reading: { dropsFrames: true } as const, guessAt: walk.brokenFrameAt }]),
    // A file that is read frame by frame is left at the end of the frame, not of the pickle in it.
    ...frameEnds.map((start) => ({ reading: { start }, guessAt: start })),
  ];
  for (const { reading, guessAt } of others) {
    const other = await walkOnce(source, options, reading);
    walk.imports.merge(other.imports, other.problem || other.trailingAt !== undefined ? guessAt : undefined);
    const { problem } = other;
    if (problem?.reason === 'limit' || problem?.reason === 'unread') walk.problem ??= problem;
    if (!problem && other.asked.computedCalls > walk.asked.computedCalls) walk.asked = other.asked;
  }
  return walk;
}

/** Pickles whose frame goes on after their `STOP`, and that are walked over again. Programs write none. */
const MAX_FRAME_ENDS = 8;

async function walkOnce(
  source: PickleSource,
  { signal, start: first = 0, maxPickles, maxRead = Number.POSITIVE_INFINITY }: WalkOptions,
  reading: Reading = {},
): Promise<Walk & { sharesDiffer: boolean; frameEnds: readonly number[] }> {
  const walker = new Walker(source, reading.start ?? first, maxRead, signal, reading);
  const pickles: WalkedPickle[] = [];
  const imports = new Imports();
  const frameEnds: number[] = [];
  let sharesDiffer = false;
  let machine: Machine | undefined;
  const found = () => ({
    pickles,
    imports,
    asked: walker.asked,
    opcodes: walker.opcodes,
    blocks: walker.blocks,
    ...(walker.brokenFrameAt === undefined ? {} : { brokenFrameAt: walker.brokenFrameAt }),
    sharesDiffer: sharesDiffer || machine?.countsAnew === true,
    frameEnds,
  });
  while (walker.cursor.left > 0 || pickles.length === 0) {
    const start = walker.cursor.offset;
    if (pickles.length === maxPickles) return { ...found(), trailingAt: start };
    if (pickles.length >= MAX_PICKLES) {
      return { ...found(), problem: { reason: 'limit', offset: start, message: `over ${MAX_PICKLES} pickles follow` } };
    }
    const own = new Imports();
    sharesDiffer ||= machine?.countsAnew === true;
    machine = new Machine(own, walker.asked, machine, reading.sharesMemo);
    const isFirst = pickles.length === 0;
    const before = { ...walker.asked };
    try {
      pickles.push(await walker.pickle(machine));
      imports.include(own);
      const { frameEnd } = walker;
      if (frameEnd > walker.cursor.offset) walker.brokenFrameAt ??= walker.cursor.offset;
      const isInside = frameEnd > walker.cursor.offset && frameEnd < source.size;
      if (isInside && reading.start === undefined && frameEnds.length < MAX_FRAME_ENDS) frameEnds.push(frameEnd);
    } catch (error) {
      if (!(error instanceof WalkError)) throw error;
      imports.include(own, isFirst ? undefined : start);
      // What is no pickle asks for nothing.
      if (!isFirst) Object.assign(walker.asked, { persistent: before.persistent, buffers: before.buffers });
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
  readonly #reading: Reading;
  opcodes = 0;

  constructor(source: PickleSource, start: number, maxRead: number, signal: AbortSignal | undefined, reading: Reading) {
    this.cursor = new Cursor(source, start, maxRead, signal);
    this.#reading = reading;
  }

  /** Where the last frame of the pickle ends, as it says. */
  frameEnd = 0;
  brokenFrameAt: number | undefined;

  /** Walks to the next `STOP`. Throws a `WalkError` where there is none. */
  async pickle(machine: Machine): Promise<WalkedPickle> {
    const { cursor } = this;
    const start = cursor.offset;
    let protocol = 0;
    this.frameEnd = 0;
    for (;;) {
      machine.offset = cursor.offset;
      if (!cursor.has(1)) await this.#need(1, 'it ends without its STOP');
      const opcode = OPCODES[cursor.byte()];
      if (!opcode) throw new WalkError('bad', 'there is no such opcode');
      this.opcodes++;
      const { name, argument } = opcode;
      if (name === 'STOP') return { start, end: cursor.offset, protocol, result: machine.result() };
      const operand = argument === 0 ? NOTHING : (this.#held(argument) ?? (await this.#operand(opcode)));
      const { frameEnd } = this;
      if (machine.offset < frameEnd && cursor.offset > frameEnd) this.brokenFrameAt ??= machine.offset;
      if (name === 'PROTO') protocol = Math.max(protocol, operand.number);
      else if (name === 'FRAME') this.#frame(operand.number, machine.offset);
      else if (NEEDS[name] !== undefined) protocol = Math.max(protocol, NEEDS[name]);
      if (name === 'BUILD' && !this.#reading.readsArrays) await this.#build(machine);
      else RUN[name]?.(machine, operand);
    }
  }

  #frame(size: number, opcodeAt: number): void {
    const { cursor, frameEnd } = this;
    const end = cursor.offset + size;
    if (frameEnd <= cursor.offset) this.frameEnd = end;
    else if (end > frameEnd) {
      this.brokenFrameAt ??= opcodeAt;
      this.frameEnd = this.#reading.dropsFrames ? frameEnd + size : end;
      this.#leaveFrame(size, frameEnd);
    }
  }

  /** Where frames are dropped: moves behind the frame that so many bytes do not fit in. */
  #leaveFrame(count: number, frameEnd = this.frameEnd): void {
    const { cursor } = this;
    const isCrossing = cursor.offset < frameEnd && cursor.offset + count > frameEnd;
    if (this.#reading.dropsFrames && isCrossing && frameEnd <= cursor.size) cursor.seek(frameEnd);
  }

  /** `BUILD`, and the array after it where joblib stores one. */
  async #build(machine: Machine): Promise<void> {
    const built = machine.build();
    const block = built && arrayBlockOf(built);
    if (!block) return;
    if (block.kind === 'unknown') throw new WalkError('bad', 'an array of joblib begins, whose size is not known');
    if (block.kind === 'pickle') {
      // Its objects are another pickle. Its memo is its own.
      const inner = new Machine(machine.imports, this.asked, machine);
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
    if (this.#reading.dropsFrames) return undefined;
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
      this.#leaveFrame(argument);
      if (!cursor.has(argument)) await this.#need(argument, cut);
      return { ...NOTHING, number: cursor.number(argument) };
    }
    if (argument === 'line' || argument === 'two lines') return this.#lines(argument, cut);
    const width = WIDTHS[argument];
    this.#leaveFrame(width);
    if (!cursor.has(width)) await this.#need(width, cut);
    const size = cursor.number(width);
    if (argument === 'i4' && size >= 2 ** 31) throw new WalkError('bad', `${name} has a negative length`);
    // Bytes are read in parts, and texts whole.
    if (!/BYTE/.test(name)) this.#leaveFrame(size);
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
      const at = this.cursor.offset;
      let read = await this.cursor.line(MAX_KEPT_TEXT);
      if (this.#reading.dropsFrames && at < this.frameEnd && this.cursor.offset > this.frameEnd) {
        this.cursor.seek(this.frameEnd);
        read = await this.cursor.line(MAX_KEPT_TEXT);
      }
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
