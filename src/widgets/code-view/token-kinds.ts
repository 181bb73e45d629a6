import type { Language } from '../../model/file/language.ts';

/** The kinds of code that have a color each. */
export const TOKEN_KINDS = [
  'plain',
  'comment',
  'constant',
  'function',
  'keyword',
  'link',
  'parameter',
  'punctuation',
  'string',
  'string-expression',
] as const;

/** For each line, alternating: a token's kind (an index of `TOKEN_KINDS`) and its length in UTF-16 units. */
export type Tokens = readonly (readonly number[])[];

export interface HighlightAsk {
  /** Lines ended by `\n`. */
  text: string;
  language: Language;
}

/** What the worker says: that it has loaded, then what it found in each text. Undefined if that failed. */
export type FromHighlighter = 'ready' | Tokens | undefined;
