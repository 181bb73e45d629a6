import { throwIfAborted } from '../base/abort.ts';
import { lastAtMost } from '../base/search.ts';
import { checkRange } from '../source/range.ts';
import type { ByteSource } from '../source/source.ts';
import { chunksOf, collect, streamOf } from '../source/stream.ts';
import type { ZipEntry } from './zip/directory.ts';

/** One piece of a new file: bytes of the old one, half-open, or new bytes. */
export type Segment = { kind: 'old'; start: number; end: number } | { kind: 'new'; bytes: Uint8Array<ArrayBuffer> };

/** A new file as pieces of an old one and new bytes between them, in order. Nothing of the old one was read for it. */
export interface SplicePlan {
  readonly segments: readonly Segment[];
  /** Bytes of the new file. */
  readonly size: number;
}

/** An archive with some files changed: how it is made of the old one, and what must be in it. */
export interface Splice {
  readonly plan: SplicePlan;
  /** The container that `plan` speaks of. */
  readonly old: ByteSource;
  /** The entries of the new archive that the old one has too, in the new order, as the old directory describes them. */
  readonly kept: readonly ZipEntry[];
  /** Where each of `kept` begins in the new file; NaN of one that has no bytes in the old one. */
  readonly starts: Float64Array;
  /** Content of the files that were written anew, by path. */
  readonly written: ReadonlyMap<string, Uint8Array>;
  /** Sentences about what the new archive leaves out, or has otherwise, although nobody asked for it. */
  readonly notes: readonly string[];
}

/** Puts a plan together, in order. Ranges of the old file that follow each other become one. */
export class PlanBuilder implements SplicePlan {
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

/** The new file that is the old one. */
export function identityPlan(size: number): SplicePlan {
  return { segments: size > 0 ? [{ kind: 'old', start: 0, end: size }] : [], size };
}

/**
 * The new file, read through the old one. `blob` is there where the old one's is: a Blob of its slices, for which nothing is read. Rejects
 * as the old one does.
 */
export function splicedSource(plan: SplicePlan, old: ByteSource, name = old.name): ByteSource {
  const starts: number[] = [];
  let total = 0;
  for (const segment of plan.segments) {
    starts.push(total);
    total += lengthOf(segment);
  }
  /** The pieces of `start` to `end`, in order. */
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
      // A copy: whoever reads may transfer what they get.
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
