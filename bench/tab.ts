import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../scripts/chromium.mjs';

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

/** Milliseconds for a page to come to rest, so that only the work under test is measured. */
const REST = 500;
/**
 * A hang becomes an error after so many milliseconds. The slowest row takes a few seconds; on a busy machine, perhaps a
 * minute.
 */
const TIMEOUT = 120_000;

/** The text that is typed into a field, and the milliseconds between two letters: those of a fast typist. */
const LETTERS = 'the name of something longer';
const LETTER_MS = 40;

/** The text that is typed into a filter, and the milliseconds between two keys: those of somebody who looks. */
const FILTERED = 'layers.77.mlp.gate';
const FILTER_MS = 150;

/** Where each page is served, from when it is asked for. */
interface Addresses {
  page(): string | Promise<string>;
  directory(): string | Promise<string>;
}

/** Uses the page as people do. Each use has a new browser: nothing is warm, and no memory is left over. */
export class Tab {
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

  /** Time from the drop of a file to the first frame that shows the package. */
  async drop(path: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await dropFile(page, path);
      const painted = await until(page, 'painted');
      const state = await page.evaluate('document.documentElement.dataset.state');
      if (state !== 'ready') throw new Error(`the page does not open it: ${await alertOf(page)}`);
      return (painted - (await until(page, 'drop'))) / 1000;
    });
  }

  /** Time from going to a tensor of a package that is shown to the first frame that shows values of it. */
  async values(path: string, tensor: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await page.waitForTimeout(REST);
      return (await go(page, `#/tensors/${encodeURIComponent(tensor)}`, '[role=grid] [data-value]')) / 1000;
    });
  }

  /**
   * Time from the click on "Check all" until the page says that every file matches MANIFEST. If the check starts by
   * itself, the time begins when the package is shown.
   *
   * @param input which of the page's inputs takes the file or folder
   */
  async verify(path: string, input: 'open-file' | 'open-folder' = 'open-file'): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId(input).setInputFiles(path);
      const ready = await until(page, 'ready');
      const button = page.getByRole('button', { name: /^Check all/ }).first();
      const begun = Promise.race([until(page, 'verifying'), until(page, 'checked')]).then(() => 'begun' as const);
      const clickable = button.waitFor({ timeout: TIMEOUT }).then(() => 'clickable' as const);
      // The promise that is not needed ends with the page.
      for (const promise of [begun, clickable]) promise.catch(() => {});
      let started = ready;
      // The button may appear for a moment before the check starts by itself.
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

  /**
   * Time from the click on "Open URL" to the first frame that shows the package. `shownAt` is when the package was
   * shown, as in `Date.now()`.
   */
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

  /** Time of one request of the page for the first bytes of a file, to the last of them. */
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

  /**
   * Time to read the directory of a zip in a worker that has loaded.
   * @param entries how many entries it must find
   */
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
   * Edits one field and saves with the hashes of MANIFEST, as a download. The time begins with the click that saves. It
   * ends when the page has opened and checked the new carton (`saved`), or when the browser has written all of it
   * (`downloaded`). Between the edit and the click, only the driver of the browser works.
   */
  async save(path: string, end: 'saved' | 'downloaded'): Promise<Sample> {
    return this.#use('page', async (page) => {
      // Browsers other than Chromium have no dialog for saving. They download instead.
      await page.evaluate('delete window.showSaveFilePicker');
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await page.getByRole('tab', { name: /^Edit/ }).click();
      await page.getByLabel('Short description', { exact: true }).fill('One field that was edited.');
      const { clicked, ended } = await savedFrom(page, path, end);
      return (ended - clicked) / 1000;
    });
  }

  /** As `save`, after the file at `inside` of the carton was replaced by one of the disk. */
  async replace(path: string, inside: string, by: string, end: 'saved' | 'downloaded'): Promise<Sample> {
    return this.#use('page', async (page) => {
      await openedFiles(page, path, inside);
      const choosing = page.waitForEvent('filechooser', { timeout: TIMEOUT });
      await page.getByRole('button', { name: 'Replace', exact: true }).click();
      await (await choosing).setFiles(by);
      await page.locator('[data-change="replaced"]').first().waitFor({ timeout: TIMEOUT });
      const { clicked, ended } = await savedFrom(page, path, end);
      return (ended - clicked) / 1000;
    });
  }

  /**
   * Time from when a file of the disk is chosen until it is added to a carton, and from the click that saves until all
   * of the new carton is downloaded. The time in which the driver of the browser looks for the button does not count.
   */
  async add(path: string, file: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await openedFiles(page, path, '');
      const began = await page.evaluate(() => performance.now());
      await page.getByTestId('add-files').setInputFiles(file);
      await page.locator('[data-change="added"]').first().waitFor({ timeout: TIMEOUT });
      const added = await page.evaluate(() => performance.now());
      const { clicked, ended } = await savedFrom(page, file, 'downloaded');
      return (added - began + ended - clicked) / 1000;
    });
  }

  /**
   * Time from the click on "Save carton" until a new carton of a folder's files is written to a file of the browser's
   * own and shown.
   */
  async make(folder: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      // A dialog for saving that gives a file of the browser's own. As text: it runs in the page.
      await page.evaluate(`window.showSaveFilePicker = async ({ suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })`);
      await page.getByRole('button', { name: 'New package', exact: true }).click();
      const choosing = page.waitForEvent('filechooser', { timeout: TIMEOUT });
      await page.getByRole('button', { name: /^From a folder/ }).click();
      await (await choosing).setFiles(folder);
      const save = page.getByRole('button', { name: 'Save carton', exact: true });
      await save.waitFor({ timeout: TIMEOUT });
      await page.waitForTimeout(REST);
      const clicked = await page.evaluate(() => performance.now());
      await save.click();
      await page.locator('html[data-state="ready"]').waitFor({ timeout: TIMEOUT });
      return ((await until(page, 'painted')) - clicked) / 1000;
    });
  }

  /**
   * Time that the browser takes to save a file of the disk as a download, without our code: from the click until all of
   * it is written.
   */
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
   * Types letters into fields of the form. The result is the 95th percentile of the time that one letter takes: from
   * the key until its event and the tasks that it queued are done, and the new layout is known.
   */
  async typing(path: string, fields: readonly string[]): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await page.getByRole('tab', { name: /^Edit/ }).click();
      for (const field of fields) {
        const box = page.getByLabel(field, { exact: true });
        await unfold(page, field);
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

  /** Time from the address of a file of an open carton to the first frame that shows it as a package of its own. */
  async inner(path: string, inside: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await page.waitForTimeout(REST);
      const name = inside.slice(inside.lastIndexOf('/') + 1);
      return (await go(page, `#/in/${inside}`, 'h1', name)) / 1000;
    });
  }

  /**
   * Time from the drop of a file to the first frame with rows of its tensors. Without that from one to the next act.
   */
  async tensorList(path: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await dropFile(page, path);
      const painted = await until(page, 'painted');
      const listed = await showTensors(page);
      return (painted - (await until(page, 'drop')) + listed) / 1000;
    });
  }

  /** Types into the filter of the tensors, and takes it out again. The result is as that of `typing`. */
  async tensorFilter(path: string): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await showTensors(page);
      const filter = page.getByRole('textbox', { name: 'Filter tensors' });
      await filter.click();
      await page.waitForTimeout(REST);
      await page.evaluate('boxcutterBench.letters(true)');
      await page.keyboard.type(FILTERED, { delay: FILTER_MS });
      for (let letter = 0; letter < FILTERED.length; letter++) {
        await page.keyboard.press('Backspace');
        await page.waitForTimeout(FILTER_MS);
      }
      const taken = (await page.evaluate('boxcutterBench.taken()')) as number[];
      if (taken.length < 2 * FILTERED.length) throw new Error(`only ${taken.length} letters were typed`);
      taken.sort((one, other) => one - other);
      return (taken[Math.ceil(taken.length * 0.95) - 1] as number) / 1000;
    });
  }

  /** Time from the click on "Compute statistics", or from the choice of the tensor, until they are there. */
  async statistics(path: string, tensor: string, count: number): Promise<Sample> {
    return this.#use('page', async (page) => {
      await page.getByTestId('open-file').setInputFiles(path);
      await until(page, 'painted');
      await showTensors(page);
      const ask = [`#/tensors/${encodeURIComponent(tensor)}`, count];
      const milliseconds = (await page.evaluate(`boxcutterBench.statistics(...${JSON.stringify(ask)})`)) as number;
      return milliseconds / 1000;
    });
  }

  async #use(which: 'page' | 'directory', action: (page: Page) => Promise<number>): Promise<Sample> {
    const address = await this.#addresses[which]();
    const browser = await this.#browser();
    this.#version = browser.version();
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
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

/** Milliseconds from another address to the first frame with an element of it, and with this text in it. */
async function go(page: Page, hash: string, selector: string, text = ''): Promise<number> {
  return (await page.evaluate(`boxcutterBench.go(...${JSON.stringify([hash, selector, text])})`)) as number;
}

/** Milliseconds from the address of the Tensors tab to the first frame with a row of a tensor. */
function showTensors(page: Page): Promise<number> {
  return go(page, '#/tensors', 'tr[data-name]');
}

/** Opens the item of a list that has the field: "Input 7 name". Long lists begin folded. */
async function unfold(page: Page, field: string): Promise<void> {
  const [, list, number] = /^(Input|Output) (\d+) /.exec(field) ?? [];
  if (list === undefined) return;
  const place = `#/edit/${list.toLowerCase()}.${Number(number) - 1}.name`;
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.waitForTimeout(REST);
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

/** Drops a file of the disk through the browser itself. The page gets it as from a desktop. */
async function dropFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
}

/** Resident memory of the renderers: that of the tab with its workers, and perhaps a spare one that does nothing. */
class Memory {
  readonly #processes: readonly number[];
  readonly #idle: number;

  private constructor(processes: readonly number[]) {
    this.#processes = processes;
    this.#idle = sum(processes, 'VmRSS');
    // Resets the peak of loading the page. If that is not allowed, the measured memory is at most too high.
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
    // The surfaces of the browser itself are pages too. They come to rest at any time.
    const ofPage = (id: number) => !readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('--top-chrome-webui');
    return new Memory(processInfo.filter(({ type, id }) => type === 'renderer' && ofPage(id)).map(({ id }) => id));
  }

  /** Most resident bytes since the start, minus those at the start. This is the peak of the kernel, not of samples. */
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

/** Opens a carton, and the file of it, on the Files tab. */
async function openedFiles(page: Page, path: string, inside: string): Promise<void> {
  // Browsers other than Chromium have no dialog for saving. They download instead.
  await page.evaluate('delete window.showSaveFilePicker');
  await page.getByTestId('open-file').setInputFiles(path);
  await until(page, 'painted');
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/files/${inside}`);
  await page.getByRole('button', { name: 'Add files', exact: true }).waitFor({ timeout: TIMEOUT });
}

/**
 * Saves what was edited. Gives when the button was clicked, and when the page said that the new carton was ready, or
 * all of it was downloaded. `path`: a file that the new one is not much smaller than.
 */
async function savedFrom(
  page: Page,
  path: string,
  end: 'saved' | 'downloaded',
): Promise<{ clicked: number; ended: number }> {
  await page.getByRole('button', { name: 'Save carton', exact: true }).click();
  const downloading = page.waitForEvent('download', { timeout: TIMEOUT });
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  const unchecked = dialog.getByRole('button', { name: 'Save without checking' });
  await save.waitFor({ timeout: TIMEOUT });
  // A package that is small enough is checked by then, or in this moment, and has one button.
  if (await unchecked.isVisible()) await unchecked.click({ timeout: 2_000 }).catch(() => save.click());
  else await save.click();
  const download = await downloading;
  const saved = await until(page, 'saved');
  const clicked = await until(page, 'save');
  if (end === 'saved') {
    await download.cancel();
    return { clicked, ended: saved };
  }
  const failure = await download.failure();
  if (failure !== null) throw new Error(`the download failed: ${failure}`);
  const written = await page.evaluate('performance.now()');
  // Files that were written anew may be smaller than before.
  if (statSync(await download.path()).size < 0.99 * statSync(path).size) throw new Error('the download is cut off');
  return { clicked, ended: written as number };
}
