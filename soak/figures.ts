import type { Browser, CDPSession, Page } from '@playwright/test';
import { residentBytes } from '../bench/memory.ts';

/** What a tab holds, at rest. */
export interface Figures {
  /** Bytes of the page's JavaScript that are in use, after a collection. */
  heap: number;
  /**
   * Resident bytes of the tab's process: of the page, its workers, what they draw and the program's code. Measured once
   * the browser was told that memory is short, which is when it gives back what nothing uses. Undefined without /proc.
   */
  process: number | undefined;
  /** Nodes and listeners of the document that are not freed. */
  nodes: number;
  listeners: number;
  workers: number;
  /** Object URLs that were made and not revoked, of the page and its workers. */
  urls: number;
  /** Files in the origin-private file system. */
  files: number;
  /** Locks that are held or waited for, without the one by which each thread shows that it lives. */
  locks: number;
  /** Drafts that the browser keeps, and contents of files that they add. */
  drafts: number;
  contents: number;
}

/** Collections and pauses before a measurement: a collection may free what only the next one can find. */
const COLLECTIONS = 3;
const REST_MS = 700;

/** Counts object URLs. Runs in the page and in its workers before anything else. As text: workers get it late. */
export const COUNT_URLS = `(() => {
  if (self.soakUrls) return;
  self.soakUrls = new Set();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const url = createObjectURL.call(URL, object);
    self.soakUrls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    self.soakUrls.delete(url);
    revokeObjectURL.call(URL, url);
  };
})()`;

/** Measures what the tab holds. The page is to be at rest. */
export async function figuresOf(browser: Browser, page: Page, session: CDPSession): Promise<Figures> {
  await collect(page, session);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((found) => found.name === name)?.value ?? Number.NaN;
  const workers = page.workers();
  const inWorkers = await Promise.all(
    workers.map((worker) => worker.evaluate('self.soakUrls?.size ?? 0').catch(() => 0) as Promise<number>),
  );
  return {
    heap: usedSize,
    process: await residentBytes(browser),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    workers: workers.length,
    urls: ((await page.evaluate('self.soakUrls.size')) as number) + inWorkers.reduce((sum, count) => sum + count, 0),
    ...(await storedBy(page)),
  };
}

async function collect(page: Page, session: CDPSession): Promise<void> {
  for (let time = 0; time < COLLECTIONS; time++) {
    await session.send('HeapProfiler.collectGarbage');
    await Promise.all(page.workers().map((worker) => worker.evaluate('self.gc?.()').catch(() => undefined)));
    // The browser keeps freed pages for the next page that needs some. They are not the page's.
    await session.send('Memory.simulatePressureNotification', { level: 'critical' });
    await page.waitForTimeout(REST_MS);
  }
}

/** As text: what runs in the page must not be compiled for Node. */
const STORED = `(async () => {
  const filesIn = async (folder) => {
    let count = 0;
    for await (const handle of folder.values()) count += handle.kind === 'file' ? 1 : await filesIn(handle);
    return count;
  };
  const answer = (asked) =>
    new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  const entriesIn = async (name, store) => {
    if (!(await indexedDB.databases()).some((database) => database.name === name)) return 0;
    const database = await answer(indexedDB.open(name));
    const count = await answer(database.transaction(store).objectStore(store).count());
    database.close();
    return count;
  };
  const { held = [], pending = [] } = await navigator.locks.query();
  return {
    files: await filesIn(await navigator.storage.getDirectory()),
    locks: [...held, ...pending].filter(({ name }) => !name.startsWith('boxcutter/threads/')).length,
    drafts: await entriesIn('boxcutter-drafts', 'drafts'),
    contents: await entriesIn('boxcutter-draft-files', 'files'),
  };
})()`;

/** What is stored for the page's origin, and its locks. */
function storedBy(page: Page): Promise<Pick<Figures, 'files' | 'locks' | 'drafts' | 'contents'>> {
  return page.evaluate(STORED);
}
