import type { FileChange } from '../../model/draft.ts';
import { filePlace, placeKey } from '../../state/file-place.ts';
import type { InnerProblems, ProblemCounts } from '../../state/level/inner-slice.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';

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
    error > 0 ? formatNumberOf(error, 'error') : '',
    warning > 0 ? formatNumberOf(warning, 'warning') : '',
    info > 0 ? formatNumberOf(info, 'note') : '',
  ].filter(Boolean);
  return `${parts.length === 0 ? 'no problems' : parts.join(', ')} inside`;
}
