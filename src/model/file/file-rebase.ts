import type { FileChange } from '../draft.ts';
import { type IsThere, isThereAfter, withFileChanges } from './file-changes.ts';

/** What becomes of a draft's changes of files in another version of its package. */
export interface FileRebase {
  /** The changes that fit. */
  readonly fits: readonly FileChange[];
  /** The changes that do not. */
  readonly misfits: readonly FileChange[];
  /** All changes of files once those that fit are made. */
  readonly files: readonly FileChange[];
}

/**
 * Makes a draft's changes of files on another version of its package. Files fit that come to a path where nothing is,
 * and their links. All else is about files of the first version, in whose place this one may have others.
 *
 * @param kept the changes of the draft
 * @param onto the changes that this version has already
 * @param isThere whether this version has a file at a path
 */
export function rebaseFiles(kept: readonly FileChange[], onto: readonly FileChange[], isThere: IsThere): FileRebase {
  const isTaken = isThereAfter(onto, isThere);
  const isNew = (change: FileChange) =>
    change.kind === 'put' || (change.kind === 'link' && change.sha256 !== undefined);
  const free = new Set(
    kept.flatMap((change) => (isNew(change) && 'path' in change && !isTaken(change.path) ? change.path : [])),
  );
  const isFit = (change: FileChange) => (change.kind === 'put' || change.kind === 'link') && free.has(change.path);
  const fits = kept.filter(isFit);
  return { fits, misfits: kept.filter((change) => !isFit(change)), files: withFileChanges(onto, fits, isThere) };
}
