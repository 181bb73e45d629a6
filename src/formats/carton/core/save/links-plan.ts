import { decodeUtf8, encodeUtf8, isEqual } from '../../../../base/bytes.ts';
import { BadFileError, InternalError } from '../../../../base/errors.ts';
import { quote } from '../../../../base/text.ts';
import type { Edit } from '../../../../model/edit/edit.ts';
import { isTable } from '../../../../model/edit/field.ts';
import { type EditableToml, TomlText } from '../../../../toml/toml-text.ts';
import { MAX_LINKS_BYTES } from '../limits.ts';
import { LINKS } from '../paths.ts';
import { parseLinks } from '../read/links.ts';
import type { ManifestLines } from './manifest-lines.ts';
import type { PlanContext } from './plan-context.ts';

/**
 * Writes the URLs of linked files into LINKS, and removes those that are no longer needed. A LINKS without files is
 * removed. Rejects with `links/syntax` where it cannot be read, and as reading does.
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
      throw new InternalError('internal/bug', `MANIFEST would have no hash for the linked file ${quote(path)}.`);
    // Files with the same content share their URLs.
    const known = changes.get(hash) ?? new Set();
    changes.set(hash, known);
    for (const url of urls) known.add(url);
    if (urls.length === 0) missing.push(path);
  }
  notes.tell(missing, 'is neither linked anymore nor in the package, so nobody can load it.');
  const isTyped = after.added.has(LINKS);
  if (changes.size === 0 && !isTyped) return;
  const before = await written.read(LINKS, MAX_LINKS_BYTES);
  if (changes.size === 0) {
    // As somebody wrote it, whatever it says.
    if (before) written.changes.set(LINKS, before);
    return;
  }
  if (isTyped && before) leaveTyped(context, before, lines, changes);
  const text = linksText(before, changes);
  if (text === undefined) {
    if (!before) return;
    written.changes.set(LINKS, null);
    notes.add('LINKS is left out: no file is linked anymore.');
    return;
  }
  const now = encodeUtf8(text);
  if (!before || !isEqual(before, now)) await written.change(LINKS, before, now, MAX_LINKS_BYTES);
  else if (isTyped) written.changes.set(LINKS, now);
}

/** Takes out the changes of files whose URLs somebody wrote into the text of LINKS, and says so where these differ. */
function leaveTyped(
  { after, notes }: PlanContext,
  text: Uint8Array,
  lines: ManifestLines,
  changes: Map<string, Set<string>>,
): void {
  const { urls } = parseLinks(text);
  const differing: string[] = [];
  for (const [path, changed] of after.linked) {
    const hash = lines.get(path) ?? '';
    const typed = urls.get(hash);
    if (typed === undefined) continue;
    changes.delete(hash);
    if (typed.join('\n') !== changed.join('\n')) differing.push(path);
  }
  notes.tell(differing, 'gets the URLs in the text of LINKS, and not those of its own change.');
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

/** A new LINKS, without any file. */
const NO_LINKS = 'version = 1\n\n[urls]\n';

const EDITABLE_LINKS: EditableToml<undefined> = {
  path: LINKS,
  syntax: 'links/syntax',
  tooLarge: 'carton/file-too-large',
  order: { keys: (path) => (path.length === 0 ? ['version', 'urls'] : []), hasHeader: () => true },
  judge: () => undefined,
};

/** New URLs of files by their SHA-256 in lower-case digits. Files without a URL leave LINKS. */
type LinkChanges = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The text of LINKS with other URLs for some files. All other lines, and comments, stay byte for byte. Undefined where
 * no file, no comment and no other field is left: then there need be no LINKS. Throws
 * `links/syntax` where LINKS is not TOML or has no table of URLs.
 *
 * @param bytes undefined where there is none
 */
function linksText(bytes: Uint8Array | undefined, changes: LinkChanges): string | undefined {
  const text = bytes ? decodeUtf8(bytes) : NO_LINKS;
  const toml = text === undefined ? undefined : new TomlText(text, EDITABLE_LINKS);
  const values = toml?.values();
  if (!toml || !values || (values.urls !== undefined && !isTable(values.urls)))
    throw new BadFileError('links/syntax', 'LINKS cannot be read, so no link can be changed in it.', { path: LINKS });
  const had = new Set(isTable(values.urls) ? Object.keys(values.urls) : []);
  const edits = [...changes].flatMap(([sha256, urls]): Edit[] => {
    if (urls.size > 0) return [{ kind: 'set', path: ['urls', sha256], value: [...urls] }];
    return had.has(sha256) ? [{ kind: 'remove', path: ['urls', sha256] }] : [];
  });
  const after = edits.length === 0 ? toml.text : toml.edited(edits).text;
  return withoutSpace(after) === withoutSpace(NO_LINKS) ? undefined : after;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
