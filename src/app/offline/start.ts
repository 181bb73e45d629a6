import { ownScript } from '../../base/own-script.ts';
import { pageVersion } from '../../state/page-version.ts';
import { isEmbedded } from '../page-address.ts';

/** Milliseconds after which the page is kept for offline use. What is opened first has the line for itself until then. */
const START_MS = 1000;

/** What says that somebody uses the page. Also what assistive technology presses without a pointer. */
const USES = ['pointerdown', 'keydown', 'click', 'input', 'wheel', 'paste', 'dragenter'];

let isUsed = false;

/** Somebody uses the page: from now on, it does not reload by itself. */
export function noteUse(): void {
  isUsed = true;
}

interface Wiring {
  /** The address of the page's own script. */
  script: string;
  /** Whether something is open, was refused, or is being opened. */
  isOpen(): boolean;
  /** Calls when somebody comes back to the page. */
  onShow(listener: () => void): void;
}

/**
 * Has the browser keep the whole page, once it is shown, so that it is there without a network. Where the browser forbids
 * that, nothing is said: the page works as before. A frame in another page keeps nothing: browsers give it a storage of
 * its own for each site around it, and what it shows comes from the network anyway.
 */
export function startOffline(wiring: Wiring): void {
  for (const type of USES) window.addEventListener(type, noteUse, { once: true, capture: true });
  const start = () => setTimeout(() => void watch(wiring, () => isUsed || wiring.isOpen()).catch(() => {}), START_MS);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

/** Rejects where there can be no service worker. */
async function watch({ script, onShow }: Wiring, isUsed: () => boolean): Promise<void> {
  // Plain http has none, and in some frames and private windows this throws.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return;
  const { answerWorker, watchVersions } = await import('../../state/version-watch.ts');
  answerWorker({ container, script });
  if (isEmbedded() || window.self !== window.top) return;
  await watchVersions({
    container,
    script,
    isUsed,
    onShow,
    register: () => container.register(ownScript('sw.js'), { scope: './', updateViaCache: 'none' }),
    reload: () => window.location.reload(),
    tell: (version) => pageVersion.setState(version),
    stores: { local: () => window.localStorage, session: () => window.sessionStorage },
    isShown: () => document.visibilityState === 'visible',
  });
}
