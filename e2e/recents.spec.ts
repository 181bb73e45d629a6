import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { button } from './edit-support.ts';
import { axe, dropFiles, expect, openFile, SAMPLE, settled, tab, test } from './support.ts';

const recent = (page: Page) => page.getByRole('region', { name: 'Recent', exact: true });
const rows = (page: Page) => recent(page).getByRole('listitem');
const remember = (page: Page) => recent(page).getByRole('switch', { name: 'Remember what I open' });

/** The empty page, once it shows what is kept. */
async function home(page: Page): Promise<void> {
  await page.goto('/');
  await expect(remember(page)).toBeVisible();
}

test('what was opened by its address is listed at home, never a signed one nor one in a frame', async ({ page }) => {
  await page.goto('/?embed=1&url=sample.carton');
  await settled(page);
  await tab(page, 'Files').click();
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
    'boxcutter-recents',
  );
  await page.goto(`/?url=${encodeURIComponent('sample.carton?X-Amz-Signature=1')}`);
  await settled(page);
  await home(page);
  // e2e/shell.spec.ts looks at this page with axe.
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'URL' }).fill('sample.carton?Signature=1');
  await page.keyboard.press('Enter');
  await settled(page);
  await page.goBack();
  await expect(remember(page)).toBeVisible();
  await button(page, 'Open sample').click();
  await settled(page);
  const title = await page.title();
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveText(/^localhost:\d+ › sample-wasm\.carton.+just now$/);
  await axe(page);

  // By keyboard alone.
  await page
    .getByRole('button', { name: 'Open URL' })
    .or(page.getByRole('textbox', { name: 'URL' }))
    .first()
    .focus();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Clear all')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await settled(page);
  await expect(page).toHaveTitle(title);
  await expect(page).toHaveURL(/\?url=sample-wasm\.carton$/);

  await home(page);
  await expect(rows(page)).toHaveCount(1);
  await recent(page)
    .getByRole('button', { name: /^Remove from Recent/ })
    .press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(remember(page)).toBeFocused();
});

test('a file that was chosen is chosen again; a switch forgets all and keeps nothing more', {
  tag: '@whole-browser',
}, async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  for (const round of [1, 2]) {
    await page.goBack();
    await expect(rows(page), `round ${round}`).toHaveCount(1);
    await expect(rows(page)).toContainText('This computer › sample.carton');
    const chooser = page.waitForEvent('filechooser');
    await rows(page)
      .getByRole('button', { name: /choose it again$/ })
      .click();
    await (await chooser).setFiles(SAMPLE);
    await settled(page);
  }
  await page.goBack();
  await remember(page).press('Space');
  await expect(rows(page)).toHaveCount(0);
  await openFile(page, SAMPLE);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await home(page);
  await expect(remember(page)).not.toBeChecked();
  await expect(rows(page)).toHaveCount(0);
  await axe(page, 'section:has([type="checkbox"])');
});

test('a file that the system gave is opened again after a reload, once people allow it', {
  tag: '@whole-browser',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const setConsumer = (consumer: unknown) => Object.assign(window, { launch: consumer });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    // As of a file on the disk.
    const asked: string[] = [];
    Object.assign(window, { asked });
    Object.assign(FileSystemHandle.prototype, {
      queryPermission: async () => 'prompt',
      async requestPermission(this: FileSystemHandle, { mode }: { mode: string }) {
        asked.push(`${mode} ${this.name}`);
        return 'granted';
      },
    });
  });
  await page.goto('/');
  await page.evaluate(async (base64) => {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('given.carton', { create: true });
    const file = await handle.createWritable();
    await file.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    await file.close();
    const given = window as unknown as { launch(launch: { files: FileSystemFileHandle[] }): void };
    given.launch({ files: [handle] });
  }, readFileSync(SAMPLE).toString('base64'));
  await settled(page);
  const title = await page.title();
  // A step within the package belongs to it.
  await tab(page, 'Files').click();
  await expect.poll(() => page.evaluate(() => window.history.state.recent)).toBeTruthy();
  await page.reload();
  const reopen = page.getByRole('status').getByRole('button', { name: 'Reopen given.carton' });
  await expect(reopen).toBeVisible();
  await axe(page);
  await reopen.click();
  await settled(page);
  await expect(page).toHaveTitle(title);
  await expect(tab(page, 'Files')).toHaveAttribute('aria-selected', 'true');
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual(['read given.carton']);

  await home(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).not.toContainText('choose it again');
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('given.carton'));
  await rows(page)
    .getByRole('button', { name: /given\.carton/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/read-failed');
  await axe(page, '[role="alert"]');
});

test('a file that was chosen or dropped is offered after a reload with one press', { tag: '@whole-browser' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    // The dialog of the browser, and what it says of a dropped file: both give a file on the disk.
    const file = async () => (await navigator.storage.getDirectory()).getFileHandle('picked.carton');
    Object.assign(window, { showOpenFilePicker: async () => [await file()] });
    Object.assign(DataTransferItem.prototype, { getAsFileSystemHandle: file });
  });
  await page.goto('/');
  await page.evaluate(async (base64) => {
    const root = await navigator.storage.getDirectory();
    const file = await (await root.getFileHandle('picked.carton', { create: true })).createWritable();
    await file.write(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
    await file.close();
  }, readFileSync(SAMPLE).toString('base64'));
  const drop = () => dropFiles(page, [{ name: 'picked.carton', bytes: readFileSync(SAMPLE) }]);
  for (const open of [() => button(page, 'Open file').click(), drop]) {
    await home(page);
    await open();
    await settled(page);
    await expect.poll(() => page.evaluate(() => window.history.state.recent)).toBeTruthy();
    await page.reload();
    await page.getByRole('status').getByRole('button', { name: 'Reopen picked.carton' }).click();
    await settled(page);
    await expect(page.locator('h1')).toBeVisible();
    await home(page);
    await button(page, 'Clear all').click();
  }
});

test('a file that cannot be opened by itself after a reload is one press from being chosen', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await settled(page);
  await page.reload();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('status').getByRole('button', { name: 'Open it again' }).click();
  await (await chooser).setFiles(SAMPLE);
  await settled(page);
  await expect(page.getByRole('status', { name: 'Integrity' })).toBeVisible();
});

test('a dialog that is canceled opens nothing, and one that a frame forbids gives way to the input', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const names = ['AbortError', 'SecurityError'];
    Object.assign(window, { showOpenFilePicker: () => Promise.reject(new DOMException('', names.shift())) });
  });
  await page.goto('/');
  await button(page, 'Open file').click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Open file').click();
  await (await chooser).setFiles(SAMPLE);
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
});
