import type { Language } from '../model/language.ts';

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

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** Of each line: kinds (indices of `TOKEN_KINDS`) and lengths in UTF-16 units, alternating. */
export type Tokens = readonly (readonly number[])[];

export interface HighlightAsk {
  /** Lines ended by `\n`. */
  text: string;
  language: Language;
}

/** Colouring that takes longer is given up: a hostile text can make a grammar's expressions search for ever. */
const PATIENCE_MS = 8000;

/**
 * The tokens of a text, found in a thread of its own, so that no text can block the page. Undefined where it took too long or failed:
 * the text is then shown without colours. Rejects with the signal's reason.
 */
export function highlight(ask: HighlightAsk, signal: AbortSignal): Promise<Tokens | undefined> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./code-view-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      worker.terminate();
      settle();
    };
    const onAbort = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => end(() => resolve(undefined)), PATIENCE_MS);
    signal.addEventListener('abort', onAbort);
    worker.addEventListener('message', ({ data }: MessageEvent<Tokens | undefined>) => end(() => resolve(data)));
    worker.addEventListener('messageerror', () => end(() => resolve(undefined)));
    worker.addEventListener('error', (event) => {
      // Only colours are missing; the browser need not report it.
      event.preventDefault();
      end(() => resolve(undefined));
    });
    worker.postMessage(ask);
  });
}
