import { MARK_EVERY, MAX_FOUND_ITEMS, MAX_ITEM_BYTES, MAX_PAGE_BYTES, SEARCH_READ_BYTES } from '../limits.ts';
import type { Encoding } from './cursor.ts';
import { itemRange, type ListItem, type ListValue, readItems, valueText } from './key-value.ts';
import { valueWidth } from './value-type.ts';

/** Items of a list, from the `first`th on. */
export interface ItemPage {
  first: number;
  items: readonly ListItem[];
}

/** Bytes of the file that has the list. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/**
 * The page of a list that has an item: `MARK_EVERY` items, or fewer at the end. Undefined where its texts are too long
 * to be read. Rejects as `read`.
 */
export async function readPage(
  list: ListValue,
  index: number,
  encoding: Encoding,
  read: ReadBytes,
): Promise<ItemPage | undefined> {
  const { start, end, first, count } = itemRange(list, index - (index % MARK_EVERY), MARK_EVERY);
  if (end - start > MAX_PAGE_BYTES) return undefined;
  return { first, items: readItems(await read(start, end), list.type, count, encoding, MAX_ITEM_BYTES) };
}

/** How far a search has come. */
export interface ItemsFound {
  /** At most `MAX_FOUND_ITEMS`. */
  found: readonly { index: number; item: ListItem }[];
  /** Items that were looked at. */
  seen: number;
  /** The search has come to its end, or has found as many as it lists. */
  isDone: boolean;
}

/**
 * Looks through a list for items whose text has `query`, in any case, and for the item with that number. Yields after
 * each read of about `SEARCH_READ_BYTES`. Items in pages that are too long to be read are left out. Rejects as `read`.
 *
 * @param textOf what is searched of an item
 */
export async function* searchItems(
  list: ListValue,
  query: string,
  encoding: Encoding,
  read: ReadBytes,
  textOf = (item: ListItem) => valueText(list.type, item),
): AsyncGenerator<ItemsFound> {
  const wanted = query.toLowerCase();
  const number = /^\d{1,15}$/.test(query) ? Number(query) : undefined;
  const found: { index: number; item: ListItem }[] = [];
  for (let at = 0; at < list.count; ) {
    const { start, end, count } = nextRange(list, at);
    const isReadable = end - start <= MAX_PAGE_BYTES;
    const items = isReadable ? readItems(await read(start, end), list.type, count, encoding, MAX_ITEM_BYTES) : [];
    for (const [offset, item] of items.entries()) {
      const index = at + offset;
      if (index !== number && !textOf(item).toLowerCase().includes(wanted)) continue;
      // The one with that number comes first.
      if (index === number) found.unshift({ index, item });
      else if (found.length < MAX_FOUND_ITEMS) found.push({ index, item });
    }
    at += count;
    const isFull = found.length >= MAX_FOUND_ITEMS && (number === undefined || number < at || number >= list.count);
    const isDone = isFull || at >= list.count;
    yield { found: found.slice(0, MAX_FOUND_ITEMS), seen: at, isDone };
    if (isDone) return;
  }
}

/** As many pages as one read brings. */
function nextRange(list: ListValue, at: number): { start: number; end: number; count: number } {
  const width = valueWidth(list.type);
  if (width !== undefined) return itemRange(list, at, MARK_EVERY, Math.floor(SEARCH_READ_BYTES / width));
  let { start, end, count } = itemRange(list, at, MARK_EVERY);
  while (at + count < list.count) {
    const next = itemRange(list, at + count, MARK_EVERY);
    if (next.end - start > SEARCH_READ_BYTES) break;
    end = next.end;
    count += next.count;
  }
  return { start, end, count };
}
