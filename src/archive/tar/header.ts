import { decodeUtf8 } from '../../base/bytes.ts';

/**
 * Bytes of a block: of a header, and the unit to which data is padded (POSIX.1-2017, pax, "ustar Interchange Format").
 */
export const BLOCK = 512;

/** What one header block says. */
export interface TarHeader {
  /** With the prefix of ustar before it. Undecodable bytes are U+FFFD. */
  name: string;
  link: string;
  /** The name or the link is not UTF-8. */
  badText: boolean;
  /** The type flag, one character: `0` a file, `5` a folder. A flag of NUL, as before ustar, is `0`. */
  type: string;
  /** Bytes of data. Undefined where the field is not a number, is negative or beyond 2^53. */
  size: number | undefined;
  /** Bytes of a sparse file of GNU, as it is when it was expanded. */
  sparseSize?: number | undefined;
  /** More blocks of the map of a sparse file follow the header. */
  isExtended?: boolean;
}

export function isZeroBlock(block: Uint8Array): boolean {
  for (let at = 0; at < BLOCK; at++) if (block[at] !== 0) return false;
  return true;
}

/** Whether the bytes begin like a header of ustar, POSIX or GNU. Older headers have no magic. */
export function hasMagic(block: Uint8Array): boolean {
  return latin1(block, 257, 262) === 'ustar';
}

/**
 * Whether a block is a header: the sum of its bytes, unsigned or as old programs computed it, is the one that it
 * states.
 */
export function hasChecksum(block: Uint8Array): boolean {
  const stated = numberIn(block, 148, 156);
  if (stated === undefined) return false;
  let unsigned = 0;
  let high = 0;
  for (let at = 0; at < BLOCK; at++) {
    // The field itself counts as spaces.
    const byte = at >= 148 && at < 156 ? 0x20 : (block[at] as number);
    unsigned += byte;
    if (byte > 0x7f) high++;
  }
  return stated === unsigned || stated === unsigned - 256 * high;
}

/** Reads a block whose checksum is right. */
export function readHeader(block: Uint8Array): TarHeader {
  const isPosix = latin1(block, 257, 263) === 'ustar\0';
  let badText = false;
  /** The text of a field, up to a NUL. */
  const text = (start: number, end: number) => {
    const bytes = block.subarray(start, endOf(block, start, end));
    const decoded = decodeUtf8(bytes);
    if (decoded === undefined) badText = true;
    return decoded ?? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  };
  // GNU has times where POSIX has the prefix.
  const folder = isPosix ? text(345, 500) : '';
  const name = text(0, 100);
  const link = text(157, 257);
  const flag = block[156] as number;
  const type = flag === 0 ? '0' : String.fromCharCode(flag);
  const isSparse = type === 'S' && latin1(block, 257, 265) === 'ustar  \0';
  return {
    name: folder === '' ? name : `${folder}/${name}`,
    link,
    badText,
    type,
    size: numberIn(block, 124, 136),
    sparseSize: isSparse ? numberIn(block, 483, 495) : undefined,
    isExtended: isSparse && block[482] !== 0,
  };
}

/** Octal digits as Python's `int` takes them, so that a tar of `tarfile` is one here. */
const OCTAL = /^([+-]?)(?:0o_?)?([0-7]+(?:_[0-7]+)*)$/i;

/**
 * A number of a header: octal digits, padded with spaces and NULs, or after a byte of 0x80 a big-endian number (GNU).
 * An empty field is 0. Undefined for anything else, for negative numbers, and above 2^53.
 */
function numberIn(block: Uint8Array, start: number, end: number): number | undefined {
  const first = block[start] as number;
  if (first & 0x80) return first === 0xff ? undefined : bigEndian(block, start, end);
  const text = latin1(block, start, endOf(block, start, end)).trim();
  if (text === '') return 0;
  const [, sign, digits = ''] = OCTAL.exec(text) ?? [];
  const value = Number.parseInt(digits.replaceAll('_', ''), 8);
  return Number.isNaN(value) || (sign === '-' && value > 0) ? undefined : value;
}

function bigEndian(block: Uint8Array, start: number, end: number): number | undefined {
  let value = (block[start] as number) & 0x7f;
  for (let at = start + 1; at < end; at++) {
    value = value * 256 + (block[at] as number);
    if (value > Number.MAX_SAFE_INTEGER) return undefined;
  }
  return value;
}

function endOf(block: Uint8Array, start: number, end: number): number {
  const nul = block.indexOf(0, start);
  return nul < 0 || nul > end ? end : nul;
}

function latin1(block: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...block.subarray(start, end));
}

/** Parts of a name that lead nowhere: `./a//b/` is `a/b`. */
const NEEDLESS = /(?:^|\/)\.?(?:\/|$)/;

/** The path that a member's name means: without a `./` before it and a `/` after it. It may still be unsafe. */
export function memberPath(name: string): string {
  const bare = name.startsWith('./') ? name.slice(2) : name;
  if (!NEEDLESS.test(bare)) return bare;
  const parts = bare.split('/').filter((part) => part !== '' && part !== '.');
  return (bare.startsWith('/') ? '/' : '') + parts.join('/');
}
