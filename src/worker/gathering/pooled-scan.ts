import { fromErrorData, InternalError } from '../../base/errors.ts';
import type { OpenPackage } from '../../formats/format.ts';
import type { TensorInfo } from '../../model/package.ts';
import { scannedBytes } from '../../model/tensor/scan-list.ts';
import { type ScanAsk, ScanGatherer } from '../../tensor/scan/gather-scan.ts';
import type { ScannedTensor } from '../../tensor/scan/scanned.ts';
import type { StoredElements, TensorReader } from '../../tensor/values.ts';
import type { ScanGiven, ScanPiece, ScanTask } from './scan-task.ts';

/** Bytes that one task reads of several tensors, and the tensors of one: more would tell progress rarely. */
const BATCH_BYTES = 4 * 2 ** 20;
const BATCH_TENSORS = 256;

/** Bytes between two tensors of a task that are read and dropped. */
const BATCH_GAP = 2 ** 16;

/** Elements of a part: a whole number of blocks of every type. */
const PART_ELEMENTS = 2 ** 22;

/** A larger tensor is scanned in parts. Merging them costs a megabyte for each. */
const PARTED_BYTES = 2 ** 26;

/** A tensor that is to be scanned. */
export interface FoundTensor {
  info: TensorInfo;
  reader: TensorReader;
  ask: ScanAsk;
}

export interface ScanEnds {
  /** Gets a tensor that was scanned. */
  tell(info: TensorInfo, scanned: ScannedTensor): void;
  /** Gets one that cannot be read. May throw, which ends the scan. */
  fail(info: TensorInfo, error: unknown): void;
  /** Gets one that other threads cannot read. */
  onFar(info: TensorInfo): void;
  /** Gets the bytes that were scanned since the last time. */
  progress(bytes: number): void;
}

/** A tensor of a task that was given out, and of one in parts what is known of it so far. */
interface Waiting {
  found: FoundTensor;
  gatherer?: ScanGatherer;
  left: number;
  hasFailed?: boolean;
}

/** Bytes of a file, half-open. */
interface FileRange {
  path: string;
  start: number;
  end: number;
}

/** Small tensors that lie close together in a file. */
interface Batch extends FileRange {
  pieces: ScanPiece[];
}

/** A scan on the pool: makes its tasks, and puts together what comes of them. */
export class PooledScan {
  readonly #open: OpenPackage;
  readonly #ends: ScanEnds;
  readonly #waiting = new Map<string, Waiting>();
  #batch: Batch | undefined;

  constructor(open: OpenPackage, ends: ScanEnds) {
    this.#open = open;
    this.#ends = ends;
  }

  async *tasks(tensors: AsyncIterable<FoundTensor>): AsyncGenerator<ScanTask> {
    for await (const found of tensors) {
      const { reader, ask } = found;
      const stored = reader.stored?.(0, ask.count);
      if (!stored) {
        this.#ends.onFar(found.info);
        continue;
      }
      const range = rangeOf(found.info, stored);
      if (!range || !this.#fits(range)) yield* this.#endBatch();
      if (range) this.#addToBatch(found, stored, range);
      else yield* this.#alone(found, stored);
    }
    yield* this.#endBatch();
  }

  #fits({ path, start, end }: FileRange): boolean {
    const batch = this.#batch;
    if (!batch) return true;
    const gap = start - batch.end;
    const isNear = path === batch.path && gap >= 0 && gap <= BATCH_GAP;
    return isNear && end - batch.start <= BATCH_BYTES && batch.pieces.length < BATCH_TENSORS;
  }

  #addToBatch(found: FoundTensor, stored: StoredElements, { path, start, end }: FileRange): void {
    this.#batch ??= { path, start, end, pieces: [] };
    this.#batch.end = end;
    const from = start - this.#batch.start;
    this.#batch.pieces.push(pieceOf(found.ask, stored, from, from + stored.bytes.size));
    this.#waiting.set(found.ask.name, { found, left: 1 });
  }

  *#endBatch(): Generator<ScanTask> {
    const batch = this.#batch;
    this.#batch = undefined;
    if (!batch) return;
    const bytes = this.#open.source(batch.path)?.blob?.(batch.start, batch.end);
    if (bytes) yield { kind: 'scan', bytes, pieces: batch.pieces };
    else for (const { ask } of batch.pieces) yield* this.#alone((this.#waiting.get(ask.name) as Waiting).found);
  }

  /** A tensor in a task of its own, or a large one in several. */
  *#alone(found: FoundTensor, whole = found.reader.stored?.(0, found.ask.count)): Generator<ScanTask> {
    const { ask, reader } = found;
    if (!whole) return;
    const step = whole.bytes.size > PARTED_BYTES ? PART_ELEMENTS : Math.max(1, ask.count);
    const parts = Math.max(1, Math.ceil(ask.count / step));
    this.#waiting.set(ask.name, { found, left: parts, ...(parts > 1 && { gatherer: new ScanGatherer(ask, reader) }) });
    // Each made once it is asked for: a terabyte has hundreds of thousands.
    for (let at = 0; at < parts; at++) {
      const first = at * step;
      const part = parts === 1 ? whole : reader.stored?.(first, Math.min(ask.count, first + step));
      if (!part) throw new InternalError('internal/bug', 'A part of a stored tensor is not stored.');
      yield { kind: 'scan', bytes: part.bytes, pieces: [pieceOf(ask, part, 0, part.bytes.size, first)] };
    }
  }

  /** Takes what came of a task. */
  take(given: readonly ScanGiven[], { pieces }: ScanTask): void {
    for (const [at, piece] of pieces.entries()) this.#takeOne(given[at] as ScanGiven, piece);
  }

  #takeOne(given: ScanGiven, { ask, stored }: ScanPiece): void {
    const waiting = this.#waiting.get(ask.name);
    if (!waiting) return;
    const { found, gatherer } = waiting;
    this.#ends.progress(ask.count > 0 ? (stored.count / ask.count) * scannedBytes(found.info) : 0);
    if (--waiting.left === 0) this.#waiting.delete(ask.name);
    if (waiting.hasFailed) return;
    if ('error' in given) {
      waiting.hasFailed = true;
      this.#ends.fail(found.info, fromErrorData(given.error));
    } else if ('scanned' in given) this.#ends.tell(found.info, given.scanned);
    else {
      gatherer?.merge(given.part);
      if (gatherer && waiting.left === 0) this.#ends.tell(found.info, gatherer.result());
    }
  }
}

/** Where a small tensor lies in its file as it is. Undefined for all others. */
function rangeOf({ data }: TensorInfo, { bytes }: StoredElements): FileRange | undefined {
  if (data?.end === undefined || bytes.size > BATCH_BYTES / 2 || data.end - data.start !== bytes.size) return undefined;
  return { path: data.path, start: data.start, end: data.end };
}

function pieceOf(ask: ScanAsk, elements: StoredElements, start: number, end: number, first = 0): ScanPiece {
  const { bytes: _, ...stored } = elements;
  return { ask, start, end, stored, first };
}
