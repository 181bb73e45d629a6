import { cachePrefix, type PageMessage } from '../offline/message.ts';

/** Milliseconds that the host may take to answer, and the next version to come, which may be several megabytes. */
const WAIT_MS = 20_000;

/**
 * Lets a newer version of the page come in place of the one that is kept for offline use, as that one may be what fails.
 * Settles when it is there, when there is none, and after a time. Rejects where the host cannot be reached, or there is
 * no service worker.
 */
export async function nextVersion(): Promise<void> {
  const tooLate = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([tooLate, ownRegistration().then(updated)]);
}

async function updated(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await registration?.update();
  const next = registration?.installing ?? registration?.waiting;
  if (next) await replacedBy(next);
}

/** Settles when a service worker is the page's own, or has failed. */
function replacedBy(next: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (next.state === 'installed') next.postMessage({ boxcutter: 'replace' } satisfies PageMessage);
      else if (next.state !== 'installing') resolve();
    };
    next.addEventListener('statechange', look);
    look();
  });
}

/**
 * Forgets the page as it is kept for offline use, if its host answers: without that, nothing else would be there. It may
 * answer that there is no service worker any more. Rejects where it does not answer in time, and where the browser has
 * no service workers.
 */
export async function forgetPage(): Promise<void> {
  const registration = await ownRegistration();
  if (!registration) return;
  await fetch(new URL('sw.js', registration.scope), { cache: 'no-store', signal: AbortSignal.timeout(WAIT_MS) });
  await registration.unregister();
  const names = await caches.keys();
  const own = names.filter((name) => name.startsWith(cachePrefix(registration.scope)));
  await Promise.all(own.map((name) => caches.delete(name)));
}

/** What keeps this page for offline use. Not what has a folder around it: that may be of others. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.scope === new URL('.', window.location.href).href ? registration : undefined;
}
