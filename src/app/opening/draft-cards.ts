import { formatBytes } from '../../base/amounts.ts';
import type { FileChange } from '../../model/draft.ts';
import { hostInWords } from '../../model/link/linked-content.ts';
import type { KeptDraftNote } from '../../state/draft/offer-slice.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { momentText } from '../../widgets/time-ago.ts';

/** What the card of a kept draft says. Names are a stranger's. */
export interface DraftCard {
  readonly name: string;
  /** Where it is from, and when it was changed. */
  readonly from: string;
  /** What tells it from others that say the same. Undefined where none does, or they change the same. */
  readonly differs: string | undefined;
}

/** UTF-16 units that are shown of a line that differs. */
const MAX_LINE = 80;

/** The cards of these drafts, in their order. */
export function draftCards(drafts: readonly KeptDraftNote[]): DraftCard[] {
  const cards = drafts.map(({ name, inside, origin, at }) => ({
    name: [name, ...inside].join(' › '),
    from: `${origin === undefined ? 'This computer' : hostInWords(origin)} · changed ${momentText(at)}`,
  }));
  return cards.map((card, at) => {
    const alike = drafts.filter((_, other) => {
      const { name, from } = cards[other] as (typeof cards)[number];
      return other !== at && name === card.name && from === card.from;
    });
    return { ...card, differs: difference(drafts[at] as KeptDraftNote, alike) };
  });
}

/** The first part of a draft that no other draft has, or else one that it lacks. */
function difference(draft: KeptDraftNote, others: readonly KeptDraftNote[]): string | undefined {
  if (others.length === 0) return undefined;
  const [own, theirs] = [new Set(partsOf(draft)), new Set(others.flatMap(partsOf))];
  for (const part of own) if (!theirs.has(part)) return `With “${visibleText(part.slice(0, MAX_LINE))}”`;
  for (const part of theirs) if (!own.has(part)) return `Without “${visibleText(part.slice(0, MAX_LINE))}”`;
  return undefined;
}

/** The lines of the texts that a draft changes, and what it does with files, in words. */
function partsOf({ texts, files }: KeptDraftNote): string[] {
  const lines = [...texts.values()].flatMap((text) => text.split('\n')).map((line) => line.trim());
  return [...lines.filter((line) => line !== ''), ...files.map(fileText)];
}

function fileText(change: FileChange): string {
  switch (change.kind) {
    case 'put':
      return `${change.path}, ${formatBytes(change.blob.size)}`;
    case 'rename':
      return `${change.from} renamed to ${change.to}`;
    case 'remove':
      return `${change.path} removed`;
    case 'link':
      return `${change.path} only linked`;
  }
}
