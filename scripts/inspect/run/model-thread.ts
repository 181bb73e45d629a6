import { Worker } from 'node:worker_threads';
import { CancelledError, InternalError, TooLargeError } from '../../../src/base/errors.ts';
import {
  type RunAsk,
  type RunLimits,
  type RunReply,
  type RunThread,
  tooLong,
} from '../../../src/model/run/run-thread.ts';

/** What the thread itself needs beside what a model gives: its code, and texts on their way. */
const OWN_MEGABYTES = 256;

/** Among the sources, a thread of Node must learn TypeScript first. The build has the script beside this module. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const SCRIPT = new URL(IS_SOURCE ? 'worker.ts' : 'run-worker.js', import.meta.url);
const FROM_SOURCE = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${SCRIPT.href}', '${SCRIPT.href}'))`;

/** Starts a thread of Node that runs a model, and has no environment, no arguments, and no standard input. */
export function startModelThread(limits: RunLimits): RunThread {
  const worker = new Worker(IS_SOURCE ? FROM_SOURCE : SCRIPT, {
    eval: IS_SOURCE,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: OWN_MEGABYTES + Math.ceil(limits.memory / 1_000_000) },
  });
  let stop: ((error: Error) => void) | undefined;
  const end = (error: Error) => {
    stop?.(error);
    void worker.terminate();
  };
  worker.on('error', (error: Error & { code?: string }) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    end(
      isFull ? new TooLargeError('run/too-large', 'What the model gives takes more memory than a run may use.') : error,
    );
  });
  worker.on('exit', () => end(new InternalError('run/ended', 'The thread of the model ended by itself.')));
  return {
    end: () => end(new CancelledError()),
    async ask(ask: RunAsk, signal?: AbortSignal): Promise<RunReply> {
      const cancel = () => end(new CancelledError());
      const late = setTimeout(() => end(tooLong(limits)), limits.time);
      try {
        return await new Promise<RunReply>((resolve, reject) => {
          stop = reject;
          worker.once('message', resolve);
          signal?.addEventListener('abort', cancel);
          if (signal?.aborted) cancel();
          else worker.postMessage(ask, ask.kind === 'load' ? [ask.model.buffer] : []);
        });
      } finally {
        clearTimeout(late);
        signal?.removeEventListener('abort', cancel);
      }
    },
  };
}
