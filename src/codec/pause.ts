import { throwIfAborted } from '../base/abort.ts';

/** Milliseconds of work after which a pause lets messages in. A cancel waits at most this long. */
const SLICE_MS = 12;

/** Lets the event loop run once. In a browser, `setTimeout` would wait for 4 ms; a message does not. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Items of a long list between two looks at the clock. Each takes some microseconds. */
const ITEMS_AT_ONCE = 4096;

/**
 * Returns a function to call after each item of a long list. After every `ITEMS_AT_ONCE` items, it gives a promise to
 * await, which paces as `pacer` does and rejects where the signal has fired.
 */
export function itemPacer(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  const pace = pacer();
  let items = 0;
  const pause = async () => {
    await pace();
    throwIfAborted(signal);
  };
  return () => (++items % ITEMS_AT_ONCE === 0 ? pause() : undefined);
}

/** Calls `act` for each item of a long list, and pauses as `itemPacer` does. */
export async function eachPaced<T>(
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  act: (item: T) => void,
): Promise<void> {
  const pace = itemPacer(signal);
  for (const item of items) {
    act(item);
    const pause = pace();
    if (pause) await pause;
  }
}

/**
 * Returns a function to await between the steps of a long synchronous job. When more than `SLICE_MS` milliseconds have
 * passed, it lets the event loop run, so that messages (such as a cancel) arrive.
 */
export function pacer(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTask().then(() => {
      since = performance.now();
    });
  };
}

/**
 * The items as they come, with pauses between them as `pacer` makes them: items of a source in memory come at once, and
 * no message that cancels could arrive. Rejects where the signal has fired.
 */
export async function* paced<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item> {
  const pace = pacer();
  for await (const item of items) {
    throwIfAborted(signal);
    yield item;
    const pause = pace();
    if (pause) await pause;
  }
  throwIfAborted(signal);
}
