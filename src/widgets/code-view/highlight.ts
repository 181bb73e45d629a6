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

/** A text that takes longer gets no colors: a hostile text can make a grammar's regular expressions run for ever. */
const PATIENCE_MS = 10_000;

interface Highlighter {
  worker: Worker;
  /** Whether it has loaded. Only then it is given a text: until then it is kept where a text is taken back. */
  isReady: boolean;
}

/** The worker that is kept for the next text, since it has loaded the grammars or is about to load. */
let idle: Highlighter | undefined;

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
    const highlighter = idle ?? start();
    const { worker } = highlighter;
    idle = undefined;
    const listeners = new AbortController();
    const end = (settle: () => void, keep = false) => {
      clearTimeout(timer);
      listeners.abort();
      if (keep) idle = highlighter;
      else worker.terminate();
      settle();
    };
    const giveUp = () => end(() => resolve(undefined));
    const timer = setTimeout(giveUp, PATIENCE_MS);
    const until = { signal: listeners.signal };
    // Nothing but its end stops a worker that has a text.
    signal.addEventListener('abort', () => end(() => reject(signal.reason), !highlighter.isReady), until);
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<FromHighlighter>) =>
        data === 'ready' ? worker.postMessage(ask) : end(() => resolve(data), true),
      until,
    );
    worker.addEventListener('messageerror', giveUp, until);
    worker.addEventListener('error', giveUp, until);
    if (highlighter.isReady) worker.postMessage(ask);
  });
}

function start(): Highlighter {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const highlighter: Highlighter = { worker, isReady: false };
  worker.addEventListener('message', () => (highlighter.isReady = true), { once: true });
  worker.addEventListener('error', (event) => {
    // Only the colors are missing, which is not worth an error in the console.
    event.preventDefault();
    if (idle === highlighter) idle = undefined;
  });
  return highlighter;
}
