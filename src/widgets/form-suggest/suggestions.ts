export interface Suggestion {
  value: string;
  /** What the value means. It stands beside it, dimmed. */
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
 * The suggestions that match the query, ignoring case; at most `MAX_SUGGESTIONS`. An empty query matches all. The best
 * come first:
 *
 * 1. the value is the query,
 * 2. the value begins with it,
 * 3. a word of the value begins with it,
 * 4. a word of the note begins with it,
 * 5. the value contains it,
 * 6. each of its words alone matches in one of these ways.
 *
 * Equally good ones keep their order.
 */
export function suggestionsFor(all: readonly Suggestion[], query: string): Suggestions {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return { items: all.slice(0, MAX_SUGGESTIONS), more: Math.max(0, all.length - MAX_SUGGESTIONS) };
  const words = wanted.split(/\s+/);
  const ranks: Suggestion[][] = [[], [], [], [], [], []];
  let count = 0;
  for (const item of all) {
    const rank = rankOf(item, wanted) ?? (hasAll(item, words) ? BY_WORDS : undefined);
    if (rank === undefined) continue;
    count++;
    const list = ranks[rank];
    if (list && list.length < MAX_SUGGESTIONS) list.push(item);
  }
  const items = ranks.flat().slice(0, MAX_SUGGESTIONS);
  return { items, more: count - items.length };
}

/** The rank of what matches only word by word. */
const BY_WORDS = 5;

function hasAll(item: Suggestion, words: readonly string[]): boolean {
  return words.length > 1 && words.every((word) => rankOf(item, word) !== undefined);
}

function rankOf({ value, note }: Suggestion, wanted: string): number | undefined {
  const text = value.toLowerCase();
  const at = text.indexOf(wanted);
  if (at === 0) return text.length === wanted.length ? 0 : 1;
  if (at > 0 && beginsWord(text, wanted, at)) return 2;
  // Only beginnings of words count in a note: nearly every note contains a short query somewhere.
  if (note !== undefined && beginsWord(note.toLowerCase(), wanted)) return 3;
  return at > 0 ? 4 : undefined;
}

/** Whether a word of the text begins with the query. */
function beginsWord(text: string, wanted: string, from = text.indexOf(wanted)): boolean {
  for (let at = from; at >= 0; at = text.indexOf(wanted, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] as string)) return true;
  return false;
}
