import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startEarly } from './early.ts';
import type { HasherLike } from './pool.ts';

class IdleHasher implements HasherLike {
  readonly terminate = vi.fn();
  readonly listeners = new Map<string, (event: never) => void>();
  postMessage(): void {}
  addEventListener(type: string, listener: (event: never) => void): void {
    this.listeners.set(type, listener);
  }
}

let started: IdleHasher[] = [];
function spawn(): HasherLike {
  const worker = new IdleHasher();
  started.push(worker);
  return worker;
}

beforeEach(() => {
  started = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('starts one worker at once, and gives it away once', () => {
  const early = startEarly(spawn);
  expect(started).toHaveLength(1);
  expect(early.spawn()).toBe(started[0]);
  expect(early.spawn()).toBe(started[1]);
  vi.runAllTimers();
  early.end();
  for (const worker of started) expect(worker.terminate).not.toHaveBeenCalled();
});

it('ends a worker that is not taken: when the package is closed, and after a while', () => {
  startEarly(spawn).end();
  expect(started[0]?.terminate).toHaveBeenCalledOnce();
  const late = startEarly(spawn);
  vi.runAllTimers();
  expect(started[1]?.terminate).toHaveBeenCalledOnce();
  expect(late.spawn()).toBe(started[2]);
});

it('starts another one where the early one has died', () => {
  const early = startEarly(spawn);
  const event = new Event('error', { cancelable: true });
  started[0]?.listeners.get('error')?.(event as never);
  expect(event.defaultPrevented).toBe(true);
  expect(early.spawn()).toBe(started[1]);
});
