/** Offsets have this many digits at least, so that the first rows of any file look alike. */
const OFFSET_DIGITS = 8;

/** An offset as a hex dump writes it. */
export function hexOffset(offset: number): string {
  return offset.toString(16).padStart(OFFSET_DIGITS, '0');
}

/** Bytes as pairs of digits, a wider gap after each eight. */
export function hexPairs(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    if (i > 0) text += i % 8 === 0 ? '  ' : ' ';
    text += (bytes[i] as number).toString(16).padStart(2, '0');
  }
  return text;
}

/** Bytes as ASCII. A byte that is not a printable character becomes a middle dot. */
export function asciiText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·';
  return text;
}

/**
 * The offset in a typed text: decimal (`1,024`) or hexadecimal (`0x400`, `400h`). Undefined where the text is not an
 * offset.
 */
export function parseOffset(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[,_\s]/g, '')
    .toLowerCase();
  const hex = /^(?:0x([0-9a-f]+)|([0-9a-f]+)h)$/.exec(plain);
  const digits = hex?.[1] ?? hex?.[2];
  const value = digits !== undefined ? Number.parseInt(digits, 16) : /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** What it costs to read a page of a compressed file: `bytes` are decoded and thrown away. */
export interface ReadCost {
  bytes: number;
  /** Whether it starts again from the first byte. */
  again: boolean;
}

/**
 * What it costs to read from `start` when the file has been decoded up to `cursor`. Decoding only goes forward: to go
 * back, it begins again at the first byte.
 */
export function readCost(start: number, cursor: number): ReadCost {
  return start >= cursor ? { bytes: start - cursor, again: false } : { bytes: start, again: true };
}
