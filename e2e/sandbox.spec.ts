import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Frame, Page, Worker } from '@playwright/test';
import { ROOT } from '../scripts/serve.mjs';
import type { RunThread } from '../src/model/run/run-thread.ts';
import { modelComponent } from '../src/testing/wasm/component.ts';
import { modelModule } from '../src/testing/wasm/model-module.ts';
import { expect, test } from './support.ts';

/**
 * The thread of a model, from inside: what a model could do that has broken out of WebAssembly into the script of its
 * worker, or even into the frame around it. The built page's own code starts it, under the policy of the page.
 */

const ECHO = [...modelComponent(modelModule())];
const ENDLESS = [...modelComponent(modelModule({ infer: '(loop $again (br $again)) (i32.const 0)' }))];

/** The file of the build that starts threads. Nothing of it is loaded before a press of Run. */
const SCRIPT = readdirSync(join(ROOT, 'assets')).find((name) => /^run-thread-[\w-]+\.js$/.test(name));

interface Started extends Window {
  thread: RunThread;
}

/** What the page says to everything that it hears unasked. */
interface Heard extends Window {
  heard: unknown[];
}

async function startThread(page: Page): Promise<{ frame: Frame; worker: Worker }> {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  const [worker] = await Promise.all([
    page.waitForEvent('worker', (each) => each.url().startsWith('blob:')),
    page.evaluate(async (script) => {
      const { startRunThread } = await import(script);
      (window as unknown as Started).thread = await startRunThread();
    }, `/assets/${SCRIPT}`),
  ]);
  const frame = page.frames().find((each) => each.url() === 'about:srcdoc');
  if (!frame) throw new Error('There is no frame.');
  return { frame, worker };
}

/** Loads a model into the thread of the page and runs it. Gives what comes of it, or the code of the error. */
function run(page: Page, model: number[], time = 60_000) {
  return page.evaluate(
    async ([bytes, ms]) => {
      const { thread } = window as unknown as Started;
      const data = new Uint8Array(Float32Array.of(1, 2).buffer);
      const started = performance.now();
      try {
        await thread.ask({ kind: 'load', model: new Uint8Array(bytes), limits: { memory: 2 ** 26, time: ms } });
        const reply = await thread.ask({ kind: 'infer', inputs: [{ name: 'a', dtype: 'float32', shape: [2], data }] });
        return { reply };
      } catch (error) {
        return { code: (error as { code: string }).code, ms: performance.now() - started };
      }
    },
    [model, time] as const,
  );
}

/** A host that counts every connection, of whatever protocol. */
async function countingHost() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => {});
    socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { address: `127.0.0.1:${port}`, count: () => connections, close: () => server.close() };
}

type Attempt = (host: string) => unknown;

/** Ways to other hosts. */
const NETWORK: Record<string, Attempt> = {
  fetch: (host) => fetch(`http://${host}/`),
  'fetch without CORS': (host) => fetch(`http://${host}/`, { mode: 'no-cors' }),
  'fetch that stays': (host) => fetch(`http://${host}/`, { method: 'POST', mode: 'no-cors', keepalive: true }),
  XMLHttpRequest: (host) => {
    const request = new XMLHttpRequest();
    request.open('GET', `http://${host}/`, false);
    request.send();
  },
  WebSocket: (host) =>
    new Promise((open, fail) => {
      Object.assign(new WebSocket(`ws://${host}/`), { onopen: open, onerror: () => fail(new Error('closed')) });
    }),
  EventSource: (host) =>
    new Promise((open, fail) => {
      Object.assign(new EventSource(`http://${host}/`), { onopen: open, onerror: () => fail(new Error('closed')) });
    }),
  WebTransport: (host) => new WebTransport(`https://${host}/`).ready,
  'import()': (host) => import(`http://${host}/x.js`),
  'a font': (host) => new FontFace('x', `url(http://${host}/)`).load(),
  'the page’s own host': () => fetch(new URL('/', 'http://localhost')),
};

/** Ways to what the browser keeps. */
const STORAGE: Record<string, Attempt> = {
  indexedDB: () =>
    new Promise((done, fail) => {
      const request = indexedDB.open('x');
      request.onsuccess = done;
      request.onerror = () => fail(request.error);
    }),
  caches: () => caches.open('x'),
  'private files': () => navigator.storage.getDirectory(),
  'how much is kept': () => navigator.storage.estimate(),
  locks: () => navigator.locks.request('x', () => 'held'),
  cookieStore: () => (globalThis as unknown as { cookieStore: Map<string, string> }).cookieStore.set('a', 'b'),
};

/** Ways to more code. */
const CODE: Record<string, Attempt> = {
  // biome-ignore lint/security/noGlobalEval: it is what must not work
  eval: () => globalThis.eval('1'),
  Function: () => new Function('return 1')(),
  'setTimeout with text': () => setTimeout('1'),
  'import() of a blob': () => import(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' }))),
  'import() of data': () => import('data:text/javascript,1' as string),
  'a worker from a blob': () => new Worker(URL.createObjectURL(new Blob(['1']))),
  'a worker from data': () => new Worker('data:text/javascript,1'),
  'a shared worker': (host) => new SharedWorker(`http://${host}/x.js`),
  'a service worker': () => navigator.serviceWorker.register('/sw.js'),
  'a policy for addresses': () =>
    (
      globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
    ).trustedTypes.createPolicy('boxcutter', { createScriptURL: String }),
};

const IN_THE_WORKER: Record<string, Attempt> = {
  ...NETWORK,
  ...STORAGE,
  ...CODE,
  importScripts: (host) =>
    (globalThis as unknown as { importScripts(url: string): void }).importScripts(`http://${host}/`),
  'importScripts of a blob': () =>
    (globalThis as unknown as { importScripts(url: string): void }).importScripts(URL.createObjectURL(new Blob(['1']))),
  RTCPeerConnection: () => new RTCPeerConnection(),
  document: () => document.title,
  parent: () => parent.document.title,
  localStorage: () => localStorage.length,
  open: () => open('/'),
};

const IN_THE_FRAME: Record<string, Attempt> = {
  ...NETWORK,
  ...STORAGE,
  ...CODE,
  localStorage: () => localStorage.length,
  sessionStorage: () => sessionStorage.length,
  cookie: () => document.cookie,
  'the page': () => parent.document.title,
  'the page above': () => top?.document.title,
  'the address of the page': (host) => {
    if (top) top.location.href = `http://${host}/`;
  },
  'a window': (host) => {
    if (open(`http://${host}/`)) return 'opened';
    throw new Error('null');
  },
  'a script in HTML': () => Object.assign(document.createElement('script'), { textContent: '1' }),
  'HTML of a text': () => Object.assign(document.createElement('p'), { innerHTML: '<b>' }),
  'a picture': (host) =>
    new Promise((done, fail) => {
      Object.assign(new Image(), { onload: done, onerror: () => fail(new Error('none')), src: `http://${host}/` });
    }),
};

/** What says of nothing that it is refused. Only the host that counts can tell. */
const SILENT_IN_THE_FRAME: Record<string, Attempt> = {
  beacon: (host) => navigator.sendBeacon(`http://${host}/`, 'x'),
  form: (host) => {
    const form = document.createElement('form');
    Object.assign(form, { action: `http://${host}/`, method: 'post' });
    document.body.append(form);
    form.submit();
  },
  'links of all kinds': (host) => {
    for (const rel of ['stylesheet', 'icon', 'preload', 'prefetch', 'modulepreload', 'preconnect', 'manifest']) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel, as: 'fetch', href: `http://${host}/` }),
      );
    }
  },
  media: (host) => {
    for (const name of ['video', 'audio', 'embed', 'iframe', 'object', 'track'])
      document.body.append(
        Object.assign(document.createElement(name), { src: `http://${host}/`, data: `http://${host}/` }),
      );
  },
};

/** Ways for the frame to go elsewhere. Of the document, the browser may leave nothing then. */
const AWAY: Record<string, Attempt> = {
  'a click on a link': (host) => {
    for (const target of ['_blank', '_top', '_parent'])
      Object.assign(document.createElement('a'), { href: `http://${host}/`, target }).click();
    Object.assign(document.createElement('a'), { href: `http://${host}/`, download: 'x' }).click();
  },
  'a refresh': (host) => {
    const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0; http://${host}/` });
    document.head.append(meta);
  },
  'its own address': (host) => location.assign(`http://${host}/`),
};

/** How long something may take that never says that it is refused, in milliseconds. */
const SILENCE = 5_000;

/** What comes of each attempt in a thread, tried as code of its own: what a test injects may do more. */
async function outcomes(thread: Frame | Worker, attempts: Record<string, Attempt>, host: string) {
  const tried = Object.entries(attempts).map(async ([name, attempt]) => {
    const trying = `(async () => (${attempt})(${JSON.stringify(host)}))()`;
    const said = `${trying}.then((value) => done('done: ' + value), (error) => done('refused: ' + error?.name))`;
    const text = `new Promise((done) => { setTimeout(() => ${said}); setTimeout(() => done('silent'), ${SILENCE}); })`;
    return [name, await (thread as Frame).evaluate<string>(text)];
  });
  return Object.fromEntries(await Promise.all(tried));
}

const allRefused = (attempts: object) =>
  Object.fromEntries(Object.keys(attempts).map((name) => [name, expect.stringMatching(/^refused: /)]));

/** Everything that the page's own origin keeps. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    cookie: document.cookie,
    local: Object.keys(localStorage),
    title: document.title,
    address: location.href,
  }));

test.describe('the thread of a model', () => {
  test.use({ allowedConsole: [/./], allowedOrigins: [/^(?:https?|ws):\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/] });

  test('reaches neither the network, nor storage, nor the page, from its worker or from its frame', async ({
    page,
  }) => {
    const host = await countingHost();
    try {
      const { frame, worker } = await startThread(page);
      expect((await run(page, ECHO)).reply).toMatchObject({ kind: 'outputs', outputs: [{ name: 'a', shape: [2] }] });
      await page.evaluate(() => {
        const heard: unknown[] = [];
        Object.assign(window, { heard });
        for (const name of ['boxcutter', 'x']) new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data);
      });
      const before = await kept(page);

      expect(await outcomes(worker, IN_THE_WORKER, host.address)).toEqual(allRefused(IN_THE_WORKER));
      expect(await outcomes(frame, IN_THE_FRAME, host.address)).toEqual(allRefused(IN_THE_FRAME));
      const call = `for (const name of ['boxcutter', 'x']) new BroadcastChannel(name).postMessage('junk')`;
      await worker.evaluate(call);
      await frame.evaluate(call);
      // To its frame, which listens to nobody but the page.
      await worker.evaluate(() => postMessage({ kind: 'loaded', ms: 0 }));
      expect((await run(page, ECHO)).reply).toMatchObject({ kind: 'outputs' });
      await outcomes(frame, SILENT_IN_THE_FRAME, host.address);
      expect(await page.evaluate(() => (window as unknown as Heard).heard)).toEqual([]);
      for (const attempt of Object.entries(AWAY)) {
        const { frame: next } = await startThread(page);
        await outcomes(next, Object.fromEntries([attempt]), host.address).catch(() => {});
      }

      expect(await kept(page)).toEqual(before);
      expect(host.count(), 'connections').toBe(0);
      // The host counts what does reach it.
      await fetch(`http://${host.address}/`);
      expect(host.count()).toBe(1);
    } finally {
      host.close();
    }
  });

  test('has an origin of its own, no part in what is seen, and one document', async ({ page }) => {
    const { frame, worker } = await startThread(page);
    expect(await frame.evaluate(() => origin)).toBe('null');
    expect(await worker.evaluate(() => origin)).toBe('null');
    const element = page.locator('iframe');
    await expect(element).toBeHidden();
    await expect(element).toHaveAttribute('sandbox', 'allow-scripts');
    await expect(element).toHaveAttribute('aria-hidden', 'true');
    await expect(element).toHaveAttribute('allow', '');
    expect(await frame.evaluate(() => document.body.childElementCount)).toBe(0);
  });

  test('takes a model in pieces', async ({ page }) => {
    await startThread(page);
    const reply = await page.evaluate(async (bytes) => {
      const { thread } = window as unknown as Started;
      // A section of 9 MB without a meaning: its kind, its length in LEB128, and an empty name.
      const more = [0, ...[9e6 & 127, (9e6 >> 7) & 127, (9e6 >> 14) & 127].map((part) => part | 128), 9e6 >> 21];
      const model = new Uint8Array(bytes.length + more.length + 9e6);
      model.set([...bytes, ...more]);
      await thread.ask({ kind: 'load', model, limits: { memory: 2 ** 26, time: 60_000 } });
      return thread.ask({ kind: 'infer', inputs: [] });
    }, ECHO);
    expect(reply).toMatchObject({ kind: 'outputs', outputs: [] });
  });

  test('ends at once, out of an endless loop too: by its time, by whoever waits, and by the page', async ({ page }) => {
    const session = await page.context().browser()?.newBrowserCDPSession();
    const running = async () => {
      const { targetInfos } = (await session?.send('Target.getTargets')) ?? { targetInfos: [] };
      return targetInfos.filter(
        ({ type, url }) => url.startsWith('blob:null') || (type === 'iframe' && url === 'about:srcdoc'),
      );
    };
    for (const how of ['time', 'signal', 'end'] as const) {
      await startThread(page);
      const code = await page.evaluate(
        async ([how, bytes]) => {
          const { thread } = window as unknown as Started;
          const time = how === 'time' ? 300 : 60_000;
          await thread.ask({ kind: 'load', model: new Uint8Array(bytes), limits: { memory: 2 ** 26, time } });
          const stop = new AbortController();
          const answer = thread.ask({ kind: 'infer', inputs: [] }, stop.signal).catch(({ code }) => code);
          if (how === 'signal') setTimeout(() => stop.abort(), 300);
          if (how === 'end') setTimeout(() => thread.end(), 300);
          return answer;
        },
        [how, ENDLESS] as const,
      );
      expect(code).toBe(how === 'time' ? 'run/too-long' : 'internal/cancelled');
      expect(page.frames()).toHaveLength(1);
      await expect.poll(() => page.workers().filter((each) => each.url().startsWith('blob:')).length).toBe(0);
      await expect.poll(running).toEqual([]);
      const late = await page.evaluate(() =>
        (window as unknown as Started).thread.ask({ kind: 'infer', inputs: [] }).catch(({ code }) => code),
      );
      expect(late).toBe(code);
    }
    await session?.detach();
  });

  test('is not believed: what is no answer ends it, and so does a word unasked', async ({ page }) => {
    for (const junk of [
      'null',
      '"started"',
      '({ kind: "loaded" })',
      '({ kind: "loaded", ms: NaN })',
      '({ kind: "outputs", outputs: new Array(4294967295), ms: 1, memory: 1 })',
      '({ kind: "failed", error: { tag: "bad-file", code: "__proto__", message: "x" } })',
    ]) {
      const { worker } = await startThread(page);
      await worker.evaluate(`{
        const { postMessage } = MessagePort.prototype;
        MessagePort.prototype.postMessage = function () { postMessage.call(this, ${junk}); };
      }`);
      expect((await run(page, ECHO)).code, junk).toBe('run/bad-output');
      expect(page.frames()).toHaveLength(1);
    }
    const { worker } = await startThread(page);
    await worker.evaluate(`{
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (data) { for (let i = 0; i < 100; i++) postMessage.call(this, data); };
    }`);
    expect((await run(page, ECHO)).code).toBe('run/bad-output');
    const { frame } = await startThread(page);
    const asked = run(page, ENDLESS);
    await frame.evaluate(() => parent.postMessage({ kind: 'loaded', ms: 0 }, '*'));
    expect((await asked).code).toBe('run/ended');
    expect(page.frames()).toHaveLength(1);
  });
});
