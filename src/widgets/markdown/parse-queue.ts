import type { MarkdownResult } from './tree.ts';
import type { MarkdownAsk } from './worker.ts';

/** A text that takes longer is shown as plain text. A page's worth takes a quarter of a second. */
const MAX_PARSE_MS = 10_000;

/**
 * The same for a text that the reader asked to see whole, and waits for. A megabyte of ordinary prose takes about 3 s
 * on two busy cores, and several times that on a computer with other work.
 */
const MAX_WANTED_PARSE_MS = 60_000;

/** An idle worker ends after so long; it holds some 10 MB. */
const IDLE_MS = 10_000;

interface Job {
  ask: MarkdownAsk;
  maxMs: number;
  settle(result: MarkdownResult): void;
}

const queue: Job[] = [];
let running: Job | undefined;
let worker: Worker | undefined;
let isReady = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;

/**
 * Parses a text in a worker (see `markdownTree`), one text after the other. A text that takes over ten seconds, or a
 * minute where the reader asked for it, is given up: its worker is ended, and the answer is the problem `slow`. After
 * an abort the promise never settles.
 */
export function parseMarkdown(
  text: string,
  topLevel: number,
  { signal, isWanted = false }: { signal: AbortSignal; isWanted?: boolean },
): Promise<MarkdownResult> {
  return new Promise((settle) => {
    const id = ++lastId;
    const maxMs = isWanted ? MAX_WANTED_PARSE_MS : MAX_PARSE_MS;
    const job: Job = { ask: { id, text, topLevel, prefix: `md${id}-` }, maxMs, settle };
    queue.push(job);
    signal.addEventListener(
      'abort',
      () => {
        const at = queue.indexOf(job);
        if (at >= 0) queue.splice(at, 1);
        else if (running === job) finish(undefined);
      },
      { once: true },
    );
    advance();
  });
}

/** Starts the next job, unless one is running. */
function advance(): void {
  if (running) return;
  clearTimeout(timer);
  if (queue.length === 0) {
    timer = setTimeout(end, IDLE_MS);
    return;
  }
  if (!worker) start();
  if (!isReady) return;
  const job = queue.shift() as Job;
  running = job;
  timer = setTimeout(() => finish({ ok: false, problem: 'slow' }), job.maxMs);
  worker?.postMessage(job.ask);
}

function start(): void {
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<{ ready: true } | { id: number; result: MarkdownResult }>) => {
    if ('ready' in data) {
      isReady = true;
      advance();
    } else if (running?.ask.id === data.id) {
      running.settle(data.result);
      running = undefined;
      advance();
    }
  };
  // A worker that is ready runs out of memory; one that is not could not be loaded.
  worker.onerror = (event) => {
    event.preventDefault();
    running ??= queue.shift();
    finish({ ok: false, problem: isReady ? 'large' : 'broken' });
  };
}

/** Ends the running job. Nothing but ending its worker can stop a parser. */
function finish(result: MarkdownResult | undefined): void {
  const job = running;
  running = undefined;
  end();
  if (result) job?.settle(result);
  advance();
}

/** Ends the worker. */
function end(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = undefined;
  isReady = false;
}
