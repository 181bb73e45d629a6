import { BadFileError } from '../../base/errors.ts';
import { jsonChoices } from './json.ts';
import { plainChoices } from './plain-text.ts';
import { separatorOf, tableChoices } from './table.ts';
import type { ReadableChoice, ReadHint } from './value-choice.ts';
import '../contents/findings.ts';

/**
 * What a text has for a tensor. Its content tells JSON from tables; a name that ends in .json, .csv or .tsv says it. Where
 * no numbers are wanted, any text is a string, too, or one for each line. Rejects as `jsonChoices` and `tableChoices`
 * where it must be one of these.
 *
 * @param name of the file. Of what was pasted there is none.
 */
export async function textChoices(
  text: string,
  name: string | undefined,
  hint: ReadHint,
  signal?: AbortSignal,
): Promise<ReadableChoice[]> {
  const isNumeric = hint.dtype !== undefined && hint.dtype !== 'string';
  if (text.trim() === '') {
    if (isNumeric || (text === '' && hint.dtype === undefined))
      throw new BadFileError('values/no-values', 'There is nothing in it.');
    return plainChoices(text);
  }
  const [, end] = /\.(json|csv|tsv|tab)$/i.exec(name ?? '') ?? [];
  if (end?.toLowerCase() === 'json') return jsonChoices(text, hint, signal);
  const json = /^\s*[[{"]/.test(text) && !end ? () => jsonChoices(text, hint, signal) : undefined;
  const separator = /^ta?[bs]/i.test(end ?? '') ? '\t' : separatorOf(text);
  const table = () => tableChoices(text, separator, hint, signal);
  if (end) return table();
  // What is wrong with a list of numbers is worth saying, and what is wrong with text taken for one is not.
  if (isNumeric) return (json && (await (/^\s*"/.test(text) ? ifRead(json) : json()))) || table();
  const found = (json && (await ifRead(json))) ?? (await ifRead(table)) ?? [];
  const isText = found[0]?.dtype === 'string';
  return isText ? [...plainChoices(text), ...found] : [...found, ...plainChoices(text)];
}

/** Undefined where the text is not what it seemed. */
async function ifRead(read: () => Promise<ReadableChoice[]>): Promise<ReadableChoice[] | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BadFileError) return undefined;
    throw error;
  }
}
