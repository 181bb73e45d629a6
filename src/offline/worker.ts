import { keptPath } from './kept-path.ts';
import type { PageMessage } from './message.ts';
import type { RequestEvent, WaitingEvent, WorkerScope } from './scope.ts';
import { KeptVersions, type Version } from './versions.ts';

/**
 * The service worker: keeps the whole page in the browser, so that it is there without a network. It waits until no page
 * of the version before is open, or until one asks it to take that one's place.
 *
 * @param version the one that it is of
 */
export function startWorker(scope: WorkerScope, version: Version): void {
  const versions = new KeptVersions(scope, version);
  const files = new Set(version.files.map(([path]) => path));

  function on<E extends Event>(type: string, listener: (event: E) => void): void {
    scope.addEventListener(type, listener as (event: Event) => void);
  }

  on<WaitingEvent>('install', (event) => event.waitUntil(versions.keep()));

  // The page of the first visit, too, is to go on without a network.
  on<WaitingEvent>('activate', (event) => event.waitUntil(scope.clients.claim()));

  on<RequestEvent>('fetch', (event) => {
    const { request } = event;
    const path = keptPath(request, scope.registration.scope, files);
    if (path === undefined) return;
    const kept = versions.find(path).catch(() => undefined);
    event.respondWith(kept.then((response) => response ?? fetch(request)));
  });

  on<WaitingEvent & MessageEvent<PageMessage>>('message', (event) => {
    const { data, ports } = event;
    switch (data?.boxcutter) {
      case 'replace':
        void scope.skipWaiting();
        break;
      case 'tidy':
        // What fails is tried again by the next page.
        event.waitUntil(versions.tidy().catch(() => {}));
        // A slow host must not hold up the next version, so the event does not wait.
        versions.leaveIfGone().catch(() => {});
        break;
      case 'has':
        ports[0]?.postMessage(versions.has(data.script));
        break;
    }
  });
}
