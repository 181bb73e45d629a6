import { throwIfAborted } from '../../base/abort.ts';
import { formatCount } from '../../base/amounts.ts';
import { concatBytes, encodeUtf8 } from '../../base/bytes.ts';
import { TooLargeError } from '../../base/errors.ts';
import { crc32 } from '../../codec/crc32.ts';
import { chunksOf, streamOf } from '../../source/stream.ts';

/** Rows of a picture at most (PNG, 11.2.2). */
const MAX_HEIGHT = 2 ** 31 - 1;

/** Pixels of a row at most: rows are compressed whole. Most programs open no picture of a tenth of it. */
const MAX_WIDTH = 2 ** 24;

/** Samples of a pixel, and the numbers that a header has for them: gray, RGB and RGBA. */
const COLOR_TYPES = { 1: 0, 3: 2, 4: 6 } as const;

/** What a picture is: its size in pixels, and the samples of a pixel. */
export interface PngSize {
  width: number;
  height: number;
  /** Gray, RGB or RGBA. */
  samples: 1 | 3 | 4;
  /** Bits of a sample. Those of 16 are big-endian. */
  depth: 8 | 16;
}

/** Compressed bytes in one chunk of the file, at least. */
const CHUNK_BYTES = 256 * 1024;

/**
 * A PNG file (ISO/IEC 15948) of any size, row by row. Throws `source/too-large` beyond
 * `MAX_WIDTH` and `MAX_HEIGHT`.
 *
 * @param rows whole rows of pixels, one or several at a time, from the top
 */
export async function* pngBytes(
  { width, height, samples, depth }: PngSize,
  rows: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (const [actual, limit] of [
    [width, MAX_WIDTH],
    [height, MAX_HEIGHT],
  ] as const) {
    if (actual <= limit) continue;
    const message = `A PNG picture can have ${formatCount(MAX_WIDTH)} columns and ${formatCount(MAX_HEIGHT)} rows at most.`;
    throw new TooLargeError('source/too-large', message, { limit, actual });
  }
  yield Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([depth, COLOR_TYPES[samples]], 8);
  yield chunk('IHDR', head);
  let waiting: Uint8Array[] = [];
  let size = 0;
  const pixelBytes = samples * (depth / 8);
  for await (const bytes of compressed(filteredRows(rows, width * pixelBytes, pixelBytes), signal)) {
    waiting.push(bytes);
    size += bytes.length;
    if (size < CHUNK_BYTES) continue;
    yield chunk('IDAT', concatBytes(waiting));
    waiting = [];
    size = 0;
  }
  yield chunk('IDAT', concatBytes(waiting));
  yield chunk('IEND', new Uint8Array(0));
}

/** Bytes as a zlib stream. Rejects as they do. */
async function* compressed(
  bytes: AsyncGenerator<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  const source = streamOf(async function* () {
    try {
      yield* bytes;
    } catch (error) {
      failure = error;
      throw error;
    }
  }, signal);
  // The browser's own: other bytes in each browser, as of any picture that is drawn and saved, and much faster.
  const deflate = new CompressionStream('deflate') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  try {
    yield* chunksOf(source.pipeThrough(deflate));
  } catch (error) {
    throwIfAborted(signal);
    // Not every engine hands on the error of what it compresses.
    throw failure ?? error;
  }
}

/** A chunk with its length, name and checksum. */
function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const body = concatBytes([encodeUtf8(name), data]);
  const ends = new DataView(new ArrayBuffer(8));
  ends.setUint32(0, data.length);
  ends.setUint32(4, crc32(body));
  return concatBytes([new Uint8Array(ends.buffer, 0, 4), body, new Uint8Array(ends.buffer, 4, 4)]);
}

/**
 * Rows with their filters. Each row gets the filter whose differences add up to the least, which is what most encoders
 * do: photos then take a half, noise no more than before.
 */
async function* filteredRows(
  rows: AsyncIterable<Uint8Array>,
  rowBytes: number,
  pixelBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let above: Uint8Array = new Uint8Array(rowBytes);
  for await (const some of rows) {
    const count = some.length / rowBytes;
    const out = new Uint8Array(count * (rowBytes + 1));
    for (let row = 0; row < count; row++) {
      const own = some.subarray(row * rowBytes, (row + 1) * rowBytes);
      filterRow(own, above, pixelBytes, out.subarray(row * (rowBytes + 1), (row + 1) * (rowBytes + 1)));
      above = own;
    }
    yield out;
  }
}

/** Writes a row behind the number of its filter (PNG, 9.2): 0 none, 1 from the pixel before, 2 from the one above. */
function filterRow(row: Uint8Array, above: Uint8Array, pixelBytes: number, out: Uint8Array): void {
  let [plain, fromBefore, fromAbove] = [0, 0, 0];
  for (let at = 0; at < row.length; at++) {
    const value = row[at] as number;
    const before = at < pixelBytes ? 0 : (row[at - pixelBytes] as number);
    plain += Math.abs((value << 24) >> 24);
    fromBefore += Math.abs(((value - before) << 24) >> 24);
    fromAbove += Math.abs(((value - (above[at] as number)) << 24) >> 24);
  }
  const least = Math.min(plain, fromBefore, fromAbove);
  out[0] = least === plain ? 0 : least === fromBefore ? 1 : 2;
  for (let at = 0; at < row.length; at++) {
    const before = at < pixelBytes ? 0 : (row[at - pixelBytes] as number);
    const taken = least === plain ? 0 : least === fromBefore ? before : (above[at] as number);
    out[at + 1] = (row[at] as number) - taken;
  }
}
