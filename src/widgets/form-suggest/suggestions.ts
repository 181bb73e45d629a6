export interface Suggestion {
  value: string;
  /** Beside it, dimmed: what it means. */
  note?: string | undefined;
}

export interface Suggestions {
  items: readonly Suggestion[];
  /** How many more there are. */
  more: number;
}

/** Options shown at once; typing narrows them. */
export const MAX_SUGGESTIONS = 50;

/**
 * The first of those that fit the query, whatever its case; all of them for an empty one. First what is the query, then what begins with it,
 * then what has a word that does, in the value or in the note, then what holds it in the midst of a word of its value; each in its order.
 */
export function suggestionsFor(all: readonly Suggestion[], query: string): Suggestions {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return { items: all.slice(0, MAX_SUGGESTIONS), more: Math.max(0, all.length - MAX_SUGGESTIONS) };
  const ranks: Suggestion[][] = [[], [], [], [], []];
  let count = 0;
  for (const item of all) {
    const rank = rankOf(item, wanted);
    if (rank === undefined) continue;
    count++;
    const list = ranks[rank];
    if (list && list.length < MAX_SUGGESTIONS) list.push(item);
  }
  const items = ranks.flat().slice(0, MAX_SUGGESTIONS);
  return { items, more: count - items.length };
}

function rankOf({ value, note }: Suggestion, wanted: string): number | undefined {
  const text = value.toLowerCase();
  const at = text.indexOf(wanted);
  if (at === 0) return text.length === wanted.length ? 0 : 1;
  if (at > 0 && beginsWord(text, wanted, at)) return 2;
  // In the midst of its words, a short query is in nearly every note.
  if (note !== undefined && beginsWord(note.toLowerCase(), wanted)) return 3;
  return at > 0 ? 4 : undefined;
}

/** Whether a word of the text begins with the query. */
function beginsWord(text: string, wanted: string, from = text.indexOf(wanted)): boolean {
  for (let at = from; at >= 0; at = text.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] as string)) return true;
  return false;
}
