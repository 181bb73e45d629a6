import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { FileChange } from '../../../model/draft.ts';
import type { FileChangeKind } from '../../../model/file/file-changes.ts';

/** Each kind of change as the word that follows the number of files. */
const WORDS: Readonly<Record<FileChangeKind, string>> = {
  added: 'added',
  replaced: 'replaced',
  renamed: 'renamed',
  removed: 'removed',
  linked: 'only linked',
};

/** What becomes of files, in words: "2 files added, 1 removed". Undefined where nothing does. */
export function fileCountsText(kinds: Iterable<FileChangeKind>): string | undefined {
  const counts = new Map<FileChangeKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = (Object.keys(WORDS) as FileChangeKind[]).flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ count, word: WORDS[kind] }];
  });
  const [first, ...others] = parts;
  if (!first) return undefined;
  return [
    `${formatNumberOf(first.count, 'file')} ${first.word}`,
    ...others.map(({ count, word }) => `${formatCount(count)} ${word}`),
  ].join(', ');
}

/** What a change does, of a file that the package has. */
export function fileChangeText(change: FileChange): { path: string; does: string } {
  switch (change.kind) {
    case 'put':
      return { path: change.path, does: WORDS.replaced };
    case 'rename':
      return { path: change.from, does: `renamed to ${change.to}` };
    case 'remove':
      return { path: change.path, does: WORDS.removed };
    case 'link':
      return { path: change.path, does: WORDS.linked };
  }
}
