import { Zip, ZipPassThrough } from 'fflate';
import { CancelledError } from '../../../base/errors.ts';

/** A file that goes into the zip. */
export interface ZippedFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** Limits of a zip without Zip64, which fflate does not write. */
export const MAX_ZIP_FILES = 0xffff;
export const MAX_ZIP_BYTES = 0xffff_ffff;

/**
 * Bytes of a file's local header, its data descriptor and its line of the directory, besides its name in two of them.
 */
const ENTRY_BYTES = 30 + 16 + 46;
const END_BYTES = 22;

/** The size of the zip in bytes: its files are stored as they are. */
export function zipSize(files: readonly ZippedFile[]): number {
  const encoder = new TextEncoder();
  return files.reduce((sum, { path, size }) => sum + size + ENTRY_BYTES + 2 * encoder.encode(path).length, END_BYTES);
}

/** Whether files are too many or too large for one zip. */
export function zipExceeds(files: readonly ZippedFile[]): 'files' | 'bytes' | undefined {
  if (files.length > MAX_ZIP_FILES) return 'files';
  return zipSize(files) > MAX_ZIP_BYTES ? 'bytes' : undefined;
}

interface ZipOptions {
  /** Reads one file as a whole, and throws if its bytes are not what they should be. */
  read(path: string, signal: AbortSignal): Promise<Blob>;
  /** Takes the zip's bytes, in order. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Bytes of the files that are written, of all of them. */
  onProgress(progress: { done: number; total: number }): void;
  signal: AbortSignal;
}

/**
 * Writes files into a zip, one after the other, without compressing them. Only one file is read at a time. Throws what
 * `read` and `write` throw, and a `CancelledError` after an abort. Call `zipExceeds` first.
 */
export async function writeZip(
  files: readonly ZippedFile[],
  { read, write, onProgress, signal }: ZipOptions,
): Promise<void> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes as Uint8Array<ArrayBuffer>);
  });
  const flush = async () => {
    if (signal.aborted) throw new CancelledError();
    for (let bytes = made.shift(); bytes; bytes = made.shift()) await write(bytes);
  };
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  for (const { path } of files) {
    const blob = await read(path, signal);
    const entry = new ZipPassThrough(path);
    zip.add(entry);
    const reader = blob.stream().getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      entry.push(part.value);
      await flush();
      done += part.value.length;
      onProgress({ done, total });
    }
    entry.push(new Uint8Array(0), true);
    await flush();
  }
  zip.end();
  await flush();
}
