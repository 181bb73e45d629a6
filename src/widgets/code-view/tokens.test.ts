import { afterEach, expect, test, vi } from 'vitest';
import { TOKEN_KINDS } from './token-kinds.ts';
import { tokensOf } from './tokens.ts';

afterEach(() => vi.restoreAllMocks());

test('a slow machine gives a text the same tokens', async () => {
  const ask = { text: 'import sys\npass\n', language: 'python' } as const;
  let now = 0;
  // Each look at the clock is a minute after the last.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
    now += 60_000;
    return now;
  });
  const slow = await tokensOf(ask);
  clock.mockRestore();
  expect(slow[0]?.slice(0, 2)).toEqual([TOKEN_KINDS.indexOf('keyword'), 'import'.length]);
  expect(await tokensOf(ask)).toEqual(slow);
});
