import type { CDPSession, Page } from '@playwright/test';
import type { RunThread } from '../src/model/run/run-thread.ts';
import { modelComponent } from '../src/testing/wasm/component.ts';
import { hostileComponents } from '../src/testing/wasm/hostile-components.ts';
import { modelModule } from '../src/testing/wasm/model-module.ts';
import type { Row } from './row.ts';

/** Seconds from the start of a thread to the first outputs, until a stopped one is gone, and of the page's longest task. */
const OUTPUTS = 0.5;
const GONE = 1;
const TASK = 0.1;

/** Milliseconds that a hostile model may run. */
const HOSTILE_MS = 500;
/** Of the bytes of a hostile model that are sent to the page as text. Beside them there is one of 50 MB, made there. */
const MAX_BYTES = 100_000;
const LARGE = 50_000_000;

/** Milliseconds between looks at the processor, and the part of it that a browser at rest takes. */
const LOOK = 50;
const AT_REST = 0.2;

interface Threads {
  startRunThread(): Promise<RunThread>;
}

/** The rows about models that run in the page, in a thread without network and storage. */
export function runRows(): Row[] {
  const row = (title: string, seconds: number, act: (page: Page) => Promise<number>): Row => ({
    title,
    peer: `a time of ${seconds} s`,
    bar: { atMost: 1 },
    needs: [],
    peerNeeds: [],
    make() {},
    ours: (tab) => tab.use(act),
    theirs: () => ({ seconds }),
  });
  return [
    row('Running a model: from nothing to its outputs', OUTPUTS, firstOutputs),
    row('An endless loop in a model: from its end until no processor works', GONE, untilGone),
    row('Hostile models: the longest task of the page', TASK, longestTask),
  ];
}

/** The address of the page's code that starts threads, as its service worker lists it. */
async function threads(page: Page): Promise<string> {
  const path = await page.evaluate(async () => {
    const list = await (await fetch('sw.js')).text();
    return /assets\/run-thread-[\w-]+\.js/.exec(list)?.[0];
  });
  if (!path) throw new Error('nothing of this build runs models');
  return new URL(path, page.url()).href;
}

async function firstOutputs(page: Page): Promise<number> {
  const milliseconds = await page.evaluate(
    async ([script, model]) => {
      const begun = performance.now();
      const { startRunThread } = (await import(script)) as Threads;
      const thread = await startRunThread();
      await thread.ask({ kind: 'load', model: new Uint8Array(model), limits: { memory: 2 ** 26, time: 60_000 } });
      const data = new Uint8Array(80);
      const reply = await thread.ask({ kind: 'infer', inputs: [{ name: 'a', dtype: 'float32', shape: [20], data }] });
      const taken = performance.now() - begun;
      thread.end();
      if (reply.kind !== 'outputs') throw new Error(JSON.stringify(reply));
      return taken;
    },
    [await threads(page), [...modelComponent(modelModule())]] as const,
  );
  return milliseconds / 1000;
}

async function untilGone(page: Page): Promise<number> {
  const endless = hostileComponents().find(({ comesTo }) => comesTo === 'endless');
  if (!endless) throw new Error('there is no endless model');
  await page.evaluate(
    async ([script, model]) => {
      const { startRunThread } = (await import(script)) as Threads;
      const thread = await startRunThread();
      await thread.ask({ kind: 'load', model: new Uint8Array(model), limits: { memory: 2 ** 26, time: 60_000 } });
      thread.ask({ kind: 'infer', inputs: [] }).catch(() => {});
      Object.assign(window, { thread });
    },
    [await threads(page), [...endless.bytes()]] as const,
  );
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('the browser does not say what it works');
  await page.waitForTimeout(10 * LOOK);
  if (!(await isWorking(page, session))) throw new Error('the endless loop does not run');
  const ended = performance.now();
  await page.evaluate(() => (window as unknown as { thread: RunThread }).thread.end());
  while (await isWorking(page, session)) if (performance.now() - ended > 30_000) throw new Error('the loop goes on');
  return (performance.now() - ended) / 1000;
}

/** Whether a process of a page works now. */
async function isWorking(page: Page, session: CDPSession): Promise<boolean> {
  const worked = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
  };
  const before = await worked();
  const begun = performance.now();
  await page.waitForTimeout(LOOK);
  const after = await worked();
  const seconds = (performance.now() - begun) / 1000;
  return [...after].some(([id, time]) => time - (before.get(id) ?? time) > AT_REST * seconds);
}

async function longestTask(page: Page): Promise<number> {
  const models = hostileComponents()
    .map((each) => [...each.bytes().subarray(0, MAX_BYTES + 1)])
    .filter(({ length }) => length <= MAX_BYTES);
  const milliseconds = await page.evaluate(
    async ([script, models, large, time]) => {
      // Sections of zeros behind a true beginning.
      const many = new Uint8Array(large);
      many.set([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]);
      const all = [...models.map((bytes) => new Uint8Array(bytes)), many];
      const { startRunThread } = (await import(script)) as Threads;
      // What brought the models here is no task of the page.
      await new Promise((done) => setTimeout(done, time));
      const tasks = [0];
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
      for (const model of all) {
        const thread = await startRunThread();
        const loaded = await thread
          .ask({ kind: 'load', model, limits: { memory: 96 * 2 ** 20, time } })
          .catch(() => {});
        if (loaded?.kind === 'loaded') await thread.ask({ kind: 'infer', inputs: [] }).catch(() => {});
        thread.end();
      }
      await new Promise((done) => setTimeout(done, time));
      return Math.max(...tasks);
    },
    [await threads(page), models, LARGE, HOSTILE_MS] as const,
  );
  return milliseconds / 1000;
}
