/** The text of WebAssembly as lists in lists, and what the words in it stand for. */

import { bytesOf } from './numbers.ts';

/** A word, a string with its first quote, or what stands in parentheses. */
export type Item = string | Item[];

/** A text as lists in lists. Strings keep their first quote, so that they differ from words. */
export function parse(text: string): Item[] {
  const open: Item[][] = [[]];
  for (const [token] of text.matchAll(/;;[^\n]*|"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+/g)) {
    if (token.startsWith(';;')) continue;
    if (token === '(') open.push([]);
    else if (token === ')') {
      const done = open.pop() as Item[];
      if (open.length === 0) throw new Error('a parenthesis closes nothing');
      (open.at(-1) as Item[]).push(done);
    } else (open.at(-1) as Item[]).push(token.startsWith('"') ? token.slice(0, -1) : token);
  }
  if (open.length > 1) throw new Error('a parenthesis is not closed');
  return open[0] as Item[];
}

/** An item that must be a list. */
export function list(item: Item | undefined): Item[] {
  if (!Array.isArray(item)) throw new Error(`${item} is not in parentheses`);
  return item;
}

/** An item that must be a word or a string. */
export function word(item: Item | undefined): string {
  if (typeof item !== 'string') throw new Error(`a word is missing before ${JSON.stringify(item)}`);
  return item;
}

/** The bytes of a string: characters as UTF-8, and `\hh` as one byte. */
export function stringBytes(item: Item | undefined): Uint8Array<ArrayBuffer> {
  const text = word(item);
  if (!text.startsWith('"')) throw new Error(`${text} is not a string`);
  const parts = text.slice(1).match(/\\[0-9a-f]{2}|\\.|[^\\]+/gi) ?? [];
  return bytesOf(
    parts.map((part) => {
      if (!part.startsWith('\\')) return new TextEncoder().encode(part);
      if (part.length === 3) return Number.parseInt(part.slice(1), 16);
      return new TextEncoder().encode({ n: '\n', t: '\t' }[part[1] as string] ?? part.slice(1));
    }),
  );
}

/** Whether an item is a word, and no string. */
export const isWord = (item: Item | undefined): item is string => typeof item === 'string' && !item.startsWith('"');

/** A whole number, of decimal or hexadecimal digits. */
export function wholeNumber(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replaceAll('_', ''));
}

/** A number with a fraction. Throws where a text is none, and of infinite ones. */
export function fraction(text: string): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new Error(`${text} is not a number`);
  return value;
}
