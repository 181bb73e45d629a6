import { throwIfAborted } from '../../base/abort.ts';
import { BadFileError, BoxcutterError, UnsupportedError } from '../../base/errors.ts';
import { MAX_WHOLE_ENTRY } from '../../base/limits.ts';
import { checked, checkWhole, type Expected } from '../../codec/checked.ts';
import { inflate, inflateWhole, MAX_INFLATE_CALL } from '../../codec/inflate.ts';
import { unzstd } from '../../codec/zstd.ts';
import type { LruCache } from '../../source/lru.ts';
import { checkRange } from '../../source/range.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf, collect, streamOf } from '../../source/stream.ts';
import type { Report } from '../report.ts';
import { Cursor, cursorOf } from './cursor.ts';
import type { ZipDirectory, ZipEntry } from './directory.ts';
import { EXTRA, FLAG, getUint64, LENGTH, MAX_32, METHOD, SIGNATURE } from './layout.ts';

/** What all entries of one zip share. */
export interface ZipContext {
  readonly source: ByteSource;
  readonly directory: ZipDirectory;
  /** Gets what reading entries shows. */
  readonly report: Report;
  /** Compressed entries that were decoded whole. */
  readonly whole: LruCache<ZipEntry, Uint8Array>;
}

/** Read with the local header, for extra fields: a timestamp and owner take 28 bytes, a zip64 field 20, alignment up to 64. */
const EXTRA_ROOM = 128;

/** An entry up to this size comes with its header in one read. */
const ONE_READ = 64 * 1024;

/** Where an entry's data lies, and its bytes if they came with the header. */
interface Located {
  start: number;
  data?: Uint8Array;
}

/** The decoded bytes of one entry, as `Archive.open` describes them. Nothing is read before the first read. */
export class EntrySource implements ByteSource {
  readonly name: string;
  readonly size: number;
  readonly #zip: ZipContext;
  readonly #entry: ZipEntry;
  readonly #expected: Expected;
  #dataStart: number | undefined;

  constructor(zip: ZipContext, entry: ZipEntry) {
    this.#zip = zip;
    this.#entry = entry;
    this.name = entry.path;
    this.size = entry.size;
    this.#expected = { path: entry.path, size: entry.size, crc32: entry.crc32 };
  }

  async read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array> {
    throwIfAborted(signal);
    checkRange(this, start, end);
    this.#checkReadable();
    if (start === end && this.size > 0) {
      await this.#locate(signal);
      return new Uint8Array(0);
    }
    if (this.#entry.method === 'stored') return this.#readStored(start, end, signal);
    if (this.size <= MAX_WHOLE_ENTRY) {
      const whole = await this.#zip.whole.get(this.#entry, (inner) => this.#decodeWhole(inner), signal);
      return whole.slice(start, end);
    }
    const cursor = cursorOf(this.#entry, () => new Cursor((inner) => this.#decode(inner)));
    return cursor.read(start, end, signal);
  }

  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array> {
    return streamOf((inner) => this.#slice(start, end, inner), signal);
  }

  blob(start: number, end: number): Blob | undefined {
    checkRange(this, start, end);
    if (this.#entry.method !== 'stored' || this.#dataStart === undefined) return undefined;
    return this.#zip.source.blob?.(this.#dataStart + start, this.#dataStart + end);
  }

  /** All bytes, checked and not kept. The caller has checked that they may be allocated. */
  readOnce(signal: AbortSignal | undefined): Promise<Uint8Array> {
    this.#checkReadable();
    return this.#entry.method === 'stored' ? this.#readStored(0, this.size, signal) : this.#decodeWhole(signal);
  }

  /** Rejections that follow from the directory alone. */
  #checkReadable(): void {
    const { path, encrypted, method, methodId, span, size, storedSize } = this.#entry;
    if (encrypted) throw new UnsupportedError('zip/encrypted', `“${path}” is encrypted.`, { path });
    if (method === 'other') {
      const message = `“${path}” is compressed by method ${methodId}, which Boxcutter cannot read.`;
      throw new UnsupportedError('zip/unsupported-method', message, { path });
    }
    if (!span) throw new BadFileError('zip/out-of-bounds', `The bytes of “${path}” lie outside the file.`, { path });
    if (method === 'stored' && size !== storedSize) {
      const message = `“${path}” is stored as it is, but states ${size} bytes and ${storedSize} in the zip.`;
      throw new BadFileError('zip/size-mismatch', message, { path });
    }
  }

  async #readStored(start: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { start: dataStart, data } = await this.#locate(signal);
    const bytes = data
      ? data.slice(start, end)
      : await this.#zip.source.read(dataStart + start, dataStart + end, signal);
    if (bytes.length === this.size) checkWhole(bytes, this.#expected);
    return bytes;
  }

  async #decodeWhole(signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { method, storedSize, path } = this.#entry;
    if (method === 'deflate' && storedSize > 0 && storedSize <= MAX_INFLATE_CALL) {
      const { start, data } = await this.#locate(signal);
      const stored = data ?? (await this.#zip.source.read(start, start + storedSize, signal));
      try {
        const bytes = inflateWhole(stored, this.size);
        checkWhole(bytes, this.#expected);
        // Exactly the content: a view would keep, and a copy of it hand out, a byte more.
        return bytes.slice();
      } catch (error) {
        throw withPath(error, path);
      }
    }
    return collect(this.#decode(signal), this.size);
  }

  /** Everything, decoded and checked, from the first byte on. */
  async *#decode(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const { method, path } = this.#entry;
    const stored = this.#stored(signal);
    const { storedSize } = this.#entry;
    const decoded =
      // Some writers give an empty file a method and no data, not even an empty frame.
      method === 'stored' || storedSize === 0 ? stored : method === 'deflate' ? inflate(stored) : unzstd(stored);
    try {
      yield* checked(decoded, this.#expected);
    } catch (error) {
      throw withPath(error, path);
    }
  }

  /** The bytes as they stand in the zip. */
  async *#stored(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const { storedSize } = this.#entry;
    const { start, data } = await this.#locate(signal);
    if (data) {
      if (data.length > 0) yield data;
      return;
    }
    yield* chunksOf(this.#zip.source.stream(start, start + storedSize, signal));
  }

  async *#slice(start: number, end: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    checkRange(this, start, end);
    this.#checkReadable();
    if (start === end && this.size > 0) return;
    if (this.#entry.method === 'stored' && end - start < this.size) {
      const { start: dataStart } = await this.#locate(signal);
      yield* chunksOf(this.#zip.source.stream(dataStart + start, dataStart + end, signal));
      return;
    }
    let at = 0;
    for await (const chunk of this.#decode(signal)) {
      const from = Math.max(start - at, 0);
      const to = Math.min(end - at, chunk.length);
      at += chunk.length;
      if (from < to) yield from === 0 && to === chunk.length ? chunk : chunk.slice(from, to);
      if (at >= end && end < this.size) return;
    }
  }

  /** Where the data begins, by the local header, which is held against the directory when it is first read. */
  async #locate(signal: AbortSignal | undefined): Promise<Located> {
    const { path, storedSize, span } = this.#entry;
    if (this.#dataStart !== undefined) return { start: this.#dataStart };
    const { source } = this.#zip;
    const { start, end } = span as { start: number; end: number };
    const fixed = LENGTH.localHeader + this.#rawName().length + EXTRA_ROOM;
    const head = await source.read(
      start,
      Math.min(end, start + fixed + (storedSize <= ONE_READ ? storedSize : 0)),
      signal,
    );
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    if (view.getUint32(0, true) !== SIGNATURE.localHeader) {
      const message = `“${path}” has no header at byte ${start}, where the directory says it begins.`;
      throw new BadFileError('zip/local-header', message, { path });
    }
    const dataStart = start + LENGTH.localHeader + view.getUint16(26, true) + view.getUint16(28, true);
    const dataEnd = dataStart + storedSize;
    if (dataEnd > source.size) {
      const message = `“${path}” would end at byte ${dataEnd}, but the file has ${source.size}.`;
      throw new BadFileError('zip/out-of-bounds', message, { path });
    }
    if (this.#dataStart === undefined) {
      this.#dataStart = dataStart;
      this.#compareHeaders(head, view);
      if (dataEnd > end) {
        this.#zip.report.add('zip/overlap', `“${path}” goes on into what follows it.`, { path });
      }
    }
    if (dataEnd - start > head.length) return { start: dataStart };
    return { start: dataStart, data: head.slice(dataStart - start, dataEnd - start) };
  }

  /** The directory counts. A reader that goes by the local headers sees what they say, so a difference is reported. */
  #compareHeaders(head: Uint8Array, view: DataView): void {
    const { path, size, storedSize, crc32, flags, method, methodId } = this.#entry;
    const differences: string[] = [];
    const nameEnd = LENGTH.localHeader + view.getUint16(26, true);
    const rawName = this.#rawName();
    if (nameEnd !== LENGTH.localHeader + rawName.length || rawName.some((byte, at) => byte !== head[30 + at])) {
      differences.push('name');
    }
    const central = method === 'other' ? methodId : METHOD[method];
    if (view.getUint16(8, true) !== central) differences.push('method');
    const localFlags = view.getUint16(6, true);
    if ((localFlags ^ flags) & FLAG.encrypted) differences.push('encryption');
    // With a descriptor, the numbers stand after the data and are mostly zero here.
    if ((localFlags & FLAG.descriptor) === 0) {
      let localSize = view.getUint32(22, true);
      let localStored = view.getUint32(18, true);
      if (localSize === MAX_32 || localStored === MAX_32) {
        const field = zip64Field(view, nameEnd);
        if (field !== undefined) {
          localSize = getUint64(view, field);
          localStored = getUint64(view, field + 8);
        }
      }
      if (view.getUint32(14, true) !== crc32) differences.push('CRC-32');
      if (localSize !== size || localStored !== storedSize) differences.push('size');
    }
    if (differences.length === 0) return;
    const what = differences.join(', ');
    this.#zip.report.add('zip/ambiguous', `The header of “${path}” gives another ${what} than the directory.`, {
      path,
    });
  }

  /** The name as the directory has it, byte for byte. */
  #rawName(): Uint8Array {
    const { bytes } = this.#zip.directory;
    const { record } = this.#entry;
    const length = (bytes[record + 28] as number) | ((bytes[record + 29] as number) << 8);
    return bytes.subarray(record + LENGTH.centralHeader, record + LENGTH.centralHeader + length);
  }
}

/** Where the two sizes of a local header's zip64 field stand (4.5.3: always both), as far as the header was read. */
function zip64Field(view: DataView, extraStart: number): number | undefined {
  const end = Math.min(extraStart + view.getUint16(28, true), view.byteLength);
  for (let at = extraStart; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === EXTRA.zip64) return at + 20 <= end ? at + 4 : undefined;
  }
  return undefined;
}

/** The decoders know no paths. The same error, with the path in its message and fields. */
function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof BoxcutterError) || error.fields.path !== undefined || error.tag === 'cancelled') return error;
  if (!error.code.startsWith('zip/')) return error;
  const same = error.constructor as new (code: string, message: string, options: object) => BoxcutterError;
  return new same(error.code, `“${path}”: ${error.message}`, { ...error.fields, path, cause: error.cause ?? error });
}
