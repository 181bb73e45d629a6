import { compareUtf8 } from '../../../../base/bytes.ts';
import { quote } from '../../../../base/text.ts';
import { eachPaced } from '../../../../codec/pause.ts';
import type { FileHashes, Reseal } from '../../../../model/draft.ts';
import { CARTON_TOML, LINKS, MANIFEST, TENSOR_INDEX } from '../paths.ts';
import type { ManifestEntry } from '../read/manifest-entries.ts';
import type { PlanContext } from './plan-context.ts';
import { type PlanNotes, tellReseal } from './plan-notes.ts';
import { resealedLines } from './reseal.ts';

/** SHA-256 by the path in MANIFEST: 64 lower-case hexadecimal digits. */
export type ManifestLines = ReadonlyMap<string, string>;

/**
 * The hash of every file that the new MANIFEST lists, from the old one and what is written.
 *
 * @param present the hashes of written files that stay as they are, where MANIFEST may not list them
 */
export function renewedLines(context: PlanContext, present: ManifestLines): ManifestLines {
  const { after, written, notes } = context;
  const lines = new Map<string, string>();
  const listed = listedAfter(context);
  const missing: string[] = [];
  const wrong: string[] = [];
  for (const [path, { sha256: hash }] of listed) {
    if (path === MANIFEST || path === LINKS) continue;
    const place = written.placeOf(path);
    const now = written.hashAt(place);
    if (place === undefined || now === undefined) {
      lines.set(path, hashNow(context, path, place, listed) ?? hash.toLowerCase());
      continue;
    }
    lines.set(path, now);
    // The line was wrong and is now corrected. A note says so, or nobody would know.
    const before = written.hashBefore(place);
    if (before === undefined && path === TENSOR_INDEX) askForIndex(notes, hash);
    else if (before === undefined) missing.push(path);
    else if (before !== hash.toLowerCase()) wrong.push(path);
  }
  for (const [path, { digest }] of after.added)
    if (path !== LINKS && !lines.has(path)) lines.set(path, written.hashAt(path) ?? digest.sha256);
  notes.tell(missing, 'was listed in MANIFEST but missing. It is new.');
  notes.tell(wrong, 'did not match MANIFEST even before your edits. In the saved file, it matches.');
  for (const path of [CARTON_TOML, TENSOR_INDEX]) {
    if (lines.has(path)) continue;
    const place = written.placeOf(path);
    const now = written.hashAt(place);
    const hash = now ?? present.get(path);
    if (hash === undefined) continue;
    lines.set(path, hash);
    if (now === undefined || written.hashBefore(place as string) !== undefined)
      notes.tell([path], 'was not listed in MANIFEST. It is listed in the saved file.');
  }
  return lines;
}

/**
 * The hash of every file that a resealed MANIFEST lists, and how it differs from the old one. Rejects only when
 * canceled.
 *
 * @param hashes those of the files in the open carton
 */
export async function recomputedLines(
  context: PlanContext,
  hashes: FileHashes,
): Promise<{ lines: ManifestLines; reseal: Reseal }> {
  const { written, notes } = context;
  const { manifest, links } = context.input;
  const listed = listedAfter(context);
  const { lines, reseal } = await resealedLines(context, listed, hashes);
  const index = listed.get(TENSOR_INDEX);
  if (index && written.hashAt(TENSOR_INDEX) !== undefined && written.hashBefore(TENSOR_INDEX) === undefined)
    askForIndex(notes, index.sha256);
  const known = new Set([...lines.values(), ...hashes.values()]);
  const lost = manifest?.whole ? 0 : [...(links?.keys() ?? [])].filter((hash) => !known.has(hash)).length;
  tellReseal(notes, reseal, lost);
  return { lines, reseal };
}

/** The old lines of MANIFEST by their paths afterwards. */
function listedAfter({ input: { manifest }, after }: PlanContext): Map<string, ManifestEntry> {
  const listed = new Map<string, ManifestEntry>();
  for (const line of manifest?.entries.values() ?? []) {
    const path = after.pathAfter(line.path);
    if (path !== undefined) listed.set(path, line);
  }
  return listed;
}

/**
 * The hash of the file that a path leads to, where changes of files may have made it another one: an added file, or the
 * target of a symlink.
 */
function hashNow(
  { input: { archive }, after }: PlanContext,
  path: string,
  place: string | undefined,
  listed: ReadonlyMap<string, ManifestEntry>,
): string | undefined {
  const added = place === undefined ? undefined : after.added.get(place);
  if (added) return added.digest.sha256;
  if (place === undefined || place === path || after.changes.size === 0) return undefined;
  const before = after.pathBefore(path);
  const target = before === undefined ? undefined : archive.resolve(before);
  // It leads to the same file as before: whatever its own line says, nobody asked for another one.
  if (target && after.pathAfter(target.path) === place) return undefined;
  return listed.get(place)?.sha256.toLowerCase();
}

/** Says that an empty index is written, and asks: the hash in MANIFEST may be all that is left of a lost one. */
function askForIndex(notes: PlanNotes, hash: string): void {
  const note = `${quote(TENSOR_INDEX)} was listed in MANIFEST but missing. Saving writes an empty one. Its hash replaces that of the missing file, ${hash.toLowerCase()}.`;
  notes.ask({ note, agree: `Save with an empty ${TENSOR_INDEX} instead of the missing one` });
}

/**
 * MANIFEST's text: a line `{path}={sha256}` for each file, ended by LF, in the byte order of the paths' UTF-8 (format
 * document, "MANIFEST"; the order is the reference's). Rejects only when canceled.
 *
 * @param hashes SHA-256 by path, in lower-case digits
 */
export async function manifestText(hashes: ReadonlyMap<string, string>, signal?: AbortSignal): Promise<string> {
  const paths = Array.from(hashes.keys()).sort(compareUtf8);
  let text = '';
  await eachPaced(paths, signal, (path) => {
    text += `${path}=${hashes.get(path)}\n`;
  });
  return text;
}
