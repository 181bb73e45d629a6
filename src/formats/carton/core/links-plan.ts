import { encodeUtf8, isEqual } from '../../../base/bytes.ts';
import { InternalError } from '../../../base/errors.ts';
import { quote } from '../../../base/text.ts';
import { MAX_LINKS_BYTES } from './limits.ts';
import { linksText } from './links-text.ts';
import type { ManifestLines } from './manifest-lines.ts';
import { LINKS } from './paths.ts';
import type { PlanContext } from './plan-context.ts';

/**
 * Writes the URLs of linked files into LINKS, and takes those of files out that no longer need them. Where no file is
 * left in it, LINKS goes. Rejects with `links/syntax` where it cannot be read, and as reading does.
 *
 * @param lines those of the new MANIFEST
 */
export async function changeLinks(context: PlanContext, lines: ManifestLines): Promise<void> {
  const { after, written, notes } = context;
  const changes = new Map<string, Set<string>>();
  for (const hash of unlinkedHashes(context, lines)) changes.set(hash, new Set());
  const missing: string[] = [];
  for (const [path, urls] of after.linked) {
    const hash = lines.get(path);
    if (hash === undefined)
      throw new InternalError('internal/bug', `MANIFEST would have no hash of the linked file ${quote(path)}.`);
    // Two files of one content have the URLs of both.
    const known = changes.get(hash) ?? new Set();
    changes.set(hash, known);
    for (const url of urls) known.add(url);
    if (urls.length === 0) missing.push(path);
  }
  notes.tell(missing, 'is neither linked anymore nor in the package, so nobody can load it.');
  if (changes.size === 0) return;
  const before = await written.read(LINKS, MAX_LINKS_BYTES);
  const text = linksText(before, changes);
  if (text === undefined) {
    if (!before) return;
    written.changes.set(LINKS, null);
    notes.add('LINKS is left out: no file is linked anymore.');
    return;
  }
  const now = encodeUtf8(text);
  if (!before || !isEqual(before, now)) await written.change(LINKS, before, now, MAX_LINKS_BYTES);
}

/** Stores LINKS without compression, like MANIFEST. Where it is stored already, it need not be read. */
export async function storeLinks({ input: { archive }, written, notes }: PlanContext): Promise<void> {
  if (written.changes.has(LINKS)) return;
  const entry = archive.entryAt(LINKS);
  if (entry?.kind !== 'file' || !entry.compressed) return;
  try {
    const bytes = await written.read(LINKS, MAX_LINKS_BYTES);
    if (bytes) written.changes.set(LINKS, bytes);
  } catch (error) {
    notes.leave(LINKS, error);
    return;
  }
  notes.add('LINKS is stored without compression, as the format requires. Its content is the same.');
}

/** The hashes of linked files that were replaced or removed, and that no other linked file has. */
function unlinkedHashes(
  { input: { archive, manifest, links }, after }: PlanContext,
  lines: ManifestLines,
): ReadonlySet<string> {
  const freed = new Set<string>();
  for (const { path, sha256: hash } of links?.size ? (manifest?.entries.values() ?? []) : [])
    if (links?.has(hash) && after.pathAfter(path) === undefined && !archive.resolve(path))
      freed.add(hash.toLowerCase());
  if (freed.size === 0) return freed;
  for (const [path, hash] of lines)
    if (freed.has(hash) && (after.linked.has(path) || after.placeOf(path) === undefined)) freed.delete(hash);
  return freed;
}
