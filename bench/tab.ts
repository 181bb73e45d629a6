import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';

/** What one use of the page, or of a peer, took. */
export interface Sample {
  seconds: number;
  /** Where the row counts something. */
  count?: number;
  /** Of a peer whose start takes much of its time: without that. */
  alone?: number;
  /** Most resident bytes of the tab's process above those of the empty page. Absent where there is no /proc. */
  memory?: number;
}

const RECORDER = fileURLToPath(new URL('recorder.js', import.meta.url));

const ARGS = [
  // Containers have no user namespaces, a small /dev/shm and no GPU.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // Nothing of the browser's own may take part.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For an empty page to come to rest, so that what is measured is the work that was asked for. */
const REST = 500;
/** A hang becomes an error: the slowest row takes some seconds, on a machine that has other work perhaps a minute. */
const TIMEOUT = 120_000;

/** What is typed into a field, and how long after each other its letters come: a fast typist's. */
const LETTERS = 'the name of something longer';
const LETTER_MS = 40;

/** Uses the page as people do, each time in a browser of its own: nothing is warm, and no memory is left of what was before. */
export class Tab {
  readonly #chromium: string;
  readonly #addresses: { page: string; directory: string };

  constructor(chromiumPath: string, addresses: { page: string; directory: string }) {
    this.#chromium = chromiumPath;
    this.#addresses = addresses;
  }

  /** From the drop of a file to the first frame that shows the package. */
  async drop(path: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await dropFile(page, path);
      const painted = await until(page, 'painted');
      const state = await page.evaluate('document.documentElement.dataset.state');
      if (state !== 'ready') throw new Error(`the page does not open it: ${await alertOf(page)}`);
      return (painted - (await until(page, 'drop'))) / 1000;
    });
  }

  /**
   * From the click on "Check all" until the page says that every file matches MANIFEST. Where it begins by itself, from the moment that the
   * package is shown.
   */
  async verify(path: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      const ready = await until(page, 'ready');
      const button = page.getByRole('button', { name: /^Check all/ }).first();
      const begun = Promise.race([until(page, 'verifying'), until(page, 'checked')]).then(() => 'begun' as const);
      const clickable = button.waitFor({ timeout: TIMEOUT }).then(() => 'clickable' as const);
      // The one that is not needed ends with the page.
      for (const promise of [begun, clickable]) promise.catch(() => {});
      let started = ready;
      // It may stand there for a moment before the check begins by itself.
      const first = await Promise.race([begun, clickable]);
      if (first === 'clickable' && (await Promise.race([begun, page.waitForTimeout(REST)])) !== 'begun') {
        await button.click();
        started = await until(page, 'click');
      }
      const checked = await until(page, 'checked');
      const integrity = await page.evaluate('boxcutterBench.integrity()');
      if (integrity !== 'verified') {
        const status = await page.getByRole('status', { name: 'Integrity' }).textContent();
        throw new Error(`integrity is "${integrity}" where every file matches: ${status}`);
      }
      return (checked - started) / 1000;
    });
  }

  /** From the click on "Open URL" to the first frame that shows the package, and when that was, as `Date.now()` has it. */
  async remote(url: string): Promise<Sample & { shownAt: number }> {
    let shownAt = 0;
    const sample = await this.#use('page', async (page) => {
      await page.getByRole('textbox', { name: 'URL' }).fill(url);
      await page.getByRole('button', { name: 'Open URL' }).click();
      const painted = await until(page, 'painted');
      const state = await page.evaluate('document.documentElement.dataset.state');
      if (state !== 'ready') throw new Error(`the page does not open it: ${await alertOf(page)}`);
      shownAt = Number(await page.evaluate('performance.timeOrigin + boxcutterBench.times.ready'));
      return (painted - (await until(page, 'asked'))) / 1000;
    });
    return { ...sample, shownAt };
  }

  /** One request for the first bytes of a file, by the page and to its last byte. */
  async range(url: string, bytes: number): Promise<Sample> {
    return this.#use('page', async (page) => {
      const milliseconds = await page.evaluate(
        async ([address, last]) => {
          const begun = performance.now();
          const response = await fetch(address as string, { headers: { Range: `bytes=0-${last}` }, cache: 'no-store' });
          await response.arrayBuffer();
          return performance.now() - begun;
        },
        [url, bytes - 1] as const,
      );
      return milliseconds / 1000;
    });
  }

  /** The reading of a zip's directory alone, in a worker that has loaded. `entries`: how many it must find. */
  async directory(path: string, entries: number): Promise<Sample> {
    return this.#use('directory', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await page.waitForSelector('html:is([data-milliseconds], [data-error])', { timeout: TIMEOUT, state: 'attached' });
      const answer = (await page.evaluate('({ ...document.documentElement.dataset })')) as Record<string, string>;
      if (answer.error !== undefined) throw new Error(answer.error);
      if (Number(answer.entries) !== entries) throw new Error(`${answer.entries} entries, not ${entries}`);
      return Number(answer.milliseconds) / 1000;
    });
  }

  /**
   * One field edited, then saved as a download with MANIFEST's hashes: from the click that saves until the page says that the new carton was
   * opened again and checked (`saved`), or until the browser has written all of it (`downloaded`). Between the edit and that click only the
   * driver of the browser has work to do.
   */
  async save(path: string, end: 'saved' | 'downloaded'): Promise<Sample> {
    return this.#use('page', async (page) => {
      // Others than Chromium have no dialog for saving; this is what they do.
      await page.evaluate('delete window.showSaveFilePicker');
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await page.getByRole('tab', { name: /^Edit/ }).click();
      await page.getByLabel('Short description', { exact: true }).fill('One field that was edited.');
      await page.getByRole('button', { name: 'Save carton', exact: true }).click();
      const downloading = page.waitForEvent('download', { timeout: TIMEOUT });
      await page.getByRole('button', { name: /^Save with MANIFEST/ }).click();
      const download = await downloading;
      const saved = await until(page, 'saved');
      const clicked = await until(page, 'save');
      if (end === 'saved') {
        await download.cancel();
        return (saved - clicked) / 1000;
      }
      const failure = await download.failure();
      if (failure !== null) throw new Error(`the download failed: ${failure}`);
      const written = await page.evaluate('performance.now()');
      // What was written anew may be smaller than it was.
      if (statSync(await download.path()).size < 0.99 * statSync(path).size) throw new Error('the download is cut off');
      return ((written as number) - clicked) / 1000;
    });
  }

  /** A file of the disk saved as a download by the page's browser as it is, without a byte of ours: from the click until all is written. */
  async download(path: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      const input = await page.evaluateHandle(() => {
        const element = document.createElement('input');
        element.type = 'file';
        document.body.append(element);
        return element;
      });
      await input.setInputFiles(path);
      const downloading = page.waitForEvent('download', { timeout: TIMEOUT });
      const clicked = await input.evaluate((element) => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(element.files?.[0] as File);
        link.download = 'untouched';
        link.click();
        return performance.now();
      });
      const failure = await (await downloading).failure();
      if (failure !== null) throw new Error(`the download failed: ${failure}`);
      return ((await page.evaluate(() => performance.now())) - clicked) / 1000;
    });
  }

  /**
   * Typing into fields of the form, letter by letter: the 95th percentile of what one letter takes the page, from the key until the task of
   * its event and what that put off are done, and the new layout is known.
   */
  async typing(path: string, fields: readonly string[]): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await page.getByRole('tab', { name: /^Edit/ }).click();
      for (const field of fields) {
        const box = page.getByLabel(field, { exact: true });
        await box.click();
        await box.press('End');
        await page.waitForTimeout(REST);
        await page.evaluate('boxcutterBench.letters(true)');
        await page.keyboard.type(LETTERS, { delay: LETTER_MS });
        await page.evaluate('boxcutterBench.letters(false)');
      }
      const taken = (await page.evaluate('boxcutterBench.taken()')) as number[];
      if (taken.length < fields.length * LETTERS.length) throw new Error(`only ${taken.length} letters were typed`);
      taken.sort((one, other) => one - other);
      return (taken[Math.ceil(taken.length * 0.95) - 1] as number) / 1000;
    });
  }

  async #use(which: 'page' | 'directory', action: (page: Page) => Promise<number>): Promise<Sample> {
    const browser = await chromium.launch({ executablePath: this.#chromium, args: ARGS });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
      page.on('crash', () => complaints.push('the tab crashed'));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await page.addInitScript({ path: RECORDER });
      await page.goto(this.#addresses[which], { waitUntil: 'networkidle' });
      const begun = which === 'page' ? 'empty' : 'loaded';
      await page.waitForSelector(`html[data-state=${begun}]`, { timeout: TIMEOUT, state: 'attached' });
      await page.waitForTimeout(REST);
      const memory = await Memory.of(browser);
      const seconds = await Promise.race([action(page), timeout(complaints)]);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      const most = memory?.most();
      return { seconds, ...(most === undefined ? {} : { memory: most }) };
    } finally {
      await browser.close();
    }
  }

  async version(): Promise<string> {
    const browser = await chromium.launch({ executablePath: this.#chromium, args: ARGS });
    try {
      return browser.version();
    } finally {
      await browser.close();
    }
  }
}

function timeout(complaints: readonly string[]): Promise<never> {
  return new Promise((_, failed) => {
    const message = `nothing came in ${TIMEOUT / 1000} s`;
    setTimeout(() => failed(new Error([message, ...complaints].join('\n'))), TIMEOUT).unref();
  });
}

function until(page: Page, mark: string): Promise<number> {
  return page.evaluate(`boxcutterBench.until(${JSON.stringify(mark)})`);
}

async function alertOf(page: Page): Promise<string> {
  return (await page.getByRole('alert').allTextContents()).join(' ') || 'it says nothing';
}

/** A drop by the browser itself, of a file of the disk: the page gets it as from a desktop. */
async function dropFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
}

/** Resident memory of the renderers, of which there is the tab's, its workers included, and perhaps a spare one that does nothing. */
class Memory {
  readonly #processes: readonly number[];
  readonly #idle: number;

  private constructor(processes: readonly number[]) {
    this.#processes = processes;
    this.#idle = sum(processes, 'VmRSS');
    // Forgets the peak of loading the page. Where that is not allowed, what is measured is at most too much.
    for (const id of processes) {
      try {
        writeFileSync(`/proc/${id}/clear_refs`, '5');
      } catch {}
    }
  }

  static async of(browser: Browser): Promise<Memory | undefined> {
    if (process.platform !== 'linux') return undefined;
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    // The browser's own surfaces are pages too, which come to rest when they like.
    const ofPage = (id: number) => !readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('--top-chrome-webui');
    return new Memory(processInfo.filter(({ type, id }) => type === 'renderer' && ofPage(id)).map(({ id }) => id));
  }

  /** Most bytes since the beginning, above those at the beginning: the kernel's own peak, not that of samples. */
  most(): number {
    return sum(this.#processes, 'VmHWM') - this.#idle;
  }
}

function sum(processes: readonly number[], field: 'VmRSS' | 'VmHWM'): number {
  return processes
    .map((id) => {
      const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${id}/status`, 'utf8'));
      if (!found) throw new Error(`/proc/${id}/status does not tell ${field}`);
      return 1024 * Number(found[1]);
    })
    .reduce((one, other) => one + other, 0);
}
