import type { PageMessage, WorkerMessage } from '../offline/message.ts';
import type { PageVersion } from './page-version.ts';

/** Milliseconds between two looks for a new version in a page that stays open. Of each look, the host sends 20 KB. */
export const LOOK_PAUSE_MS = 3600_000;

/** Milliseconds in which a page reloads by itself once at most: two hosts of one name may have two versions. */
export const RENEW_PAUSE_MS = 3600_000;

/** Milliseconds that a service worker may take to answer. A browser starts it in less than one second. */
const ANSWER_MS = 5000;

/** Milliseconds that the next service worker may take to replace the one before, which first ends what it does. */
const REPLACE_MS = 60_000;

/** Names in `localStorage` and `sessionStorage`. */
const READY_TOLD = 'boxcutter-offline-told';
const RENEWED_AT = 'boxcutter-renewed-at';

export interface VersionPorts {
  /** Registers the service worker. Rejects where the browser has none, or forbids it. */
  register(): Promise<ServiceWorkerRegistration>;
  container: Pick<ServiceWorkerContainer, 'controller' | 'addEventListener'>;
  /** The address of the script of this page. Each version has another one. */
  script: string;
  /** Whether somebody has opened, typed or pressed anything here. Then the page does not reload by itself. */
  isUsed(): boolean;
  reload(): void;
  tell(version: Partial<PageVersion>): void;
  /** Each throws where the browser stores nothing. */
  stores: { local(): Storage; session(): Storage };
  isShown(): boolean;
  /** Calls when somebody comes back to the page. */
  onShow(listener: () => void): void;
}

/**
 * Registers the service worker, and tells what becomes of it: that the page is ready to work offline, once in this
 * browser, and that there is a new version. Before anything was done here, the page reloads instead. Rejects where there
 * can be no service worker.
 */
export async function watchVersions(ports: VersionPorts): Promise<void> {
  const { container, script, tell } = ports;
  const registration = await ports.register();

  /** The worker of another version that is to show the page from now on: it waits, or another tab has let it come. */
  async function next(): Promise<ServiceWorker | undefined> {
    const { waiting, active } = registration;
    if (waiting) {
      const isOwn = await has(waiting, script);
      if (isOwn === false) return waiting;
      // The page was loaded past the service worker, and is as new.
      if (isOwn) send(waiting, { boxcutter: 'replace' });
    }
    const isOther = active !== null && container.controller === active && (await has(active, script)) === false;
    return isOther && !registration.installing ? active : undefined;
  }

  /**
   * Settles when a worker that has waited is the page's own, or when the one before goes on for too long. That one is to
   * be left alone: Chromium stops it, and what it is asked meanwhile starts it again for half a minute.
   */
  async function replaceBy(worker: ServiceWorker): Promise<void> {
    const replaced = new Promise<void>((resolve) =>
      container.addEventListener('controllerchange', () => resolve(), { once: true }),
    );
    send(worker, { boxcutter: 'replace' });
    await Promise.race([replaced, later(REPLACE_MS)]);
  }

  async function renew(worker: ServiceWorker, isAgreed: boolean): Promise<void> {
    if (worker.state === 'installed') await replaceBy(worker);
    // While it still waits, the page that came would be the old one.
    if (worker.state !== 'installed' && (isAgreed || !ports.isUsed())) ports.reload();
    else await look();
  }

  let looks = 0;
  async function look(): Promise<void> {
    const own = ++looks;
    const worker = await next();
    // Meanwhile something has changed, and is looked at again.
    if (own !== looks) return;
    if (worker && !ports.isUsed() && mayRenew(ports)) return renew(worker, false);
    tell({ renew: worker && (() => void renew(worker, true)) });
    if (!worker) await tellReady();
  }

  async function tellReady(): Promise<void> {
    const { active } = registration;
    if (active?.state !== 'activated' || !(await has(active, script)) || !isFirstTime(ports)) return;
    tell({ isReady: true });
  }

  const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', () => void look());
  registration.addEventListener('updatefound', () => follow(registration.installing));
  for (const worker of [registration.installing, registration.waiting, registration.active]) follow(worker);
  container.addEventListener('controllerchange', () => void look());
  lookNowAndThen(registration, ports);
  if (registration.active) send(registration.active, { boxcutter: 'tidy' });
  await look();
}

/** Asks the host for a new version each hour, while somebody looks at the page. */
function lookNowAndThen(registration: ServiceWorkerRegistration, { isShown, onShow }: VersionPorts): void {
  // The browser has asked when the page was loaded.
  let asked = Date.now();
  const ask = () => {
    if (!isShown() || Date.now() - asked < LOOK_PAUSE_MS) return;
    asked = Date.now();
    // Without a network, the next time will do.
    registration.update().catch(() => {});
  };
  onShow(ask);
  setInterval(ask, LOOK_PAUSE_MS / 4);
}

/** Tells the service worker which version this page is of, so that it keeps the files of that. */
export function answerWorker({ container, script }: Pick<VersionPorts, 'container' | 'script'>): void {
  container.addEventListener('message', ({ data, ports: [port] }) => {
    if ((data as WorkerMessage | undefined)?.boxcutter === 'script') port?.postMessage(script);
  });
}

/** Whether the page may reload by itself now. Never where that cannot be remembered. */
function mayRenew({ stores }: VersionPorts): boolean {
  try {
    const session = stores.session();
    if (Date.now() - Number(session.getItem(RENEWED_AT)) < RENEW_PAUSE_MS) return false;
    session.setItem(RENEWED_AT, `${Date.now()}`);
    return true;
  } catch {
    return false;
  }
}

/** Whether nothing was told in this browser yet. Never where that cannot be remembered. */
function isFirstTime({ stores }: VersionPorts): boolean {
  try {
    const local = stores.local();
    if (local.getItem(READY_TOLD) !== null) return false;
    local.setItem(READY_TOLD, '1');
    return true;
  } catch {
    return false;
  }
}

/** Whether a worker is of the version that has this script. Undefined where it does not say. */
async function has(worker: ServiceWorker, script: string): Promise<boolean | undefined> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  send(worker, { boxcutter: 'has', script }, [port2]);
  const said = await Promise.race([answer, later(ANSWER_MS)]);
  port1.close();
  return typeof said === 'boolean' ? said : undefined;
}

function send(worker: ServiceWorker, message: PageMessage, transfer: Transferable[] = []): void {
  try {
    worker.postMessage(message, transfer);
  } catch {
    // It is no longer in use.
  }
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds));
}
