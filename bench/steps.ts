import { statSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Milliseconds for a page to come to rest, so that only the work under test is measured. */
export const REST = 500;

/**
 * A hang becomes an error after so many milliseconds. The slowest row takes a few seconds; on a busy machine, perhaps a
 * minute.
 */
export const TIMEOUT = 120_000;

/** When a mark of `recorder.js` happened, by the clock of the page, in milliseconds. Waits for it. */
export function until(page: Page, mark: string): Promise<number> {
  return page.evaluate(`boxcutterBench.until(${JSON.stringify(mark)})`);
}

/** Opens a file of the disk, and waits for the first frame with the package. */
export async function openFile(page: Page, path: string): Promise<void> {
  await page.getByTestId('open-file').setInputFiles(path);
  await until(page, 'painted');
}

/** Drops a file of the disk through the browser itself. The page gets it as from a desktop. */
export async function dropFile(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 400, data });
  await session.detach();
}

/** What the page says is wrong. */
export async function alertOf(page: Page): Promise<string> {
  return (await page.getByRole('alert').allTextContents()).join(' ') || 'it says nothing';
}

/** Milliseconds from another address to the first frame with an element of it, and with this text in it. */
export async function go(page: Page, hash: string, selector: string, text = ''): Promise<number> {
  return (await page.evaluate(`boxcutterBench.go(...${JSON.stringify([hash, selector, text])})`)) as number;
}

/** Milliseconds from the address of the Tensors tab to the first frame with a row of a tensor. */
export function showTensors(page: Page): Promise<number> {
  return go(page, '#/tensors', 'tr[data-name]');
}

/** Opens a carton, and the file of it, on the Files tab. */
export async function openedFiles(page: Page, path: string, inside: string): Promise<void> {
  // Browsers other than Chromium have no dialog for saving. They download instead.
  await page.evaluate('delete window.showSaveFilePicker');
  await openFile(page, path);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/files/${inside}`);
  await page.getByRole('button', { name: 'Add', exact: true }).waitFor({ timeout: TIMEOUT });
}

/**
 * Saves what was edited. Gives when the button was clicked, and when the page said that the new carton was ready, or
 * all of it was downloaded. `path`: a file that the new one is not much smaller than.
 */
export async function savedFrom(
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
