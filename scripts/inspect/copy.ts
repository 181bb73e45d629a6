import { type AddedSegment, readAdded, type SavePlan } from '../../src/archive/plan.ts';
import { throwIfAborted } from '../../src/base/abort.ts';
import { chunksOf } from '../../src/source/stream.ts';
import type { Opened } from './source.ts';

/** Bytes that are copied by one read and one write. Smaller pieces take longer, larger ones gain nothing. */
const COPY_BYTES = 8 * 1024 * 1024;

/** Pieces that are copied at once. Node reads and writes files with four threads. */
const COPIES = 4;

/** One piece of the new file, and where it goes. */
type Piece =
  | { to: number; bytes: Uint8Array }
  | { to: number; from: number; length: number }
  | { to: number; added: AddedSegment };

/** Writes all bytes at a position of the new file. */
export type WriteAt = (bytes: Uint8Array, to: number) => Promise<void>;

/**
 * Writes a planned file. Copies a local file in large pieces, several at once, in up to 32 MiB of memory. Leaves out a
 * piece that is all zeros: once the file has its length, there is a hole. Rejects as reading, writing or aborting does,
 * when no write is under way any more.
 */
export async function writePlan(
  plan: SavePlan,
  { readInto }: Pick<Opened, 'readInto'>,
  writeAt: WriteAt,
  signal: AbortSignal,
): Promise<void> {
  if (!readInto) return writeInOrder(plan, writeAt, signal);
  const pieces = piecesOf(plan);
  // One that fails ends the generator, and so the others.
  const copy = async () => {
    const buffer = new Uint8Array(COPY_BYTES);
    for (const piece of pieces) {
      throwIfAborted(signal);
      if ('bytes' in piece) await writeAt(piece.bytes, piece.to);
      else if ('added' in piece) await writeAdded(piece.added, piece.to, writeAt, signal);
      else {
        const bytes = buffer.subarray(0, piece.length);
        for (let at = 0; at < bytes.length; ) at += await readInto(bytes.subarray(at), piece.from + at);
        if (!isZero(bytes)) await writeAt(bytes, piece.to);
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: COPIES }, copy));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** From a host: the bytes come in order. */
async function writeInOrder({ segments, old }: SavePlan, writeAt: WriteAt, signal: AbortSignal): Promise<void> {
  let to = 0;
  for (const segment of segments) {
    throwIfAborted(signal);
    if (segment.kind === 'added') {
      to = await writeAdded(segment, to, writeAt, signal);
      continue;
    }
    const chunks = segment.kind === 'new' ? [segment.bytes] : chunksOf(old.stream(segment.start, segment.end, signal));
    for await (const chunk of chunks) {
      await writeAt(chunk, to);
      to += chunk.length;
    }
  }
}

/** Writes a file that is added. Returns where it ends. Rejects where it is not what was added. */
async function writeAdded(piece: AddedSegment, start: number, writeAt: WriteAt, signal: AbortSignal): Promise<number> {
  let to = start;
  for await (const chunk of readAdded(piece, signal)) {
    await writeAt(chunk, to);
    to += chunk.length;
  }
  return to;
}

function* piecesOf({ segments }: SavePlan): Generator<Piece> {
  let to = 0;
  for (const segment of segments) {
    if (segment.kind === 'new') {
      yield { to, bytes: segment.bytes };
      to += segment.bytes.length;
      continue;
    }
    if (segment.kind === 'added') {
      yield { to, added: segment };
      to += segment.end - segment.start;
      continue;
    }
    for (let from = segment.start; from < segment.end; from += COPY_BYTES) {
      const length = Math.min(COPY_BYTES, segment.end - from);
      yield { to, from, length };
      to += length;
    }
  }
}

const ZEROS = Buffer.alloc(COPY_BYTES);

function isZero(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && ZEROS.compare(bytes, 0, bytes.length, 0, bytes.length) === 0;
}
