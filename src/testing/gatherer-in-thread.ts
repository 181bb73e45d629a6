import { createGathering, type GatherTask } from '../worker/gathering/gathering.ts';
import { type GathererLike, type GatherTasks, gatherPool } from '../worker/gathering/pool.ts';

/** A thread of the pool that gathers, in the thread of the test: messages arrive in later tasks. */
export class GathererInThread implements GathererLike {
  readonly tasks: GatherTask[] = [];
  terminated = false;
  readonly #listeners = new Map<string, (event: never) => void>();
  readonly #take = createGathering((data) => {
    // A Blob does not survive Node's structured clone of vitest's realm, but no result has one.
    if (!this.terminated) this.#listeners.get('message')?.({ data: structuredClone(data) } as never);
  });

  postMessage(task: GatherTask): void {
    this.tasks.push(task);
    setTimeout(() => this.terminated || this.#take(task));
  }

  terminate(): void {
    this.terminated = true;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener);
  }

  die(): void {
    this.#listeners.get('error')?.(Object.assign(new Event('error'), { message: 'out of memory' }) as never);
  }
}

/** A pool of two such threads, and those that it has started. */
export function poolInThread(): { threads: GathererInThread[]; pool: GatherTasks } {
  const threads: GathererInThread[] = [];
  const pool = gatherPool(() => {
    const thread = new GathererInThread();
    threads.push(thread);
    return thread;
  }, 2);
  return { threads, pool };
}
