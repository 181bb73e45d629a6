/** What a service worker has of its global scope, as far as ours uses it. The DOM's types have no service worker. */
export interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly caches: CacheStorage;
  readonly navigator: { readonly locks: LockManager };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageClient[]>;
  };
  skipWaiting(): Promise<void>;
}

/** A page that is open. */
export interface PageClient {
  readonly url: string;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
