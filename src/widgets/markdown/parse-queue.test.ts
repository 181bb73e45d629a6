import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarkdownAsk } from './worker.ts';

/** Stands in for the worker: the test answers in its place. */
class StandIn {
  static all: StandIn[] = [];
  static get last(): StandIn {
    return StandIn.all.at(-1) as StandIn;
  }
  onmessage: ((event: { data: unknown }) => void) | undefined;
  onerror: ((event: { preventDefault(): void }) => void) | undefined;
  asked: MarkdownAsk[] = [];
  isEnded = false;
  constructor() {
    StandIn.all.push(this);
  }
  postMessage(ask: MarkdownAsk): void {
    this.asked.push(ask);
  }
  terminate(): void {
    this.isEnded = true;
  }
  ready(): void {
    this.onmessage?.({ data: 'ready' });
  }
  answer(): void {
    this.onmessage?.({ data: RESULT });
  }
  fail(): void {
    this.onerror?.({ preventDefault() {} });
  }
}

const RESULT = { ok: true, tree: { type: 'root', children: [] }, nodes: 1 };

describe('parseMarkdown', () => {
  let parse: (text: string, signal?: AbortSignal, isWanted?: boolean) => Promise<unknown>;

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', StandIn);
    StandIn.all = [];
    vi.resetModules();
    const { parseMarkdown } = await import('./parse-queue.ts');
    parse = (text, signal = new AbortController().signal, isWanted = false) =>
      parseMarkdown(text, { signal, isWanted });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('has one worker parse one text after the other', async () => {
    const first = parse('a');
    const second = parse('b');
    StandIn.last.ready();
    expect(StandIn.last.asked.map(({ text }) => text)).toEqual(['a']);
    StandIn.last.answer();
    expect(await first).toBe(RESULT);
    expect(StandIn.last.asked.map(({ text }) => text)).toEqual(['a', 'b']);
    StandIn.last.answer();
    expect(await second).toBe(RESULT);
    expect(StandIn.all).toHaveLength(1);
  });

  it('ends a worker that is busy for ten seconds, and parses the next text with another', async () => {
    const attack = parse('*a '.repeat(3400) + 'b* '.repeat(3400));
    const next = parse('b');
    const busy = StandIn.last;
    busy.ready();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(busy.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await attack).toEqual({ ok: false, problem: 'slow' });
    expect(busy.isEnded).toBe(true);
    expect(StandIn.last).not.toBe(busy);
    StandIn.last.ready();
    StandIn.last.answer();
    expect(await next).toBe(RESULT);
  });

  it('waits a minute for a text that the reader asked for', async () => {
    const whole = parse('a', undefined, true);
    const busy = StandIn.last;
    busy.ready();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(busy.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await whole).toEqual({ ok: false, problem: 'slow' });
  });

  it('ends the worker of a text that nobody waits for any more, and skips such texts', async () => {
    const running = new AbortController();
    const waiting = new AbortController();
    const settled = vi.fn();
    parse('a', running.signal).then(settled, () => {});
    parse('b', waiting.signal).then(settled, () => {});
    const last = parse('c');
    const first = StandIn.last;
    first.ready();
    waiting.abort();
    running.abort();
    expect(first.isEnded).toBe(true);
    StandIn.last.ready();
    expect(StandIn.last.asked.map(({ text }) => text)).toEqual(['c']);
    StandIn.last.answer();
    expect(await last).toBe(RESULT);
    expect(settled).not.toHaveBeenCalled();
  });

  it('tells a worker that cannot start from one that runs out of memory', async () => {
    const first = parse('a');
    StandIn.last.fail();
    expect(await first).toEqual({ ok: false, problem: 'broken' });
    const second = parse('b');
    StandIn.last.ready();
    StandIn.last.fail();
    expect(await second).toEqual({ ok: false, problem: 'large' });
  });

  it('ends a worker that is idle for ten seconds', async () => {
    const first = parse('a');
    StandIn.last.ready();
    StandIn.last.answer();
    await first;
    await vi.advanceTimersByTimeAsync(9_999);
    expect(StandIn.last.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(StandIn.last.isEnded).toBe(true);
  });
});
