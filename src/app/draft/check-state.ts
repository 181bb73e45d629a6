import type { HashState, PackageFile } from '../../model/package.ts';
import { hashStateOf, type Verdicts, type VerifyState } from '../../state/verify-slice.ts';

/** How far it is known that the files which saving takes over as they are match the hash list. */
export interface CheckState {
  /**
   * `right`: every one that the package holds was checked and matches. `wrong`: the check has ended, and some do not. `open`: it has not
   * ended, or could not be made.
   */
  kind: 'right' | 'wrong' | 'open';
  /** Files of the hash list, those that match, and those that are linked to and not checked. */
  listed: number;
  matching: number;
  linked: number;
  /** Those that do not match, are missing or cannot be read, and what is known of each. */
  troubles: readonly { path: string; state: HashState }[];
}

/** Of a package's files without those that saving writes anew. */
export function checkState(
  files: readonly PackageFile[],
  verification: VerifyState,
  verdicts: Verdicts,
  rewritten: ReadonlySet<string>,
): CheckState {
  const troubles: { path: string; state: HashState }[] = [];
  let [listed, matching, linked] = [0, 0, 0];
  for (const file of files) {
    if (rewritten.has(file.path)) continue;
    const state = hashStateOf(file, verdicts, false);
    if (state === 'mismatch' || state === 'unreadable' || state === 'missing')
      troubles.push({ path: file.path, state });
    if (file.sha256 === undefined) continue;
    listed++;
    if (state === 'verified') matching++;
    else if (state === 'linked') linked++;
  }
  const isRight = troubles.length === 0 && matching + linked === listed;
  const kind = isRight && verification.phase === 'done' ? 'right' : verification.phase === 'done' ? 'wrong' : 'open';
  return { kind, listed, matching, linked, troubles };
}
