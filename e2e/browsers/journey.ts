import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { serve } from '../../scripts/serve.mjs';
import { type Driver, elementOf, type Target } from './driver.ts';
import { type Engine, findBrowser } from './installed.ts';

export { expect };

/** A server of the build, on an origin of its own: no journey finds what another one left in the browser. */
interface Site {
  /** With a slash at the end. */
  url: string;
  /** Stops the server: nothing listens there any more. */
  stop(): Promise<void>;
}

interface Fixtures {
  site: Site;
  /** The browser. At the end of a journey, it must have complained of nothing. */
  driver: Driver;
}

interface Shared {
  engine: Engine;
  /** The browser of a worker's journeys, once one of them has asked for it. */
  kept: { driver?: Driver };
}

/** A `test` that goes through one of the browsers. It is skipped where that is not installed. */
export const test = base.extend<Fixtures, Shared>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const kept: Shared['kept'] = {};
      await use(kept);
      await kept.driver?.end();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  site: async ({}, use) => {
    const server = await serve({ port: 0 });
    await use({ url: `http://localhost:${server.port}/`, stop: server.close });
    await server.close();
  },
  driver: async ({ engine, kept }, use, info) => {
    const found = findBrowser(engine);
    if ('missing' in found) return info.skip(true, found.missing);
    // In a tab of its own: to leave a page with a draft asks a question.
    if (kept.driver) await kept.driver.reopen();
    kept.driver ??= await startApart(found.start);
    const { driver } = kept;
    info.annotations.push({ type: 'browser', description: driver.version });
    driver.complaints.length = 0;
    await use(driver);
    if (info.status !== info.expectedStatus) writeFileSync(info.outputPath('screen.png'), await driver.screen());
    expect(driver.complaints, 'messages of the console, unhandled errors, requests to other origins').toEqual([]);
  },
});

/** Starts a browser in a folder of its own, which goes with it. */
async function startApart(start: (folder: string) => Promise<Driver>): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), 'journeys-'));
  const driver = await start(folder);
  const end = async () => {
    await driver.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ...driver, end };
}

/** A journey looks for hundreds of things, and most are there at once. In milliseconds. */
const OFTEN = { intervals: [100, 250], timeout: 60_000 };

/** Waits until something is on the page. */
export async function sees(driver: Driver, target: Target): Promise<void> {
  const isThere = () => driver.run(elementOf, target).then((found) => found !== null);
  await expect.poll(isThere, { ...OFTEN, message: `sees ${JSON.stringify(target)}` }).toBe(true);
}

/** Clicks something once it is there. */
export async function click(driver: Driver, target: Target): Promise<void> {
  await expect(() => driver.click(target)).toPass(OFTEN);
}

/** Types a text in place of what a field has, once it is there. */
export async function fill(driver: Driver, target: Target, text: string): Promise<void> {
  await expect(() => driver.fill(target, text)).toPass(OFTEN);
}

/** Gives a file of the disk to an input for files, once it is there. */
export async function choose(driver: Driver, id: string, path: string): Promise<void> {
  await expect(() => driver.choose({ css: `[data-testid="${id}"]` }, path)).toPass(OFTEN);
}

/** What the page says inside of an element, or of itself. */
export const textOf = (driver: Driver, css = 'body') =>
  driver.run((selector) => document.querySelector(selector)?.textContent ?? '', css);

/** Goes to an address, and waits until the page has opened what it asks for, or shows that it asks for nothing. */
export async function goTo(driver: Driver, url: string): Promise<void> {
  await driver.goto(url);
  await sees(driver, { css: 'html[data-state]:is([data-state="empty"], [data-state="ready"], [data-state="failed"])' });
}

/** Opens a file of the disk. */
export async function openFile(driver: Driver, path: string): Promise<void> {
  await choose(driver, 'open-file', path);
  await sees(driver, { css: 'html[data-state="ready"]' });
}

/** The file of this name that the browser saves, once it is written. */
export async function savedFile({ downloads }: Driver, name: string): Promise<Buffer> {
  const path = join(downloads, name);
  await expect.poll(() => readdirSync(downloads).filter((each) => each.startsWith(name))).toEqual([name]);
  // Browsers write to a name of their own, or to this one: it is whole once it no longer grows.
  let size = -1;
  await expect
    .poll(() => {
      const before = size;
      size = readFileSync(path).length;
      return size > 0 && size === before;
    })
    .toBe(true);
  const bytes = readFileSync(path);
  rmSync(path);
  return bytes;
}
