import { describe, expect, it } from 'vitest';
import { CancelledError } from './errors.ts';
import { Gate } from './gate.ts';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('Gate', () => {
  it('runs no more than its limit at once, in order', async () => {
    const gate = new Gate(2);
    const tasks = [deferred(), deferred(), deferred(), deferred()];
    const begun: number[] = [];
    const all = tasks.map((task, at) =>
      gate.run(() => {
        begun.push(at);
        return task.promise;
      }),
    );
    await settled();
    expect(begun).toEqual([0, 1]);
    tasks[1]?.resolve();
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    for (const task of tasks) task.resolve();
    await Promise.all(all);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a failure', async () => {
    const gate = new Gate(1);
    await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.run(async () => 'yes')).toBe('yes');
  });

  it('never starts a task that was aborted while it waited', async () => {
    const gate = new Gate(1);
    const task = deferred();
    const first = gate.run(() => task.promise);
    const controller = new AbortController();
    let begun = false;
    const second = gate.run(async () => {
      begun = true;
    }, controller.signal);
    const third = gate.run(async () => 'third');
    controller.abort();
    await expect(second).rejects.toBeInstanceOf(CancelledError);
    task.resolve();
    await first;
    expect(await third).toBe('third');
    expect(begun).toBe(false);
  });
});
