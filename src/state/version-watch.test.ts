import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageMessage } from '../offline/message.ts';
import type { PageVersion } from './page-version.ts';
import { answerWorker, LOOK_PAUSE_MS, RENEW_PAUSE_MS, type VersionPorts, watchVersions } from './version-watch.ts';

/** A service worker of a version, which knows the scripts of that. */
class FakeWorker extends EventTarget {
  state: ServiceWorkerState;
  readonly sent: string[] = [];
  readonly #scripts: readonly string[];
  onReplace: (() => void) | undefined;

  constructor(state: ServiceWorkerState, ...scripts: string[]) {
    super();
    this.state = state;
    this.#scripts = scripts;
  }
  postMessage(message: PageMessage, [port]: MessagePort[]) {
    this.sent.push(message.boxcutter);
    if (message.boxcutter === 'has') port?.postMessage(this.#scripts.includes(message.script));
    if (message.boxcutter === 'replace') this.onReplace?.();
  }
  become(state: ServiceWorkerState) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeStorage {
  readonly #items = new Map<string, string>();
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
}

/** A page of version 1 in a browser. */
function page() {
  const container = Object.assign(new EventTarget(), { controller: null as FakeWorker | null });
  const registration = Object.assign(new EventTarget(), {
    installing: null as FakeWorker | null,
    waiting: null as FakeWorker | null,
    active: null as FakeWorker | null,
    update: vi.fn(async () => {}),
  });
  const stores = { local: new FakeStorage(), session: new FakeStorage() };
  const is = { used: false, shown: true, storing: true };
  const shows: (() => void)[] = [];
  const told: { -readonly [K in keyof PageVersion]?: PageVersion[K] } = {};
  const reload = vi.fn();
  const store = (name: 'local' | 'session') => () => {
    if (!is.storing) throw new DOMException('no', 'SecurityError');
    return stores[name] as unknown as Storage;
  };
  const ports: VersionPorts = {
    container: container as unknown as ServiceWorkerContainer,
    script: 'one.js',
    register: async () => registration as unknown as ServiceWorkerRegistration,
    isUsed: () => is.used,
    reload,
    tell: (version) => void Object.assign(told, version),
    stores: { local: store('local'), session: store('session') },
    isShown: () => is.shown,
    onShow: (listener) => void shows.push(listener),
  };

  function control(worker: FakeWorker) {
    registration.waiting = null;
    registration.active = worker;
    worker.become('activated');
    container.controller = worker;
    container.dispatchEvent(new Event('controllerchange'));
  }
  /** A worker of another version is there and waits. */
  function find(worker: FakeWorker) {
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    registration.installing = null;
    registration.waiting = worker;
    worker.onReplace = () => control(worker);
    worker.become('installed');
  }
  const first = () => {
    const worker = new FakeWorker('activated', 'one.js');
    registration.active = worker;
    container.controller = worker;
    return worker;
  };
  return { container, registration, ports, is, shows, told, reload, control, find, first };
}

/** Lets messages arrive, which wait for no timer. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(50);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'setInterval'] });
  return () => vi.useRealTimers();
});

afterEach(() => vi.restoreAllMocks());

describe('the page of the first visit', () => {
  test('says once in this browser that it is ready, as soon as all is kept', async () => {
    const { registration, ports, told, control, reload } = page();
    const worker = new FakeWorker('installing', 'one.js');
    registration.installing = worker;
    await watchVersions(ports);
    expect(told.isReady).toBeUndefined();
    registration.installing = null;
    control(worker);
    await settle();
    expect(told).toEqual({ isReady: true, renew: undefined });
    told.isReady = false;
    await watchVersions(ports);
    await settle();
    expect(told.isReady).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test('says nothing where that cannot be remembered', async () => {
    const { ports, told, is, first } = page();
    is.storing = false;
    first();
    await watchVersions(ports);
    await settle();
    expect(told.isReady).toBeUndefined();
  });

  test('goes on without where there can be no service worker', async () => {
    const { ports } = page();
    const refused = new DOMException('no', 'SecurityError');
    await expect(watchVersions({ ...ports, register: () => Promise.reject(refused) })).rejects.toBe(refused);
  });
});

describe('a new version', () => {
  test('is shown by itself where nothing was done, and once an hour at most', async () => {
    const { ports, told, find, first, reload } = page();
    first();
    await watchVersions(ports);
    find(new FakeWorker('installed', 'two.js'));
    await settle();
    expect(reload).toHaveBeenCalledOnce();
    // The host sends another one each time: the page would never stop.
    find(new FakeWorker('installed', 'three.js'));
    await settle();
    expect(reload).toHaveBeenCalledOnce();
    expect(told.renew).toBeTypeOf('function');
    vi.setSystemTime(Date.now() + RENEW_PAUSE_MS);
    find(new FakeWorker('installed', 'four.js'));
    await settle();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('is told of where something was done, and comes once somebody wants it', async () => {
    const { ports, told, is, find, first, reload } = page();
    first();
    await watchVersions(ports);
    is.used = true;
    const next = new FakeWorker('installed', 'two.js');
    find(next);
    await settle();
    expect(next.sent).not.toContain('replace');
    expect(reload).not.toHaveBeenCalled();
    told.renew?.();
    await settle();
    expect(next.sent).toContain('replace');
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is told of, and does not reload, where somebody begins just then', async () => {
    const { ports, told, is, find, first, reload } = page();
    first();
    await watchVersions(ports);
    const next = new FakeWorker('installed', 'two.js');
    find(next);
    const replace = next.onReplace;
    next.onReplace = () => {
      is.used = true;
      replace?.();
    };
    await settle();
    expect(reload).not.toHaveBeenCalled();
    expect(told.renew).toBeTypeOf('function');
  });

  test('that another tab has let come is told of here, and needs only a reload', async () => {
    const { ports, told, is, control, first, reload } = page();
    first();
    await watchVersions(ports);
    is.used = true;
    const next = new FakeWorker('activated', 'two.js');
    control(next);
    await settle();
    expect(reload).not.toHaveBeenCalled();
    told.renew?.();
    await settle();
    expect(next.sent).not.toContain('replace');
    expect(reload).toHaveBeenCalledOnce();
  });

  test('does not reload by itself where that cannot be remembered', async () => {
    const { ports, told, is, find, first, reload } = page();
    is.storing = false;
    first();
    await watchVersions(ports);
    find(new FakeWorker('installed', 'two.js'));
    await settle();
    expect(reload).not.toHaveBeenCalled();
    expect(told.renew).toBeTypeOf('function');
  });

  test('with the script of this page comes without a word: the page was loaded past the older one', async () => {
    const { ports, told, registration, find, reload } = page();
    registration.active = new FakeWorker('activated', 'zero.js');
    await watchVersions(ports);
    await settle();
    expect(told.renew).toBeUndefined();
    const own = new FakeWorker('installed', 'one.js');
    find(own);
    await settle();
    expect(own.sent).toContain('replace');
    expect([told.renew, reload.mock.calls.length]).toEqual([undefined, 0]);
  });

  test('is not told of a worker that does not answer', async () => {
    const { ports, told, find, first } = page();
    first();
    await watchVersions(ports);
    const silent = new FakeWorker('installed');
    const asked = vi.fn();
    silent.postMessage = ({ boxcutter }: PageMessage) => asked(boxcutter);
    find(silent);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told.renew).toBeUndefined();
    expect(new Set(asked.mock.calls.flat())).toEqual(new Set(['has']));
  });

  test('is asked for each hour while somebody looks, and when somebody comes back', async () => {
    const { ports, registration, is, shows, first } = page();
    first();
    await watchVersions(ports);
    await vi.advanceTimersByTimeAsync(LOOK_PAUSE_MS);
    expect(registration.update).toHaveBeenCalledTimes(1);
    is.shown = false;
    registration.update.mockRejectedValue(new TypeError('no network'));
    await vi.advanceTimersByTimeAsync(3 * LOOK_PAUSE_MS);
    expect(registration.update).toHaveBeenCalledTimes(1);
    is.shown = true;
    for (const listener of [...shows, ...shows]) listener();
    expect(registration.update).toHaveBeenCalledTimes(2);
  });
});

test('a page says which script it has, and that it has started', async () => {
  const { ports, container, first } = page();
  answerWorker(ports);
  const port = { postMessage: vi.fn() };
  const ask = (data: unknown) => container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }));
  ask(undefined);
  ask({ boxcutter: 'of a later version' });
  expect(port.postMessage).not.toHaveBeenCalled();
  ask({ boxcutter: 'script' });
  expect(port.postMessage).toHaveBeenCalledExactlyOnceWith('one.js');
  const worker = first();
  await watchVersions(ports);
  expect(worker.sent).toContain('tidy');
});
