/**
 * Random-access bytes. Ranges are half-open, in bytes. Rejects with a `SourceError`; never returns fewer bytes than
 * asked for. A range outside 0…size rejects with `source/out-of-range`. The returned buffer belongs to the caller.
 */
export interface ByteSource {
  readonly name: string;
  readonly size: number;
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
  stream(start: number, end: number, signal?: AbortSignal): ReadableStream<Uint8Array>;
  /**
   * The same bytes as a Blob where that costs no reading (a local file's slice), so that a page can save or show gigabytes
   * without copying them. Undefined where there is no such Blob.
   */
  blob?(start: number, end: number): Blob | undefined;
}

/** A file of an unpacked package, with its path below the package's folder. */
export interface FolderFile {
  path: string;
  file: File;
}

/**
 * What a page can post to the worker to have it open something. `whole`: the remote file is downloaded first, since its host cannot send parts
 * of it. `privateFile`: the name of the private file that holds the bytes of `file`; it stays until the package is closed. `madeOf`: files on
 * the disk that the bytes of `file` are slices of; nothing is saved over them.
 */
export type SourceDescriptor =
  | { kind: 'file'; file: File; privateFile?: string; madeOf?: File[] }
  | { kind: 'folder'; name: string; files: FolderFile[] }
  | { kind: 'url'; url: string; whole?: boolean };
