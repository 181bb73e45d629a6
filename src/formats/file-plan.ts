import type { Archive } from '../archive/archive.ts';
import type { NewContent } from '../archive/plan.ts';
import { throwIfAborted } from '../base/abort.ts';
import { encodeUtf8 } from '../base/bytes.ts';
import { InternalError } from '../base/errors.ts';
import type { ChangedFile, Draft } from '../model/draft.ts';
import type { FileEditing } from '../model/package.ts';
import { FilesAfter } from './files-after.ts';
import type { DraftPlan } from './format.ts';

/** What can be done with the files of an archive that has no files of a format's own. */
export const ANY_FILES: FileEditing = { own: [], folders: [] };

/** Why an archive cannot be saved with other files, in a sentence. Undefined where it can. */
export function filesProblem(archive: Archive): string | undefined {
  return archive.planProblem() ?? (archive.plan ? undefined : `${archive.words.name} cannot be saved.`);
}

/** What a format has in an archive beside its files. */
export interface PlannedFormat {
  editing: FileEditing;
  /** The text of its metadata file, before and after the draft. */
  text: { path: string; before: string; after: string };
  /** What the changes make out of date, each a sentence. */
  notes(after: FilesAfter, isTextChanged: boolean): string[];
  /**
   * The hash list, as the changes leave it. Undefined where it stays as it is.
   *
   * @param text the bytes of the metadata file
   */
  hashList?(after: FilesAfter, text: Uint8Array, isTextChanged: boolean): Promise<ChangedFile | undefined>;
}

/**
 * Plans how an archive whose hashes nobody writes is saved with its files and one text changed. Rejects with
 * `internal/bug` for a draft with other texts or links and for a change that does not fit the files, and as
 * `Archive.plan`.
 */
export async function planFiles(
  archive: Archive,
  { texts, files }: Draft,
  signal?: AbortSignal,
  {
    editing = ANY_FILES,
    text,
    notes: notesOf = (after) => staleLists(archive, after),
    hashList: hashListOf,
  }: Partial<PlannedFormat> = {},
): Promise<DraftPlan> {
  throwIfAborted(signal);
  if ([...texts.keys()].some((path) => path !== text?.path))
    throw new InternalError('internal/bug', 'Boxcutter tried to write a text that nobody can edit.');
  const filesAfter = new FilesAfter(archive, files, editing);
  const changes = new Map<string, NewContent | null>(filesAfter.changes);
  const edited = text && text.after !== text.before ? text : undefined;
  if (edited) changes.set(edited.path, encodeUtf8(edited.after));
  const list = text && (await hashListOf?.(filesAfter, encodeUtf8(text.after), edited !== undefined));
  if (list?.after !== undefined) changes.set(list.path, encodeUtf8(list.after));
  const plan = await archive.plan?.(changes, { signal });
  if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save an archive that cannot be saved.');
  const notes = [...plan.notes, ...notesOf(filesAfter, edited !== undefined)];
  const changed = edited ? [{ ...edited, kind: 'changed' } as const] : [];
  return {
    ...plan,
    notes,
    review: { files: list ? [...changed, list] : changed, changes: filesAfter.reviewed, size: plan.size, notes },
  };
}

/** Lists of files in wheels and jars, whose hashes then are those of the old files. */
const LISTS = /(?:^|\/)(?:[^/]+\.dist-info\/RECORD|META-INF\/[^/]+\.SF)$/;

function staleLists(archive: Archive, { changes }: FilesAfter): string[] {
  if (changes.size === 0) return [];
  const lists = archive.entries.filter(({ path, unsafe }) => !unsafe && LISTS.test(path) && !changes.has(path));
  return lists.slice(0, 1).map(({ path }) => `${path} keeps the hashes of the old files, so installers may reject it.`);
}
