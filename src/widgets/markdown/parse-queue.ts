import { ownScript } from '../../base/own-script.ts';
import { TurnWorker } from '../turn-worker.ts';
import type { MarkdownResult } from './tree.ts';
import type { MarkdownAsk } from './worker.ts';
import workerUrl from './worker.ts?worker&url';

/** A text that takes longer is shown as plain text. A page's worth takes a quarter of a second. */
const MAX_PARSE_MS = 10_000;

/**
 * The same for a text that the reader asked to see whole, and waits for. A megabyte of ordinary prose takes about 3 s
 * on two busy cores, and several times that on a computer with other work.
 */
const MAX_WANTED_PARSE_MS = 60_000;

/** An idle worker ends after so long; it holds some 10 MB. */
const IDLE_MS = 10_000;

const parser = new TurnWorker<MarkdownAsk, MarkdownResult>(
  () => new Worker(ownScript(workerUrl), { type: 'module' }),
  IDLE_MS,
);
let lastId = 0;

/** Parses a text in a worker (see `markdownTree`). Rejects where it is aborted. */
export async function parseMarkdown(
  text: string,
  { signal, isWanted = false }: { signal: AbortSignal; isWanted?: boolean },
): Promise<MarkdownResult> {
  const ask = { text, prefix: `md${++lastId}-` };
  const answer = await parser.ask(ask, isWanted ? MAX_WANTED_PARSE_MS : MAX_PARSE_MS, signal);
  return typeof answer === 'string' ? { ok: false, problem: answer } : answer;
}
