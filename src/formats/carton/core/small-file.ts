import type { Archive } from '../../../archive/archive.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { asBoxcutterError } from '../../../base/errors.ts';
import { type Finding, finding } from '../../../base/findings.ts';
import { sha256 } from '../../../codec/sha256.ts';

/** A small file that opening a carton reads whole. */
export interface SmallFile {
  path: string;
  bytes?: Uint8Array;
  /** Of `bytes`: 64 lower-case hexadecimal digits. */
  sha256?: string;
  absent?: true;
  problem?: Finding;
}

/** A small file's bytes, or why there are none. Rejects only when canceled, or for an internal error. */
export async function readSmall(
  archive: Archive,
  path: string,
  limit: number,
  signal?: AbortSignal,
): Promise<SmallFile> {
  throwIfAborted(signal);
  const source = archive.open(path);
  if (!source) return { path, absent: true };
  if (source.size > limit) {
    const message = `${path} has ${source.size} bytes; Boxcutter reads up to ${limit}.`;
    return { path, problem: finding('carton/file-too-large', message, { path }) };
  }
  try {
    const bytes = await source.read(0, source.size, signal);
    return { path, bytes, sha256: await sha256(bytes) };
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
