import type { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { FIRST_ITEMS, MARK_EVERY, MAX_INNER_LISTS, MAX_ITEM_BYTES, MAX_LIST_DEPTH } from '../limits.ts';
import { type Cursor, HeaderStop } from './cursor.ts';
import { type ListItem, type ListValue, readItems, shownText } from './key-value.ts';
import { type ValueType, valueWidth } from './value-type.ts';

/** Bytes of a text of a vocabulary, about. */
const USUAL_TEXT = 8;

/** Walks through a list to find where it ends, and keeps its first items and the places of some. */
export class ListWalker {
  readonly #cursor: Cursor;
  readonly #report: Report;
  readonly #key: string;
  readonly #first: ListItem[] = [];
  readonly #marks: number[] = [];

  constructor(cursor: Cursor, report: Report, key: string) {
    this.#cursor = cursor;
    this.#report = report;
    this.#key = key;
  }

  /** Moves to the end of the items. Rejects with a `HeaderStop` where they break off, and as the source does. */
  async walk(type: ValueType, count: number): Promise<Pick<ListValue, 'first' | 'marks'>> {
    const width = valueWidth(type);
    if (width !== undefined) return { first: await this.#numbers(type, count, width), marks: [] };
    if (type === 'string') await this.#texts(count, true);
    else await this.#lists(count, 1);
    return { first: this.#first, marks: this.#marks };
  }

  async #numbers(type: ValueType, count: number, width: number): Promise<ListItem[]> {
    const cursor = this.#cursor;
    const known = Math.min(count, FIRST_ITEMS);
    // All of them are in the file: that was checked.
    await cursor.need(known * width);
    const first = readItems(cursor.take(known * width), type, known, cursor.encoding, MAX_ITEM_BYTES);
    cursor.skip((count - known) * width);
    return first;
  }

  async #texts(count: number, isOuter: boolean): Promise<void> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    cursor.expect(count * (lengthBytes + USUAL_TEXT));
    let index = 0;
    cursor.part = () => this.#itemText(index, count);
    for (; index < count; index++) {
      if (isOuter && index % MARK_EVERY === 0) this.#marks.push(cursor.at);
      // Awaiting what is here already would take most of the time.
      if (!cursor.has(lengthBytes)) await cursor.need(lengthBytes);
      const length = cursor.lengthNumber();
      if (length > cursor.left) cursor.cut();
      if (isOuter && index < FIRST_ITEMS) {
        const text = shownText(await cursor.text(length, MAX_ITEM_BYTES));
        this.#first.push(length > MAX_ITEM_BYTES ? `${text}…` : text);
      } else cursor.skip(length);
    }
  }

  async #lists(count: number, depth: number): Promise<void> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    const isOuter = depth === 1;
    if (isOuter) this.#report.add('gguf/nested-list', `${quote(this.#key)} is a list of lists.`);
    if (depth > MAX_LIST_DEPTH) this.#tooDeep(`lists in more than ${MAX_LIST_DEPTH} lists`);
    for (let index = 0; index < count; index++) {
      if (isOuter && index % MARK_EVERY === 0) this.#marks.push(cursor.at);
      cursor.part = () => this.#itemText(index, count);
      await cursor.need(4 + lengthBytes);
      const type = cursor.valueType(`A list in ${quote(this.#key)} has items of`);
      const inner = cursor.lengthNumber();
      if (--cursor.budget.innerLists < 0) this.#tooDeep(`more than ${MAX_INNER_LISTS} lists`);
      if (isOuter && index < FIRST_ITEMS) this.#first.push({ type, count: inner });
      await this.#items(type, inner, depth);
    }
  }

  async #items(type: ValueType, count: number, depth: number): Promise<void> {
    if (type === 'array') return this.#lists(count, depth + 1);
    if (type === 'string') return this.#texts(count, false);
    const bytes = count * (valueWidth(type) as number);
    if (bytes > this.#cursor.left) this.#cursor.cut(`The file ends in ${this.#itemText(0, count)}.`);
    this.#cursor.skip(bytes);
  }

  #itemText(index: number, count: number): string {
    return `item ${index + 1} of ${count} of ${quote(this.#key)}`;
  }

  #tooDeep(what: string): never {
    throw new HeaderStop('gguf/nested-too-deep', `${quote(this.#key)} has ${what}.`);
  }
}
