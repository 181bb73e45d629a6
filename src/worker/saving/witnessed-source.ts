import { NetworkError } from '../../base/errors.ts';
import { createSha256, type Sha256, sha256 } from '../../codec/sha256.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf, streamOf } from '../../source/stream.ts';

/** Ranges that are kept in mind: those of reading a package of a hundred thousand files. Each takes 200 bytes. */
const MAX_RANGES = 100_000;

/**
 * Ranges with a byte in common that are compared. Readers read on from each other; only few reads reach into others.
 */
const MAX_OVERLAPPING = 8;

/** A stretch of bytes that was read, half-open, and its SHA-256 in lower-case hex. */
interface SeenRange {
  start: number;
  end: number;
  sha256: string;
}

/** A stream that is being read: what came of it so far. */
interface ReadingOn {
  start: number;
  end: number;
  hash: Sha256;
}

/** A source that keeps in mind what it gave. */
export interface WitnessedSource extends ByteSource {
  /**
   * The same bytes, read again. Its streams that begin at 0 fail with `source/changed` where bytes are not those
   * that were given before; at their end at the latest. What was not read before is not compared.
   */
  readonly again: ByteSource;
}

/**
 * Keeps the hashes of all that is read of a source, in ranges as they are read. A host may answer two requests for the
 * same bytes differently, and many hosts let no page read a version: a second pass, as for saving, is compared with
 * what was shown and checked.
 */
export function witnessedSource(source: ByteSource): WitnessedSource {
  /** In order. No range is within another one, so their ends are in order too. */
  const seen: SeenRange[] = [];

  /** Where a range that begins at `start` belongs. */
  const placeOf = (start: number) => {
    let [low, high] = [0, seen.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((seen[middle] as SeenRange).start < start) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const isKnown = (start: number, end: number) => {
    const place = placeOf(start);
    const at = seen[place];
    return (at?.start === start && at.end >= end) || (seen[place - 1]?.end ?? -1) >= end;
  };

  /** Streams that are not at their end. A reader may leave one where it is, and perhaps goes on later. */
  const readingOn = new Set<ReadingOn>();

  const keep = (range: SeenRange) => {
    if (isKnown(range.start, range.end)) return;
    const place = placeOf(range.start);
    let inside = 0;
    while ((seen[place + inside]?.end ?? Number.POSITIVE_INFINITY) <= range.end) inside++;
    if (seen.length - inside < MAX_RANGES) seen.splice(place, inside, range);
  };

  const keepRead = ({ start, end, hash }: ReadingOn) => {
    if (end > start) keep({ start, end, sha256: hash.soFar() });
  };

  return {
    name: source.name,
    size: source.size,
    async read(start, end, signal) {
      const bytes = await source.read(start, end, signal);
      if (bytes.length > 0 && !isKnown(start, end)) keep({ start, end, sha256: await sha256(bytes) });
      return bytes;
    },
    stream(start, end, signal) {
      if (start >= end || isKnown(start, end)) return source.stream(start, end, signal);
      return streamOf(async function* (inner) {
        const reading: ReadingOn = { start, end: start, hash: await createSha256() };
        readingOn.add(reading);
        try {
          for await (const chunk of chunksOf(source.stream(start, end, inner))) {
            reading.hash.update(chunk);
            reading.end += chunk.length;
            yield chunk;
          }
        } finally {
          // Also where whoever reads has enough before the end.
          keepRead(reading);
          readingOn.delete(reading);
        }
      }, signal);
    },
    blob: source.blob?.bind(source),
    again: {
      ...source,
      stream(start, end, signal) {
        if (start !== 0) return source.stream(start, end, signal);
        for (const reading of readingOn) keepRead(reading);
        return streamOf((inner) => compared(source.stream(start, end, inner), [...seen]), signal);
      },
    },
  };
}

/** Bytes from 0 on. Throws `source/changed` at the end of the first range whose bytes are others than before. */
async function* compared(stream: ReadableStream<Uint8Array>, seen: readonly SeenRange[]): AsyncGenerator<Uint8Array> {
  /** Each hash is used again for a later range: a new one takes a piece of WebAssembly memory. */
  const spare: Sha256[] = [];
  const active: { range: SeenRange; hash: Sha256 }[] = [];
  let next = 0;
  let at = 0;
  for await (const chunk of chunksOf(stream)) {
    const chunkEnd = at + chunk.length;
    for (let from = at; from < chunkEnd; ) {
      for (let range = seen[next]; range && range.start <= from; range = seen[++next]) {
        if (active.length < MAX_OVERLAPPING) active.push({ range, hash: spare.pop() ?? (await createSha256()) });
      }
      // The bytes up to where the next range begins or the first one ends: they are of the same ranges.
      const to = Math.min(chunkEnd, seen[next]?.start ?? chunkEnd, active[0]?.range.end ?? chunkEnd);
      for (const { hash } of active) hash.update(chunk.subarray(from - at, to - at));
      from = to;
      for (let first = active[0]; first && first.range.end === to; first = active[0]) {
        active.shift();
        if (first.hash.digest() !== first.range.sha256) throw changed(first.range);
        spare.push(first.hash);
      }
    }
    at = chunkEnd;
    yield chunk;
  }
}

function changed({ start, end }: SeenRange): NetworkError {
  const message = `Bytes ${start} to ${end} of the file have changed since they were read, so it was not saved.`;
  return new NetworkError('source/changed', message);
}
