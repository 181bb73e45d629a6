import { formatNumberOf } from '../../base/amounts.ts';
import type { FileChange } from '../../model/draft.ts';
import type { HashState } from '../../model/package.ts';
import { filePlace, placeKey } from '../../state/file-place.ts';
import type { InnerProblems, ProblemCounts } from '../../state/level/inner-slice.ts';
import { type TrustText, trustText } from '../trust/trust-text.ts';

/** What the package around an inner one knows of its file. */
export interface OuterSays {
  /** The name of the outer package, fit to be shown. */
  outer: string;
  state: HashState;
  /** Whether the file is an unsaved change to the outer package. */
  isUnsaved?: boolean;
  /** What the outer package calls its hash list. Undefined where it has none. */
  hashList: string | undefined;
}

/**
 * Where an inner package lies, and what the package around it says of its file. Never green: a package inside another
 * one is as genuine as its own hashes say, and a hash that fits says only that the two were packed together.
 */
export function insideText({ outer, state, isUnsaved = false, hashList }: OuterSays): TrustText {
  const said = (tone: TrustText['tone'], brief: string, detail: string) =>
    trustText(tone, brief, `Inside ${outer}`, detail);
  if (isUnsaved) return said('quiet', 'Inside', `The file is an unsaved change to ${outer}.`);
  if (state === 'unreadable') return said('error', 'Damaged', `Part of the file cannot be read from ${outer}.`);
  if (hashList === undefined) {
    if (state === 'mismatch') return said('error', 'Damaged', `The file does not match the directory of ${outer}.`);
    return said('quiet', 'Inside', `${outer} has no hash to compare the file with.`);
  }
  const [tone, brief, detail] = LISTED[state] ?? LISTED.unverified;
  return said(tone, brief, `The file ${detail} the ${hashList} of ${outer}.`);
}

type Said = readonly [tone: TrustText['tone'], brief: string, detail: string];

/** Texts for a file of a package that has a hash list. */
const LISTED: Partial<Record<HashState, Said>> & { unverified: Said } = {
  verified: ['quiet', 'Inside', 'matches'],
  mismatch: ['error', 'Differs', 'does not match'],
  unlisted: ['warning', 'Not listed', 'is not in'],
  verifying: ['quiet', 'Inside', 'is being compared with'],
  none: ['quiet', 'Inside', 'has no hash in'],
  unverified: ['quiet', 'Inside', 'is not checked against'],
};

/**
 * The problems inside files that were opened as packages, in words, by path: "2 errors, 1 note inside". Not of a file
 * that has other bytes by now.
 */
export function innerTexts(
  problems: ReadonlyMap<string, InnerProblems>,
  changes: readonly FileChange[],
): ReadonlyMap<string, string> {
  const known = [...problems].filter(([path, { place }]) => placeKey(filePlace(changes, path)) === place);
  return new Map(known.map(([path, counts]) => [path, innerText(counts)]));
}

function innerText({ error, warning, info }: ProblemCounts): string {
  const parts = [
    error > 0 && formatNumberOf(error, 'error'),
    warning > 0 && formatNumberOf(warning, 'warning'),
    info > 0 && formatNumberOf(info, 'note'),
  ].filter(Boolean);
  return `${parts.join(', ') || 'no problems'} inside`;
}
