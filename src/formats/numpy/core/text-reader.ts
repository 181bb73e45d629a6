import { TooLargeError } from '../../../base/errors.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { ByteOrder } from '../../../tensor/byte-order.ts';
import { checkElements } from '../../../tensor/reader.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { MAX_ELEMENT_TEXT_BYTES, MAX_TEXT_READ_BYTES } from './limits.ts';

/** How texts of a fixed width are stored: as UTF-32, or as bytes of no stated encoding. */
export type TextEncoding = { kind: 'text'; order: ByteOrder } | { kind: 'bytes' };

/** Reads texts of a fixed width, filled up with zeros. Of a long one, its first `MAX_ELEMENT_TEXT_BYTES`. */
export class TextReader implements TensorReader {
  readonly dtype = 'string';
  readonly count: number;
  readonly elementBytes: number;
  readonly #bytes: ByteSource;
  readonly #encoding: TextEncoding;

  /**
   * @param bytes of all elements and no others, in row-major order
   * @param width bytes of one element. With a width of 0, all are empty
   */
  constructor(bytes: ByteSource, width: number, count: number, encoding: TextEncoding) {
    this.#bytes = bytes;
    this.elementBytes = width;
    this.count = count;
    this.#encoding = encoding;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<readonly string[]> {
    checkElements(this, start, end);
    const count = end - start;
    const width = this.elementBytes;
    const shown = Math.min(width, MAX_ELEMENT_TEXT_BYTES);
    if (count * shown > MAX_TEXT_READ_BYTES) {
      throw new TooLargeError('source/too-large', 'The strings are too long to show this many at once.', {
        limit: MAX_TEXT_READ_BYTES,
        actual: count * shown,
      });
    }
    if (shown === width) {
      const bytes = await this.#bytes.read(start * width, end * width, signal);
      return Array.from({ length: count }, (_, i) => this.#text(bytes.subarray(i * width, (i + 1) * width)));
    }
    const texts: string[] = [];
    for (let at = start; at < end; at++) {
      const bytes = await this.#bytes.read(at * width, at * width + shown, signal);
      // Zeros fill up what is shorter.
      const isCut = bytes.subarray(-4).some((byte) => byte !== 0);
      texts.push(this.#text(bytes) + (isCut ? '…' : ''));
    }
    return texts;
  }

  #text(bytes: Uint8Array): string {
    return this.#encoding.kind === 'text' ? utf32(bytes, this.#encoding.order) : byteText(bytes);
  }
}

/** As Python reads it: zeros at the end are dropped, and half a surrogate pair stays. */
function utf32(bytes: Uint8Array, order: ByteOrder): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length;
  while (end > 0 && view.getUint32(end - 4) === 0) end -= 4;
  let text = '';
  for (let at = 0; at < end; at += 4) {
    const point = view.getUint32(at, order === 'little');
    text += point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  }
  return text;
}

/** As Python's `repr` writes bytes, without `b''`: ASCII as it is, and anything else as an escape. */
function byteText(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  let text = '';
  for (const byte of bytes.subarray(0, end)) {
    if (byte === 0x5c) text += '\\\\';
    else if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte);
    else text += `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return text;
}
