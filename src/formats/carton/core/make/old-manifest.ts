import { throwIfAborted } from '../../../../base/abort.ts';
import { MAX_NAME_BYTES } from '../../../../base/limits.ts';
import { unsafeReason } from '../../../../base/path.ts';
import { quote } from '../../../../base/text.ts';
import { eachPaced } from '../../../../codec/pause.ts';
import type { PackageMaker } from '../../../../model/maker.ts';
import { MAX_LINKS_BYTES, MAX_MANIFEST_BYTES } from '../limits.ts';
import { LINKS, MANIFEST } from '../paths.ts';
import { parseLinks } from '../read/links.ts';
import { parseManifest } from '../read/manifest.ts';
import { tooLarge } from '../read/small-file.ts';
import { noteOfPaths, notesOfBadLines } from '../save/plan-notes.ts';

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
 * @param placeOf where a file of the unpacked carton goes. The others are those of `PackageMaker.last`
 */
export async function compareOldManifest(
  placeOf: (path: string) => string,
  hashes: ReadonlyMap<string, string>,
  old: Old,
  given: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<OldManifest> {
  const linked = new Map<string, string>();
  const bytes = await readOld(old, MANIFEST, MAX_MANIFEST_BYTES, signal);
  if (!bytes) return { linked, notes: [] };
  const links = await readOld(old, LINKS, MAX_LINKS_BYTES, signal);
  const urls = links && parseLinks(links).urls;
  const differing: string[] = [];
  const dropped: string[] = [];
  /** Left out, or put elsewhere: a line would let the reference reader fetch them again. */
  const leftOut: string[] = [];
  const { entries, whole, findings } = await parseManifest(bytes, signal);
  await eachPaced(entries.values(), signal, ({ path, sha256 }) => {
    if (path === MANIFEST || path === LINKS) return;
    const hash = sha256.toLowerCase();
    const now = hashes.get(path) ?? hashes.get(placeOf(path));
    const canBeListed = unsafeReason(path) === undefined && path.length <= MAX_NAME_BYTES;
    if (now === hash) return;
    if (now !== undefined) differing.push(path);
    else if (!canBeListed || !urls?.get(hash)?.length) dropped.push(path);
    else if (given.has(path)) leftOut.push(path);
    else linked.set(path, hash);
  });
  const notes = [
    ...noteOfPaths([...linked.keys()], 'is only linked, so it is not hashed. It keeps its hash in MANIFEST.'),
    ...noteOfPaths(leftOut, 'was left out or put elsewhere, so MANIFEST does not list it. LINKS still has its URL.'),
    ...noteOfPaths(dropped, 'is in the old MANIFEST but not in the new carton.'),
    ...notesOfBadLines(findings),
    ...(whole ? [] : ['The old MANIFEST could only be read in part, so not all files were compared with it.']),
    // Each is named: once MANIFEST has their new hashes, nobody can tell anymore that they changed.
    ...differing.map((path) => `${quote(path)} does not match the old MANIFEST. The new MANIFEST has its new hash.`),
  ];
  return { linked, notes };
}

async function readOld(
  old: Old,
  path: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  throwIfAborted(signal);
  const file = old(path);
  if (!file) return undefined;
  if (file.size > limit) throw tooLarge(path, file.size, limit);
  return file.read(signal);
}
