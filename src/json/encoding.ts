import { decodeUtf8, encodeUtf8 } from '../base/bytes.ts';

/** The text of UTF-8 bytes. */
export interface DecodedText {
  /** With a byte-order mark, if there is one. Has U+FFFD in the place of bytes that are no UTF-8. */
  text: string;
  /** The first byte that is no UTF-8. Undefined where all are. */
  badByte?: number;
}

const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8, and says where bytes are none. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const strict = decodeUtf8(bytes);
  if (strict !== undefined) return { text: strict };
  const text = lenientDecoder.decode(bytes);
  const offsets = new ByteOffsets(text);
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) {
    // Up to the first bad byte, text and bytes have the same offsets. U+FFFD may also be stored: EF BF BD.
    const byte = offsets.of(at);
    const isStored = bytes[byte] === 0xef && bytes[byte + 1] === 0xbf && bytes[byte + 2] === 0xbd;
    if (!isStored) return { text, badByte: byte };
  }
  return { text, badByte: 0 };
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
