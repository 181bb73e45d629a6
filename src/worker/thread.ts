/** What is needed of a Worker. Tests give one that runs in their own thread. */
export interface ThreadLike<To, From> {
  postMessage(message: To, transfer?: Transferable[]): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<From>) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: Event) => void): void;
}

/** Calls `listener` with what the browser says where a thread dies, or where a message cannot be read. */
export function onThreadDeath<To, From>(thread: ThreadLike<To, From>, listener: (cause: string) => void): void {
  const onDeath = (event: Event) => {
    event.preventDefault();
    listener('message' in event && typeof event.message === 'string' ? event.message : event.type);
  };
  thread.addEventListener('error', onDeath);
  thread.addEventListener('messageerror', onDeath);
}

/** The first message of a thread: the name of the lock that it holds as long as it lives. */
interface LifeMessage {
  readonly lifeLock: string;
}

/**
 * In a thread: takes a lock for as long as the thread lives, and tells `watchLife` of it. Does nothing without locks, as
 * on plain http.
 */
export function showLife(post: (message: LifeMessage) => void): void {
  const { locks } = navigator;
  if (!locks) return;
  const lifeLock = `boxcutter/threads/${crypto.randomUUID()}`;
  const hold = () => {
    post({ lifeLock });
    return new Promise<never>(() => {});
  };
  // Where locks are forbidden, the thread works all the same.
  locks.request(lifeLock, hold).catch(() => {});
}

/**
 * Makes the end of a thread an `error` event of its worker, whatever ended it. Browsers tell of errors that nobody
 * catches, but not of a thread that was ended: whoever waits for its answers would wait for ever. Gives the worker.
 */
export function watchLife<Thread extends EventTarget>(worker: Thread): Thread {
  worker.addEventListener('message', (event) => {
    const { lifeLock } = ((event as MessageEvent<unknown>).data ?? {}) as Partial<LifeMessage>;
    if (typeof lifeLock !== 'string') return;
    // Nobody else knows this message.
    event.stopImmediatePropagation();
    const end = () => void worker.dispatchEvent(new ErrorEvent('error', { message: 'The thread has ended.' }));
    navigator.locks.request(lifeLock, end).catch(() => {});
  });
  return worker;
}

/** What a thread is for: to hold the open packages, or to hash files, pack them or gather values for the one that does. */
export type ThreadName = 'packages' | 'hasher' | 'packer' | 'gatherer';
