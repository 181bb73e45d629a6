import type { Language } from '../../model/language.ts';

/** What a stretch of code is, as the colours tell it apart. */
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

/** Of each line: kinds (indices of `TOKEN_KINDS`) and lengths in UTF-16 units, alternating. */
export type Tokens = readonly (readonly number[])[];

export interface HighlightAsk {
  /** Lines ended by `\n`. */
  text: string;
  language: Language;
}

/** Colouring that takes longer is given up: a hostile text can make a grammar's expressions search for ever. */
const PATIENCE_MS = 10_000;

/** The thread, kept for the next text: it has learnt the grammars. */
let idle: Worker | undefined;

/** Texts wait for one another, so that a page of many starts one thread and not a hundred. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The tokens of a text, found in a thread of its own, so that no text can block the page. Undefined where it took too long or failed:
 * the text is then shown without colours. Rejects with the signal's reason.
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
        // Only colours are missing; the browser need not report it.
        event.preventDefault();
        giveUp();
      },
      until,
    );
    worker.postMessage(ask);
  });
}
