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

/** What a thread is for: to hold the open packages, or to hash files, pack them or gather values for the one that does. */
export type ThreadName = 'packages' | 'hasher' | 'packer' | 'gatherer';
