import { throwIfAborted } from '../../base/abort.ts';
import { concatBytes } from '../../base/bytes.ts';
import { isCancelled } from '../../base/errors.ts';
import { deflate } from '../../codec/deflate.ts';
import { pacer } from '../../codec/pause.ts';
import type { ContentSearch } from '../../model/checklist.ts';
import { fileIndex } from '../../model/file/file-index.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import { homePathLine } from '../../model/secret/home-path.ts';
import { readingsOf } from '../../model/secret/readings.ts';
import { MAX_SEARCHED_BYTES, MAX_SEARCHED_FILES } from '../../model/secret/secret-search.ts';
import { MAX_SECRET_BYTES, type Secret, secretsIn } from '../../model/secret/secrets.ts';
import { photoOrigin } from '../../picture/photo/photo.ts';
import { asksFirst, toldText } from '../../picture/photo/photo-text.ts';
import type { ByteSource } from '../../source/source.ts';
import { chunksOf } from '../../source/stream.ts';
import { hiddenPlace } from './photo-place.ts';

/** What the content of one file shows. Plain data. */
export interface FileLook {
  secrets: readonly Secret[];
  /** The line of the first path in somebody's home folder. */
  homeLine?: number | undefined;
  /** What a photo says of where it was taken, as a sentence after its name. */
  place?: string | undefined;
  /** It is large, and compresses to nearly nothing. */
  isHollow: boolean;
  /** All of it was searched. */
  isWhole: boolean;
}

/** What the contents of a package show. */
export interface ContentLook {
  byPath: ReadonlyMap<string, FileLook>;
  /** Files that were not searched, or not to their end, and their bytes. */
  unread: { files: number; bytes: number };
}

/** A package whose files can be read. */
export interface SearchedPackage {
  readonly package: Package;
  source(path: string): ByteSource | undefined;
}

/** What was found in files before, by keys that name their bytes. */
export type KeptLooks = Map<string, FileLook>;

export interface ContentOptions {
  search: ContentSearch;
  /** Each read costs a request, so the usual search reads nothing. */
  isRemote: boolean;
  kept: KeptLooks;
  /** Names the bytes of a file. Undefined where nobody knows whether they are those of the last time. */
  keyOf(file: PackageFile): string | undefined;
  signal?: AbortSignal | undefined;
  /** In bytes, of a search of all. */
  onProgress?: ((progress: { done: number; total: number }) => void) | undefined;
}

/** Files from this size on are looked at for whether they are hollow. Smaller ones cost nobody anything. */
export const MIN_HOLLOW_BYTES = 1 << 20;

/** Of one thing and nothing else, Deflate leaves a thousandth. No real weights shrink to a hundredth. */
const HOLLOW_SHARE = 0.01;

/** Parts of a stored file that are compressed to see whether it is hollow, and bytes of each. They take some ms. */
const SAMPLES = 5;
const SAMPLE_BYTES = 64 << 10;

/** Bytes that two parts of a large file share: longer than any pattern, so that none is cut in two. */
const OVERLAP = 4096;

/** Looks that are kept. Drafts of a package with more files search it again. */
const MAX_KEPT = 20_000;

/**
 * Searches the files of a package for what nobody wants to publish. What was found before is not read again. Rejects
 * where it is canceled. A file that cannot be read counts as not searched.
 */
export async function lookAtContents(
  { package: pkg, source }: SearchedPackage,
  options: ContentOptions,
): Promise<ContentLook> {
  const { search, isRemote, kept, keyOf, signal, onProgress } = options;
  const numbers = numericFiles(pkg);
  const files = pkg.files
    .filter((file) => isHeld(file) && fileIndex(pkg.files).get(file.path) === file)
    .sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
  const total = files.reduce((sum, { size = 0 }) => sum + size, 0);
  const byPath = new Map<string, FileLook>();
  const unread = { files: 0, bytes: 0 };
  const pace = pacer();
  let left = MAX_SEARCHED_BYTES;
  let done = 0;
  for (const [at, file] of files.entries()) {
    const { path, size = 0 } = file;
    const key = keyOf(file);
    const known = key === undefined ? undefined : kept.get(key);
    const isSmall = size <= MAX_SECRET_BYTES;
    const isUsual = !isRemote && at < MAX_SEARCHED_FILES && (!isSmall || size <= left);
    const wantsMore = search === 'whole' ? !known?.isWhole : !known && isUsual;
    if (isSmall) left -= size;
    let look = known;
    if (wantsMore && search !== 'none') {
      const onBytes = (bytes: number) => onProgress?.({ done: done + bytes, total });
      look = await lookAt(file, source(path), { ...options, isNumbers: numbers.has(path), onBytes });
      if (key !== undefined && kept.size < MAX_KEPT) kept.set(key, look);
      await pace();
      throwIfAborted(signal);
    }
    done += size;
    if (look) byPath.set(path, look);
    if (!look?.isWhole) {
      unread.files++;
      unread.bytes += size;
    }
  }
  return { byPath, unread };
}

/** Where a symlink leads is looked at itself. What is only linked is published elsewhere already. */
function isHeld({ kind, size, shadowed, unsafe, fetched }: PackageFile): boolean {
  return kind === 'file' && size !== undefined && !shadowed && !unsafe && !fetched;
}

/** Files that are nothing but the numbers of a tensor: nobody writes a text there. */
function numericFiles({ tensors, files }: Package): ReadonlySet<string> {
  const index = fileIndex(files);
  return new Set(
    tensors.flatMap(({ dtype, data }) =>
      data && dtype !== 'string' && data.start === 0 && data.end === index.get(data.path)?.size ? data.path : [],
    ),
  );
}

type LookOptions = ContentOptions & { isNumbers: boolean; onBytes(bytes: number): void };

async function lookAt(file: PackageFile, source: ByteSource | undefined, options: LookOptions): Promise<FileLook> {
  const { search, isNumbers, isRemote, signal } = options;
  const named = secretsIn(file.path).secrets;
  const unread: FileLook = { secrets: named, isHollow: isHollowStored(file), isWhole: false };
  if (!source) return unread;
  try {
    const isSmall = source.size <= MAX_SECRET_BYTES;
    // What is compressed has its size in the archive.
    const isHollow = unread.isHollow || (!file.compressed && (await isHollowSample(source, signal)));
    const photo =
      isNumbers || (isRemote && !isSmall) ? undefined : await photoOrigin(sliced(source, signal), live(signal));
    const told = asksFirst(photo) ? toldText(photo) : undefined;
    if (isNumbers) return { secrets: named, isHollow, isWhole: true };
    if (!isSmall && search !== 'whole') return { ...unread, isHollow, place: told };
    const place = told ?? (await hiddenPlace(source, signal));
    return { ...(await searched(file.path, source, options)), isHollow, place };
  } catch (error) {
    throwIfAborted(signal);
    if (isCancelled(error)) throw error;
    return unread;
  }
}

function live(signal: AbortSignal | undefined): { signal: AbortSignal } {
  return { signal: signal ?? new AbortController().signal };
}

/** A source as a photo is read: slice by slice. */
function sliced(source: ByteSource, signal: AbortSignal | undefined) {
  return {
    size: source.size,
    slice: (start: number, end: number) => ({
      arrayBuffer: async () => {
        const bytes = await source.read(start, Math.min(end, source.size), signal);
        return bytes.slice().buffer as ArrayBuffer;
      },
    }),
  };
}

/** Searches a whole file, as long as it may be. */
async function searched(
  path: string,
  source: ByteSource,
  { signal, onBytes }: LookOptions,
): Promise<Omit<FileLook, 'isHollow'>> {
  const byLine = new Map<number | undefined, Secret>();
  let homeLine: number | undefined;
  let isWhole = true;
  let lines = 0;
  const pace = pacer();
  for await (const { bytes, at, fresh } of windowsOf(source, signal)) {
    const found = secretsIn(path, bytes);
    isWhole &&= found.isWhole;
    for (const secret of found.secrets) {
      const line = secret.line === undefined ? undefined : secret.line + lines;
      if (!byLine.has(line)) byLine.set(line, { ...secret, ...(line !== undefined && { line }) });
    }
    const home = homeLine === undefined ? firstHomeLine(bytes) : undefined;
    if (home !== undefined) homeLine = home + lines;
    lines += newlinesIn(bytes, fresh);
    onBytes(at + bytes.length);
    await pace();
    throwIfAborted(signal);
  }
  return { secrets: [...byLine.values()], homeLine, isWhole };
}

function firstHomeLine(bytes: Uint8Array): number | undefined {
  const lines = readingsOf(bytes).map((text) => homePathLine(text) ?? Number.POSITIVE_INFINITY);
  const first = Math.min(...lines);
  return Number.isFinite(first) ? first : undefined;
}

/**
 * The bytes of a file in parts of at most `MAX_SECRET_BYTES`, each with the end of the one before. `fresh`: bytes of
 * it that the next one does not have again.
 */
async function* windowsOf(source: ByteSource, signal: AbortSignal | undefined) {
  const { size } = source;
  if (size <= MAX_SECRET_BYTES) {
    yield { bytes: await source.read(0, size, signal), at: 0, fresh: size };
    return;
  }
  let pieces: Uint8Array[] = [];
  let held = 0;
  let at = 0;
  for await (const chunk of chunksOf(source.stream(0, size, signal))) {
    for (let from = 0; from < chunk.length; ) {
      const part = chunk.slice(from, from + MAX_SECRET_BYTES - held);
      pieces.push(part);
      held += part.length;
      from += part.length;
      if (held < MAX_SECRET_BYTES) continue;
      const bytes = concatBytes(pieces);
      const fresh = MAX_SECRET_BYTES - OVERLAP;
      yield { bytes, at, fresh };
      pieces = [bytes.slice(fresh)];
      held = OVERLAP;
      at += fresh;
    }
  }
  yield { bytes: concatBytes(pieces), at, fresh: held };
}

function newlinesIn(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0 && at < end; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Whether the archive says that a file compresses to nearly nothing. */
export function isHollowStored({ size = 0, storedSize, compressed }: PackageFile): boolean {
  return (
    compressed === true && size >= MIN_HOLLOW_BYTES && storedSize !== undefined && storedSize < size * HOLLOW_SHARE
  );
}

/** Whether parts of a file from all over it compress to nearly nothing, each of them. */
async function isHollowSample(source: ByteSource, signal: AbortSignal | undefined): Promise<boolean> {
  if (source.size < MIN_HOLLOW_BYTES) return false;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const start = Math.floor(((source.size - SAMPLE_BYTES) * sample) / (SAMPLES - 1));
    const bytes = await source.read(start, start + SAMPLE_BYTES, signal);
    if (deflate(bytes, 1).length >= bytes.length * HOLLOW_SHARE) return false;
  }
  return true;
}
