import { throwIfAborted } from '../../base/abort.ts';
import { toErrorData } from '../../base/errors.ts';
import { MAX_WHOLE_ENTRY } from '../../base/limits.ts';
import type { Report } from '../../base/report.ts';
import type { LruCache } from '../../base/shared-task.ts';
import { checked, checkWhole, type Expected } from '../../codec/checked.ts';
import { inflate, inflateWhole, MAX_INFLATE_CALL } from '../../codec/inflate.ts';
import { unzstd } from '../../codec/zstd.ts';
import { decodedSource, roomsFor } from '../../source/decoded.ts';
import { type ByteSource, checkRange } from '../../source/source.ts';
import { chunksOf, collect, streamOf } from '../../source/stream.ts';
import type { Codec, StoredFile } from '../digest/job.ts';
import { withPath } from '../error.ts';
import { Cursor, cursorOf } from './cursor.ts';
import type { ZipDirectory } from './directory.ts';
import { LENGTH } from './layout.ts';
import { EXTRA_ROOM, isName, localHeaderLength, locate, refusalOf } from './local-header.ts';
import { rawNameAt } from './record.ts';
import type { ZipEntry } from './record-entry.ts';

/** What all entries of one zip share. */
export interface ZipContext {
  readonly source: ByteSource;
  readonly directory: ZipDirectory;
  /** Receives the findings of reading entries. */
  readonly report: Report;
  /** Compressed entries that were decoded whole. */
  readonly whole: LruCache<ZipEntry, Uint8Array>;
  /** Longer ones that were read backwards, decoded once and kept. Undefined where there is no room for one. */
  readonly kept: Map<ZipEntry, Promise<ByteSource | undefined>>;
}

/** An entry up to this size, or as many of its first bytes, is read together with its header. */
const ONE_READ = 64 * 1024;

/** Where an entry's data lies, and its first bytes, as many as were wanted, if they were read with the header. */
interface EntryData {
  start: number;
  data?: Uint8Array;
}

/** The decoded bytes of one entry, as `Archive.open` describes them. Reads nothing until it is asked. */
export class EntrySource implements ByteSource {
  readonly name: string;
  readonly size: number;
  readonly #zip: ZipContext;
  readonly #entry: ZipEntry;
  readonly #expected: Expected;
  readonly #isChecked: boolean;
  #dataStart: number | undefined;

  /** @param isChecked whether reads reject where the bytes are not those that the directory states */
  constructor(zip: ZipContext, entry: ZipEntry, isChecked = true) {
    this.#isChecked = isChecked;
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
    const kept = cursor.isPast(start) || this.#zip.kept.has(this.#entry) ? await this.#keep() : undefined;
    return (kept ?? cursor).read(start, end, signal);
  }

  /** The entry, decoded once as far as it is read. Undefined where that cannot be kept. */
  #keep(): Promise<ByteSource | undefined> {
    const { source, kept, report } = this.#zip;
    const { name, size } = this;
    const known = kept.get(this.#entry);
    if (known) return known;
    const keep = async () => {
      try {
        const room = await roomsFor(source)?.(size);
        return room && decodedSource(this, room, size, name);
      } catch (error) {
        const { message } = toErrorData(error);
        report.add('zip/decoded-again', message, { path: name });
        return undefined;
      }
    };
    const keeping = keep();
    kept.set(this.#entry, keeping);
    return keeping;
  }

  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array> {
    return streamOf((inner) => this.#slice(start, end, inner), signal);
  }

  blob(start: number, end: number): Blob | undefined {
    checkRange(this, start, end);
    if (this.#entry.method !== 'stored' || this.#dataStart === undefined) return undefined;
    return this.#zip.source.blob?.(this.#dataStart + start, this.#dataStart + end);
  }

  /** Throws where the directory shows that the entry cannot be read. */
  #checkReadable(): void {
    const refusal = refusalOf(this.#entry);
    if (refusal) throw refusal;
  }

  async #readStored(start: number, end: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { start: dataStart, data } = await this.#locate(signal, end);
    const bytes = data
      ? data.slice(start, end)
      : await this.#zip.source.read(dataStart + start, dataStart + end, signal);
    if (this.#isChecked && bytes.length === this.size) checkWhole(bytes, this.#expected);
    return bytes;
  }

  async #decodeWhole(signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { method, storedSize, path } = this.#entry;
    if (method === 'deflate' && storedSize > 0 && storedSize <= MAX_INFLATE_CALL) {
      const { start, data } = await this.#locate(signal);
      const stored = data ?? (await this.#zip.source.read(start, start + storedSize, signal));
      try {
        const bytes = inflateWhole(stored, this.size);
        if (this.#isChecked) checkWhole(bytes, this.#expected);
        // A copy of exactly the content: a view would keep the longer buffer, and a copy of the view would hand it out.
        return bytes.slice();
      } catch (error) {
        throw withPath(error, path);
      }
    }
    return collect(this.#decode(signal), this.size);
  }

  /** The whole content, decoded and checked, from the first byte on. */
  async *#decode(signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
    const { method, path } = this.#entry;
    const stored = this.#stored(signal);
    const { storedSize } = this.#entry;
    const decoded =
      // Some writers give an empty file a method and no data, not even an empty frame.
      method === 'stored' || storedSize === 0 ? stored : method === 'deflate' ? inflate(stored) : unzstd(stored);
    try {
      yield* this.#isChecked ? checked(decoded, this.#expected) : upTo(this.size, decoded);
    } catch (error) {
      throw withPath(error, path);
    }
  }

  /** The bytes as stored in the zip. */
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

  /**
   * Where the data begins, which the local header tells. The first read of the header compares it with the directory.
   *
   * @param wanted first bytes of the data that are to come along
   */
  async #locate(signal: AbortSignal | undefined, wanted = this.#entry.storedSize): Promise<EntryData> {
    if (this.#dataStart !== undefined) return { start: this.#dataStart };
    const { source, directory, report } = this.#zip;
    const { storedSize, span } = this.#entry;
    const { start, end } = span as { start: number; end: number };
    const fixed = LENGTH.localHeader + rawNameAt(directory.bytes, this.#entry.record).length + EXTRA_ROOM;
    const along = storedSize <= ONE_READ ? storedSize : wanted;
    const room = fixed + (along <= ONE_READ ? along : 0);
    let head = await source.read(start, Math.min(end, start + room), signal);
    const whole = Math.min(end - start, localHeaderLength(head));
    if (whole > head.length) head = await source.read(start, start + whole, signal);
    const file = storedFile(directory, this.#entry);
    const header = locate(head, file, source.size);
    if (this.#dataStart === undefined) {
      this.#dataStart = header.dataStart;
      for (const { code, message, path } of header.findings) report.add(code, message, { path });
    }
    const dataStart = header.dataStart - start;
    if (dataStart + wanted > head.length) return { start: header.dataStart };
    return { start: header.dataStart, data: head.slice(dataStart, dataStart + wanted) };
  }
}

/** The first `size` bytes. Ends only once more come, so that damage behind the last byte is still noticed. */
async function* upTo(size: number, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of chunks) {
    if (left > 0) yield chunk.length > left ? chunk.slice(0, left) : chunk;
    left -= chunk.length;
    if (left < 0) return;
  }
}

/** Where the bytes of an entry lie. `refusalOf` has accepted the entry. */
export function storedFile(directory: ZipDirectory, entry: ZipEntry): StoredFile {
  const { path, size, storedSize, method, span, crc32, flags } = entry;
  const raw = rawNameAt(directory.bytes, entry.record);
  // A copy: posting a view would post the whole directory.
  const rawName = isName(raw, path, undefined) ? undefined : (raw.slice() as Uint8Array<ArrayBuffer>);
  return { path, size, storedSize, codec: method as Codec, crc32, span, flags, rawName };
}
