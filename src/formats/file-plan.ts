import type { Archive } from '../archive/archive.ts';
import { InternalError } from '../base/errors.ts';
import type { Draft } from '../model/draft.ts';
import type { FileEditing } from '../model/package.ts';
import { FilesAfter } from './files-after.ts';
import type { DraftPlan } from './format.ts';

/** What can be done with the files of an archive that has no files of a format's own. */
export const ANY_FILES: FileEditing = { own: [], folders: [] };

/** Why an archive cannot be saved with other files, in a sentence. Undefined where it can. */
export function filesProblem(archive: Archive): string | undefined {
  return archive.planProblem() ?? (archive.plan ? undefined : `${archive.words.name} cannot be saved.`);
}

/**
 * Plans how an archive without a hash list is saved with its files changed. Rejects with `internal/bug` for a
 * draft with texts or links and for a change that does not fit the files, and as `Archive.plan`.
 */
export async function planFiles(archive: Archive, { texts, files }: Draft, signal?: AbortSignal): Promise<DraftPlan> {
  if (texts.size > 0) throw new InternalError('internal/bug', 'Boxcutter tried to write a text that nobody can edit.');
  const after = new FilesAfter(archive, files, ANY_FILES);
  const plan = await archive.plan?.(after.changes, { signal });
  if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save an archive that cannot be saved.');
  const notes = [...plan.notes, ...staleLists(archive, after)];
  return { ...plan, notes, review: { files: [], changes: after.reviewed, size: plan.size, notes } };
}

/** Lists of files in wheels and jars, whose hashes then are those of the old files. */
const LISTS = /(?:^|\/)(?:[^/]+\.dist-info\/RECORD|META-INF\/[^/]+\.SF)$/;

function staleLists(archive: Archive, { changes }: FilesAfter): string[] {
  if (changes.size === 0) return [];
  const lists = archive.entries.filter(({ path, unsafe }) => !unsafe && LISTS.test(path) && !changes.has(path));
  return lists.slice(0, 1).map(({ path }) => `${path} keeps the hashes of the old files, so installers may reject it.`);
}
