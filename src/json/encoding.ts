import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';

/** The text of UTF-8 bytes. */
export interface DecodedText {
  /** With a byte-order mark, if there is one. Has U+FFFD for bytes that are not UTF-8. */
  text: string;
  /** The first byte that is not UTF-8. Undefined where all are. */
  badByte?: number;
}

const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8, and says where bytes are invalid. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const strict = decodeUtf8(bytes);
  if (strict !== undefined) return { text: strict };
  const text = lenientDecoder.decode(bytes);
  return { text, badByte: firstDifference(text, bytes) };
}

/** UTF-16 units that are encoded at once. */
const COMPARED_UNITS = 64 * 1024;

/**
 * The byte at which the first character begins that is other bytes when it is encoded again. U+FFFD may be stored, a
 * million times too, so that to look for it says nothing.
 */
function firstDifference(text: string, bytes: Uint8Array): number {
  let byte = 0;
  for (let at = 0; at < text.length; ) {
    // Does not cut a surrogate pair in two.
    const isCut = /[\ud800-\udbff]/.test(text.charAt(at + COMPARED_UNITS - 1));
    const part = text.slice(at, at + COMPARED_UNITS + (isCut ? 1 : 0));
    const again = encodeUtf8(part);
    let same = 0;
    while (same < again.length && again[same] === bytes[byte + same]) same++;
    if (same < again.length) {
      // Back to the start of the character.
      while (((again[same] as number) & 0xc0) === 0x80) same--;
      return byte + same;
    }
    byte += again.length;
    at += part.length;
  }
  return byte;
}

/**
 * Offsets in the UTF-8 bytes of a text, from places in it that ascend mostly. Remembers the last one: a text of 100 MB
 * must not be encoded for each of a hundred places.
 */
export class ByteOffsets {
  readonly #text: string;
  #at = 0;
  #bytes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The byte at which the character at a place begins, the place given in UTF-16 units. */
  of(at: number): number {
    if (at < this.#at) {
      this.#at = 0;
      this.#bytes = 0;
    }
    this.#bytes += encodeUtf8(this.#text.slice(this.#at, at)).length;
    this.#at = at;
    return this.#bytes;
  }
}
