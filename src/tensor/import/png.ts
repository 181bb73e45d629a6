import { throwIfAborted } from '../../base/abort.ts';
import { formatCount } from '../../base/amounts.ts';
import { begins, viewOf } from '../../base/bytes.ts';
import { BadFileError, TooLargeError } from '../../base/errors.ts';
import { crc32 } from '../../codec/crc32.ts';
import { decompressor } from '../../codec/inflate.ts';
import { pacer } from '../../codec/pause.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import '../contents/findings.ts';

/** Pixels of a picture that is read as values: those of the largest phone cameras are 50 megapixels, and 8K is 33. */
const MAX_PICTURE_PIXELS = 2 ** 26;

/** Bytes of its samples: 67 megapixels of RGBA with 8 bits, or half as many with 16. They are held in memory. */
const MAX_PICTURE_BYTES = 2 ** 28;

/** Bytes of its file. Noise does not compress, and chunks may have any content. */
const MAX_FILE_BYTES = MAX_PICTURE_BYTES + 2 ** 26;

/** Samples of a picture, from the top left, row by row, those of a pixel together. */
export interface PictureSamples {
  width: number;
  height: number;
  /** Gray, gray with alpha, RGB or RGBA. */
  channels: 1 | 2 | 3 | 4;
  samples: Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  /** Sentences about what the samples are, where they are not those of the file as they stand. */
  notes: readonly string[];
}

interface Header {
  width: number;
  height: number;
  depth: number;
  color: number;
  isInterlaced: boolean;
}

/** Channels that are stored, by the color type (PNG, 11.2.1). */
const STORED_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

const SIGNATURE = '\x89PNG\r\n\x1a\n';

export function isPng(head: Uint8Array): boolean {
  return begins(head, SIGNATURE);
}

/**
 * The samples of a PNG (ISO/IEC 15948) as its file has them: of every color type, 8 and 16 bits, interlaced too. Neither
 * gamma nor a color profile is applied, and nothing is multiplied by alpha. Samples of less than 8 bits become 8 bits as
 * the document says (13.12): of 4 bits, 17 times as much. Colors of a palette stand for their indices. `tRNS` becomes
 * alpha. Of an animation, it is the default picture. Rejects with `values/bad-picture`, also where a checksum is wrong,
 * and with `source/too-large` beyond `MAX_PICTURE_PIXELS` and `MAX_PICTURE_BYTES`.
 */
export async function pngSamples(source: ByteSource, signal?: AbortSignal): Promise<PictureSamples> {
  if (source.size > MAX_FILE_BYTES) throw tooLarge('bytes in its file', source.size, MAX_FILE_BYTES);
  const { header, palette, transparent, data } = chunksIn(await source.read(0, source.size, signal));
  const layout = layoutOf(header, palette, transparent);
  const bytes = await inflated(data, header, signal);
  const pace = pacer();
  const out = new Uint8Array(header.width * header.height * layout.channels * (header.depth === 16 ? 2 : 1));
  let at = 0;
  for (const pass of passesOf(header)) {
    const rowBytes = bytesOfRow(header, pass.width);
    let above: Uint8Array = new Uint8Array(rowBytes);
    for (let row = 0; row < pass.height; row++) {
      const filter = bytes[at] as number;
      const own = bytes.subarray(at + 1, at + 1 + rowBytes);
      unfilter(filter, own, above, Math.max(1, (bitsOf(header) / 8) | 0));
      layout.write(own, pass, row, out);
      above = own;
      at += 1 + rowBytes;
      const pause = pace();
      if (pause) await pause;
      throwIfAborted(signal);
    }
  }
  const samples = header.depth === 16 ? wordsOf(out) : out;
  return { width: header.width, height: header.height, channels: layout.channels, samples, notes: layout.notes };
}

function bad(why: string): BadFileError {
  return new BadFileError('values/bad-picture', `The PNG cannot be read: ${why}.`);
}

function tooLarge(what: string, actual: number, limit: number): TooLargeError {
  const message = `The picture has ${formatCount(actual)} ${what}. Pictures of up to ${formatCount(limit)} are read as values.`;
  return new TooLargeError('source/too-large', message, { limit, actual });
}

/** Throws `source/too-large` for more pixels, or bytes of their samples, than are read. */
export function checkPixels(width: number, height: number, pixelBytes: number): void {
  if (width * height > MAX_PICTURE_PIXELS) throw tooLarge('pixels', width * height, MAX_PICTURE_PIXELS);
  const bytes = width * height * pixelBytes;
  if (bytes > MAX_PICTURE_BYTES) throw tooLarge('bytes of samples', bytes, MAX_PICTURE_BYTES);
}

interface Chunks {
  header: Header;
  palette: Uint8Array | undefined;
  transparent: Uint8Array | undefined;
  data: Uint8Array<ArrayBuffer>[];
}

/** The chunks that samples are made of. Others are passed, unless a decoder must know them (5.4). */
function chunksIn(file: Uint8Array): Chunks {
  if (!isPng(file)) throw bad('it does not begin as one');
  const view = viewOf(file);
  let header: Header | undefined;
  const found: Omit<Chunks, 'header'> = { palette: undefined, transparent: undefined, data: [] };
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > file.length) throw bad('it is cut off');
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) throw bad('it is cut off');
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
    const body = file.subarray(at + 8, end) as Uint8Array<ArrayBuffer>;
    const isUsed = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type);
    if (isUsed && crc32(file.subarray(at + 4, end)) !== view.getUint32(end))
      throw bad(`the checksum of ${type} is wrong`);
    if (!header && type !== 'IHDR') throw bad('its header is missing');
    if (type === 'IHDR') {
      if (header) throw bad('it has two headers');
      header = headerOf(body);
    } else if (type === 'PLTE') found.palette = body;
    else if (type === 'tRNS') found.transparent = body;
    else if (type === 'IDAT') found.data.push(body);
    else if (type === 'IEND') break;
    else if (/^[A-Z]/.test(type)) throw bad(`it has a chunk of an unknown kind that it needs`);
    at = end + 4;
  }
  if (!header) throw bad('its header is missing');
  if (found.data.length === 0) throw bad('it has no pixels');
  return { header, ...found };
}

function headerOf(body: Uint8Array): Header {
  if (body.length !== 13) throw bad('its header has the wrong length');
  const view = viewOf(body);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, color = 0, compression, filter, interlace = 0] = body.subarray(8);
  if (width === 0 || height === 0) throw bad('it has no pixels');
  if (!DEPTHS[color]?.includes(depth)) throw bad('its header names a color type that PNG lacks');
  if (compression !== 0 || filter !== 0 || interlace > 1) throw bad('its header names a method that PNG lacks');
  // With the alpha that tRNS may add.
  const pixel = color === 3 ? 4 : (STORED_CHANNELS[color] as number) * (depth === 16 ? 2 : 1);
  checkPixels(width, height, pixel);
  return { width, height, depth, color, isInterlaced: interlace === 1 };
}

/** Bits of a stored pixel. */
function bitsOf({ color, depth }: Header): number {
  return (STORED_CHANNELS[color] as number) * depth;
}

function bytesOfRow(header: Header, width: number): number {
  return Math.ceil((width * bitsOf(header)) / 8);
}

/** The part of a picture that one pass of Adam7 has (8.2), or all of it. */
interface Pass {
  width: number;
  height: number;
  left: number;
  top: number;
  across: number;
  down: number;
}

const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function passesOf({ width, height, isInterlaced }: Header): Pass[] {
  if (!isInterlaced) return [{ width, height, left: 0, top: 0, across: 1, down: 1 }];
  return ADAM7.map(([left, top, across, down]) => ({
    width: Math.ceil(Math.max(0, width - left) / across),
    height: Math.ceil(Math.max(0, height - top) / down),
    left,
    top,
    across,
    down,
  })).filter((pass) => pass.width > 0 && pass.height > 0);
}

/** All rows with their filters. Never holds more than the header says that there are. */
async function inflated(
  data: readonly Uint8Array<ArrayBuffer>[],
  header: Header,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const size = passesOf(header).reduce((sum, { width, height }) => sum + height * (1 + bytesOfRow(header, width)), 0);
  const bytes = new Uint8Array(size);
  const deflate = decompressor('deflate') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  let at = 0;
  try {
    for await (const chunk of chunksOf(new Blob([...data]).stream().pipeThrough(deflate))) {
      throwIfAborted(signal);
      bytes.set(chunk.subarray(0, size - at), at);
      at += chunk.length;
      // What follows the last row is not part of the picture.
      if (at >= size) return bytes;
    }
  } catch (error) {
    throwIfAborted(signal);
    if (at < size) throw bad(error instanceof Error ? 'its compressed data is damaged' : String(error));
  }
  if (at < size) throw bad('it has fewer rows than its header says');
  return bytes;
}

/** Undoes the filter of a row, in place (9.2). `step`: bytes of a pixel, one at least. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw bad('a row has a filter that PNG lacks');
  for (let at = 0; filter > 0 && at < row.length; at++) {
    const left = at < step ? 0 : (row[at - step] as number);
    const up = above[at] as number;
    const corner = at < step ? 0 : (above[at - step] as number);
    const added = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : nearest(left, up, corner);
    row[at] = (row[at] as number) + added;
  }
}

/** The Paeth predictor (9.4). */
function nearest(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** How stored pixels become samples. */
interface Layout {
  channels: PictureSamples['channels'];
  notes: string[];
  /** Writes the pixels of a row of a pass to where they belong. Those of 16 bits stay big-endian. */
  write(row: Uint8Array, pass: Pass, number: number, out: Uint8Array): void;
}

function layoutOf(header: Header, palette: Uint8Array | undefined, transparent: Uint8Array | undefined): Layout {
  const { color, depth } = header;
  if (color === 3) return paletteLayout(header, palette, transparent);
  const stored = STORED_CHANNELS[color] as number;
  const key = transparent && (color === 0 || color === 2) ? keyOf(transparent, stored, depth) : undefined;
  const channels = (stored + (key ? 1 : 0)) as PictureSamples['channels'];
  const bytes = depth === 16 ? 2 : 1;
  const times = depth < 8 ? 255 / (2 ** depth - 1) : 1;
  const notes = [
    ...(depth < 8 ? [`Samples of ${depth} ${depth === 1 ? 'bit' : 'bits'} are multiplied by ${times}.`] : []),
    ...(key ? ['The color that the file makes transparent has alpha 0.'] : []),
  ];
  const write: Layout['write'] = (row, pass, number, out) => {
    for (let column = 0; column < pass.width; column++) {
      const to = placeOf(header, pass, column, number) * channels * bytes;
      let isKey = key !== undefined;
      for (let channel = 0; channel < stored; channel++) {
        const sample = sampleAt(row, column * stored + channel, depth);
        if (sample !== key?.[channel]) isKey = false;
        if (bytes === 1) out[to + channel] = sample * times;
        else {
          out[to + 2 * channel] = sample >> 8;
          out[to + 2 * channel + 1] = sample & 0xff;
        }
      }
      if (key && !isKey) out.fill(255, to + stored * bytes, to + channels * bytes);
    }
  };
  return { channels, notes, write };
}

/** The samples of the color that is transparent (11.3.1.1). */
function keyOf(transparent: Uint8Array, stored: number, depth: number): number[] {
  if (transparent.length !== 2 * stored) throw bad('its transparent color has the wrong length');
  const view = viewOf(transparent);
  return Array.from({ length: stored }, (_, at) => view.getUint16(2 * at) & (2 ** depth - 1));
}

function paletteLayout(header: Header, palette: Uint8Array | undefined, transparent: Uint8Array | undefined): Layout {
  if (!palette || palette.length === 0 || palette.length % 3 !== 0 || palette.length > 768)
    throw bad('its palette is missing or has the wrong length');
  const count = palette.length / 3;
  const channels = transparent ? 4 : 3;
  const write: Layout['write'] = (row, pass, number, out) => {
    for (let column = 0; column < pass.width; column++) {
      const index = sampleAt(row, column, header.depth);
      if (index >= count) throw bad('a pixel has a color that its palette lacks');
      const to = placeOf(header, pass, column, number) * channels;
      out.set(palette.subarray(3 * index, 3 * index + 3), to);
      if (transparent) out[to + 3] = transparent[index] ?? 255;
    }
  };
  return { channels, notes: ['Pixels have the colors of the palette.'], write };
}

function placeOf({ width }: Header, { left, top, across, down }: Pass, column: number, row: number): number {
  return (top + row * down) * width + left + column * across;
}

/** A stored sample. Those of less than 8 bits begin with the highest bits of a byte (7.2). */
function sampleAt(row: Uint8Array, at: number, depth: number): number {
  if (depth === 8) return row[at] as number;
  if (depth === 16) return (row[2 * at] as number) * 256 + (row[2 * at + 1] as number);
  const bit = at * depth;
  return ((row[bit >> 3] as number) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

function wordsOf(bytes: Uint8Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const view = viewOf(bytes);
  return Uint16Array.from({ length: bytes.length / 2 }, (_, at) => view.getUint16(2 * at));
}
