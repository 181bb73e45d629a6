import { BadFileError } from '../base/errors.ts';

/**
 * Random access to bytes. Ranges are half-open, in bytes. Rejects with a `BadFileError`, a `NetworkError`, a
 * `CancelledError` or a `TooLargeError`, and with `source/out-of-range`
 * for a range outside 0…size. Never returns fewer bytes than asked for. The returned buffer belongs to the caller.
 */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  /** The host that sends the bytes, after all redirects. Then each read may need a request. */
  readonly servedFrom?: string | undefined;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array>;
  /**
   * The same bytes as a Blob, if that needs no reading (a slice of a local file). A page can then save or show
   * gigabytes without copying them. Undefined if there is no such Blob.
   */
  blob?(start: number, end: number): Blob | undefined;
  /**
   * The same bytes once, from the first to the last, each piece in the memory of the one before: it is valid until the
   * next is asked for. Left out where that is not faster than `stream`, or where `stream` checks what it reads.
   */
  pieces?(start: number, end: number, signal?: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Throws `source/out-of-range` unless 0 ≤ start ≤ end ≤ size, all whole numbers of bytes. */
export function checkRange(source: { readonly name: string; readonly size: number }, start: number, end: number): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= source.size) {
    return;
  }
  throw new BadFileError(
    'source/out-of-range',
    `Bytes ${start} to ${end} of “${source.name}” were requested, but it has ${source.size}.`,
  );
}

/** A file of an unpacked package. `path` is relative to the folder of the package. */
export interface FolderFile {
  path: string;
  file: File;
}

/**
 * What a page can ask the worker to open.
 *
 * - `whole`: download the remote file first, because its host cannot send parts.
 * - `privateFiles`: names of the private files that hold bytes of `file`. They stay until the package is closed.
 * - `madeOf`: files on the disk whose slices make up `file`. Nothing may be saved over them.
 * - `asBytes`: whatever the file is, or claims to be, it is opened as any other file.
 * - `handle`: where `file` lies on the disk, if the browser says so. It gives the file as it is by then.
 * - `edition`: of a package that was made on this page, how often it was saved: 1, 2, and so on.
 */
export type SourceDescriptor =
  | {
      kind: 'file';
      file: File;
      privateFiles?: readonly string[];
      madeOf?: File[];
      handle?: FileSystemFileHandle;
      edition?: number;
      asBytes?: boolean;
    }
  | { kind: 'folder'; name: string; files: FolderFile[] }
  | { kind: 'url'; url: string; whole?: boolean; asBytes?: boolean };
