import { throwIfAborted } from '../base/abort.ts';
import { addedFileChanged } from '../base/added-file.ts';
import { grouped } from '../base/amounts.ts';
import { isEqual } from '../base/bytes.ts';
import { BadFileError, NetworkError } from '../base/errors.ts';
import type { FileDigest } from '../base/file-digest.ts';
import { lastAtMost } from '../base/search.ts';
import { quote } from '../base/text.ts';
import { crc32 } from '../codec/crc32.ts';
import { blobPieces, fileSource } from '../source/file.ts';
import { type ByteSource, checkRange } from '../source/source.ts';
import { chunksOf, collect, streamOf } from '../source/stream.ts';

/** The bytes of a file that is added as it stands, by what they were known by when it was added. */
export interface AddedFile {
  readonly blob: Blob & { readonly name?: string };
  readonly digest: FileDigest;
}

/** The data of a file of the old archive, under another name. */
export interface MovedFile {
  /** The path that it has in the old archive. */
  readonly movedFrom: string;
}

/** A half-open range of an added file. */
export interface AddedSegment {
  kind: 'added';
  file: AddedFile;
  start: number;
  end: number;
}

/** One piece of a new file: a half-open range of the old file, or of an added one, or new bytes. */
export type Segment =
  | { kind: 'old'; start: number; end: number }
  | AddedSegment
  | { kind: 'new'; bytes: Uint8Array<ArrayBuffer> };

/** A new file as pieces in order: of an old file and of added ones, and new bytes between them. */
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

/** What a file holds afterwards: these bytes, those of a file of the disk, or those of another file of the archive. */
export type NewContent = Uint8Array | AddedFile | MovedFile;

/**
 * The new content of files by path. null removes a file; one whose content moves elsewhere has null or a content of its
 * own. `unsafeReason` accepts every path.
 */
export type FileChanges = ReadonlyMap<string, NewContent | null>;

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

  /** All bytes of an added file. */
  addFile(file: AddedFile): void {
    if (file.blob.size === 0) return;
    this.size += file.blob.size;
    this.segments.push(wholeOf(file));
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

/** Whether a plan gives the old file. */
export function isUnchanged({ segments, size, old }: Pieces & Pick<SavePlan, 'old'>): boolean {
  const [only] = segments;
  return size === old.size && segments.length <= 1 && (only === undefined || only.kind === 'old');
}

/**
 * The planned file, read through the old one and the added ones. Has `blob` where the old file has: a Blob of slices,
 * made without a read. Rejects as the old file does, and with `source/changed` where an added one can no longer be
 * read. A stream over all bytes of an added file also rejects where they are not those that were added.
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
      yield segment.kind === 'new'
        ? { kind: 'new', bytes: segment.bytes.subarray(from, to) }
        : { ...segment, start: segment.start + from, end: segment.start + to };
    }
  }
  async function* chunks(start: number, end: number, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    checkRange(source, start, end);
    for (const piece of pieces(start, end)) {
      // A copy: the reader may transfer what it gets.
      if (piece.kind === 'new') yield piece.bytes.slice();
      else if (piece.kind === 'added') yield* readAdded(piece, signal);
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
        const part = partOf(piece, blobOf);
        if (part === undefined) return undefined;
        parts.push(part);
      }
      return new Blob(parts);
    };
  return source;
}

function partOf(piece: Segment, blobOf: NonNullable<ByteSource['blob']>): BlobPart | undefined {
  if (piece.kind === 'new') return piece.bytes;
  if (piece.kind === 'added') return piece.file.blob.slice(piece.start, piece.end);
  return blobOf(piece.start, piece.end);
}

/** Bytes of a piece in the new file. */
export function lengthOf(segment: Segment): number {
  return segment.kind === 'new' ? segment.bytes.length : segment.end - segment.start;
}

/**
 * Reads each file that is added once, and compares it with what was added: for a Blob of slices, which nothing else
 * reads. Rejects with `source/changed`.
 *
 * @param onBytes the bytes that were read so far
 */
export async function checkAdded(
  { segments }: Pieces,
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<void> {
  let done = 0;
  for (const segment of segments) {
    if (segment.kind !== 'added') continue;
    const { blob } = segment.file;
    // Pieces that share their memory: gigabytes of chunks would be as much garbage.
    for await (const piece of compared(segment, blobPieces(blob, blob.name ?? 'file', signal))) {
      done += piece.length;
      onBytes?.(done);
    }
  }
}

/**
 * Bytes of an added file. Compares their CRC-32 where they are all of it: its SHA-256 was computed when it was added,
 * and nobody but its owner can change it. Rejects with `source/changed`.
 */
export function readAdded(segment: AddedSegment, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const { file, start, end } = segment;
  return compared(segment, chunksOf(fileSource(file.blob).stream(start, end, signal)));
}

async function* compared(
  { file: { blob, digest }, start, end }: AddedSegment,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const isWhole = start === 0 && end === blob.size;
  let checksum = 0;
  try {
    for await (const chunk of chunks) {
      if (isWhole) checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof NetworkError ? addedFileChanged(blob, { cause: error }) : error;
  }
  if (isWhole && checksum !== digest.crc32) throw addedFileChanged(blob);
}

/** The piece that is all of a file. */
export function wholeOf(file: AddedFile): AddedSegment {
  return { kind: 'added', file, start: 0, end: file.blob.size };
}

/** Bytes compared at once. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The error of a written file that differs from its plan. `what` is the end of a sentence. */
export function saveMismatch({ name }: ByteSource, what: string, cause?: unknown): BadFileError {
  return new BadFileError('source/save-mismatch', `${quote(name)} was not saved correctly: ${what}.`, { cause });
}

/**
 * Compares a written file with its plan: its size, and every byte that the plan does not take from a file. Rejects
 * with `source/save-mismatch`, or as reading does.
 */
export async function checkWritten(result: ByteSource, plan: Pieces, signal?: AbortSignal): Promise<void> {
  if (result.size !== plan.size)
    throw saveMismatch(result, grouped`it has ${result.size} bytes instead of ${plan.size}`);
  let at = 0;
  for (const segment of plan.segments) {
    if (segment.kind !== 'new') {
      at += segment.end - segment.start;
      continue;
    }
    for (let from = 0; from < segment.bytes.length; from += PIECE_BYTES) {
      const piece = segment.bytes.subarray(from, from + PIECE_BYTES);
      const bytes = await result.read(at + from, at + from + piece.length, signal);
      if (!isEqual(bytes, piece)) throw saveMismatch(result, `it is different after byte ${at + from}`);
    }
    at += segment.bytes.length;
  }
}

/**
 * The plan of a file that has no checks of its own: what is written is compared with its pieces.
 *
 * @param notes as `SavePlan.notes`
 */
export function checkedPlan(old: ByteSource, { segments, size }: Pieces, notes: readonly string[] = []): SavePlan {
  const pieces = { segments, size };
  return { ...pieces, old, notes, check: (result, signal) => checkWritten(result, pieces, signal) };
}
