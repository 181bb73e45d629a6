import { ownScript } from '../../base/own-script.ts';
import { TurnWorker } from '../turn-worker.ts';
import type { HighlightAsk, Tokens } from './token-kinds.ts';
import workerUrl from './worker.ts?worker&url';

/** A text that takes longer gets no colors: a hostile text can make a grammar's regular expressions run for ever. */
const PATIENCE_MS = 10_000;

/** An idle worker ends after so long. Until then it is kept for the next text, since it has loaded the grammars. */
const IDLE_MS = 60_000;

const highlighter = new TurnWorker<HighlightAsk, Tokens | undefined>(
  () => new Worker(ownScript(workerUrl), { type: 'module' }),
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
