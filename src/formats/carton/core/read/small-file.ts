import type { Archive } from '../../../../archive/archive.ts';
import { throwIfAborted } from '../../../../base/abort.ts';
import { grouped } from '../../../../base/amounts.ts';
import { asBoxcutterError, TooLargeError } from '../../../../base/errors.ts';
import { type Finding, finding } from '../../../../base/findings.ts';
import { createSha256, sha256 } from '../../../../codec/sha256.ts';
import { chunksOf } from '../../../../source/stream.ts';

/** A file of a carton's own, which opening the carton reads whole. */
export interface SmallFile {
  path: string;
  /** Undefined where it is absent, has a problem, or was read by `streamSmall`. */
  bytes?: Uint8Array;
  /** Of all its bytes: 64 lower-case hexadecimal digits. Undefined where it was not read to its end. */
  sha256?: string;
  absent?: true;
  problem?: Finding;
}

/**
 * The content of a file of at most `limit` bytes. Undefined where the package does not hold it. Rejects with
 * `carton/file-too-large`, and as reading does.
 */
export async function readWhole(
  archive: Archive,
  path: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const source = openSmall(archive, path, limit, signal);
  return source?.read(0, source.size, signal);
}

function openSmall(archive: Archive, path: string, limit: number, signal: AbortSignal | undefined) {
  throwIfAborted(signal);
  const source = archive.open(path);
  if (source && source.size > limit) throw tooLarge(path, source.size, limit);
  return source;
}

export function tooLarge(path: string, actual: number, limit: number): TooLargeError {
  const message = grouped`${path} has ${actual} bytes. Boxcutter reads up to ${limit}.`;
  return new TooLargeError('carton/file-too-large', message, { path, limit, actual });
}

/** A small file's bytes, or why there are none. Rejects only when canceled, or for an internal error. */
export async function readSmall(
  archive: Archive,
  path: string,
  limit: number,
  signal?: AbortSignal,
): Promise<SmallFile> {
  return orProblem(path, async () => {
    const bytes = await readWhole(archive, path, limit, signal);
    return bytes ? { path, bytes, sha256: await sha256(bytes) } : { path, absent: true };
  });
}

/**
 * As `readSmall`, for a file that is large after all, such as a MANIFEST of a million lines: passes its bytes to
 * `consume` piece by piece and keeps nothing. A piece is valid until `consume` settles.
 */
export async function streamSmall(
  archive: Archive,
  path: string,
  limit: number,
  consume: (piece: Uint8Array) => Promise<void>,
  signal?: AbortSignal,
): Promise<SmallFile> {
  return orProblem(path, async () => {
    const source = openSmall(archive, path, limit, signal);
    if (!source) return { path, absent: true };
    const hash = await createSha256();
    for await (const piece of chunksOf(source.stream(0, source.size, signal))) {
      hash.update(piece);
      await consume(piece);
    }
    return { path, sha256: hash.digest() };
  });
}

/** What reading gives, or the problem with it. Rejects only when canceled, or for an internal error. */
async function orProblem(path: string, read: () => Promise<SmallFile>): Promise<SmallFile> {
  try {
    return await read();
  } catch (error) {
    const known = asBoxcutterError(error);
    if (known.tag === 'cancelled' || known.tag === 'internal') throw known;
    return { path, problem: finding(known.code, known.message, { path }) };
  }
}

/** The hashes of those files that could be read, by path. */
export function digestedFiles(files: readonly SmallFile[]): ReadonlyMap<string, string> {
  return new Map(files.flatMap(({ path, sha256: hash }) => (hash === undefined ? [] : [[path, hash] as const])));
}
