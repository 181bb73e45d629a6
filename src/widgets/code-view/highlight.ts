import type { Language } from '../../model/language.ts';

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

/** A text that takes longer gets no colors: a hostile text can make a grammar's regular expressions run for ever. */
const PATIENCE_MS = 10_000;

/** The worker, kept for the next text since it has loaded the grammars. */
let idle: Worker | undefined;

/** Texts wait for one another, so that a page with a hundred texts starts one worker. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Finds the tokens of a text in a worker, so that no text can block the page. Undefined if that took too long or
 * failed: the text is then shown without colors. Rejects with the signal's reason.
 */
export function highlight(ask: HighlightAsk, signal: AbortSignal): Promise<Tokens | undefined> {
  const turn = last.then(() => run(ask, signal));
  last = turn.catch(() => {});
  return turn;
}

function run(ask: HighlightAsk, signal: AbortSignal): Promise<Tokens | undefined> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = idle ?? new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    idle = undefined;
    const listeners = new AbortController();
    const end = (settle: () => void, keep = false) => {
      clearTimeout(timer);
      listeners.abort();
      if (keep) idle = worker;
      else worker.terminate();
      settle();
    };
    const giveUp = () => end(() => resolve(undefined));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    const until = { signal: listeners.signal };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), until);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<Tokens | undefined>) => end(() => resolve(data), true),
      until,
    );
    worker.addEventListener('messageerror', giveUp, until);
    worker.addEventListener(
      'error',
      (event) => {
        // Only the colors are missing, which is not worth an error in the console.
        event.preventDefault();
        giveUp();
      },
      until,
    );
    worker.postMessage(ask);
  });
}
