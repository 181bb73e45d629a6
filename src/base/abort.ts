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
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await abortable(over, signal).finally(() => clearTimeout(timer));
}
