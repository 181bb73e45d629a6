import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPage, nextVersion } from './kept-page.ts';

const SCOPE = 'https://a.example/boxcutter/';

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  postMessage = vi.fn();
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** A browser with a service worker for this scope. */
function browser(scope = SCOPE) {
  const registration = {
    scope,
    installing: undefined as FakeWorker | undefined,
    waiting: undefined as FakeWorker | undefined,
    update: vi.fn(async () => {}),
    unregister: vi.fn(async () => true),
  };
  const names = new Set([`boxcutter ${SCOPE} v1`, `boxcutter ${SCOPE} v2`, `boxcutter ${SCOPE}sub/ v1`, 'others']);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
  vi.stubGlobal('window', { location: { href: `${SCOPE}index.html?url=x#/files` } });
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) });
  return { registration, names };
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('a newer version comes in place of one that fails', async () => {
  const { registration } = browser();
  const next = new FakeWorker();
  registration.update.mockImplementation(async () => {
    registration.installing = next;
  });
  let isThere = false;
  const coming = nextVersion().then(() => {
    isThere = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  next.become('installed');
  expect(next.postMessage).toHaveBeenCalledExactlyOnceWith({ boxcutter: 'replace' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(isThere).toBe(false);
  next.become('activating');
  await coming;
});

test('it is not waited for where there is none, where it takes too long, or the host does not answer', async () => {
  const { registration } = browser();
  await nextVersion();
  registration.waiting = new FakeWorker();
  const slow = nextVersion();
  await vi.advanceTimersByTimeAsync(60_000);
  await slow;
  registration.update.mockImplementation(() => new Promise(() => {}));
  const silent = nextVersion();
  await vi.advanceTimersByTimeAsync(60_000);
  await silent;
  registration.update.mockRejectedValue(new TypeError('no network'));
  await expect(nextVersion()).rejects.toThrow('no network');
  vi.stubGlobal('navigator', {});
  await expect(nextVersion()).rejects.toBeDefined();
});

test('the page is forgotten with its own caches alone, also where the host has no service worker any more', async () => {
  const { registration, names } = browser();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  await forgetPage();
  expect(registration.unregister).toHaveBeenCalledOnce();
  expect([...names]).toEqual([`boxcutter ${SCOPE}sub/ v1`, 'others']);
});

test('the page stays where its host does not answer, and where it is that of another folder', async () => {
  const { registration, names } = browser();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(forgetPage()).rejects.toThrow('Failed to fetch');
  vi.stubGlobal('fetch', async (_: URL, { signal }: RequestInit) => {
    expect(signal).toBeInstanceOf(AbortSignal);
    throw new DOMException('', 'TimeoutError');
  });
  await expect(forgetPage()).rejects.toThrow();
  expect(registration.unregister).not.toHaveBeenCalled();
  const around = browser('https://a.example/');
  vi.stubGlobal('fetch', async () => new Response());
  await forgetPage();
  await nextVersion();
  expect(around.registration.unregister).not.toHaveBeenCalled();
  expect(around.registration.update).not.toHaveBeenCalled();
  expect([names.size, around.names.size]).toEqual([4, 4]);
});
