import type { Language } from '../../model/file/language.ts';
import { TurnWorker } from '../turn-worker.ts';

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

/** A text that takes longer gets no colors: a hostile text can make a grammar's regular expressions run for ever. */
const PATIENCE_MS = 10_000;

/** An idle worker ends after so long. Until then it is kept for the next text, since it has loaded the grammars. */
const IDLE_MS = 60_000;

const highlighter = new TurnWorker<HighlightAsk, Tokens | undefined>(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
  IDLE_MS,
);

/**
 * Finds the tokens of a text in a worker, so that no text can block the page. Undefined if that took too long or
 * failed: the text is then shown without colors. Rejects with the signal's reason.
 */
export async function highlight(ask: HighlightAsk, signal: AbortSignal): Promise<Tokens | undefined> {
  const answer = await highlighter.ask(ask, PATIENCE_MS, signal);
  return typeof answer === 'string' ? undefined : answer;
}
