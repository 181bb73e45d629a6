import { throwIfAborted } from '../../base/abort.ts';
import { CancelledError, fromErrorData, InternalError } from '../../base/errors.ts';
import { defaultWorkers } from '../hashing/pool.ts';
import { onThreadDeath, type ThreadLike } from '../thread.ts';
import type { FromGatherer, Gathered, GatherTask } from './gathering.ts';

export type GathererLike = ThreadLike<GatherTask, FromGatherer>;

export interface GatherRun<Task extends GatherTask> {
  signal?: AbortSignal | undefined;
  /** Called with what each task gave, in the order in which they end. */
  onPart(part: Gathered[Task['kind']], task: Task): void;
}

/** Does tasks of one kind on threads. Resolves once all are done; rejects with the first failure, and when canceled. */
export type GatherTasks = <Task extends GatherTask>(
  tasks: Iterable<Task> | AsyncIterable<Task>,
  run: GatherRun<Task>,
) => Promise<void>;

/**
 * Gathers on a pool of threads, which are started for one run and ended with it. Each that becomes free takes the next
 * task. A thread that dies ends the run with `internal/worker-died`.
 */
export function gatherPool(spawn: () => GathererLike, workers = defaultWorkers()): GatherTasks {
  return async <Task extends GatherTask>(
    tasks: Iterable<Task> | AsyncIterable<Task>,
    { signal, onPart }: GatherRun<Task>,
  ) => {
    throwIfAborted(signal);
    const threads: GathererLike[] = [];
    let hasEnded = false;
    let fail: (error: unknown) => void = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const onAbort = () => fail(new CancelledError(undefined, { cause: signal?.reason }));
    signal?.addEventListener('abort', onAbort, { once: true });
    const queue = Symbol.asyncIterator in tasks ? tasks[Symbol.asyncIterator]() : tasks[Symbol.iterator]();
    /** Gives one task after another to a thread of its own, which is started for the first one. */
    const work = async () => {
      const first = queue.next();
      // Threads take a while to start: without a wait where none is needed.
      let next = 'then' in first ? await first : first;
      if (next.done || hasEnded) return;
      const thread = spawn();
      threads.push(thread);
      const answers = answersOf(thread, fail);
      for (; !next.done; next = await queue.next()) onPart(await answers(next.value), next.value);
    };
    try {
      await Promise.race([failed, Promise.all(Array.from({ length: workers }, work))]);
    } finally {
      hasEnded = true;
      signal?.removeEventListener('abort', onAbort);
      for (const thread of threads) thread.terminate();
    }
  };
}

/** Gives a thread a task, and what comes of it. Rejects where it fails; `onDeath` is told where the thread dies. */
function answersOf(thread: GathererLike, onDeath: (error: unknown) => void) {
  let answer: ((message: FromGatherer) => void) | undefined;
  onThreadDeath(thread, (cause) => {
    const message = 'A worker that reads tensors stopped unexpectedly.';
    onDeath(new InternalError('internal/worker-died', message, { cause }));
  });
  thread.addEventListener('message', ({ data }) => answer?.(data));
  return <Task extends GatherTask>(task: Task) =>
    new Promise<Gathered[Task['kind']]>((resolve, reject) => {
      answer = (message) => {
        if (message.kind === 'failed') reject(fromErrorData(message.error));
        else resolve(message.part as Gathered[Task['kind']]);
      };
      thread.postMessage(task);
    });
}
