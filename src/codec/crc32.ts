import { viewOf } from '../base/bytes.ts';
import { type Crc32Shortener, createCrc32Shortener, MAX_MESSAGE } from './crc32-shortener.ts';

const POLYNOMIAL = 0xedb88320;
const SLICES = 16;

/** Table k starts at index k·256. It holds the CRC of each byte followed by k zero bytes ("slicing by 16"). */
const TABLES = new Int32Array(SLICES * 256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  TABLES[byte] = value;
}
for (let at = 256; at < TABLES.length; at++) {
  const before = TABLES[at - 256] as number;
  TABLES[at] = (before >>> 8) ^ (TABLES[before & 255] as number);
}

/** Entry `index` of the tables. V8 inlines the call. */
function table(index: number): number {
  return TABLES[index] as number;
}

/** The same as `crc32`, by tables alone. */
export function tableCrc32(bytes: Uint8Array, before: number): number {
  const view = viewOf(bytes);
  let crc = ~before;
  let at = 0;
  for (const last = bytes.length - SLICES; at <= last; at += SLICES) {
    const a = view.getInt32(at, true) ^ crc;
    const b = view.getInt32(at + 4, true);
    const c = view.getInt32(at + 8, true);
    const d = view.getInt32(at + 12, true);
    crc =
      table(0xf00 + (a & 255)) ^
      table(0xe00 + ((a >>> 8) & 255)) ^
      table(0xd00 + ((a >>> 16) & 255)) ^
      table(0xc00 + (a >>> 24)) ^
      table(0xb00 + (b & 255)) ^
      table(0xa00 + ((b >>> 8) & 255)) ^
      table(0x900 + ((b >>> 16) & 255)) ^
      table(0x800 + (b >>> 24)) ^
      table(0x700 + (c & 255)) ^
      table(0x600 + ((c >>> 8) & 255)) ^
      table(0x500 + ((c >>> 16) & 255)) ^
      table(0x400 + (c >>> 24)) ^
      table(0x300 + (d & 255)) ^
      table(0x200 + ((d >>> 8) & 255)) ^
      table(0x100 + ((d >>> 16) & 255)) ^
      table(d >>> 24);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ table((crc ^ view.getUint8(at)) & 255);
  return ~crc >>> 0;
}

/**
 * From this many bytes on, shortening a message takes less time than the table. It is more than the shortener needs, as
 * its module is made once.
 */
export const MIN_SHORTENED = 16 * 1024;

/** The state of a CRC that is 0, as `before` says it. */
const ZERO_STATE = ~0;

let shortener: Crc32Shortener | undefined;

/**
 * CRC-32 as zip, gzip and PNG use it (APPNOTE 4.4.7), as an unsigned number. To continue over several parts, pass the
 * result of the part before as `before`.
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  if (bytes.length < MIN_SHORTENED) return tableCrc32(bytes, before);
  shortener ??= createCrc32Shortener();
  let crc = before;
  for (let at = 0; at < bytes.length; at += MAX_MESSAGE) {
    const message = bytes.subarray(at, at + MAX_MESSAGE);
    crc = message.length >= MIN_SHORTENED ? tableCrc32(shortener(message, crc), ZERO_STATE) : tableCrc32(message, crc);
  }
  return crc;
}
