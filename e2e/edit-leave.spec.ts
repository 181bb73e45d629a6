import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { button, change, changes, dialog, edit, field, tab, withoutPicker } from './edit-support.ts';
import { fileOf, RemoteServer, type Switches } from './remote-server.ts';
import { axe, test as base, expect, openFile, settled } from './support.ts';

const SAMPLE = fileURLToPath(new URL('../public/sample.carton', import.meta.url));

const test = base.extend<object, { remote: RemoteServer }>({
  remote: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = new RemoteServer();
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  allowedOrigins: async ({ remote }, use) => use([remote.origin]),
});

async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  await change(page, 'Model name', 'Another');
  await expect(changes(page)).toHaveText('1 change');
}

test('another file is opened only once the user agrees', async ({ page }) => {
  await begin(page);
  const other = { name: 'other.carton', mimeType: 'application/zip', buffer: readFileSync(SAMPLE) };
  await page.getByTestId('open-file').setInputFiles(other);
  const asking = dialog(page, 'Leave your changes?');
  await expect(asking).toContainText('sample.carton');
  await expect(asking).toContainText('kept in this browser');
  await expect(button(page, 'Stay')).toBeFocused();
  await axe(page);
  await button(page, 'Stay').click();
  await expect(page.locator('h1')).toHaveText('Another');
  await expect(field(page, 'Model name')).toHaveValue('Another');
  await page.getByTestId('open-file').setInputFiles(other);
  await button(page, 'Open the other').click();
  await expect(page.getByText('other.carton')).toBeVisible();
  // It has the same model hash, and so the draft is offered.
  await expect(page.getByRole('region', { name: 'Kept draft' })).toBeVisible();
  await button(page, 'Discard').click();
  await expect(page.getByRole('region', { name: 'Kept draft' })).toHaveCount(0);
});

test('a file that cannot be opened leaves the draft as it is', async ({ page }) => {
  await begin(page);
  const broken = { name: 'broken.carton', mimeType: 'application/zip', buffer: Buffer.from('no zip') };
  await page.getByTestId('open-file').setInputFiles(broken);
  await button(page, 'Open the other').click();
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'zip/not-a-zip');
  await expect(changes(page)).toHaveText('1 change');
  await expect(field(page, 'Model name')).toHaveValue('Another');
});

test('back and forward ask too, and the address stays with what is shown', async ({ page }) => {
  await begin(page);
  const here = page.url();
  expect(here).toContain('#/edit');
  await page.goBack();
  // Within the carton, nobody asks.
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(changes(page)).toHaveText('1 change');
  await page.goForward();
  await expect(field(page, 'Model name')).toBeVisible();
  await page.evaluate(() => window.history.go(-2));
  await expect(dialog(page, 'Leave your changes?')).toBeVisible();
  expect(page.url()).toBe(here);
  await button(page, 'Stay').click();
  await expect(field(page, 'Model name')).toHaveValue('Another');
  expect(page.url()).toBe(here);
  await page.goBack();
  await expect(dialog(page, 'Leave your changes?')).toBeVisible();
  await button(page, 'Leave').click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
});

test('closing the page asks, as long as there are changes', async ({ page }) => {
  await begin(page);
  const asked: string[] = [];
  page.on('dialog', (box) => {
    asked.push(box.type());
    void box.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await button(page, 'Undo').click();
  await expect(changes(page)).toHaveText('No changes');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toEqual(['beforeunload']);
});

test.describe('a carton on a host', () => {
  test.use({ allowedConsole: [/Failed to load resource|ERR_/] });

  async function beginRemote(
    page: Page,
    remote: RemoteServer,
    path: string,
    switches: Switches,
    bytes = readFileSync(SAMPLE),
  ): Promise<void> {
    const url = remote.put(path, fileOf(bytes), switches);
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await settled(page);
    await edit(page);
    await change(page, 'Model name', 'From afar');
  }

  test('is edited as a copy, and saved whole', async ({ page, remote }) => {
    await withoutPicker(page);
    await beginRemote(page, remote, '/edit.carton', {});
    await expect(page.getByText(/You are editing a copy. Nothing on .* changes/)).toBeVisible();
    await button(page, 'Save carton').click();
    await expect(dialog(page, 'Save carton')).toContainText('You are editing a copy');
    await axe(page);
    const asked = page.waitForEvent('download');
    await button(page, 'Save when checked').click();
    const download = await asked;
    expect(download.suggestedFilename()).toBe('edit-edited.carton');
    await download.path();
    await expect(dialog(page, 'Saved')).toContainText('It is the open carton now.');
    await button(page, 'Done').click();
    await expect(page.locator('h1')).toHaveText('From afar');
    // It is local now: nothing in the address says otherwise.
    expect(new URL(page.url()).search).toBe('');
    await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
  });

  test('whose host goes away midway is not saved, and its draft is kept', async ({ page, remote }, info) => {
    test.slow();
    await withoutPicker(page);
    const switches: Switches = {};
    // So large that nobody reads all of it unasked.
    const path = info.outputPath('gone.carton');
    writeCarton(path, [], '', { 'misc/large.bin': new Uint8Array(70 * 1024 * 1024) });
    await beginRemote(page, remote, '/gone.carton', switches, readFileSync(path));
    await button(page, 'Save carton').click();
    await expect(dialog(page, 'Save carton')).toContainText('Checking downloads 73 MB first');
    await axe(page);
    switches.status = { code: 503 };
    await button(page, "Save with MANIFEST's hashes").click();
    const saving = dialog(page, 'Save carton');
    await expect(saving.locator('[data-code^="source/"]')).toBeVisible({ timeout: 45_000 });
    await expect(saving).toContainText('Nothing was saved. Your changes are kept here.');
    delete switches.status;
    const asked = page.waitForEvent('download');
    await button(page, "Save with MANIFEST's hashes").click();
    await asked;
    await expect(dialog(page, 'Saved')).toBeVisible();
  });
});
