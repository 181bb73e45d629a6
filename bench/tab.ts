import type { Page } from '@playwright/test';
import { typeIntoFields, typeIntoFilter, typeNewName } from './letters.ts';
import type { Pages, Sample } from './pages.ts';
import { alertOf, dropFile, go, openedFiles, openFile, REST, savedFrom, showTensors, TIMEOUT, until } from './steps.ts';

/** Opens a tensor and shows it as a line. Gives the milliseconds from that choice to the first frame with the line. */
async function shownLine(page: Page, path: string, tensor: string): Promise<number> {
  await openFile(page, path);
  await go(page, `#/tensors/${encodeURIComponent(tensor)}`, '[role=grid] [data-value]');
  await page.waitForTimeout(REST);
  return (await page.evaluate('boxcutterBench.line()')) as number;
}

/** Tabs, each after one that lacks what it has, and an element of their content. */
const TABS = {
  tensors: 'tr[data-name]',
  files: '[role=row][data-path]',
  edit: '[data-field]',
  overview: '[data-fact]',
};

/** Uses the page as people do. Each use has a page of its own, which nobody has used before. */
export class Tab {
  readonly #pages: Pages;

  constructor(pages: Pages) {
    this.#pages = pages;
  }

  /** Uses the empty page in a way of its own. `act` gives the seconds that count. */
  use(act: (page: Page) => Promise<number>): Promise<Sample> {
    return this.#pages.use('page', act);
  }

  /** Time from the drop of a file to the first frame that shows the package. */
  async drop(path: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await dropFile(page, path);
      const painted = await until(page, 'painted');
      const state = await page.evaluate('document.documentElement.dataset.state');
      if (state !== 'ready') throw new Error(`the page does not open it: ${await alertOf(page)}`);
      return (painted - (await until(page, 'drop'))) / 1000;
    });
  }

  /** Time from going to a tensor of a package that is shown to the first frame that shows values of it. */
  async values(path: string, tensor: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      await page.waitForTimeout(REST);
      return (await go(page, `#/tensors/${encodeURIComponent(tensor)}`, '[role=grid] [data-value]')) / 1000;
    });
  }

  /** The mean time from the address of a tab to the first frame with its content, of tabs that were open before. */
  async tabs(path: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      let taken = 0;
      for (const isSecond of [false, true]) {
        for (const [tab, content] of Object.entries(TABS)) {
          await page.waitForTimeout(REST);
          const milliseconds = await go(page, `#/${tab}`, content);
          if (isSecond) taken += milliseconds;
        }
      }
      return taken / Object.keys(TABS).length / 1000;
    });
  }

  /**
   * Time from the click on "Check all" until the page says that every file matches MANIFEST. If the check starts by
   * itself, the time begins when the package is shown.
   *
   * @param input which of the page's inputs takes the file or folder
   */
  async verify(path: string, input: 'open-file' | 'open-folder' = 'open-file'): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
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
    const sample = await this.#pages.use('page', async (page) => {
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
    return this.#pages.use('page', async (page) => {
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
    return this.#pages.use('directory', async (page) => {
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
    return this.#pages.use('page', async (page) => {
      // Browsers other than Chromium have no dialog for saving. They download instead.
      await page.evaluate('delete window.showSaveFilePicker');
      await openFile(page, path);
      await page.getByRole('tab', { name: /^Edit/ }).click();
      await page.getByLabel('Short description', { exact: true }).fill('One field that was edited.');
      const { clicked, ended } = await savedFrom(page, path, end);
      return (ended - clicked) / 1000;
    });
  }

  /** As `save`, after the file at `inside` of the carton was replaced by one of the disk. */
  async replace(path: string, inside: string, by: string, end: 'saved' | 'downloaded'): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openedFiles(page, path, inside);
      const choosing = page.waitForEvent('filechooser', { timeout: TIMEOUT });
      await page
        .getByRole('region', { name: 'Chosen file' })
        .getByRole('button', { name: 'More', exact: true })
        .click();
      await page.getByRole('menuitem', { name: 'Replace' }).click();
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
    return this.#pages.use('page', async (page) => {
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
    return this.#pages.use('page', async (page) => {
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
    return this.#pages.use('page', async (page) => {
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
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      return (await typeIntoFields(page, fields)) / 1000;
    });
  }

  /** The 95th percentile of the time that a letter of a file's new name takes. */
  async newName(path: string, file: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      return (await typeNewName(page, file)) / 1000;
    });
  }

  /** Time from the address of a file of an open carton to the first frame that shows it as a package of its own. */
  async inner(path: string, inside: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      await page.waitForTimeout(REST);
      const name = inside.slice(inside.lastIndexOf('/') + 1);
      return (await go(page, `#/in/${inside}`, 'h1', name)) / 1000;
    });
  }

  /**
   * Time from the drop of a file to the first frame with rows of its tensors. Without that from one to the next act.
   */
  async tensorList(path: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await dropFile(page, path);
      const painted = await until(page, 'painted');
      const listed = await showTensors(page);
      return (painted - (await until(page, 'drop')) + listed) / 1000;
    });
  }

  /** Types into the filter of the tensors, and takes it out again. The result is as that of `typing`. */
  async tensorFilter(path: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      return (await typeIntoFilter(page)) / 1000;
    });
  }

  /** Time from the click on an item of the menu "Export" until the file is written. */
  async exported(path: string, tensor: string, as: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      // A dialog for saving that gives a file of the browser's own. As text: it runs in the page.
      await page.evaluate(`window.showSaveFilePicker = async () =>
        (await navigator.storage.getDirectory()).getFileHandle('exported', { create: true })`);
      await openFile(page, path);
      await go(page, `#/tensors/${encodeURIComponent(tensor)}`, '[role=grid] [data-value]');
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const item = page.getByRole('menuitem', { name: as, exact: true });
      await item.waitFor({ timeout: TIMEOUT });
      await page.waitForTimeout(REST);
      const clicked = await page.evaluate(() => performance.now());
      await item.click();
      await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ timeout: TIMEOUT });
      await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached', timeout: TIMEOUT });
      const ended = await page.evaluate(() => performance.now());
      const size = await page.evaluate(`navigator.storage.getDirectory()
        .then((root) => root.getFileHandle('exported')).then((file) => file.getFile()).then(({ size }) => size)`);
      if (!(Number(size) > 0)) throw new Error(`nothing was written: ${await alertOf(page)}`);
      return (ended - clicked) / 1000;
    });
  }

  /** Time from the click on "Compute statistics", or from the choice of the tensor, until they are there. */
  async statistics(path: string, tensor: string, count: number): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      await showTensors(page);
      const ask = [`#/tensors/${encodeURIComponent(tensor)}`, count];
      const milliseconds = (await page.evaluate(`boxcutterBench.statistics(...${JSON.stringify(ask)})`)) as number;
      return milliseconds / 1000;
    });
  }

  /** Time from the press on "Scan" until all of so many tensors are scanned and listed. */
  async scan(path: string, count: number): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      await showTensors(page);
      await page.waitForTimeout(REST);
      return ((await page.evaluate(`boxcutterBench.scan(${count})`)) as number) / 1000;
    });
  }

  /** Time from the choice of the tensor that another one is compared with until it is said whether both are close. */
  async compared(path: string, [actual, expected]: readonly [string, string], count: number): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      await showTensors(page);
      await page.evaluate((hash) => window.location.replace(hash), `#/tensors/${encodeURIComponent(actual)}`);
      await page.getByRole('button', { name: 'Compare…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${expected}`) })
        .waitFor();
      const ask = JSON.stringify([expected, count]);
      return ((await page.evaluate(`boxcutterBench.compared(...${ask})`)) as number) / 1000;
    });
  }

  /** Time from the choice of the file that the open one’s tensor is compared with until it is said whether both are close. */
  async comparedFiles([path, other]: readonly [string, string], tensor: string, count: number): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      await showTensors(page);
      await page.evaluate((hash) => window.location.replace(hash), `#/tensors/${encodeURIComponent(tensor)}`);
      await page.getByRole('button', { name: 'Compare…' }).click();
      const begun = await page.evaluate(() => performance.now());
      // The only tensor of the file is taken at once.
      await page.getByTestId('compare-file').setInputFiles(other);
      await page.evaluate(`boxcutterBench.compared(...${JSON.stringify([tensor, count])})`);
      return ((await page.evaluate(() => performance.now())) - begun) / 1000;
    });
  }

  /** Time from the choice of the view "Line" of a shown tensor to the first frame with the line. */
  async line(path: string, tensor: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => (await shownLine(page, path, tensor)) / 1000);
  }

  /** The median time from a key that moves a zoomed line to the frame that shows it moved. */
  async linePan(path: string, tensor: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await shownLine(page, path, tensor);
      return ((await page.evaluate('boxcutterBench.linePan(40)')) as number) / 1000;
    });
  }

  /** Time from the choice of "Heat map" to the first frame with it. */
  async heatMap(path: string, tensor: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => (await shownHeatMap(page, path, tensor)) / 1000);
  }

  /** Median of the times from a turn of the wheel on a heat map to the frame after it. */
  async heatZoom(path: string, tensor: string): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await shownHeatMap(page, path, tensor);
      return ((await page.evaluate('boxcutterBench.heatZoom()')) as number) / 1000;
    });
  }

  /** Median of the times from one slice of a heat map to the frame with the next one along a dimension. */
  async heatSlide(path: string, tensor: string, dimension: number): Promise<Sample> {
    return this.#pages.use('page', async (page) => {
      await openFile(page, path);
      const slice = dimension === 0 ? '[0,:,:]' : '[:,:,0]';
      await page.evaluate(
        (hash) => {
          window.location.hash = hash;
        },
        `#/tensors/${tensor}?view=heat-map&slice=${encodeURIComponent(slice)}`,
      );
      await page.locator('canvas').waitFor({ timeout: TIMEOUT });
      await page.waitForTimeout(REST);
      return ((await page.evaluate(`boxcutterBench.heatSlide('dimension ${dimension}: next')`)) as number) / 1000;
    });
  }
}

/** Opens a tensor and shows it as a heat map. Milliseconds from the choice of the view to its first frame. */
async function shownHeatMap(page: Page, path: string, tensor: string): Promise<number> {
  await openFile(page, path);
  await go(page, `#/tensors/${tensor}`, '[role=grid] [data-value]');
  await page.waitForTimeout(REST);
  return (await page.evaluate('boxcutterBench.heatMap()')) as number;
}
