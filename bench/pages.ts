import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../scripts/chromium.mjs';
import { Memory } from './memory.ts';
import { REST, TIMEOUT } from './steps.ts';

/** What one use of the page or of a peer took. */
export interface Sample {
  seconds: number;
  /** The count, if the row counts something. */
  count?: number;
  /** The time without the start of the peer, if the start takes much of it. */
  withoutStart?: number;
  /** Most resident bytes of the process of the tab, minus those of the empty page. Absent without /proc. */
  memory?: number;
}

const RECORDER = fileURLToPath(new URL('recorder.js', import.meta.url));

/** Where each page is served, from when it is asked for. */
interface Addresses {
  page(): string | Promise<string>;
  directory(): string | Promise<string>;
}

/** Gives each use a page of its own, and measures it. */
export class Pages {
  readonly #chromium: string;
  readonly #addresses: Addresses;
  readonly #rests: boolean;
  #shared: Promise<Browser> | undefined;
  #version = 'not used';

  /**
   * @param rests whether each use has a browser of its own, whose empty page comes to rest before it is used. Without,
   *   all uses share one browser, and times and memory are rough.
   */
  constructor(chromiumPath: string, addresses: Addresses, rests: boolean) {
    this.#chromium = chromiumPath;
    this.#addresses = addresses;
    this.#rests = rests;
  }

  /** Ends the browser that all uses share, if there is one. */
  async close(): Promise<void> {
    await (await this.#shared)?.close();
  }

  /** The version of the browser, once it was used. */
  get version(): string {
    return this.#version;
  }

  /**
   * Loads a page, and uses it. Rejects where it complains of anything, and after `TIMEOUT`.
   * @param action gives the seconds that count
   */
  async use(which: 'page' | 'directory', action: (page: Page) => Promise<number>): Promise<Sample> {
    const address = await this.#addresses[which]();
    const browser = await this.#browser();
    this.#version = browser.version();
    // Keeping the page for offline use would take part in what is measured.
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
    try {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      page.on('crash', () => complaints.push('the tab crashed'));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.addInitScript({ path: RECORDER });
      await page.goto(address, { waitUntil: this.#rests ? 'networkidle' : 'load' });
      const begun = which === 'page' ? 'empty' : 'loaded';
      await page.waitForSelector(`html[data-state=${begun}]`, { timeout: TIMEOUT, state: 'attached' });
      if (this.#rests) await page.waitForTimeout(REST);
      const memory = await Memory.of(browser);
      const seconds = await Promise.race([action(page), timeout(complaints)]);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      const most = memory?.most();
      return { seconds, ...(most === undefined ? {} : { memory: most }) };
    } finally {
      await (this.#rests ? browser.close() : page.close());
    }
  }

  #browser(): Promise<Browser> {
    const launch = () => chromium.launch({ executablePath: this.#chromium, args: CHROMIUM_ARGS });
    if (this.#rests) return launch();
    this.#shared ??= launch();
    return this.#shared;
  }
}

/** Rejects when nothing has come for long, with what the page has complained of by then. */
function timeout(complaints: readonly string[]): Promise<never> {
  return new Promise((_, failed) => {
    const message = `nothing came in ${TIMEOUT / 1000} s`;
    setTimeout(() => failed(new Error([message, ...complaints].join('\n'))), TIMEOUT).unref();
  });
}
