import { throwIfAborted } from '../base/abort.ts';
import { BadFileError, BoxcutterError, faultOfFile, NetworkError } from '../base/errors.ts';
import { sharedBy } from '../base/shared-task.ts';
import { quote } from '../base/text.ts';
import { isGzip } from '../codec/gzip/gunzip.ts';
import { fileSource } from '../source/file.ts';
import { remoteSource } from '../source/remote.ts';
import type { HostOptions } from '../source/request.ts';
import type { ByteSource, FolderFile } from '../source/source.ts';
import { besideAddress } from '../source/web-address.ts';
import type { Archive } from './archive.ts';
import { folderArchive } from './folder.ts';
import { type UnwrapOptions, unwrapGzip, type Wrapping } from './gzip.ts';
import { openTar } from './tar/tar.ts';
import { openZip } from './zip/zip.ts';

/**
 * What was opened: a file or a folder, on this machine or on a host. Each format looks into it and decides whether it
 * can open it.
 */
export interface Container {
  readonly name: string;
  /** Bytes. Of a folder, all its files together. */
  readonly size: number;
  /** Its bytes. A folder has none. */
  readonly source?: ByteSource;
  /** The host that sends its bytes, after all redirects. */
  readonly servedFrom?: string | undefined;
  /** The file that it was decompressed from. */
  readonly wrapping?: Wrapping;
  /**
   * Its files. Undefined where it is not an archive. Opens the archive on the first call, and only once. Rejects where the
   * archive is broken, with a code that says how (`zip/truncated`, `zip/bad-directory` …), or where the bytes do not
   * come.
   */
  archive(signal?: AbortSignal): Promise<Archive | undefined>;
  /**
   * A file beside this one, by its name: another shard of a model, or a blob by its digest. Resolves to undefined where
   * there is none. Left out where nothing can lie beside it, or where what lies there cannot be read.
   */
  sibling?(name: string, signal?: AbortSignal): Promise<Container | undefined>;
}

/**
 * A file, with a source's bytes and name. A source from a host also says who served it.
 *
 * @param sibling opens files beside it
 */
export function sourceContainer(source: ByteSource, sibling?: Container['sibling']): Container {
  return {
    name: source.name,
    size: source.size,
    source,
    // Read at each use: a host may move the file later.
    get servedFrom() {
      return source.servedFrom;
    },
    archive: (signal) => findArchive(source, { signal }),
    sibling,
  };
}

/** Opens files beside the one at an address, as `Container.sibling`. Rejects as `remoteSource`. */
export function remoteSibling(url: string, fetch?: HostOptions['fetch']): NonNullable<Container['sibling']> {
  return async (name, signal) => {
    try {
      return sourceContainer(await remoteSource(besideAddress(url, name), { signal, fetch }));
    } catch (error) {
      if (error instanceof NetworkError && error.code === 'source/not-found') return undefined;
      throw error;
    }
  };
}

/** A folder, or loose files. Throws as `folderArchive` does. */
export function folderContainer(name: string, files: readonly FolderFile[]): Container {
  const archive = folderArchive(name, files);
  return {
    name: archive.name,
    size: archive.size,
    async archive(signal) {
      throwIfAborted(signal);
      return archive;
    },
  };
}

/** Gives a container back, and wraps a source as a file. */
export function asContainer(opened: Container | ByteSource): Container {
  return 'archive' in opened ? opened : sourceContainer(opened);
}

/** How often gzip is taken off. Hosts and tools compress what is compressed already: twice. A file can hold itself. */
const MAX_WRAPPINGS = 4;

/** Bytes that tell gzip. */
const MAGIC_BYTES = 3;

/**
 * What is in gzip, in its place, and what is in gzip in that. Any other file as it is. What is in gzip, begins like gzip
 * and is damaged from its first byte on is left as it is, too.
 *
 * @param unwrap gives what is in a file, undefined where it is not gzip
 */
export async function withoutGzip<T extends { container: Container }>(
  given: T,
  unwrap: (file: T) => Promise<T | undefined>,
): Promise<T> {
  let file = given;
  for (let level = 0; level < MAX_WRAPPINGS; level++) {
    const { source, wrapping: outer } = file.container;
    if (!source) break;
    if (outer && !isGzip(await source.read(0, Math.min(source.size, MAGIC_BYTES)))) break;
    const found = await unwrap(file).catch((error) => {
      if (outer && error instanceof BadFileError) return undefined;
      throw error;
    });
    if (!found) break;
    const { wrapping } = found.container;
    file =
      outer && wrapping ? { ...found, container: { ...found.container, wrapping: around(outer, wrapping) } } : found;
  }
  return file;
}

/** What is in a file that is gzip, as a file of its own. Undefined for any other. Rejects as `unwrapGzip`. */
export async function inGzip({ source }: Container, options?: UnwrapOptions): Promise<Container | undefined> {
  const found = source && (await unwrapGzip(source, options));
  return found && { ...sourceContainer(fileSource(found.blob, found.name)), wrapping: found.wrapping };
}

/** Two wrappings as one. */
function around(outer: Wrapping, inner: Wrapping): Wrapping {
  return { ...outer, method: `${inner.method} in ${outer.method}`, findings: [...outer.findings, ...inner.findings] };
}

/**
 * The zip of a source, opened once. Resolves to undefined where the bytes are of another kind. Rejects where they are a
 * broken zip. `tarIn` likewise.
 */
const zipIn = sharedBy(
  (source: ByteSource, signal): Promise<Archive | undefined> =>
    openZip(source, signal).catch((error) => {
      if (error instanceof BoxcutterError && error.code === 'zip/not-a-zip') return undefined;
      throw error;
    }),
);
const tarIn = sharedBy<ByteSource, Archive | undefined>(openTar);

interface OpenOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The archive in a source. A zip is known by its end; where the source begins as a tar, as one of `.pt` files does, it
 * is the tar. gzip around an archive is taken off before (`gzip.ts`). Undefined where the source is not an archive. Rejects
 * with a `BoxcutterError` where the archive is broken (see `openZip` and `openTar`).
 */
export async function findArchive(source: ByteSource, { signal }: OpenOptions = {}): Promise<Archive | undefined> {
  const zip = await settled(zipIn(source, signal));
  if (zip.value && !zip.value.outside?.some(({ start }) => start === 0)) return zip.value;
  const tar = await (zip.value ? settled(tarIn(source, signal)).then(({ value }) => value) : tarIn(source, signal));
  if (tar) return tar;
  if (zip.error) throw zip.error;
  return zip.value;
}

/**
 * Every archive that a program may find in a source, the one of `findArchive` first: a file can be a tar and a zip at
 * once. Rejects as `findArchive` does.
 *
 * @param onBroken called with why one beside the first cannot be opened
 */
export async function findArchives(
  source: ByteSource,
  { signal, onBroken }: OpenOptions & { onBroken?: (error: BoxcutterError) => void } = {},
): Promise<readonly Archive[]> {
  const first = await findArchive(source, { signal });
  if (!first) return [];
  const all = await Promise.all([zipIn, tarIn].map((open) => settled(open(source, signal))));
  for (const { error } of all) if (error) onBroken?.(error);
  return [first, ...all.flatMap(({ value }) => (value && value !== first ? [value] : []))];
}

/** A broken archive as a value. Rejects where no bytes come, and after an abort. */
async function settled(opening: Promise<Archive | undefined>): Promise<{ value?: Archive; error?: BoxcutterError }> {
  try {
    const value = await opening;
    return value ? { value } : {};
  } catch (error) {
    return { error: faultOfFile(error) };
  }
}

/** The error for a container that is not an archive. */
export function notAnArchive({ name, size }: { name: string; size: number }): BadFileError {
  return new BadFileError('zip/not-a-zip', size === 0 ? 'The file is empty.' : `${quote(name)} is not a zip file.`);
}
