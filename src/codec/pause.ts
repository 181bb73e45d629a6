/** Work that blocks longer than this keeps a cancel from being heard for as long. Milliseconds. */
const SLICE_MS = 12;

/** Node has it; a browser does not. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };

/** Lets the event loop run once. `setTimeout` would wait for 4 ms in a browser, a message does not. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    if (setImmediate) {
      setImmediate(resolve);
      return;
    }
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/**
 * Gives a function to await between the steps of a long synchronous job: it lets the event loop run, so that a message
 * (a cancel) is heard, whenever more than a few milliseconds have passed since it last did.
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
