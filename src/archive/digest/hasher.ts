import { throwIfAborted } from '../../base/abort.ts';
import { asBoxcutterError, toErrorData } from '../../base/errors.ts';
import type { Finding } from '../../base/findings.ts';
import { MAX_BATCHED_FILE, MAX_UNGATED_DIGEST, MAX_ZSTD_WINDOW, PIPE_PIECE } from '../../base/limits.ts';
import { ContentCheck } from '../../codec/checked.ts';
import { inflate, inflateWhole } from '../../codec/inflate.ts';
import { pacer } from '../../codec/pause.ts';
import { createSha256, type Sha256, sha256 } from '../../codec/sha256.ts';
import { ZstdDecoder } from '../../codec/zstd.ts';
import { blobPieces, fileSource } from '../../source/file.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import { withPath } from '../error.ts';
import { compareTrail, leadRoom, localHeaderLength, locate } from '../zip/local-header.ts';
import type { DataPlace, DigestResult, StoredFile } from './job.ts';
import { batchReach } from './schedule.ts';

/**
 * Below this many bytes, hashing in WebAssembly takes less than a call of `crypto.subtle`, its promise and what waits
 * for that: 20 µs in Chromium.
 */
const MIN_SUBTLE = 8 * 1024;

/** A batch with more files below `MIN_SUBTLE` than this hashes them in WebAssembly. */
const MIN_TINY = 64;

/** Bytes that `crypto.subtle` may hold copies of while a batch is hashed. */
const MAX_AHEAD = 8 * 1024 * 1024;

/** What a hasher reports, and how it is cancelled. */
export interface HasherOptions {
  signal?: AbortSignal | undefined;
  onResult(result: DigestResult): void;
  /**
   * Called instead of `onResult` for a file of a batch with nothing to report but its SHA-256, with its place
   * in the batch.
   */
  onHash?(place: number, sha256: string): void;
  /** More decoded bytes. Of a batch, those of many files at once. */
  onBytes(count: number): void;
  /** Called instead of `onResult` for a file that needs a larger zstd window than this hasher gives. */
  onWide?(file: StoredFile): void;
}

export interface HasherLimits {
  /** Files smaller than this are held whole. At least `PIPE_PIECE`, and more than `MAX_BATCHED_FILE`. */
  arenaBytes: number;
  /**
   * Largest window of a zstd frame, in bytes. Below `MAX_ZSTD_WINDOW`, some files are left to another hasher
   * (`onWide`).
   */
  maxWindow?: number | undefined;
  gate?: Gate;
  /**
   * The source gives each read memory of its own: the hasher frees it once it has read more bytes than this. Left out:
   * never.
   */
  freesReadsAfter?: number | undefined;
}

/** Lets one thread at a time copy a large file. Resolves to a function that ends the turn. */
export type Gate = () => Promise<() => void>;

const NO_BYTES = new Uint8Array(0);

/**
 * Reads, decodes, checks and hashes whole files, one after the other. Each thread has one hasher. What is wrong with a
 * file is in its result. Rejects where nothing more can be read from the source.
 */
export class Hasher {
  readonly #source: ByteSource | undefined;
  readonly #decoder: ZstdDecoder;
  /** The content of one small file after the other. To give each memory of its own takes a tenth of the time. */
  #inflated: Uint8Array<ArrayBuffer> | undefined;
  #sha256: Sha256 | undefined;
  readonly #limits: HasherLimits;
  /** Bytes that were read for batches so far. */
  #batchBytes = 0;
  readonly #pace = pacer();

  /** @param source the container; undefined for a folder's files */
  static async create(source: ByteSource | undefined, limits: HasherLimits): Promise<Hasher> {
    return new Hasher(source, await ZstdDecoder.create(limits.arenaBytes, limits.maxWindow), limits);
  }

  private constructor(source: ByteSource | undefined, decoder: ZstdDecoder, limits: HasherLimits) {
    this.#source = source;
    this.#decoder = decoder;
    this.#limits = limits;
  }

  /** Frees the memory for this thread. */
  free(): void {
    this.#decoder.free();
  }

  /**
   * Reads the files of a batch, for a call of `batch` that comes later. It rejects there, and not here, where they cannot
   * be read.
   */
  readAhead(files: readonly StoredFile[], signal?: AbortSignal): Promise<Uint8Array | undefined> {
    const reading = this.#readBatch(files, signal);
    reading.catch(() => {});
    return reading;
  }

  /**
   * Hashes files of up to `MAX_BATCHED_FILE` bytes, in the order of the container. Reads them all at once, then decodes
   * and hashes them one by one.
   * @param reading what `readAhead` gave for these files
   */
  async batch(
    files: readonly StoredFile[],
    options: HasherOptions,
    reading: Promise<Uint8Array | undefined> = this.#readBatch(files, options.signal),
  ): Promise<void> {
    const { signal, onResult, onHash, onBytes } = options;
    const tiny = files.reduce((count, { size }) => count + (size < MIN_SUBTLE ? 1 : 0), 0);
    // It loads while the batch is read.
    const start = files[0]?.span?.start ?? 0;
    const [bytes, hash] = await Promise.all([reading, tiny > MIN_TINY ? this.#streamed() : undefined]);
    let ahead: Promise<void>[] = [];
    let aheadBytes = 0;
    let untold = 0;
    const tellBytes = () => {
      if (untold > 0) onBytes(untold);
      untold = 0;
    };
    const tell = (place: number, result: DigestResult, digits: string) => {
      const isPlain = result.crc32 === undefined && !result.error && result.findings.length === 0;
      if (onHash && isPlain) onHash(place, digits);
      else onResult({ ...result, sha256: digits });
    };
    for (const [place, file] of files.entries()) {
      const pause = this.#pace();
      if (pause) {
        tellBytes();
        await pause;
      }
      throwIfAborted(signal);
      const findings: Finding[] = [];
      try {
        // There are thousands of files: awaits nothing that is already there.
        const stored =
          (bytes && this.#storedIn(bytes, start, file, findings)) ?? (await this.#read(file, findings, signal));
        const check = new ContentCheck(file);
        const content = this.#decodeSmall(file, stored);
        check.update(content);
        const result: DigestResult = { path: file.path, findings, ...outcomeOf(file, check) };
        if (hash && content.length < MIN_SUBTLE) {
          hash.update(content);
          tell(place, result, hash.digest());
        } else {
          // This call copies the content, so the next file may be decoded into its place.
          ahead.push(sha256(content).then((digits) => tell(place, result, digits)));
          aheadBytes += content.length;
        }
      } catch (error) {
        const failed = this.#failureOf(file, findings, error, options);
        if (!failed) continue;
        onResult(failed);
      }
      untold += file.size;
      if (aheadBytes > MAX_AHEAD) {
        tellBytes();
        await Promise.all(ahead);
        ahead = [];
        aheadBytes = 0;
      }
    }
    tellBytes();
    await Promise.all(ahead);
    if (!bytes) return;
    this.#batchBytes += bytes.length;
    if (this.#batchBytes > (this.#limits.freesReadsAfter ?? Number.POSITIVE_INFINITY)) freeBytes(bytes);
  }

  /**
   * Hashes one file of any size: whole where it fits the arena, else as a stream, which takes two or three times as
   * long.
   */
  async file(file: StoredFile, options: HasherOptions): Promise<void> {
    const { size } = file;
    let told = 0;
    const onBytes = (count: number) => {
      told += count;
      options.onBytes(count);
    };
    const result = await this.#result(file, options, async (findings) => {
      const stream = size < this.#decoder.arenaBytes ? undefined : await this.#streamed();
      const consume = stream && ((part: Uint8Array) => stream.update(part));
      const outcome = await this.#decode(file, consume, findings, { ...options, onBytes });
      const digits = stream ? stream.digest() : await this.#digestArena(size);
      throwIfAborted(options.signal);
      return { ...outcome, sha256: digits };
    });
    if (!result) return;
    options.onResult(result);
    options.onBytes(Math.max(0, size - told));
  }

  /**
   * Decodes and checks a file, and passes its bytes to `consume` in pieces of at most `PIPE_PIECE`. Each piece is valid
   * until `consume` returns, or until its promise settles. The result has no hash. Resolves to undefined where the file
   * is left to another hasher.
   */
  pieces(
    file: StoredFile,
    consume: (piece: Uint8Array) => Promise<void> | undefined,
    options: Pick<HasherOptions, 'signal' | 'onBytes' | 'onWide'>,
  ): Promise<DigestResult | undefined> {
    return this.#result(file, options, (findings) => this.#decode(file, consume, findings, options));
  }

  /** What `read` shows of a file. Undefined where the file is left to another hasher. */
  async #result(
    file: StoredFile,
    options: Pick<HasherOptions, 'onWide'>,
    read: (findings: Finding[]) => Promise<Outcome>,
  ): Promise<DigestResult | undefined> {
    const findings: Finding[] = [];
    try {
      return { path: file.path, findings, ...(await read(findings)) };
    } catch (error) {
      return this.#failureOf(file, findings, error, options);
    }
  }

  /**
   * The result for a file that failed. Undefined where it is left to another hasher. Rethrows errors that concern all
   * files. A folder's files can be gone one by one, so their network errors concern only one.
   */
  #failureOf(
    file: StoredFile,
    findings: Finding[],
    error: unknown,
    { onWide }: Pick<HasherOptions, 'onWide'>,
  ): DigestResult | undefined {
    const { path, blob } = file;
    if (onWide && this.#isTooWide(error)) {
      onWide(file);
      return undefined;
    }
    const known = asBoxcutterError(withPath(error, path));
    if (known.tag === 'cancelled' || known.tag === 'internal' || (known.tag === 'network' && !blob)) throw known;
    return { path, error: toErrorData(known), findings };
  }

  /** Whether another hasher could decode what this one could not. */
  #isTooWide(error: unknown): boolean {
    if ((this.#limits.maxWindow ?? MAX_ZSTD_WINDOW) >= MAX_ZSTD_WINDOW) return false;
    const { code, fields } = asBoxcutterError(error);
    return code === 'zip/window-too-large' && fields.actual !== undefined && fields.actual <= MAX_ZSTD_WINDOW;
  }

  /** The hash in WebAssembly, loaded on first use, without what a file that failed has left in it. */
  async #streamed(): Promise<Sha256> {
    this.#sha256 ??= await createSha256();
    this.#sha256.digest();
    return this.#sha256;
  }

  async #digestArena(size: number): Promise<string> {
    const leave = size > MAX_UNGATED_DIGEST ? await this.#limits.gate?.() : undefined;
    try {
      return await sha256(this.#decoder.view(size));
    } finally {
      leave?.();
    }
  }

  /** The container's bytes from the first file on that a batch lies in. Undefined for files that lie in no container. */
  async #readBatch(files: readonly StoredFile[], signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
    const first = files[0]?.span;
    if (!first) return undefined;
    const end = files.reduce((most, file) => Math.max(most, batchReach(file)), 0);
    return this.#source?.read(first.start, end, signal);
  }

  /**
   * A small file's stored bytes, from `bytes` that were read for its batch and begin at `start` of the source.
   * Undefined where they are not among these.
   */
  #storedIn(bytes: Uint8Array, start: number, file: StoredFile, findings: Finding[]): Uint8Array | undefined {
    const { span, storedSize } = file;
    // All that was read: where the data is among it, so is the whole lead.
    const head = bytes.subarray((span?.start ?? 0) - start);
    const place = locate(head, file, this.#source?.size ?? 0);
    const at = place.dataStart - start;
    const { trailEnd = place.dataEnd } = place;
    if (Math.max(at + storedSize, trailEnd - start) > bytes.length) return undefined;
    for (const item of place.findings) findings.push(item);
    if (trailEnd > place.dataEnd) {
      const trail = bytes.subarray(place.dataEnd - start, trailEnd - start);
      for (const item of compareTrail(trail, file)) findings.push(item);
    }
    return bytes.subarray(at, at + storedSize);
  }

  /** A small file's stored bytes, by a read of their own. */
  async #read(file: StoredFile, findings: Finding[], signal: AbortSignal | undefined): Promise<Uint8Array> {
    const { blob, path, size } = file;
    if (blob) return fileSource(blob, path).read(0, size, signal);
    const source = this.#source as ByteSource;
    const { dataStart, dataEnd } = await this.#locate(source, file, findings, signal);
    return source.read(dataStart, dataEnd, signal);
  }

  /** A small file's content. Valid until the next call. */
  #decodeSmall({ size, storedSize, codec }: StoredFile, stored: Uint8Array): Uint8Array {
    // Some writers give an empty file a method and no data, not even an empty frame.
    if (storedSize === 0 || codec === 'stored') return stored;
    if (codec === 'deflate') {
      this.#inflated ??= new Uint8Array(MAX_BATCHED_FILE + 1);
      return inflateWhole(stored, size, this.#inflated);
    }
    const decoder = this.#decoder;
    decoder.start(size + 1);
    for (const _ of decoder.push(stored)) if (decoder.filled > size) return decoder.view();
    decoder.finish();
    return decoder.view();
  }

  /** Reads a file's lead and what follows its data, and gives where its data lies. */
  async #locate(
    source: ByteSource,
    file: StoredFile,
    findings: Finding[],
    signal: AbortSignal | undefined,
  ): Promise<DataPlace> {
    const { start, end } = file.span as { start: number; end: number };
    const room = Math.min(end - start, leadRoom(file));
    let head = room > 0 ? await source.read(start, start + room, signal) : NO_BYTES;
    const whole = Math.min(end - start, localHeaderLength(head));
    if (whole > head.length) head = await source.read(start, start + whole, signal);
    const place = locate(head, file, source.size);
    findings.push(...place.findings);
    const { dataEnd, trailEnd } = place;
    if (trailEnd !== undefined) findings.push(...compareTrail(await source.read(dataEnd, trailEnd, signal), file));
    return place;
  }

  /**
   * Decodes and checks a file. Its content goes to `consume`, or into the arena where there is none.
   */
  async #decode(
    file: StoredFile,
    consume: ((piece: Uint8Array) => Promise<void> | undefined | void) | undefined,
    findings: Finding[],
    { signal, onBytes }: Pick<HasherOptions, 'signal' | 'onBytes'>,
  ): Promise<Outcome> {
    const { size, storedSize, codec } = file;
    const check = new ContentCheck(file);
    const decoder = this.#decoder;
    decoder.start(consume ? PIPE_PIECE : size + 1);
    const chunks = await this.#stored(file, findings, signal);
    if (codec === 'zstd' && storedSize > 0) {
      for await (const chunk of chunks) {
        for (const _ of decoder.push(chunk)) {
          const seen = consume ? 0 : check.done;
          const piece = decoder.view().subarray(seen);
          check.update(piece);
          onBytes(piece.length);
          if (consume && piece.length > 0) {
            await consume(piece);
            decoder.clear();
          }
          await this.#pace();
          throwIfAborted(signal);
        }
      }
      decoder.finish();
    } else {
      for await (const chunk of codec === 'deflate' && storedSize > 0 ? inflate(copies(chunks)) : chunks) {
        check.update(chunk);
        onBytes(chunk.length);
        if (!consume) decoder.append(chunk);
        else for (let at = 0; at < chunk.length; at += PIPE_PIECE) await consume(chunk.subarray(at, at + PIPE_PIECE));
        await this.#pace();
        throwIfAborted(signal);
      }
    }
    return outcomeOf(file, check);
  }

  /** A file's stored bytes, after its lead was read. */
  async #stored(
    file: StoredFile,
    findings: Finding[],
    signal: AbortSignal | undefined,
  ): Promise<AsyncGenerator<Uint8Array>> {
    const { path, blob } = file;
    if (blob) return blobPieces(blob, path, signal);
    const source = this.#source as ByteSource;
    const { dataStart, dataEnd } = await this.#locate(source, file, findings, signal);
    const local = source.blob?.(dataStart, dataEnd);
    if (local) return blobPieces(local, source.name, signal);
    return chunksOf(source.stream(dataStart, dataEnd, signal));
  }
}

/**
 * Copies each piece. A stream may keep what it was given until later (Node's does), and pieces of a local file are
 * overwritten before that.
 */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield chunk.slice();
}

/** What all bytes of a file have shown. The error is a `zip/crc-mismatch`. */
type Outcome = Pick<DigestResult, 'crc32' | 'error' | 'sha256'>;

/** Call it after the last byte. Throws `zip/size-mismatch` if bytes are missing. */
function outcomeOf({ wantsCrc32 }: StoredFile, check: ContentCheck): Outcome {
  const wrong = check.finish();
  return { error: wrong && toErrorData(wrong), crc32: wantsCrc32 && check.crc32 };
}

/**
 * Frees the memory of bytes that nobody reads any more, at once: a thread that does little else than hash collects its
 * garbage only after a hundred megabytes. Browsers since 2024 can do it.
 */
function freeBytes({ buffer }: Uint8Array): void {
  (buffer as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}
