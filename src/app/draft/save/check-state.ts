import { formatNumberOf } from '../../../base/amounts.ts';
import type { DraftReview } from '../../../model/draft.ts';
import { isHashed } from '../../../model/file/file-view.ts';
import type { HashState, Package } from '../../../model/package.ts';
import { hashStateOf, type Verdicts } from '../../../state/verdict-table.ts';
import type { VerifyState } from '../../../state/verify-slice.ts';
import { RESEAL } from './reseal-name.ts';

/** What is known about whether the files that saving takes over unchanged match the hash list. */
export interface CheckState {
  /**
   * - `right`: every such file in the package was verified and matches.
   * - `wrong`: verifying has ended, and some files do not match or were not reached.
   * - `open`: verifying has not ended, or is not possible.
   */
  kind: 'right' | 'wrong' | 'open';
  /** Such files in the hash list. */
  listed: number;
  /** Those of them that match. */
  matching: number;
  /** Those of them that are only linked, and not checked. */
  linked: number;
  /** Files that do not match, are missing or cannot be read. */
  troubles: readonly { path: string; state: HashState }[];
}

/** What saving writes, and what becomes of other files. */
type Saving = Pick<DraftReview, 'files' | 'changes'>;

/** What is known of the files of a package, by the paths that they have once it is saved. */
export function checkState(
  { files, can }: Pick<Package, 'files' | 'can'>,
  verification: VerifyState,
  verdicts: Pick<Verdicts, 'get'>,
  saving: Saving,
): CheckState {
  // Of a package without hashes, there is nothing to compare.
  if (!can.verify) return { kind: 'right', listed: 0, matching: 0, linked: 0, troubles: [] };
  const savedPath = savedPaths(saving);
  const taken = files.flatMap((file) => {
    const path = savedPath(file.path);
    return path === undefined ? [] : { path, state: hashStateOf(file, verdicts, false), isListed: isHashed(file) };
  });
  const troubles = taken.flatMap(({ path, state }) =>
    state === 'mismatch' || state === 'unreadable' || state === 'missing' ? { path, state } : [],
  );
  const count = (of: HashState) => taken.filter(({ state, isListed }) => isListed && state === of).length;
  const [matching, linked] = [count('verified'), count('linked')];
  const listed = taken.filter(({ isListed }) => isListed).length;
  const isRight = troubles.length === 0 && matching + linked === listed;
  const kind = verification.phase !== 'done' ? 'open' : isRight ? 'right' : 'wrong';
  return { kind, listed, matching, linked, troubles };
}

/** The path of a file once it is saved. Undefined where other bytes are at its path then, or none. */
function savedPaths({ files, changes = [] }: Saving): (path: string) => string | undefined {
  const moved = new Map(changes.flatMap(({ from, path }) => (from === undefined ? [] : [[from, path] as const])));
  const taken = changes.filter(({ kind, from }) => kind !== 'linked' || from !== undefined);
  const written = new Set([...files, ...taken].map(({ path }) => path));
  return (path) => moved.get(path) ?? (written.has(path) ? undefined : path);
}

/**
 * What "Save anyway" does, and what somebody who has changed the files does instead. Recomputing the
 * hashes helps with files that differ or are missing, but not with unreadable ones.
 */
export function wrongText({ troubles }: Pick<CheckState, 'troubles'>, hashList: string, canReseal: boolean): string {
  if (troubles.length === 0)
    return `Some files could not be compared with ${hashList}. The saved file keeps the listed hashes.`;
  const one = troubles.length === 1;
  const files = formatNumberOf(troubles.length, 'file');
  const what = `${files} ${one ? 'does' : 'do'} not match ${hashList}, and will not match it in the saved file.`;
  if (!canReseal || troubles.some(({ state }) => state === 'unreadable')) return what;
  return `${what} If you changed ${one ? 'it' : 'them'} yourself, cancel and use “${RESEAL}” under Edit.`;
}

/** What makes a saved package right whose files do not match its hash list. */
export function remedyText({ troubles }: Pick<CheckState, 'troubles'>, hashList: string, canReseal: boolean): string {
  if (!canReseal || troubles.some(({ state }) => state === 'unreadable'))
    return `Files that do not match ${hashList} need the right content.`;
  const them = troubles.length === 1 ? 'it' : 'them';
  return `Get ${them} again from the author, or, if you changed ${them} yourself, use “${RESEAL}” under Edit.`;
}
