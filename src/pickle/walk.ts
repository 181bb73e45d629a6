import { Cursor, type PickleSource } from './cursor.ts';
import { Imports } from './import.ts';
import { MAX_PICKLES, MAX_REREAD_OPCODES } from './limits.ts';
import { type Asked, Machine } from './machine.ts';
import { WalkError, type WalkReason } from './walk-error.ts';
import { type Reading, type SkippedBlock, type WalkedPickle, Walker } from './walker.ts';

export type { SkippedBlock, WalkedPickle } from './walker.ts';

/** Where and why a walk ended before the end of the file, or what it took may be wrong. */
export interface WalkProblem {
  reason: WalkReason;
  /** Bytes from the start of the file. */
  offset: number;
  /** What is wrong, to follow "At byte 12, ". */
  message: string;
}

/** What a file of pickles says. */
export interface Walk {
  pickles: readonly WalkedPickle[];
  imports: Imports;
  asked: Asked;
  /** The file was not walked to its end, or it is uncertain which bytes are opcodes. What is listed was found. */
  problem?: WalkProblem;
  /** Bytes after the last pickle that are not a pickle: where they begin. */
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

/**
 * Walks over the pickles of a file, one after the other, and notes what loading them would import and call. Imports and
 * calls nothing. Reads forward in windows; the content of long texts and bytes is not read. What follows the last
 * `STOP` and is not a pickle is not a problem of the walk. It goes on where either of CPython's unpicklers does. Where
 * programs read the file in different ways, the names of all ways are listed. Rejects as the source does, and when
 * canceled.
 */
export async function walkPickles(source: PickleSource, options: WalkOptions = {}): Promise<Walk> {
  const first = await walkOnce(source, options, {}, Number.POSITIVE_INFINITY);
  const { frameEnds, needsEarlier, ...walk } = first;
  const readings = otherReadings(first);
  const { problem: stop, trailingAt, pickles } = walk;
  const isWhole = stop === undefined && (trailingAt === undefined || pickles.length === options.maxPickles);
  let mayRun = MAX_REREAD_OPCODES;
  for (const reading of readings) {
    const other = await walkOnce(source, options, reading, mayRun);
    mayRun -= other.opcodes;
    if (other.needsEarlier && !reading.sharesMemo) readings.push({ ...reading, ...SHARED });
    walk.imports.merge(other.imports, reading.sharesMemo && isWhole);
    walk.brokenFrameAt ??= other.brokenFrameAt;
    const { problem } = other;
    if (problem && problem.reason !== 'bad' && problem.reason !== 'cut') walk.problem ??= problem;
    if (!problem && other.asked.computedCalls > walk.asked.computedCalls) walk.asked = other.asked;
    if (reading.sharesMemo && !reading.dropsFrames && endOf(other) > endOf(walk)) {
      walk.pickles = other.pickles;
      walk.trailingAt = other.trailingAt;
    }
  }
  const { problem, asked, brokenFrameAt } = walk;
  if (!problem && asked.computedCalls === 0 && brokenFrameAt === undefined) walk.imports.settle();
  return walk;
}

/** joblib loads each pickle with an unpickler of its own, so that it never shares a memo. */
const SHARED = { sharesMemo: true, arrays: 'none' } as const;

function endOf({ pickles }: Walk): number {
  return pickles.at(-1)?.end ?? 0;
}

/** Ways of reading that may see other opcodes than the first one. Each is a whole walk. */
function otherReadings({ blocks, problem, brokenFrameAt, needsEarlier, frameEnds }: WalkOnce): Reading[] {
  return [
    ...(needsEarlier ? [SHARED] : []),
    ...(blocks.length > 0 ? [{ arrays: 'none' } as const] : []),
    ...(problem?.reason === 'joblib' ? [{ arrays: 'state' } as const, { arrays: 'letters' } as const] : []),
    ...(brokenFrameAt === undefined ? [] : [{ dropsFrames: true, arrays: 'none' } as const]),
    // A file that is read frame by frame is left at the end of the frame, not of the pickle in it.
    ...frameEnds.map((start) => ({ start })),
  ];
}

/** Pickles whose frame goes on after their `STOP`, and that are walked over again. Programs write none. */
const MAX_FRAME_ENDS = 8;

interface WalkOnce extends Walk {
  /** A program that reads all pickles with one memo sees other objects. */
  needsEarlier: boolean;
  frameEnds: readonly number[];
}

async function walkOnce(
  source: PickleSource,
  { signal, start: first = 0, maxPickles, maxRead = Number.POSITIVE_INFINITY }: WalkOptions,
  reading: Reading,
  mayRun: number,
): Promise<WalkOnce> {
  const walker = new Walker(new Cursor(source, reading.start ?? first, maxRead, signal), reading, mayRun);
  const pickles: WalkedPickle[] = [];
  const imports = new Imports();
  const frameEnds: number[] = [];
  // Where another reading fails within a name, the file has no problem that would say so.
  const isOther = Object.keys(reading).length > 0;
  let machine: Machine | undefined;
  const found = (end: { problem?: WalkProblem; trailingAt?: number } = {}): WalkOnce => {
    const { asked, opcodes, blocks, brokenFrameAt, oddArrayAt } = walker;
    const needsEarlier = machine?.needsEarlier === true;
    const known = { pickles, imports, asked, opcodes, blocks, needsEarlier, frameEnds, brokenFrameAt, ...end };
    if (oddArrayAt === undefined) return known;
    const message = 'an array is not as joblib writes it';
    return { ...known, problem: { reason: 'joblib', offset: oddArrayAt, message } };
  };
  while (walker.cursor.left > 0 || pickles.length === 0) {
    const start = walker.cursor.offset;
    if (pickles.length === maxPickles) return found({ trailingAt: start });
    if (pickles.length >= MAX_PICKLES) {
      return found({ problem: { reason: 'limit', offset: start, message: `over ${MAX_PICKLES} pickles follow` } });
    }
    machine = new Machine(imports, walker.asked, machine, reading.sharesMemo);
    const isFirst = pickles.length === 0;
    const before = { ...walker.asked };
    try {
      pickles.push(await walker.pickle(machine, !isFirst || isOther));
      if (machine.wrappers > 0 && reading.arrays !== 'none') walker.oddArrayAt ??= machine.wrapperAt;
      const { frameEnd } = walker;
      const { offset } = walker.cursor;
      if (frameEnd > offset) walker.brokenFrameAt ??= offset;
      const isInside = frameEnd > offset && frameEnd < source.size;
      if (isInside && reading.start === undefined && frameEnds.length < MAX_FRAME_ENDS) frameEnds.push(frameEnd);
    } catch (error) {
      if (!(error instanceof WalkError)) throw error;
      const { reason, message } = error;
      // What is not a pickle asks for nothing.
      if (!isFirst) Object.assign(walker.asked, { persistent: before.persistent, buffers: before.buffers });
      const isEnd = !isFirst && (reason === 'bad' || reason === 'cut');
      if (isEnd && machine.wrappers > 0 && reading.arrays !== 'none') walker.oddArrayAt ??= machine.wrapperAt;
      return found(isEnd ? { trailingAt: start } : { problem: { reason, offset: machine.offset, message } });
    }
  }
  return found();
}
