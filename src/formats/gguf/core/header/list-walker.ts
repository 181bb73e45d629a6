import type { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { FIRST_ITEMS, MARK_EVERY, MAX_INNER_LISTS, MAX_ITEM_BYTES, MAX_LIST_DEPTH } from '../limits.ts';
import type { Cursor } from './cursor.ts';
import { type ListItem, type ListValue, readItems, shownText } from './key-value.ts';
import { VALUE_TYPES, type ValueType, valueWidth } from './value-type.ts';

/** Bytes of a text of a vocabulary, about. */
const USUAL_TEXT = 8;

/** Walks through lists to find where they end, and keeps their first items and the places of some. */
export class ListWalker {
  readonly #cursor: Cursor;
  readonly #report: Report;
  #key = '';

  constructor(cursor: Cursor, report: Report) {
    this.#cursor = cursor;
    this.#report = report;
  }

  /**
   * Moves to the end of a list's items. Undefined, with a finding, where they break off. Rejects as the source does.
   */
  async walk(key: string, type: ValueType, count: number): Promise<Pick<ListValue, 'first' | 'marks'> | undefined> {
    this.#key = key;
    const width = valueWidth(type);
    if (width !== undefined) return this.#numbers(type, count, width);
    const first: ListItem[] = [];
    const marks: number[] = [];
    const ended =
      type === 'string' ? await this.#texts(count, marks, first) : await this.#lists(count, 1, marks, first);
    return ended ? { first, marks } : undefined;
  }

  async #numbers(type: ValueType, count: number, width: number) {
    const cursor = this.#cursor;
    const known = Math.min(count, FIRST_ITEMS);
    // All of them are in the file: that was checked.
    if (!(await cursor.need(known * width))) return undefined;
    const first = readItems(cursor.take(known * width), type, known, cursor.encoding, MAX_ITEM_BYTES);
    cursor.skip((count - known) * width);
    return { first, marks: [] };
  }

  async #texts(count: number, marks?: number[], first?: ListItem[]): Promise<boolean> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    cursor.expect(count * (lengthBytes + USUAL_TEXT));
    for (let index = 0; index < count; index++) {
      if (marks && index % MARK_EVERY === 0) marks.push(cursor.at);
      // Awaiting what is here already would take most of the time.
      if (!cursor.has(lengthBytes) && !(await cursor.need(lengthBytes))) return this.#cut(index, count);
      const length = cursor.lengthNumber();
      if (length > cursor.left) {
        cursor.stop = 'end';
        return this.#cut(index, count);
      }
      if (first && index < FIRST_ITEMS) {
        const kept = Math.min(length, MAX_ITEM_BYTES);
        if (!(await cursor.need(kept))) return false;
        const text = shownText(cursor.take(kept));
        first.push(kept < length ? `${text}…` : text);
        cursor.skip(length - kept);
      } else cursor.skip(length);
    }
    return true;
  }

  async #lists(count: number, depth: number, marks?: number[], first?: ListItem[]): Promise<boolean> {
    const cursor = this.#cursor;
    const { lengthBytes } = cursor.encoding;
    if (depth === 1) this.#report.add('gguf/nested-list', `${quote(this.#key)} is a list of lists.`);
    if (depth > MAX_LIST_DEPTH) {
      const message = `${quote(this.#key)} has lists in more than ${MAX_LIST_DEPTH} lists.`;
      this.#report.add('gguf/nested-too-deep', message);
      return false;
    }
    for (let index = 0; index < count; index++) {
      if (marks && index % MARK_EVERY === 0) marks.push(cursor.at);
      if (!(await cursor.need(4 + lengthBytes))) return this.#cut(index, count);
      const id = cursor.u32();
      const type = VALUE_TYPES[id];
      const inner = cursor.lengthNumber();
      if (type === undefined) {
        const message = `A list in ${quote(this.#key)} has items of the type ${id}, which does not exist.`;
        this.#report.add('gguf/value-type', message);
        return false;
      }
      if (--cursor.budget.innerLists < 0) {
        const message = `${quote(this.#key)} has more than ${MAX_INNER_LISTS} lists.`;
        this.#report.add('gguf/nested-too-deep', message);
        return false;
      }
      if (first && index < FIRST_ITEMS) first.push({ type, count: inner });
      if (!(await this.#items(type, inner, depth))) return false;
    }
    return true;
  }

  async #items(type: ValueType, count: number, depth: number): Promise<boolean> {
    if (type === 'array') return this.#lists(count, depth + 1);
    if (type === 'string') return this.#texts(count);
    const bytes = count * (valueWidth(type) as number);
    if (bytes > this.#cursor.left) {
      this.#cursor.stop = 'end';
      return this.#cut(0, count);
    }
    this.#cursor.skip(bytes);
    return true;
  }

  #cut(index: number, count: number): false {
    if (this.#cursor.stop !== 'limit') {
      const message = `The file ends in item ${index + 1} of ${count} of ${quote(this.#key)}.`;
      this.#report.add('gguf/header-cut', message);
    }
    return false;
  }
}
