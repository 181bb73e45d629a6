const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal digits, two for each byte. */
export function toHex(bytes: Uint8Array): string {
  // Browsers since 2025 have `toHex`. It is several times as fast.
  const native = (bytes as { toHex?(): string }).toHex;
  if (native) return native.call(bytes);
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Bytes of a SHA-256. */
export const HASH_BYTES = 32;

/** Writes the bytes of lower-case hexadecimal digits at a place of `bytes`. */
export function setHex(bytes: Uint8Array, at: number, digits: string): void {
  for (let place = 0; place < digits.length; place += 2)
    bytes[at + place / 2] = digitValue(digits.charCodeAt(place)) * 16 + digitValue(digits.charCodeAt(place + 1));
}

/** The value of a lower-case hexadecimal digit. */
function digitValue(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** One array with all parts in order. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The numbers of an array of bytes. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 and keeps a byte-order mark. Undefined if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes that `apply` takes as arguments of one call. Nearly all names are shorter. */
const MAX_APPLY = 4096;

/** The text of bytes below 128. Undefined where a byte is not. */
export function decodeAscii(bytes: Uint8Array): string | undefined {
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] as number) > 127) return undefined;
  }
  if (bytes.length > MAX_APPLY) return decodeUtf8(bytes);
  return String.fromCharCode.apply(null, bytes as unknown as number[]);
}

const encoder = new TextEncoder();

/** The text's UTF-8 bytes. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text) as Uint8Array<ArrayBuffer>;
}

/**
 * Compares two strings by their UTF-8 bytes. That is the order of code points; JavaScript compares UTF-16 units
 * instead.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      // A surrogate stands for a code point above U+FFFF, so it comes after every other unit.
      const xs = x >= 0xd800 && x <= 0xdfff;
      const ys = y >= 0xd800 && y <= 0xdfff;
      return xs === ys ? x - y : xs ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/** Whether both arrays hold the same bytes. */
export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** Whether `magic` (one character for each byte) stands at `at`. */
export function begins(bytes: Uint8Array, magic: string, at = 0): boolean {
  if (bytes.length < at + magic.length) return false;
  for (let i = 0; i < magic.length; i++) if (bytes[at + i] !== magic.charCodeAt(i)) return false;
  return true;
}
