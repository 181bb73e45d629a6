import type { Finding } from '../../base/findings.ts';
import { groupBy } from '../../base/group-by.ts';

/** Findings shown of a long group. */
const SHOWN_OF_MANY = 3;

/** A group with one more is shown whole: a button to show a single finding takes as much room as the finding. */
const SHOWN_WHOLE = SHOWN_OF_MANY + 1;

/** A finding of the list, with its place among those of the same code. */
export type ListedProblem = ReturnType<typeof groupProblems>[number];

/**
 * The findings with those of the same code together, in the order of the first of each. Long groups are folded to their
 * first findings, except those whose code is in `open`.
 *
 * @param open the codes that the reader opened; `all` folds nothing
 */
export function groupProblems(findings: readonly Finding[], open: ReadonlySet<string> | 'all') {
  return [...groupBy(findings, ({ code }) => code)].flatMap(([code, group]) => {
    const size = group.length;
    const shown = open === 'all' || open.has(code) || size <= SHOWN_WHOLE ? size : SHOWN_OF_MANY;
    return group.map((finding, position) => ({
      finding,
      position,
      size,
      isFolded: position >= shown,
      /** On the last finding before those that are folded: how many there are. */
      folded: position === shown - 1 && shown < size ? size - shown : undefined,
    }));
  });
}
