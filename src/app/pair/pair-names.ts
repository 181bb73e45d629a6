import { shortened, visibleText } from '../../base/text.ts';
import type { PairSides } from '../../state/pair-slice.ts';

/** Characters of a name where both stand side by side. */
const MAX_NAME = 60;

/**
 * What both packages are called where they stand side by side: by their titles, unless these are the same; then by
 * their files, and a draft by what it is.
 */
export function pairNames({ before, after }: PairSides): [string, string] {
  if (after.of.draft) return ['As opened', 'As edited'];
  const [a, b] = [before.package, after.package];
  const [one, other] = [a.title || a.name, b.title || b.name];
  if (one !== other) return [shownName(one), shownName(other)];
  if (a.name !== b.name) return [shownName(a.name), shownName(b.name)];
  return ['First', 'Second'];
}

function shownName(name: string): string {
  return visibleText(shortened(name, MAX_NAME));
}
