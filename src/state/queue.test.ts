import { describe, expect, it } from 'vitest';
import { CancelledError } from '../base/errors.ts';
import { Queue } from './queue.ts';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('Queue', () => {
  it('runs no more than its limit at once, in order', async () => {
    const queue = new Queue(2);
    const gates = [deferred(), deferred(), deferred(), deferred()];
    const begun: number[] = [];
    const all = gates.map((gate, at) =>
      queue.run(() => {
        begun.push(at);
        return gate.promise;
      }),
    );
    expect(begun).toEqual([0, 1]);
    gates[1]?.resolve();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    for (const gate of gates) gate.resolve();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a failure', async () => {
    const queue = new Queue(1);
    await expect(queue.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(async () => 'yes')).toBe('yes');
  });

  it('never begins what was aborted while it waited', async () => {
    const queue = new Queue(1);
    const gate = deferred();
    const first = queue.run(() => gate.promise);
    const controller = new AbortController();
    let begun = false;
    const second = queue.run(async () => {
      begun = true;
    }, controller.signal);
    const third = queue.run(async () => 'third');
    controller.abort();
    await expect(second).rejects.toBeInstanceOf(CancelledError);
    gate.resolve();
    await first;
    expect(await third).toBe('third');
    expect(begun).toBe(false);
  });
});
