import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { highlight } from './highlight.ts';
import type { FromHighlighter, HighlightAsk } from './token-kinds.ts';

/** Stands in for the worker: the test answers in its place. */
class StandIn {
  static all: StandIn[] = [];
  onmessage: ((event: { data: FromHighlighter }) => void) | undefined;
  onerror: ((event: Event) => void) | undefined;
  asked: string[] = [];
  isEnded = false;
  constructor() {
    StandIn.all.push(this);
  }
  postMessage({ text }: HighlightAsk): void {
    this.asked.push(text);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: FromHighlighter): void {
    this.onmessage?.({ data });
  }
  fail(): boolean {
    const event = new Event('error', { cancelable: true });
    this.onerror?.(event);
    return !event.defaultPrevented;
  }
}

const TOKENS = [[1, 2]];

const ask = (text: string, signal = new AbortController().signal) => highlight({ text, language: 'python' }, signal);

/** The only worker. */
async function worker(): Promise<StandIn> {
  await vi.waitFor(() => expect(StandIn.all).toHaveLength(1));
  return StandIn.all[0] as StandIn;
}

describe('highlight', () => {
  beforeEach(() => {
    vi.stubGlobal('Worker', StandIn);
    StandIn.all = [];
  });

  afterEach(() => {
    // None is kept for the next test.
    for (const each of StandIn.all) each.fail();
    vi.unstubAllGlobals();
  });

  it('has one worker color one text after the other, once it has loaded', async () => {
    const first = ask('a');
    const second = ask('b');
    const one = await worker();
    expect(one.asked).toEqual([]);
    one.say('ready');
    expect(one.asked).toEqual(['a']);
    one.say(TOKENS);
    expect(await first).toBe(TOKENS);
    await vi.waitFor(() => expect(one.asked).toEqual(['a', 'b']));
    one.say(undefined);
    expect(await second).toBeUndefined();
    expect(StandIn.all).toEqual([one]);
    expect(one.isEnded).toBe(false);
  });

  it.each([
    ['before the next text', true],
    ['after it', false],
  ])(
    'keeps the worker for the next text where one is taken back while it loads, and has loaded %s',
    async (_, early) => {
      const controller = new AbortController();
      const first = ask('a', controller.signal);
      const one = await worker();
      controller.abort(new Error('taken back'));
      await expect(first).rejects.toThrow('taken back');
      if (early) one.say('ready');
      const second = ask('b');
      await Promise.resolve();
      if (!early) one.say('ready');
      await vi.waitFor(() => expect(one.asked).toEqual(['b']));
      one.say(TOKENS);
      expect(await second).toBe(TOKENS);
      expect(StandIn.all).toEqual([one]);
    },
  );

  it('ends the worker where a text is taken back that it has', async () => {
    const controller = new AbortController();
    const first = ask('a', controller.signal);
    const one = await worker();
    one.say('ready');
    controller.abort(new Error('taken back'));
    await expect(first).rejects.toThrow('taken back');
    expect(one.isEnded).toBe(true);
    ask('b').catch(() => {});
    await vi.waitFor(() => expect(StandIn.all).toHaveLength(2));
  });

  it('gives no colors where the worker fails, and starts another one for the next text', async () => {
    const first = ask('a');
    const one = await worker();
    expect(one.fail(), 'nothing is left to the console').toBe(false);
    expect(await first).toBeUndefined();
    ask('b').catch(() => {});
    await vi.waitFor(() => expect(StandIn.all).toHaveLength(2));
  });
});
