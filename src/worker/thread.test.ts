import { afterEach, describe, expect, it, vi } from 'vitest';
import { onThreadDeath, showLife, type ThreadLike, watchLife } from './thread.ts';

/** Locks as browsers have them: one holder, the others wait in order. `free` is what the end of a holder does. */
function fakeLocks() {
  const queues = new Map<string, (() => unknown)[]>();
  return {
    request(name: string, hold: () => unknown) {
      const waiting = queues.get(name);
      if (waiting) waiting.push(hold);
      else {
        queues.set(name, []);
        hold();
      }
      return new Promise<never>(() => {});
    },
    free(name: string) {
      const [next, ...others] = queues.get(name) ?? [];
      queues.set(name, others);
      next?.();
    },
    names: () => [...queues.keys()],
  };
}

/** A thread and its worker, in this process. */
function setUp(locks: ReturnType<typeof fakeLocks> | undefined) {
  const worker = watchLife(Object.assign(new EventTarget(), { postMessage() {}, terminate() {} }));
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal(
    'ErrorEvent',
    class extends Event {
      readonly message: string;
      constructor(type: string, { message }: { message: string }) {
        super(type);
        this.message = message;
      }
    },
  );
  const post = (data: unknown) => void worker.dispatchEvent(new MessageEvent('message', { data }));
  const [messages, deaths]: [unknown[], string[]] = [[], []];
  worker.addEventListener('message', (event) => messages.push((event as MessageEvent).data));
  onThreadDeath(worker as unknown as ThreadLike<unknown, unknown>, (cause) => deaths.push(cause));
  return { messages, deaths, post };
}

afterEach(() => vi.unstubAllGlobals());

describe('the life of a thread', () => {
  it('is watched by a lock, so that an end that the browser says nothing of is told', () => {
    const locks = fakeLocks();
    const { messages, deaths, post } = setUp(locks);
    showLife(post);
    expect(locks.names()).toHaveLength(1);
    expect(deaths).toEqual([]);
    locks.free(locks.names()[0] as string);
    expect(deaths).toEqual(['The thread has ended.']);
    // Whoever reads the answers of the thread never sees the message about its lock.
    expect(messages).toEqual([]);
  });

  it('tells threads apart', () => {
    const locks = fakeLocks();
    const { deaths, post } = setUp(locks);
    showLife(post);
    showLife(post);
    expect(new Set(locks.names()).size).toBe(2);
    locks.free(locks.names()[1] as string);
    expect(deaths).toHaveLength(1);
  });

  it('is not watched where there are no locks, and messages come as ever', () => {
    const { messages, deaths, post } = setUp(undefined);
    showLife(post);
    post({ kind: 'answer' });
    post(null);
    expect(messages).toEqual([{ kind: 'answer' }, null]);
    expect(deaths).toEqual([]);
  });
});
