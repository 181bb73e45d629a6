import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import {
  addAct,
  button,
  change,
  changes,
  edit,
  endReader,
  field,
  keptDrafts,
  keptTexts,
  withoutPicker,
} from './edit-support.ts';
import { expect, openFile, tab, test } from './support.ts';

/**
 * Milliseconds of typing that a crash of the tab may lose: `MAX_UNASKED_MS` and `MAX_UNWRITTEN_MS`, and as much again
 * for a machine that runs four tests at once.
 */
const MOST_LOST_MS = 3000;
const KEY_MS = 60;
/** Milliseconds of typing: had all of it been lost, it would be more than may be. */
const TYPING_MS = MOST_LOST_MS + 500;

const offer = (page: Page) => page.getByRole('region', { name: 'Kept draft', exact: true });

/** Opens a carton, changes a field and adds a file. */
async function begin(page: Page, path: string): Promise<void> {
  writeCarton(path, [], '', { 'misc/a.txt': Buffer.from('a') });
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, path);
  await edit(page);
  await change(page, 'Model name', 'Mine');
  await tab(page, 'Files').click();
  const asked = page.waitForEvent('filechooser');
  await addAct(page, 'Add files');
  await (await asked).setFiles([{ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes') }]);
  await expect.poll(async () => (await keptDrafts(page)).map(({ files }) => files)).toEqual([['misc/notes.md']]);
}

test('a draft with an added file outlives the end of the reader, deleted storage, a full disk, and a crash of the tab', async ({
  page,
  context,
  baseURL,
}, info) => {
  const origin = new URL(baseURL ?? '').origin;
  const path = info.outputPath('lasting.carton');
  const session = await context.newCDPSession(page);
  const isWhole = async () => {
    await expect(changes(page)).toHaveText('2 changes');
    await expect(page.locator('[data-path="misc/notes.md"]')).toHaveAttribute('data-change', 'added');
  };
  await begin(page, path);
  await test.step('the reader ends without a word: the page says it, and the draft is as it was', async () => {
    await endReader(page);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-code', 'internal/worker-died');
    await expect(alert).toContainText('It was restarted, and the file is open again.');
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await isWhole();
    await page.locator('[data-path="misc/notes.md"]').click();
    await expect(page.getByRole('region', { name: 'Chosen file' })).toContainText('Notes');
  });
  await test.step('the browser deletes what is kept: the draft is kept again, with its file', async () => {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    await expect.poll(async () => (await keptDrafts(page)).map(({ files }) => files)).toEqual([['misc/notes.md']]);
    expect((await keptTexts(page)).join()).toContain('Mine');
    await isWhole();
  });
  await test.step('the disk is full: the page says that the draft is not kept, and keeps it once there is space', async () => {
    const unkept = page.getByText(/^Closing or reloading this page loses your changes/);
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      Object.assign(window, { makeSpace: () => Object.assign(IDBObjectStore.prototype, { put }) });
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await edit(page);
    await change(page, 'License', 'MIT');
    await expect(unkept).toContainText('this browser has no space left to keep them');
    await expect(changes(page)).toHaveText('3 changes');
    await page.evaluate(() => (window as unknown as { makeSpace(): void }).makeSpace());
    await change(page, 'License', 'ISC');
    await expect(unkept).toHaveCount(0);
    await expect.poll(async () => (await keptTexts(page)).join()).toContain('ISC');
  });
  await test.step('the tab crashes: little is lost of what somebody types who never pauses, and nothing else', async () => {
    await field(page, 'Short description').focus();
    const typedAt: number[] = [];
    for (const begun = Date.now(); Date.now() - begun < TYPING_MS; await page.waitForTimeout(KEY_MS)) {
      await page.keyboard.type('x');
      typedAt.push(Date.now());
    }
    const crashed = page.waitForEvent('crash');
    const at = Date.now();
    void session.send('Page.crash').catch(() => {});
    await crashed;
    const second = await context.newPage();
    await second.goto('/');
    await openFile(second, path);
    await expect(offer(second)).toBeVisible();
    const kept = /short_description = "(x+)"/.exec((await keptTexts(second)).join())?.[1]?.length ?? 0;
    const lost = at - (typedAt[kept] ?? at);
    info.annotations.push({ type: 'lost', description: `${lost} ms` });
    expect(lost).toBeLessThanOrEqual(MOST_LOST_MS);
    await button(second, 'Restore').click();
    await expect(changes(second)).toHaveText('4 changes');
    await edit(second);
    await expect(field(second, 'Short description')).toHaveValue('x'.repeat(kept));
    await expect(field(second, 'License')).toHaveValue('ISC');
    await tab(second, 'Files').click();
    await expect(second.locator('[data-path="misc/notes.md"]')).toHaveAttribute('data-change', 'added');
  });
});
