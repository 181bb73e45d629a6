import { throwIfAborted } from '../../base/abort.ts';
import { BoxcutterError, NetworkError, TooLargeError } from '../../base/errors.ts';
import { quote } from '../../base/text.ts';
import { BlobBuilder } from '../../source/blob-builder.ts';
import { fileSource } from '../../source/file.ts';
import type { ByteSource, SourceDescriptor } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import type { CallOptions } from '../protocol.ts';

/** Where bytes are written to, in order. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void> | void;
  /** Writes over bytes that were written before, from `at` on. */
  patch(at: number, bytes: Uint8Array): Promise<void> | void;
  /** All bytes as a Blob. */
  finish(): Promise<Blob>;
  /** Gives up: leaves nothing behind. Never rejects. */
  drop(): Promise<void>;
}

/** A sink of the browser's own: a private file, or memory where there are no private files. */
export interface PrivateSink extends ByteSink {
  /** The name of the private file. Undefined in memory. */
  privateFile?: string | undefined;
  /** Removes the private file, once nobody needs its bytes. */
  release(): void;
}

/** Opens a sink for `size` bytes. `size` is undefined where a host does not say it. */
export type OpenSink = (size: number | undefined) => Promise<PrivateSink>;

/** Writes to a Blob of at most `limit` bytes. Beyond it, `write` throws `source/too-large`. */
export function blobSink(limit: number): ByteSink {
  let builder: BlobBuilder | undefined = new BlobBuilder();
  const patches: { at: number; bytes: Uint8Array }[] = [];
  return {
    write(bytes) {
      if (!builder) return;
      if (builder.size + bytes.length > limit) {
        const message = 'The file is larger than this page can keep. You can check it, or download it from its URL.';
        throw new TooLargeError('source/too-large', message, { limit });
      }
      builder.add(bytes);
    },
    patch(at, bytes) {
      patches.push({ at, bytes });
    },
    async finish() {
      const blob = (builder as BlobBuilder).finish();
      return patches.reduce(
        (whole, { at, bytes }) =>
          new Blob([whole.slice(0, at), bytes as Uint8Array<ArrayBuffer>, whole.slice(at + bytes.length)]),
        blob,
      );
    },
    async drop() {
      builder = undefined;
    },
  };
}

/**
 * Writes to a file on the disk. The file has its old content until `finish`: browsers write beside it. Rejects with
 * `source/save-failed`.
 */
export async function fileSink(file: FileSystemFileHandle): Promise<ByteSink> {
  const saved = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      // Browsers say so of a full disk, too.
      const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError';
      const why = isFull ? ': there is no room left on the disk' : '';
      throw new NetworkError('source/save-failed', `“${file.name}” could not be written${why}.`, { cause });
    }
  };
  const stream = await saved(() => file.createWritable());
  let written = 0;
  return {
    write: (bytes) =>
      saved(async () => {
        await stream.write(bytes as Uint8Array<ArrayBuffer>);
        written += bytes.length;
      }),
    patch: (at, bytes) =>
      saved(async () => {
        await stream.write({ type: 'write', position: at, data: bytes as Uint8Array<ArrayBuffer> });
        await stream.seek(written);
      }),
    finish: () =>
      saved(async () => {
        await stream.close();
        return file.getFile();
      }),
    async drop() {
      await stream.abort().catch(() => {});
    },
  };
}

/**
 * Streams every byte of a source. `take` gets them in order, with the place of the first, and is waited for. Reports
 * progress in bytes.
 */
export async function eachChunk(
  source: ByteSource,
  { signal, onProgress }: CallOptions,
  take: (bytes: Uint8Array, at: number) => Promise<void> | void,
): Promise<void> {
  const total = source.size;
  let done = 0;
  onProgress?.({ done, total });
  for await (const chunk of chunksOf(source.stream(0, total, signal))) {
    throwIfAborted(signal);
    await take(chunk, done);
    done += chunk.length;
    onProgress?.({ done, total });
  }
}

/** Writes every byte of a source to a sink, as `Writing.write`. Reports progress in bytes. */
export function allOf(source: ByteSource, options: CallOptions): (sink: ByteSink) => Promise<void> {
  return (sink) => eachChunk(source, options, (bytes) => sink.write(bytes));
}

/** What is written, and how it is looked at before it counts as saved. */
export interface Writing<T> {
  /** Writes all bytes to a sink. */
  write(sink: ByteSink): Promise<T>;
  /** Rejects where what is there is not what was written. */
  check?(there: Blob, written: T): Promise<unknown>;
}

/**
 * Writes to a file on the disk. Where that fails, the file keeps its old content, and is removed if it was empty. Gives
 * what `write` has given.
 */
export async function writeToDisk<T>(
  saveTo: FileSystemFileHandle,
  writing: Writing<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return (await writeThrough(await fileSink(saveTo), writing, signal)).written;
  } catch (error) {
    await removeEmpty(saveTo);
    throw error;
  }
}

async function writeThrough<T>(
  sink: ByteSink,
  { write, check }: Writing<T>,
  signal: AbortSignal | undefined,
): Promise<{ written: T; blob: Blob }> {
  try {
    const written = await write(sink);
    throwIfAborted(signal);
    const blob = await sink.finish();
    await check?.(blob, written);
    return { written, blob };
  } catch (error) {
    await sink.drop();
    throw error;
  }
}

/** A Blob in a private file or in memory. */
export type PrivateBlob = Pick<PrivateSink, 'privateFile' | 'release'> & { blob: Blob };

/**
 * Writes to a private file, or to memory. Where that fails, nothing of it stays.
 *
 * @param size how many bytes it may take, to find room for them, where that is known
 */
export async function writeToBrowser<T>(
  openSink: OpenSink,
  size: number | undefined,
  writing: Writing<T>,
  signal: AbortSignal | undefined,
): Promise<PrivateBlob & { written: T }> {
  const sink = await openSink(size);
  try {
    const check = async (...written: [Blob, T]) => {
      await writing.check?.(...written);
      throwIfAborted(signal);
    };
    const saved = await writeThrough(sink, { ...writing, check }, signal);
    return { ...saved, privateFile: sink.privateFile, release: () => sink.release() };
  } catch (error) {
    sink.release();
    throw error;
  }
}

/** A file that people chose in a dialog for saving. */
type ChosenFile = FileSystemFileHandle & { remove?: () => Promise<void> };

/**
 * Removes a saved file that differs from its plan. Where the file could not be read, it stays: nothing is known of it.
 */
export async function removeMismatch(saved: ChosenFile, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (error instanceof BoxcutterError && error.code === 'source/save-mismatch') {
      await saved.remove?.().catch(() => {});
    }
    throw error;
  }
}

/**
 * Rejects with `source/save-over-open` where the chosen file is the open one, or the open one's bytes are slices of it.
 */
export async function refuseOpen(
  saveTo: FileSystemFileHandle,
  descriptor: SourceDescriptor,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (descriptor.kind !== 'file') return;
  const there = await saveTo.getFile().catch(() => undefined);
  throwIfAborted(signal);
  if (!there) return;
  const refuse = (more: string) => new NetworkError('source/save-over-open', `${quote(there.name)} is open${more}.`);
  const named = [descriptor.file, ...(descriptor.madeOf ?? [])].filter(({ name }) => name === there.name);
  if (named.some(({ size, lastModified }) => there.size === size && there.lastModified === lastModified))
    throw refuse('');
  // Some save dialogs empty the chosen file.
  const [open] = named;
  if (!open || there.size > 0 || open.size === 0) return;
  try {
    await fileSource(open).read(0, 1, signal);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof BoxcutterError && error.tag === 'network') throw refuse(', and choosing it emptied it');
    throw error;
  }
}

/**
 * Removes a file that is empty. The save dialog makes the chosen file at once; where saving fails, it must not stay.
 */
export async function removeEmpty(file: ChosenFile): Promise<void> {
  try {
    if ((await file.getFile()).size === 0) await file.remove?.();
  } catch {
    // It is gone already, or the page may not look at it.
  }
}
