import type { ThreadName } from './thread.ts';

/**
 * The one script of all threads, which their name tells apart: what they share is built and downloaded once. An error
 * that is not caught ends the thread, and with it what it was started for.
 *
 * It exports nothing, and imports types alone, so that no other file of the build imports it: Safari runs the first file
 * of a worker a second time where another one imports it, and each call would be answered twice.
 */

type Take = (message: never) => void;
type CreateThread = (post: (message: unknown, transfer?: Transferable[]) => void) => Take;

const THREADS: Record<ThreadName, () => Promise<CreateThread>> = {
  packages: async () => (await import('./package-thread.ts')).createPackageThread,
  hasher: async () => (await import('./hashing/hashing.ts')).createHashing,
  packer: async () => (await import('./packing/packing.ts')).createPacking,
  gatherer: async () => (await import('./gathering/gathering.ts')).createGathering,
};

/** The scope of this thread, typed: the DOM's types are those of a page. */
const scope = globalThis as unknown as {
  name: ThreadName;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  reportError(error: unknown): void;
};
const post = (message: unknown, transfer?: Transferable[]) => scope.postMessage(message, transfer);
const taking = Promise.all([THREADS[scope.name](), import('./thread.ts')]).then(([create, { showLife }]) => {
  showLife(post);
  return create(post);
});

// What comes while the thread's part loads waits for it, in order.
scope.addEventListener('message', ({ data }) => {
  taking.then((take) => take(data as never)).catch(scope.reportError);
});
