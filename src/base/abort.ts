import { CancelledError } from './errors.ts';

/**
 * Throws `CancelledError` if the signal has fired. Call it before work starts, and after each `await` that may take
 * long.
 */
export function throwIfAborted(signal?: AbortSignal): void {
  if (signal?.aborted) throw new CancelledError(undefined, { cause: signal.reason });
}

/** Settles as `promise` does. Rejects with `CancelledError` as soon as the signal fires. */
export function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise;
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(new CancelledError(undefined, { cause: signal.reason }));
    if (signal.aborted) {
      promise.catch(() => {});
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits for `ms` milliseconds. Rejects with `CancelledError` as soon as the signal fires. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(new CancelledError(undefined, { cause: signal?.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
