import { TooLargeError } from '../../../base/errors.ts';
import type { ByteSource } from '../../../source/source.ts';
import type { ByteOrder } from '../../../tensor/byte-order.ts';
import { checkElements } from '../../../tensor/reader.ts';
import type { TensorReader } from '../../../tensor/values.ts';
import { MAX_TEXT_READ_BYTES } from './limits.ts';

/** How texts of a fixed width are stored: as UTF-32, or as bytes of no stated encoding. */
export type TextEncoding = { kind: 'text'; order: ByteOrder } | { kind: 'bytes' };

/** Reads texts of a fixed width, filled up with zeros. */
export class TextReader implements TensorReader {
  readonly dtype = 'string';
  readonly count: number;
  readonly #bytes: ByteSource;
  readonly #width: number;
  readonly #encoding: TextEncoding;

  /**
   * @param bytes of all elements and no others, in row-major order
   * @param width bytes of one element. With a width of 0, all are empty
   */
  constructor(bytes: ByteSource, width: number, count: number, encoding: TextEncoding) {
    this.#bytes = bytes;
    this.#width = width;
    this.count = count;
    this.#encoding = encoding;
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<readonly string[]> {
    checkElements(this, start, end);
    const width = this.#width;
    if ((end - start) * width > MAX_TEXT_READ_BYTES) {
      throw new TooLargeError('source/too-large', 'The strings are too long to show.', {
        limit: MAX_TEXT_READ_BYTES,
        actual: (end - start) * width,
      });
    }
    const bytes = await this.#bytes.read(start * width, end * width, signal);
    const encoding = this.#encoding;
    return Array.from({ length: end - start }, (_, index) => {
      const element = bytes.subarray(index * width, (index + 1) * width);
      return encoding.kind === 'text' ? utf32(element, encoding.order) : byteText(element);
    });
  }
}

/** As Python reads it: zeros at the end are dropped, and half a surrogate pair stays. */
function utf32(bytes: Uint8Array, order: ByteOrder): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const points: number[] = [];
  for (let at = 0; at < bytes.length; at += 4) points.push(view.getUint32(at, order === 'little'));
  while (points.at(-1) === 0) points.pop();
  return points.map((point) => (point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point))).join('');
}

/** As Python's `repr` writes bytes, without `b''`: ASCII stands as it is, and a backslash before what is none. */
function byteText(bytes: Uint8Array): string {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return Array.from(bytes.subarray(0, end), (byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}
