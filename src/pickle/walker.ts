import { type ArrayBlock, arrayBlockOf, guessedBlock } from './array-block.ts';
import type { Cursor, Line } from './cursor.ts';
import { MAX_KEPT_OBJECTS, MAX_KEPT_TEXT, MAX_NUMBER_LINE } from './limits.ts';
import { type Asked, Machine } from './machine.ts';
import { OPCODES, type Operand } from './opcodes.ts';
import { type Call, nameOf, type PickleValue } from './value.ts';
import { WalkError } from './walk-error.ts';

/** One pickle of a file: its bytes, half-open, up to and with its `STOP`. */
export interface WalkedPickle {
  start: number;
  end: number;
  /** The highest protocol that the pickle states or needs. */
  protocol: number;
  result: PickleValue;
}

/** An array of joblib, whose bytes stand among the opcodes. */
export interface SkippedBlock {
  start: number;
  end: number;
}

/** A way in which a program reads a file. Programs differ, and so may what they see. */
export interface Reading {
  /**
   * What joblib stores of arrays: `exact` skips what it writes, and takes all else for opcodes. `none`: opcodes, as
   * without joblib. `state` and `letters` also skip what only may be an array (`guessedBlock`).
   */
  arrays?: 'exact' | 'none' | 'state' | 'letters';
  /** One `Unpickler` loads all pickles: the memo goes on. */
  sharesMemo?: true;
  /** What is left of a frame is dropped where a value goes on behind it, as CPython does that reads frames whole. */
  dropsFrames?: true;
  start?: number;
}

/** Runs the opcodes of a file in one way of reading it. */
export class Walker {
  readonly asked: Asked = { persistent: 0, buffers: 0, computedCalls: 0 };
  readonly cursor: Cursor;
  readonly blocks: SkippedBlock[] = [];
  readonly #reading: Reading;
  readonly #mayRun: number;
  opcodes = 0;
  /** Where the last frame of the pickle ends, as it says. */
  frameEnd = 0;
  brokenFrameAt: number | undefined;
  /** Where something of joblib's stands that joblib does not write like this. */
  oddArrayAt: number | undefined;
  /** Pickles that this one is in. joblib reads arrays of objects with `pickle` itself. */
  #depth = 0;

  /** @param mayRun opcodes that it runs: then it ends with `limit` */
  constructor(cursor: Cursor, reading: Reading, mayRun: number) {
    this.cursor = cursor;
    this.#reading = reading;
    this.#mayRun = mayRun;
  }

  /**
   * Walks to the next `STOP`. Throws a `WalkError` where there is none.
   *
   * @param takesOpen where the file ends within a name, the Python unpickler asks for what is there but for one byte
   */
  async pickle(machine: Machine, takesOpen: boolean): Promise<WalkedPickle> {
    const { cursor } = this;
    const start = cursor.offset;
    let protocol = 0;
    this.frameEnd = 0;
    for (;;) {
      machine.offset = cursor.offset;
      if (!cursor.has(1)) await this.#need(1, 'it ends without its STOP');
      const step = STEPS[cursor.byte()];
      if (!step) throw new WalkError('bad', 'there is no such opcode');
      if (++this.opcodes > this.#mayRun)
        throw new WalkError('limit', 'the other ways to read it take too many opcodes');
      // Where the window holds what follows, nothing is waited for: that takes longer than the opcode.
      if (step.isLine) {
        if (!this.#heldLines(step)) await this.#lines(step, machine, takesOpen);
      } else if (step.width > 0) {
        this.#leaveFrame(step.width);
        if (!cursor.has(step.width)) await this.#need(step.width, step.cut);
        this.#last.number = step.isFloat ? cursor.float() : cursor.number(step.width);
        if (step.isSized) {
          const kept = this.#kept(step);
          if (!cursor.has(kept)) await this.#need(kept, step.cut);
          this.#bytes(kept);
        }
      }
      const operand = this.#last;
      if (step.needs > protocol) protocol = step.needs;
      if (machine.offset < this.frameEnd && cursor.offset > this.frameEnd) this.brokenFrameAt ??= machine.offset;
      if (step.run) step.run(machine, operand);
      else if (step.name === 'STOP') return { start, end: cursor.offset, protocol, result: machine.pop() };
      else if (step.name === 'BUILD') {
        const built = machine.build();
        if (built && this.#mayHoldArray(machine, built)) await this.#array(machine, built);
      } else if (step.name === 'FRAME') this.#frame(operand.number, machine.offset);
      else protocol = Math.max(protocol, operand.number);
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

  /** Where frames are dropped: moves behind the frame that is too short for that many bytes. */
  #leaveFrame(count: number, frameEnd = this.frameEnd): void {
    const { cursor } = this;
    if (!this.#reading.dropsFrames || frameEnd > cursor.size) return;
    if (cursor.offset < frameEnd && cursor.offset + count > frameEnd) cursor.seek(frameEnd);
  }

  /** Whether joblib may store an array behind a `BUILD`. */
  #mayHoldArray({ wrappers }: Machine, { callee }: Call): boolean {
    // A type has a method for its state, which cannot make it something else.
    return wrappers > 0 && this.#reading.arrays !== 'none' && this.#depth === 0 && nameOf(callee) !== 'numpy.dtype';
  }

  /** The array after a `BUILD`, where joblib stores one. */
  async #array(machine: Machine, built: Call): Promise<void> {
    const { cursor } = this;
    const { arrays = 'exact' } = this.#reading;
    const isExact = !machine.changesNames && this.frameEnd <= cursor.offset;
    let block = isExact ? arrayBlockOf(built) : undefined;
    if (block?.kind === 'bytes' && block.isPadded && !(await this.#isPadding())) block = undefined;
    if (!block) {
      if (machine.isFull) throw new WalkError('limit', `it has over ${MAX_KEPT_OBJECTS} objects`);
      this.oddArrayAt ??= machine.offset;
      if (arrays === 'state' || arrays === 'letters') block = guessedBlock(built.state, arrays);
    }
    if (!block) return;
    machine.wrappers--;
    machine.becomesArray(built);
    if (block.kind === 'bytes') await this.#skipBlock(block);
    else if (block.kind === 'pickle') await this.#objects(machine);
  }

  /** Whether the next bytes are the padding that joblib writes: their number, then that many bytes of 255. */
  async #isPadding(): Promise<boolean> {
    const { cursor } = this;
    if (!cursor.has(1 + MAX_PADDING)) await cursor.fill(1 + MAX_PADDING);
    const { offset } = cursor;
    const count = cursor.has(1) ? cursor.byte() : 0;
    const isSound =
      count > 0 && count <= MAX_PADDING && cursor.has(count) && cursor.bytes(count).every((byte) => byte === 0xff);
    cursor.seek(offset);
    return isSound;
  }

  /** The objects of an array: another pickle, with a memo of its own. */
  async #objects(machine: Machine): Promise<void> {
    const { cursor } = this;
    this.blocks.push({ start: cursor.offset, end: cursor.offset });
    this.#depth++;
    await this.pickle(new Machine(machine.imports, this.asked, machine), false);
    this.#depth--;
    if (this.frameEnd > cursor.offset) this.brokenFrameAt ??= cursor.offset;
  }

  async #skipBlock({ size, isPadded }: Extract<ArrayBlock, { kind: 'bytes' }>): Promise<void> {
    const { cursor } = this;
    let padding = 0;
    if (isPadded) {
      if (!cursor.has(1)) await this.#need(1, 'an array is cut off');
      padding = cursor.byte();
    }
    if (cursor.left < padding + size) throw new WalkError('cut', 'an array is cut off');
    const start = cursor.offset + padding;
    this.blocks.push({ start, end: start + size });
    cursor.seek(start + size);
  }

  async #need(count: number, cut: string): Promise<void> {
    if (this.cursor.left < count) throw new WalkError('cut', cut);
    await this.cursor.fill(count);
  }

  /** What follows the opcode. Used for each one again: there are millions. */
  readonly #last: Operand = { ...NOTHING };

  /** How many of the bytes are kept that the number after an opcode counts. */
  #kept({ name, cut, argument, isStored }: Step): number {
    const last = this.#last;
    last.size = last.number;
    if (argument === 'i4' && last.size >= 2 ** 31) throw new WalkError('bad', `${name} has a negative length`);
    // Bytes are read in parts, and texts whole.
    if (!isStored) this.#leaveFrame(last.size);
    if (last.size > this.cursor.left) throw new WalkError('cut', cut);
    return isStored ? 0 : Math.min(last.size, MAX_KEPT_TEXT);
  }

  #bytes(kept: number): void {
    const { cursor } = this;
    const last = this.#last;
    last.start = cursor.offset;
    last.bytes = cursor.bytes(kept);
    last.isCut = kept < last.size;
    cursor.seek(last.start + last.size);
  }

  /** As `#lines`. False where the window does not hold them, or the frame ends before. */
  #heldLines({ argument, keep }: Step): boolean {
    const { cursor, frameEnd } = this;
    const { offset } = cursor;
    const end = this.#reading.dropsFrames && offset < frameEnd ? frameEnd : cursor.size;
    const first = cursor.heldLine(keep, end);
    const second = argument === 'line' ? first : first && cursor.heldLine(keep, end);
    if (first && second) this.#takeLines(first, second);
    else cursor.seek(offset);
    return second !== undefined;
  }

  #takeLines({ bytes, isCut }: Line, second: Line): void {
    const last = this.#last;
    last.bytes = bytes;
    last.isCut = isCut;
    last.second = second;
  }

  async #lines({ cut, argument, run, keep }: Step, machine: Machine, takesOpen: boolean): Promise<void> {
    const first = await this.#line(keep);
    const second = argument === 'line' ? first : await this.#line(keep);
    if (!second.isOpen) return this.#takeLines(first, second);
    if (takesOpen && argument === 'two lines') {
      const closed = (line: Line) => (line.isOpen && !line.isCut ? { ...line, bytes: line.bytes.slice(0, -1) } : line);
      run?.(machine, { ...NOTHING, ...closed(first), second: closed(second) });
    }
    throw new WalkError('cut', cut);
  }

  async #line(keep: number): Promise<Line> {
    const { cursor, frameEnd } = this;
    if (this.#reading.dropsFrames && cursor.offset < frameEnd && frameEnd <= cursor.size) {
      if (!cursor.has(frameEnd - cursor.offset)) await cursor.fill(frameEnd - cursor.offset);
      const line = cursor.heldLine(keep, frameEnd);
      if (line) return line;
      cursor.seek(frameEnd);
    }
    return cursor.line(keep);
  }
}

/** joblib lets arrays begin at a multiple of it. */
const MAX_PADDING = 16;

/** Protocols whose opcodes the file need not announce. */
const NEEDS: Readonly<Record<string, number>> = { STACK_GLOBAL: 4, MEMOIZE: 4, SHORT_BINUNICODE: 4, BYTEARRAY8: 5 };

const WIDTHS = { u1: 1, u4: 4, i4: 4, u8: 8, line: 0, 'two lines': 0 } as const;

/** An opcode as the walk runs it. */
type Step = NonNullable<(typeof STEPS)[number]>;

const STEPS = OPCODES.map((opcode) => {
  if (!opcode) return undefined;
  const { name, argument } = opcode;
  const isLine = argument === 'line' || argument === 'two lines';
  return {
    ...opcode,
    /** The protocol that has it, where the pickle need not announce it. */
    needs: NEEDS[name] ?? 0,
    /** A line or two follow it. That many bytes of them are kept. */
    isLine,
    keep: name === 'GET' || name === 'PUT' ? MAX_NUMBER_LINE : MAX_KEPT_TEXT,
    /** Bytes of the number that follows it. */
    width: typeof argument === 'number' ? argument : WIDTHS[argument],
    isFloat: name === 'BINFLOAT',
    /** The number is that of the bytes behind it. */
    isSized: typeof argument === 'string' && !isLine,
    /** These bytes are not looked into. */
    isStored: /BYTE/.test(name),
    /** What is wrong where the file ends within it. */
    cut: `the file ends within ${name}`,
  };
});

const NO_BYTES = new Uint8Array(0);
const NOTHING: Operand = {
  number: 0,
  start: 0,
  size: 0,
  bytes: NO_BYTES,
  isCut: false,
  second: { bytes: NO_BYTES, isCut: false },
};
