import { throwIfAborted } from '../base/abort.ts';
import { CancelledError, fromErrorData, InternalError } from '../base/errors.ts';
import { adoptFindings } from '../base/findings.ts';
import { fileIndex } from '../model/file/file-index.ts';
import { unpackFiles } from '../model/file/packed-files.ts';
import type { Package, PackageFile, TensorInfo } from '../model/package.ts';
import { unpackTensors } from '../model/tensor/packed-tensors.ts';
import type { CallName, CallOptions, FromWorker, ToWorker, WorkerCalls, WorkerClient } from './protocol.ts';
import { onThreadDeath, type ThreadLike } from './thread.ts';

export type WorkerLike = ThreadLike<ToWorker, FromWorker>;

interface Pending {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  onProgress: CallOptions['onProgress'];
  /**
   * The files and tensors of the package that it will resolve to, as far as they have come; undefined where they come
   * with it.
   */
  files?: PackageFile[];
  tensors?: TensorInfo[];
  release(): void;
}

/** An answer with a package, with the files and tensors that came before it. */
function withLists(answer: WorkerCalls[CallName]['answer'], { files, tensors }: Pending): unknown {
  if (!files && !tensors) return answer;
  const whole = (pkg: Package) => ({ ...pkg, files: files ?? pkg.files, tensors: tensors ?? pkg.tensors });
  // `readMore` answers with a package, other calls with a record that has one.
  const { package: pkg } = answer as object as { package?: Package };
  return pkg ? { ...(answer as object), package: whole(pkg) } : whole(answer as object as Package);
}

/**
 * The page's side of the worker. `spawn` starts a worker: for the first call, and for the next one after a worker died.
 * A cancelled call rejects at once, whatever the worker still does; its late answer is dropped.
 */
export function createWorkerClient(spawn: () => WorkerLike): WorkerClient {
  let worker: WorkerLike | undefined;
  let nextId = 1;
  const pending = new Map<number, Pending>();
  const deathListeners = new Set<() => void>();

  function start(): WorkerLike {
    const started = spawn();
    started.addEventListener('message', ({ data }) => {
      if (worker === started) receive(data);
    });
    onThreadDeath(started, (cause) => {
      if (worker === started) die(cause);
    });
    return started;
  }

  function receive(message: FromWorker): void {
    if (message.kind === 'entries') {
      adoptFindings(message.entries);
      return;
    }
    const call = pending.get(message.id);
    if (!call) return;
    if (message.kind === 'progress') {
      call.onProgress?.(message.progress);
      return;
    }
    if (message.kind === 'files') {
      call.files ??= [];
      for (const file of unpackFiles(message.files)) call.files.push(file);
      // Indexed along with each part: for all of a million files at once, that would keep the page busy too long.
      fileIndex(call.files);
      return;
    }
    if (message.kind === 'tensors') {
      call.tensors ??= [];
      for (const tensor of unpackTensors(message.tensors)) call.tensors.push(tensor);
      return;
    }
    pending.delete(message.id);
    call.release();
    if (message.kind === 'answer') call.resolve(withLists(message.answer, call));
    else call.reject(fromErrorData(message.error));
  }

  function die(cause: string): void {
    worker?.terminate();
    worker = undefined;
    const calls = [...pending.values()];
    pending.clear();
    for (const call of calls) {
      call.release();
      call.reject(
        new InternalError('internal/worker-died', 'The reader stopped unexpectedly. It was restarted.', {
          cause,
        }),
      );
    }
    for (const listener of deathListeners) listener();
  }

  return {
    async call<N extends CallName>(name: N, ask: WorkerCalls[N]['ask'], options: CallOptions = {}) {
      const { signal, onProgress } = options;
      throwIfAborted(signal);
      return new Promise<WorkerCalls[N]['answer']>((resolve, reject) => {
        const id = nextId++;
        const onAbort = () => {
          pending.delete(id);
          worker?.postMessage({ kind: 'cancel', id });
          reject(new CancelledError());
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const release = () => signal?.removeEventListener('abort', onAbort);
        pending.set(id, { resolve: resolve as (answer: unknown) => void, reject, onProgress, release });
        try {
          worker ??= start();
          worker.postMessage({ kind: 'call', id, name, ask });
        } catch (cause) {
          pending.delete(id);
          release();
          reject(new InternalError('internal/bug', 'The reader cannot be reached.', { cause }));
        }
      });
    },
    onDeath(listener) {
      deathListeners.add(listener);
      return () => deathListeners.delete(listener);
    },
  };
}
