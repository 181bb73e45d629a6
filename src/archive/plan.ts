import { throwIfAborted } from '../base/abort.ts';
import { lastAtMost } from '../base/search.ts';
import { checkRange } from '../source/range.ts';
import type { ByteSource } from '../source/source.ts';
import { chunksOf, collect, streamOf } from '../source/stream.ts';

/**
 * One piece of a new file: a half-open range of the old file, or new bytes. Pieces of other files, such as a dropped
 * picture, will be a kind of their own.
 */
export type Segment = { kind: 'old'; start: number; end: number } | { kind: 'new'; bytes: Uint8Array<ArrayBuffer> };

/** A new file as pieces in order: of an old file, and new bytes between them. */
export interface Pieces {
  readonly segments: readonly Segment[];
  /** Bytes of the new file. */
  readonly size: number;
}

/**
 * A plan for saving a file: the pieces that make it, and the check of the written file. Making a plan writes nothing.
 */
export interface SavePlan extends Pieces {
  /** The file that the old pieces come from. */
  readonly old: ByteSource;
  /** Sentences about what the new file leaves out or changes although nobody asked for it. */
  readonly notes: readonly string[];
  /**
   * Opens the file that was written and compares it with the plan. Does not read bytes that were only copied. Rejects
   * with `source/save-mismatch`, or as reading does.
   */
  check(result: ByteSource, signal?: AbortSignal): Promise<void>;
}

/** The new content of files by path. null removes a file. `unsafeReason` accepts every path. */
export type FileChanges = ReadonlyMap<string, Uint8Array | null>;

export interface PlanOptions {
  /** Files that go last, in this order, and are never compressed. A stored file that did not change is only moved. */
  last?: readonly string[];
  signal?: AbortSignal | undefined;
}

/** Collects pieces in order. Joins ranges of the old file that follow each other. */
export class PieceBuilder implements Pieces {
  readonly segments: Segment[] = [];
  size = 0;

  old(start: number, end: number): void {
    if (start >= end) return;
    this.size += end - start;
    const last = this.segments.at(-1);
    if (last?.kind === 'old' && last.end === start) last.end = end;
    else this.segments.push({ kind: 'old', start, end });
  }

  add(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length === 0) return;
    this.size += bytes.length;
    this.segments.push({ kind: 'new', bytes });
  }
}

/** A new file that is the old one, unchanged. */
export function unchanged(size: number): Pieces {
  return { segments: size > 0 ? [{ kind: 'old', start: 0, end: size }] : [], size };
}

/**
 * The planned file, read through the old one. Has `blob` where the old file has: a Blob of its slices, made without a
 * read. Rejects as the old file does.
 */
export function plannedSource(plan: Pieces & Pick<SavePlan, 'old'>, name = plan.old.name): ByteSource {
  const { old } = plan;
  const starts: number[] = [];
  let total = 0;
  for (const segment of plan.segments) {
    starts.push(total);
    total += lengthOf(segment);
  }
  /** The pieces from `start` to `end`, in order. */
  function* pieces(start: number, end: number): Generator<Segment> {
    for (let index = lastAtMost(starts, start); index < starts.length; index++) {
      const segment = plan.segments[index] as Segment;
      const base = starts[index] as number;
      if (base >= end) return;
      const from = Math.max(start - base, 0);
      const to = Math.min(end - base, lengthOf(segment));
      if (from >= to) continue;
      yield segment.kind === 'old'
        ? { kind: 'old', start: segment.start + from, end: segment.start + to }
        : { kind: 'new', bytes: segment.bytes.subarray(from, to) };
    }
  }
  async function* chunks(start: number, end: number, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    checkRange(source, start, end);
    for (const piece of pieces(start, end)) {
      // A copy: the reader may transfer what it gets.
      if (piece.kind === 'new') yield piece.bytes.slice();
      else yield* chunksOf(old.stream(piece.start, piece.end, signal));
    }
  }
  const source: ByteSource = {
    name,
    size: plan.size,
    async read(start, end, signal) {
      throwIfAborted(signal);
      checkRange(source, start, end);
      const [first, ...more] = pieces(start, end);
      if (first?.kind === 'old' && more.length === 0) return old.read(first.start, first.end, signal);
      return collect(chunks(start, end, signal), end - start);
    },
    stream: (start, end, signal) => streamOf((inner) => chunks(start, end, inner), signal),
  };
  const blobOf = old.blob?.bind(old);
  if (blobOf)
    source.blob = (start, end) => {
      checkRange(source, start, end);
      const parts: BlobPart[] = [];
      for (const piece of pieces(start, end)) {
        const part = piece.kind === 'new' ? piece.bytes : blobOf(piece.start, piece.end);
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return new Blob(parts);
    };
  return source;
}

function lengthOf(segment: Segment): number {
  return segment.kind === 'old' ? segment.end - segment.start : segment.bytes.length;
}
