import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { MAX_UNASKED_DOWNLOAD } from '../src/base/limits.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { addAct, button, bytesOf, change, changes, edit, entriesOf, field, keptTexts } from './edit-support.ts';
import { fileOf } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { expect, openFile, SAMPLE, settled, tab } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

/** More than is downloaded unasked: that stays in memory. */
const MUCH = new Uint8Array(MAX_UNASKED_DOWNLOAD + 1).map((_, at) => (at * 2654435761) >>> 7);

test('a full disk and deleted storage are told while something is downloaded and read, and what comes next works', async ({
  page,
  context,
  remote,
  baseURL,
}) => {
  const { origin } = new URL(baseURL ?? '');
  const session = await context.newCDPSession(page);
  const zip = buildZip([
    { name: 'notes.txt', data: 'some notes' },
    { name: 'much.bin', data: MUCH },
  ]);
  const url = remote.put('/whole.zip', fileOf(zip), { noRanges: true });
  const alert = page.getByRole('alert');
  const downloadAll = page.getByRole('button', { name: /^Download all/ });
  const readNotes = async () => {
    await tab(page, 'Files').click();
    await page.locator('[data-path="notes.txt"]').click();
  };
  const unkept = page.getByText(/^Closing or reloading this page loses your changes/);
  await test.step('there is no room for a draft: the page says so, and keeps it as soon as there is', async () => {
    // Before the browser is asked for the first time: it remembers for a while how much room there is.
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await page.goto('/');
    await openFile(page, SAMPLE);
    await edit(page);
    await change(page, 'Model name', 'Mine');
    await expect(unkept).toContainText('this browser has no space left to keep them. Save now');
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await change(page, 'Model name', 'Mine again');
    await expect(unkept).toHaveCount(0);
    expect((await keptTexts(page)).join()).toContain('Mine again');
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  });
  await test.step('there is no room for a download: the page says so', async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1024 * 1024 });
    page.once('dialog', (asked) => void asked.accept());
    await page.goto('about:blank');
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await downloadAll.click();
    await expect(alert).toHaveAttribute('data-code', 'source/save-failed');
    await expect(alert).toContainText('no room left for this site');
  });
  await test.step('there is room again: it opens', async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await page.reload();
    await downloadAll.click();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  });
  await test.step('the site’s data is deleted while the download is open: it is opened again by one press', async () => {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'file_systems' });
    await readNotes();
    await expect(alert).toHaveAttribute('data-code', 'source/storage-cleared');
    await expect(alert).toContainText('The copy of “whole.zip” in this browser was deleted while it was open.');
    await alert.getByRole('button', { name: 'Open again' }).click();
    await expect(alert).toHaveCount(0);
    await settled(page);
    await readNotes();
    await expect(page.getByRole('region', { name: 'Chosen file' })).toContainText('some notes');
  });
});

test(
  'a browser that blocks all storage opens, checks, edits and saves, and says that drafts are not kept',
  { tag: '@whole-browser' },
  async ({ baseURL }, info) => {
    const config = info.project.use;
    const profile = info.outputPath('profile');
    mkdirSync(join(profile, 'Default'), { recursive: true });
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked));
    const context = await chromium.launchPersistentContext(profile, { ...config.launchOptions, baseURL });
    try {
      const complaints: string[] = [];
      context.on('console', (message) => {
        if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
      });
      context.on('weberror', (error) => complaints.push(String(error.error())));
      const page = await context.newPage();
      await page.addInitScript(() => {
        Object.assign(window, { showOpenFilePicker: undefined, showSaveFilePicker: undefined });
      });
      await page.goto('/');
      await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError');
      await openFile(page, SAMPLE);
      await expect(page.getByRole('status', { name: 'Integrity' })).toContainText('Matches its MANIFEST');
      await button(page, 'Dark theme').click();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await edit(page);
      await change(page, 'Model name', 'Mine');
      const unkept = page.getByText(/^Closing or reloading this page loses your changes/);
      await expect(unkept).toContainText('this browser keeps nothing for this site');
      await tab(page, 'Files').click();
      const asked = page.waitForEvent('filechooser');
      await addAct(page, 'Add files');
      await (await asked).setFiles([{ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') }]);
      await expect(changes(page)).toHaveText('2 changes');
      await button(page, 'Save carton').click();
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
      const saved = await entriesOf(await bytesOf(await download));
      expect(saved.get('misc/notes.md')?.text).toBe('# Notes');
      await expect(page.getByRole('dialog')).toContainText('Boxcutter opened it again and checked it');
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
      await edit(page);
      await expect(field(page, 'Model name')).toHaveValue('Mine');
      await page.goto('about:blank');
      await page.goto('/');
      await expect(button(page, 'Open file').first()).toBeVisible();
      await expect(page.getByRole('region', { name: 'Kept drafts' })).toHaveCount(0);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  },
);
