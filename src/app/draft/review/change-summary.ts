import { useMemo, useState } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { type DraftChange, sameTexts } from '../../../model/draft.ts';
import type { DraftEditing } from '../../../state/draft/editing.ts';
import { useDraft, useOpened, useWords } from '../../../state/hooks.ts';
import { useFormatDrafts } from '../../package/format-view.ts';
import { useTensorMarks } from '../../tensors/edit/use-tensor-acts.ts';
import { useFileMarks } from './file-marks.ts';

const NONE: readonly DraftChange[] = [];

/**
 * The fields that differ from the open package, in the file's order. Empty for a text that cannot be parsed. Undefined
 * until the format's view is loaded, which finds the differences.
 */
export function useFieldChanges(): readonly DraftChange[] | undefined {
  const draft = useDraft();
  const { isKnown, drafts } = useFormatDrafts(useOpened()?.package.format);
  const [first, now] = [draft?.first.values, draft?.current.values];
  return useMemo(() => {
    if (!isKnown) return undefined;
    return drafts && first && now ? drafts.changes(first, now) : NONE;
  }, [isKnown, drafts, first, now]);
}

/** The number of changes in words: "3 changes". */
export function useChangeSummary(): string {
  const draft = useDraft();
  const changes = useFieldChanges();
  const { hashList, metadataFile } = useWords();
  const [last, setLast] = useState('No changes');
  // The text is not parsed yet. The last summary stays until it is.
  const isKnown = draft && changes && !(draft.pending && isUnparsed(draft));
  // As Review lists them: two changes can be of one file.
  const count = (changes?.length ?? 0) + useTensorMarks().length + useFileMarks().marks.length;
  const summary = isKnown ? summaryOf(draft, count, hashList, metadataFile) : last;
  if (summary !== last) setLast(summary);
  return summary;
}

/** What the text of a metadata file is written in, by the ending of its name: "JSON" of "a.json". */
export function syntaxOf(metadataFile: string): string {
  return /\.(\w+)$/.exec(metadataFile)?.[1]?.toUpperCase() ?? 'valid';
}

/** Whether the draft's text cannot be parsed, or is not yet. A package without texts has none to parse. */
export function isUnparsed({ current, firstTexts }: Pick<DraftEditing, 'current' | 'firstTexts'>): boolean {
  return current.values === undefined && firstTexts.size > 0;
}

/** @param count of the fields and files that differ from the open package */
export function summaryOf(
  draft: Pick<DraftEditing, 'changed' | 'texts' | 'firstTexts' | 'pending' | 'current'>,
  count: number,
  hashList: string,
  metadataFile: string,
): string {
  const { changed, texts, firstTexts, pending, current } = draft;
  const rewritten =
    current.renew === 'reseal' ? 'recomputed hashes' : current.renew ? `an updated ${hashList}` : undefined;
  const also = rewritten === undefined ? '' : `, ${rewritten}`;
  if (!changed) return 'No changes';
  if (isUnparsed(draft)) return `The text is not ${syntaxOf(metadataFile)}`;
  if (count > 0) return formatNumberOf(count, 'change') + also;
  if (!sameTexts(texts, firstTexts) && !pending) return `1 change in the text${also}`;
  if (current.renew === 'reseal') return 'Recomputed hashes';
  return rewritten ?? 'No changes';
}
