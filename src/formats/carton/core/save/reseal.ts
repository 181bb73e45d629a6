import type { Archive } from '../../../../archive/archive.ts';
import { MAX_NAME_BYTES } from '../../../../base/limits.ts';
import { unsafeReason } from '../../../../base/path.ts';
import { eachPaced } from '../../../../codec/pause.ts';
import type { FileHashes, Reseal } from '../../../../model/draft.ts';
import { LINKS, MANIFEST } from '../paths.ts';
import type { ManifestEntry } from '../read/manifest-entries.ts';
import type { PlanContext } from './plan-context.ts';

/** Why a carton cannot be resealed, in a sentence. Undefined where it can. */
export function resealProblem(archive: Archive): string | undefined {
  const problem = archive.planProblem();
  if (problem !== undefined || !archive.plan) return problem ?? 'It cannot be saved again.';
  if (!archive.entryAt(MANIFEST) && archive.isFolder(MANIFEST)) return 'A folder has the name MANIFEST.';
  return undefined;
}

/**
 * The lines of a MANIFEST with the hash of each file as it is saved, and how they differ from the old ones. A symlink's
 * line is about the content that the symlink leads to. Rejects only when canceled.
 *
 * @param listed the lines of the old MANIFEST, by their paths afterwards; empty where there is none
 * @param hashes those of the files in the open carton
 */
export async function resealedLines(
  { input: { archive, isLinked }, after: files, written, signal }: PlanContext,
  listed: ReadonlyMap<string, ManifestEntry>,
  hashes: FileHashes,
): Promise<{ lines: Map<string, string>; reseal: Reseal }> {
  const lines = new Map<string, string>();
  const reseal: Reseal = { files: 0, differing: [], added: [], dropped: [], linked: [], unlistable: [] };
  const seen = new Set<string>([MANIFEST, LINKS]);

  /** Whether the archive lacks a file that can be fetched, or was fetched. */
  const wasLinked = (before: string | undefined) =>
    before !== undefined && (isLinked(before) || archive.open(before) !== undefined);
  const add = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const old = listed.get(path)?.sha256.toLowerCase();
    const place = unsafeReason(path) === undefined ? files.placeOf(path) : undefined;
    const why = whyUnlistable(path, place);
    const before = place === undefined ? undefined : files.pathBefore(place);
    const present = why === undefined && before !== undefined ? hashes.get(before) : undefined;
    const next = why === undefined ? (written.newHash(path) ?? present) : undefined;
    if (next !== undefined) {
      lines.set(path, next);
      reseal.files++;
      if (old === undefined) reseal.added.push(path);
      else if (present !== undefined && present !== old) reseal.differing.push({ path, before: old, after: next });
    } else if (why === undefined && old !== undefined && wasLinked(files.pathBefore(path))) {
      lines.set(path, old);
      reseal.linked.push(path);
    } else {
      if (old !== undefined) reseal.dropped.push(path);
      if (files.entryAt(path)) reseal.unlistable.push({ path, why: why ?? 'points to no file' });
    }
  };

  await eachPaced(listed.keys(), signal, add);
  await eachPaced(files.entries(), signal, ({ path, shadowed, unsafe }) => {
    if (unsafe) reseal.unlistable.push({ path, why: unsafeReason(path) ?? 'is not safe' });
    else if (shadowed)
      reseal.unlistable.push({ path, why: 'is in the package more than once. The first one is listed' });
    else add(path);
  });
  for (const path of written.places()) add(path);
  return { lines, reseal };
}

/** Why a line of MANIFEST cannot name a file, as the end of a sentence. */
function whyUnlistable(path: string, place: string | undefined): string | undefined {
  const reason = unsafeReason(path);
  if (reason !== undefined) return reason;
  if (path.length > MAX_NAME_BYTES) return 'has a name that is too long';
  // MANIFEST cannot hold its own hash.
  return place === MANIFEST ? 'points to MANIFEST' : undefined;
}
