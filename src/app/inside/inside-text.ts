import type { HashState } from '../../model/package.ts';
import type { TrustText } from '../trust/trust-row.tsx';

/** What the package around an inner one knows of its file. */
export interface OuterSays {
  /** The name of the outer package, fit to be shown. */
  outer: string;
  state: HashState;
  /** Whether the file is a change of the outer package that is not saved. */
  isUnsaved?: boolean;
  /** What the outer package calls its hash list. Undefined where it has none. */
  hashList: string | undefined;
}

/**
 * Where an inner package lies, and what the package around it says of its file. Never green: a package inside another
 * one is as genuine as its own hashes say, and a hash that fits says only that the two were packed together.
 */
export function insideText({ outer, state, isUnsaved = false, hashList }: OuterSays): TrustText {
  const list = `the ${hashList} of ${outer}`;
  const said = (tone: TrustText['tone'], brief: string, detail: string): TrustText => ({
    tone,
    brief,
    sentence: `Inside ${outer}`,
    detail,
  });
  if (isUnsaved) return said('quiet', 'Inside', `The file is a change of ${outer} that is not saved yet.`);
  if (state === 'unreadable') return said('error', 'Damaged', `${outer} cannot read all of the file.`);
  if (hashList === undefined) {
    if (state === 'mismatch') return said('error', 'Damaged', `The file does not match the directory of ${outer}.`);
    return said('quiet', 'Inside', `${outer} has no hash to compare the file with.`);
  }
  switch (state) {
    case 'verified':
      return said('quiet', 'Inside', `The file matches ${list}.`);
    case 'mismatch':
      return said('error', 'Differs', `The file does not match ${list}.`);
    case 'unlisted':
      return said('warning', 'Not listed', `The file is not in ${list}.`);
    case 'verifying':
      return said('quiet', 'Inside', `The file is being compared with ${list}.`);
    case 'none':
      return said('quiet', 'Inside', `The file has no hash in ${list}.`);
    default:
      return said('quiet', 'Inside', `The file is not checked against ${list}.`);
  }
}
