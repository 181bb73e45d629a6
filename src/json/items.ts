import { JsonReader, type TextSpan } from './reader.ts';

/** A list in a text, with its brackets, and where its items stand. */
export interface JsonItems {
  readonly text: string;
  readonly span: TextSpan;
  readonly items: readonly TextSpan[];
}

/** Reads where the items of the list at a place stand. Throws a `JsonError` where there is none. */
export function readItems(text: string, at = 0): JsonItems {
  const reader = new JsonReader(text, at);
  const items: TextSpan[] = [];
  reader.kind();
  const start = reader.at;
  reader.array(() => {
    // Passes the white space before the item.
    reader.kind();
    const from = reader.at;
    reader.skip();
    items.push({ start: from, end: reader.at });
  });
  return { text, span: { start, end: reader.at }, items };
}

/**
 * The text of a list with other items: those that stay, by where they stand, and the texts of new ones. What is between
 * two items is written as between the first two.
 */
export function withItems({ text, span, items }: JsonItems, wanted: readonly (TextSpan | string)[]): string {
  const [first, second] = items;
  const last = items.at(-1);
  const texts = wanted.map((item) => (typeof item === 'string' ? item : text.slice(item.start, item.end)));
  if (!first || !last) return `[${texts.join(', ')}]`;
  if (texts.length === 0) return '[]';
  const lead = text.slice(span.start + 1, first.start);
  const gap = second ? text.slice(first.end, second.start) : `,${lead === '' ? ' ' : lead}`;
  return `[${lead}${texts.join(gap)}${text.slice(last.end, span.end)}`;
}
