import { isHashed } from '../../../model/file/file-view.ts';
import type { HashState, Package, PackageFile } from '../../../model/package.ts';
import { hashStateOf, type Verdicts } from '../../../state/verdict-table.ts';
import type { VerifyState } from '../../../state/verify-slice.ts';
import { formatNumberOf } from '../../../widgets/byte-size.ts';
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

/** Of a package without hashes: there is nothing to compare. */
const NOTHING_LISTED: CheckState = { kind: 'right', listed: 0, matching: 0, linked: 0, troubles: [] };

/** What is known of the files of a package. */
export function packageCheck(
  { files, can }: Pick<Package, 'files' | 'can'>,
  verification: VerifyState,
  verdicts: Pick<Verdicts, 'get'>,
  rewritten: ReadonlySet<string>,
): CheckState {
  return can.verify ? checkState(files, verification, verdicts, rewritten) : NOTHING_LISTED;
}

/** @param rewritten paths of files that saving writes again; they do not count */
export function checkState(
  files: readonly PackageFile[],
  verification: VerifyState,
  verdicts: Pick<Verdicts, 'get'>,
  rewritten: ReadonlySet<string>,
): CheckState {
  const troubles: { path: string; state: HashState }[] = [];
  let [listed, matching, linked] = [0, 0, 0];
  for (const file of files) {
    if (rewritten.has(file.path)) continue;
    const state = hashStateOf(file, verdicts, false);
    if (state === 'mismatch' || state === 'unreadable' || state === 'missing')
      troubles.push({ path: file.path, state });
    if (!isHashed(file)) continue;
    listed++;
    if (state === 'verified') matching++;
    else if (state === 'linked') linked++;
  }
  const isRight = troubles.length === 0 && matching + linked === listed;
  const kind = isRight && verification.phase === 'done' ? 'right' : verification.phase === 'done' ? 'wrong' : 'open';
  return { kind, listed, matching, linked, troubles };
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
