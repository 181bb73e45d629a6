import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { WorkerMessage } from './message.ts';
import type { PageClient, WorkerScope } from './scope.ts';
import { ASK_AGAIN_MS, type Version } from './versions.ts';
import { startWorker } from './worker.ts';

const SCOPE = 'https://a.example/boxcutter/';
const PAGE = '<script src="./assets/index-1.js"></script>';

/** In place of a file: the host says that it has none. */
const GONE = 'gone';

/** The caches of a browser, of all versions. */
class FakeCaches {
  readonly all = new Map<string, Map<string, Response>>();
  /** Bytes are not counted: the next `put` finds no room. */
  isFull = false;

  async open(name: string) {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    return {
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      put: async (url: string, response: Response) => {
        if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
        entries.set(url, new Response(await response.text(), { headers: response.headers }));
      },
    };
  }
  async match(url: string, { cacheName }: { cacheName: string }) {
    return this.all.get(cacheName)?.get(url)?.clone();
  }
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
}

/** A browser with the host's files, in which versions of the service worker start. */
function browser(host: Record<string, string>) {
  const caches = new FakeCaches();
  const asked: { path: string; init: RequestInit }[] = [];
  const clients: PageClient[] = [];
  const poisoned = new Set<string>();
  const registration = { scope: SCOPE, installing: null as unknown, waiting: null as unknown, unregister: vi.fn() };
  const locks = {
    request: (_: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
  };
  vi.stubGlobal('fetch', async (url: string | Request, init: RequestInit = {}) => {
    const path = (typeof url === 'string' ? url : url.url).slice(SCOPE.length);
    asked.push({ path, init });
    const text = host[path];
    // What the browser has is not what `integrity` says.
    if (poisoned.has(path) && init.cache !== 'reload') throw new TypeError('Failed to fetch');
    if (text === GONE) return new Response(null, { status: 404 });
    if (text === undefined) throw new TypeError('Failed to fetch');
    return new Response(text, { headers: { 'Content-Encoding': 'gzip', Vary: '*', 'Content-Type': 'text/x' } });
  });

  function start(id: string, paths: string[], parts = ['assets/index-1.js']) {
    const version: Version = { id, files: paths.map((path) => [path, `sha256-${path}`]), parts, policy: 'p' };
    const target = new EventTarget();
    const scope = Object.assign(target, {
      registration,
      caches,
      navigator: { locks },
      clients: { claim: vi.fn(async () => {}), matchAll: async () => clients },
      skipWaiting: vi.fn(async () => {}),
    });
    startWorker(scope as unknown as WorkerScope, version);

    async function send(type: string, members: object = {}): Promise<unknown> {
      const works: Promise<unknown>[] = [];
      let response: Promise<unknown> | undefined;
      const event = Object.assign(new Event(type), {
        waitUntil: (work: Promise<unknown>) => works.push(work),
        respondWith: (work: Promise<unknown>) => {
          response = work;
        },
        ...members,
      });
      target.dispatchEvent(event);
      await Promise.all(works);
      return response;
    }
    const get = async (path: string, mode: RequestMode = 'cors') => {
      const request = { url: SCOPE + path, method: 'GET', mode, headers: new Headers() };
      const response = (await send('fetch', { request })) as Response | undefined;
      return response?.text();
    };
    return { scope, send, get };
  }

  /** Opens a page of a version, which says which script it has; without one, it says nothing. */
  function open(script?: string): void {
    clients.push({
      url: SCOPE,
      postMessage(message, [port]) {
        expect(message).toEqual({ boxcutter: 'script' } satisfies WorkerMessage);
        if (script) (port as MessagePort).postMessage(SCOPE + script);
      },
    });
  }
  const kept = () => [...caches.all].map(([name, entries]) => [name.split(' ').at(-1), entries.size]);
  return { caches, asked, poisoned, registration, clients, start, open, kept };
}

const FIRST = { '': PAGE, 'icon.svg': 'icon', 'assets/index-1.js': 'one', 'assets/late-1.js': 'late' };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the service worker', () => {
  test('keeps each file as it was built, and answers with it where the host is gone', async () => {
    const host: Record<string, string> = { ...FIRST };
    const { start, asked, caches } = browser(host);
    const worker = start('v1', Object.keys(FIRST));
    await worker.send('install');
    await worker.send('activate');
    expect(worker.scope.clients.claim).toHaveBeenCalledOnce();
    expect(Object.fromEntries(asked.map(({ path, init }) => [path, [init.integrity, init.cache]]))).toEqual({
      // A host may add something to the page.
      '': [undefined, 'no-cache'],
      'icon.svg': ['sha256-icon.svg', 'no-cache'],
      'assets/index-1.js': ['sha256-assets/index-1.js', 'default'],
      'assets/late-1.js': ['sha256-assets/late-1.js', 'default'],
    });
    const headers = [...caches.all.values()].flatMap((entries) => [...entries.values()].map((one) => one.headers));
    for (const one of headers) {
      expect([one.get('content-security-policy'), one.get('x-content-type-options')]).toEqual(['p', 'nosniff']);
      expect([one.has('vary'), one.has('content-encoding'), one.get('content-type')]).toEqual([false, false, 'text/x']);
    }
    for (const path of Object.keys(host)) delete host[path];
    expect(await worker.get('', 'navigate')).toBe(PAGE);
    expect(await worker.get('index.html?url=x#/files', 'navigate')).toBe(PAGE);
    expect(await worker.get('assets/late-1.js')).toBe('late');
    // Without `respondWith`, the browser asks the host.
    expect(await worker.get('sample.carton')).toBeUndefined();
  });

  test('is not there where a file is missing or the page is another one, and goes on where it stopped', async () => {
    const { '': _, ...some } = FIRST;
    const host: Record<string, string> = { ...some, '': 'another page' };
    const { start, asked } = browser(host);
    const worker = start('v1', ['icon.svg', 'assets/index-1.js', 'assets/late-1.js', '']);
    await expect(worker.send('install')).rejects.toThrow('another version');
    host[''] = PAGE;
    asked.length = 0;
    await start('v1', Object.keys(FIRST)).send('install');
    expect(asked.map(({ path }) => path)).toEqual(['']);
  });

  test('asks the host again where the browser has kept something else by the name of a file', async () => {
    const { start, kept, asked, poisoned } = browser(FIRST);
    poisoned.add('assets/late-1.js');
    await start('v1', Object.keys(FIRST)).send('install');
    expect(kept()).toEqual([['v1', 4]]);
    expect(asked.filter(({ init }) => init.cache === 'reload').map(({ path }) => path)).toEqual(['assets/late-1.js']);
  });

  test('takes no page whose styles are those of another version', async () => {
    const { start } = browser(FIRST);
    const worker = start('v2', Object.keys(FIRST), ['assets/index-1.js', 'assets/index-2.css']);
    await expect(worker.send('install')).rejects.toThrow('another version');
  });

  test('gives itself up where the host says twice that it is gone, and not where the host is silent', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const host: Record<string, string> = { ...FIRST, 'sw.js': 'there' };
    const { start, registration } = browser(host);
    const worker = start('v1', Object.keys(FIRST));
    await worker.send('install');
    const tidy = async () => {
      await worker.send('message', { data: { boxcutter: 'tidy' }, ports: [] });
      await vi.advanceTimersByTimeAsync(ASK_AGAIN_MS - 1);
    };
    await tidy();
    delete host['sw.js'];
    await tidy();
    host['sw.js'] = GONE;
    await tidy();
    host['sw.js'] = 'there again';
    await vi.advanceTimersByTimeAsync(1);
    expect(registration.unregister).not.toHaveBeenCalled();
    host['sw.js'] = GONE;
    await tidy();
    await vi.advanceTimersByTimeAsync(1);
    expect(registration.unregister).toHaveBeenCalledOnce();
  });

  test('leaves the room to drafts where there is none for it', async () => {
    const { start, caches, kept } = browser(FIRST);
    caches.isFull = true;
    await expect(start('v1', Object.keys(FIRST)).send('install')).rejects.toThrow('full');
    expect(kept()).toEqual([]);
  });

  test('asks the host for what the browser has dropped, and fetches it again', async () => {
    const { start, caches, kept } = browser(FIRST);
    const worker = start('v1', Object.keys(FIRST));
    await worker.send('install');
    caches.all.clear();
    expect(await worker.get('', 'navigate')).toBe(PAGE);
    await worker.send('message', { data: { boxcutter: 'tidy' }, ports: [] });
    expect(kept()).toEqual([['v1', 4]]);
  });

  test('says whether a script is of its version, and takes the place of the other one when it is asked to', async () => {
    const worker = browser(FIRST).start('v1', Object.keys(FIRST));
    const has = async (script: string) => {
      const port = { postMessage: vi.fn() };
      await worker.send('message', { data: { boxcutter: 'has', script }, ports: [port] });
      return port.postMessage.mock.calls;
    };
    expect(await has(`${SCOPE}assets/index-1.js`)).toEqual([[true]]);
    expect(await has(`${SCOPE}assets/index-2.js`)).toEqual([[false]]);
    expect(worker.scope.skipWaiting).not.toHaveBeenCalled();
    for (const data of [undefined, null, 'replace', { boxcutter: 'something of a later version' }])
      await worker.send('message', { data, ports: [] });
    expect(worker.scope.skipWaiting).not.toHaveBeenCalled();
    await worker.send('message', { data: { boxcutter: 'replace' }, ports: [] });
    expect(worker.scope.skipWaiting).toHaveBeenCalledOnce();
  });
});

describe('of two versions', () => {
  const SECOND = { '': PAGE, 'icon.svg': 'icon', 'assets/index-2.js': 'two', 'assets/late-1.js': 'not asked for' };
  const tidy = (worker: { send(type: string, members: object): Promise<unknown> }) =>
    worker.send('message', { data: { boxcutter: 'tidy' }, ports: [] });

  /** Both are kept, and the second one shows the page. */
  async function both() {
    const host: Record<string, string> = { ...FIRST };
    const world = browser(host);
    await world.start('v1', Object.keys(FIRST)).send('install');
    for (const path of Object.keys(host)) delete host[path];
    Object.assign(host, SECOND);
    world.asked.length = 0;
    const worker = world.start('v2', Object.keys(SECOND));
    await worker.send('install');
    return { ...world, worker };
  }

  test('the second takes from the first what both have, and gives an older page the files of that', async () => {
    const { worker, asked, clients } = await both();
    expect(clients).toEqual([]);
    expect(asked.map(({ path }) => path).sort()).toEqual(['', 'assets/index-2.js', 'icon.svg']);
    expect(await worker.get('assets/index-1.js')).toBe('one');
    expect(await worker.get('assets/index-2.js')).toBe('two');
    expect(await worker.get('assets/late-1.js')).toBe('late');
  });

  test('the first stays while a page of it is open, and goes with it', async () => {
    const { worker, open, kept, clients } = await both();
    open('assets/index-2.js');
    open('assets/index-1.js');
    await tidy(worker);
    expect(kept()).toEqual([
      ['v1', 4],
      ['v2', 4],
    ]);
    clients.pop();
    await tidy(worker);
    expect(kept()).toEqual([['v2', 4]]);
  });

  test('the first stays where a page says nothing, or the next version is about to come', async () => {
    const { worker, open, kept, clients, registration } = await both();
    vi.useFakeTimers();
    open();
    const tidied = tidy(worker);
    await vi.advanceTimersByTimeAsync(10_000);
    await tidied;
    expect(kept()).toHaveLength(2);
    vi.useRealTimers();
    clients.pop();
    registration.waiting = {};
    await tidy(worker);
    expect(kept()).toHaveLength(2);
    registration.waiting = null;
    await tidy(worker);
    expect(kept()).toHaveLength(1);
  });

  test('pages of others in a folder below say nothing, and hold nothing up', async () => {
    const { worker, kept, clients } = await both();
    clients.push({ url: `${SCOPE}other/`, postMessage: () => {} });
    vi.useFakeTimers();
    const tidied = tidy(worker);
    await vi.advanceTimersByTimeAsync(10_000);
    await tidied;
    expect(kept()).toEqual([['v2', 4]]);
  });

  test('caches of others on the same host stay', async () => {
    const { worker, caches, kept } = await both();
    await caches.open('boxcutter https://a.example/boxcutter/sub/ v1');
    await caches.open('something else');
    await tidy(worker);
    expect(kept().map(([id]) => id)).toEqual(['v2', 'v1', 'else']);
  });
});
