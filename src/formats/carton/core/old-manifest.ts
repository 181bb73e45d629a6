import { throwIfAborted } from '../../../base/abort.ts';
import { MAX_NAME_BYTES } from '../../../base/limits.ts';
import { unsafeReason } from '../../../base/path.ts';
import { itemPacer } from '../../../codec/pause.ts';
import type { OldFile, PackageMaker } from '../../../model/maker.ts';
import { MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from './limits.ts';
import { parseLinks } from './links.ts';
import { LINKS, MANIFEST, parseManifest } from './manifest.ts';
import { noteOfPaths } from './plan-notes.ts';
import { tooLarge } from './small-file.ts';

type Old = Parameters<PackageMaker['last']>[1];

/** What the old MANIFEST of an unpacked carton says, beside the files of the new one. */
export interface OldManifest {
  /** SHA-256, in lower-case digits, of files that are only linked, by path. They stay in MANIFEST. */
  linked: ReadonlyMap<string, string>;
  notes: readonly string[];
}

/**
 * Compares the old MANIFEST with the hashes of the files in a new carton. Rejects with `carton/file-too-large`, and as
 * reading does.
 *
 * @param hashes SHA-256 by the path in the new carton
 * @param placeOf where a file of the unpacked carton goes
 */
export async function compareOldManifest(
  hashes: ReadonlyMap<string, string>,
  old: Old,
  placeOf: (path: string) => string,
  signal?: AbortSignal,
): Promise<OldManifest> {
  const linked = new Map<string, string>();
  const bytes = await readOld(old, MANIFEST, MAX_MANIFEST_BYTES, signal);
  if (!bytes) return { linked, notes: [] };
  const links = await readOld(old, LINKS, MAX_LINKS_BYTES, signal);
  const urls = links && parseLinks(links).urls;
  const pace = itemPacer(signal);
  for (const { path, sha256 } of (await parseManifest(bytes, signal)).entries.values()) {
    const pause = pace();
    if (pause) await pause;
    if (path === MANIFEST || path === LINKS || hashes.has(path) || hashes.has(placeOf(path))) continue;
    const hash = sha256.toLowerCase();
    const canBeListed = unsafeReason(path) === undefined && path.length <= MAX_NAME_BYTES;
    if (canBeListed && urls?.get(hash)?.length) linked.set(path, hash);
  }
  return {
    linked,
    notes: noteOfPaths(
      [...linked.keys()],
      'is only linked, so it cannot be hashed here. It keeps its hash in MANIFEST.',
    ),
  };
}

async function readOld(
  old: Old,
  path: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  throwIfAborted(signal);
  const file: OldFile | undefined = old(path);
  if (!file) return undefined;
  if (file.size > limit) throw tooLarge(path, file.size, limit);
  return file.read(signal);
}
