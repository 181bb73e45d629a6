import { expect, test } from 'vitest';
import { CancelledError } from '../../base/errors.ts';
import { RunSession } from './run-session.ts';
import { DEFAULT_RUN_LIMITS, type RunThread } from './run-thread.ts';

test('a thread that comes once the session has ended is ended, and not asked', async () => {
  const log: string[] = [];
  const thread: RunThread = {
    end: () => log.push('end'),
    async ask({ kind }) {
      log.push(kind);
      return { kind: 'loaded' };
    },
  };
  let come = (_: RunThread) => {};
  const start = () => new Promise<RunThread>((resolve) => (come = resolve));
  const session = new RunSession(DEFAULT_RUN_LIMITS, { start, model: async () => new Uint8Array(8) });
  const loading = session.load();
  await Promise.resolve();
  session.end();
  come(thread);
  await expect(loading).rejects.toBeInstanceOf(CancelledError);
  expect(log).toEqual(['end']);
});
