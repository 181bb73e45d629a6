import { CancelledError } from '../base/errors.ts';
import { CARTON_VERDICTS } from '../formats/carton/core/check/verdicts.ts';
import { CARTON_WORDS } from '../formats/carton/core/words.ts';
import type { Package } from '../model/package.ts';
import type { CallName, CallOptions, WorkerCalls, WorkerClient } from '../worker/protocol.ts';

/** A call of the page, which the test answers with `resolve` or `reject`. */
export interface FakeCall {
  name: CallName;
  ask: WorkerCalls[CallName]['ask'];
  options: CallOptions;
  signal: AbortSignal | undefined;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * A worker client whose calls the test answers. `die` reports the death of the worker, as the real client does. The
 * test rejects the open calls itself.
 */
export function fakeWorker() {
  const calls: FakeCall[] = [];
  const listeners = new Set<() => void>();
  const client: WorkerClient = {
    call<N extends CallName>(name: N, ask: WorkerCalls[N]['ask'], options: CallOptions = {}) {
      return new Promise<WorkerCalls[N]['answer']>((resolve, reject) => {
        const { signal } = options;
        if (signal?.aborted) {
          reject(new CancelledError());
          return;
        }
        signal?.addEventListener('abort', () => reject(new CancelledError()));
        calls.push({ name, ask, options, signal, resolve: resolve as (answer: unknown) => void, reject });
      });
    },
    onDeath(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { client, calls, die: () => listeners.forEach((listener) => void listener()) };
}

/** A carton without content. */
export function fakePackage(parts: Partial<Package> = {}): Package {
  return {
    format: 'carton',
    formatName: 'Carton',
    words: CARTON_WORDS,
    verdicts: CARTON_VERDICTS,
    name: 'a.carton',
    size: 1,
    facts: [],
    inputs: [],
    outputs: [],
    tensors: [],
    examples: [],
    selfTests: [],
    files: [],
    findings: [],
    can: { verify: false, edit: true, save: true },
    ...parts,
  };
}
