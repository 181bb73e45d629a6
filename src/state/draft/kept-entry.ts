import type { FileDigest } from '../../base/file-digest.ts';
import { MAX_ADDRESS_LENGTH, MAX_ENTRIES, MAX_LEVELS, MAX_LINK_ADDRESSES } from '../../base/limits.ts';
import { charactersOf, type FileChange, type Texts } from '../../model/draft.ts';
import type { Inside } from '../../model/place.ts';
import { isListOf, isText, isTime, membersOf } from '../stored-value.ts';
import type { KeptContents } from './kept-contents.ts';
import { type DraftSubject, isNewerDraft, type KeptDraft, MAX_KEPT_CHARACTERS } from './kept-drafts.ts';

/** UTF-16 units of each name that a draft may have: its package's names, its id, paths and their addresses. */
const MAX_KEPT_NAME = MAX_ADDRESS_LENGTH;

/** An entry with the contents of the files that it adds. */
export async function withContents(id: string, entry: unknown, contents: KeptContents): Promise<unknown> {
  const files = filesOf(entry);
  return files ? { ...(entry as object), files: await contents.restore(id, files) } : entry;
}

/** An entry without the files that it adds: enough to know how old it is. */
export function withoutPuts(entry: unknown): unknown {
  const files = filesOf(entry);
  return files ? { ...(entry as object), files: files.filter((change) => membersOf(change)?.kind !== 'put') } : entry;
}

/** The changes of files in an entry, unchecked. Undefined if they are not a list. */
function filesOf(entry: unknown): readonly unknown[] | undefined {
  const files = membersOf(entry)?.files;
  return isListOf(files, (_): _ is unknown => true, MAX_ENTRIES) ? files : undefined;
}

/** The draft that an entry is. Undefined where this page cannot have written it. */
export function keptDraftOf(key: string, entry: unknown): KeptDraft | undefined {
  const members = membersOf(entry);
  // What this version does not know of it would be lost with the next change.
  if (!members || isNewerDraft(entry)) return undefined;
  const { id, firstTexts, texts, files, renew, at, name, ...about } = asTexts(members);
  if (id !== key || !isName(key) || !isName(name) || !isTime(at)) return undefined;
  if (!isTexts(firstTexts) || !isTexts(texts) || charactersOf(firstTexts) + charactersOf(texts) > MAX_KEPT_CHARACTERS)
    return undefined;
  const written = filesOf({ files });
  const changes = written?.flatMap((change) => fileChangeOf(change) ?? []);
  if (!changes || changes.length !== written?.length) return undefined;
  if (typeof renew !== 'boolean' && renew !== 'reseal') return undefined;
  const known = (['hash', 'title', 'origin'] as const).filter((key) => isName(about[key]));
  const subject: Partial<DraftSubject> = Object.fromEntries(known.map((key) => [key, about[key]]));
  if (isInside(about.inside)) subject.inside = about.inside;
  if (Number.isSafeInteger(about.size)) subject.size = about.size as number;
  return { ...subject, id: key, firstTexts, texts, files: changes, renew, at, name };
}

/**
 * Drafts of the first version have one text without its path, as only carton.toml was edited; and the oldest ones have
 * `reseal` and no `renew`. They can be here for `MAX_KEPT_AGE_MS` after that version.
 */
const FIRST_VERSION_PATH = 'carton.toml';

function asTexts(entry: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } {
  const { text, firstText, reseal, renew = reseal, ...more } = entry;
  if (text === undefined && firstText === undefined) return entry;
  const texts = (content: unknown) => new Map([[FIRST_VERSION_PATH, content]]);
  return { ...more, firstTexts: texts(firstText), texts: texts(text), files: [], renew };
}

function isName(value: unknown): value is string {
  return isText(value) && value.length <= MAX_KEPT_NAME;
}

function isInside(value: unknown): value is Inside {
  return isListOf(value, isName, MAX_LEVELS) && value.length > 0;
}

function isTexts(value: unknown): value is Texts {
  return value instanceof Map && [...value].every(([path, text]) => isName(path) && isText(text));
}

/** A change as this page writes them, and nothing more of it: what else the entry has would go to other threads. */
function fileChangeOf(value: unknown): FileChange | undefined {
  const { kind, path, from, to, urls, sha256, size, isCompared, blob, digest, id, drafts } = membersOf(value) ?? {};
  if (kind === 'rename') return isName(from) && isName(to) ? { kind, from, to } : undefined;
  if (!isName(path)) return undefined;
  if (kind === 'remove') return { kind, path };
  if (kind === 'link') {
    if (!isListOf(urls, isName, MAX_LINK_ADDRESSES)) return undefined;
    const link = { kind: 'link', path, urls, ...(isCompared === true && { isCompared }) } as const;
    if (sha256 === undefined) return link;
    return isSha256(sha256)
      ? { ...link, sha256, ...(Number.isSafeInteger(size) && { size: size as number }) }
      : undefined;
  }
  if (kind !== 'put' || !(blob instanceof Blob)) return undefined;
  const isRight =
    (digest === undefined || isFileDigest(digest)) &&
    (id === undefined || isName(id)) &&
    (drafts === undefined || isListOf(drafts, isName, MAX_ENTRIES));
  if (!isRight) return undefined;
  return { kind, path, blob, digest, id, drafts };
}

function isFileDigest(value: unknown): value is FileDigest {
  const { sha256, crc32 } = membersOf(value) ?? {};
  return isSha256(sha256) && Number.isInteger(crc32);
}

function isSha256(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{64}$/.test(value);
}
