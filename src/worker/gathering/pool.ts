import { CancelledError, fromErrorData, InternalError } from '../../base/errors.ts';
import { defaultWorkers } from '../hashing/pool.ts';
import { onThreadDeath, type ThreadLike } from '../thread.ts';
import type { FromGatherer, GatherTask } from './gathering.ts';

export type GathererLike = ThreadLike<GatherTask, FromGatherer>;

type Part = Extract<FromGatherer, { kind: 'done' }>['part'];

export interface GatherRun {
  signal?: AbortSignal | undefined;
  /** Called with what each task gave, in the order in which they end. */
  onPart(part: Part, task: GatherTask): void;
}

/** Does tasks on threads. Resolves once all are done; rejects with the first failure, and when canceled. */
export type GatherTasks = (tasks: Iterable<GatherTask>, run: GatherRun) => Promise<void>;

/**
 * Gathers on a pool of threads, which are started for one run and ended with it. Each that becomes free takes the next
 * task. A thread that dies ends the run with `internal/worker-died`.
 */
export function gatherPool(spawn: () => GathererLike, workers = defaultWorkers()): GatherTasks {
  return (tasks, { signal, onPart }) =>
    new Promise((resolve, reject) => {
      const queue = tasks[Symbol.iterator]();
      const threads: GathererLike[] = [];
      let busy = 0;
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', onAbort);
        for (const thread of threads.splice(0)) thread.terminate();
        settle();
      };
      const fail = (error: unknown) => end(() => reject(error));
      const onAbort = () => fail(new CancelledError(undefined, { cause: signal?.reason }));
      const start = (): boolean => {
        const next = queue.next();
        if (next.done) return false;
        const thread = spawn();
        threads.push(thread);
        let task: GatherTask = next.value;
        busy++;
        onThreadDeath(thread, (cause) => {
          const message = 'A worker that reads tensors stopped unexpectedly.';
          fail(new InternalError('internal/worker-died', message, { cause }));
        });
        thread.addEventListener('message', ({ data }) => {
          if (!threads.includes(thread)) return;
          if (data.kind === 'failed') {
            fail(fromErrorData(data.error));
            return;
          }
          onPart(data.part, task);
          const following = queue.next();
          if (!following.done) {
            task = following.value;
            thread.postMessage(task);
          } else if (--busy === 0) end(resolve);
        });
        thread.postMessage(task);
        return true;
      };
      if (signal?.aborted) {
        onAbort();
        return;
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      while (threads.length < workers && start());
      if (threads.length === 0) end(resolve);
    });
}
