import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axe, expect, openFile, SAMPLE, test } from './support.ts';

/** Writes entries into a store of the page, as a fault or somebody else may have left them. */
function leave(page: Page, database: string, store: string, entries: [string, unknown][]): Promise<void> {
  return page.evaluate(
    async ([name, table, list]) => {
      const request = indexedDB.open(name);
      request.onupgradeneeded = () => request.result.createObjectStore(table);
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      const work = request.result.transaction(table, 'readwrite');
      // What comes from the test has no maps.
      const stored = (_: string, value: unknown) =>
        Array.isArray(value) && value[0] === 'map' ? new Map(value.slice(1) as [string, unknown][]) : value;
      for (const [key, value] of list) {
        work.objectStore(table).put(JSON.parse(JSON.stringify(value), stored), key);
      }
      await new Promise((resolve) => {
        work.oncomplete = resolve;
      });
      request.result.close();
    },
    [database, store, entries] as const,
  );
}

const DRAFT = {
  id: 'right',
  name: 'kept.carton',
  firstTexts: ['map', ['carton.toml', 'old']],
  texts: ['map', ['carton.toml', 'my words']],
  files: [],
  renew: false,
  at: Date.UTC(2026, 5, 1),
};

async function poison(page: Page): Promise<void> {
  const recent = { kind: 'folder', name: 'kept folder', at: Date.UTC(2026, 5, 1) };
  const list = [
    { ...recent, id: 'bad', at: 8.64e15 + 1 },
    { ...recent, id: 'good' },
    { ...recent, id: 'good' },
  ];
  await leave(page, 'boxcutter-recents', 'recents', [['recents', { isOn: {}, list }]]);
  await leave(page, 'boxcutter-drafts', 'drafts', [
    ['right', { ...DRAFT, at: await page.evaluate(() => Date.now()) }],
    ['wrong', { ...DRAFT, id: 'wrong', name: 'wrong.carton', at: 1e300, files: [{ kind: 'put', path: { a: 1 } }] }],
  ]);
  await leave(page, 'boxcutter-draft-files', 'files', [['right x', ['map', ['a', 1]]]]);
  await page.evaluate(() => {
    localStorage.setItem('boxcutter-single-keys', '{"toString":1}');
    localStorage.setItem('mantine-color-scheme-value', '__proto__');
  });
}

const drafts = (page: Page) => page.getByRole('region', { name: 'Kept drafts', exact: true });
const recovery = (page: Page) => page.getByRole('main').filter({ has: page.getByRole('heading', { level: 1 }) });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function downloaded(page: Page, name: string | RegExp): Promise<string> {
  const download = page.waitForEvent('download');
  await press(page, name);
  return readFileSync(await (await download).path(), 'utf8');
}

test('what is wrong among what the browser keeps harms nothing else', async ({ page }) => {
  await page.goto('/');
  await poison(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Recent', exact: true }).getByRole('listitem')).toHaveCount(1);
  await expect(drafts(page)).toContainText('2 drafts are kept');
  await expect(page.getByRole('button', { name: 'Choose the file again: kept.carton' })).toBeVisible();
  await expect(drafts(page)).toContainText('This draft cannot be read');
  await axe(page);
  expect(await downloaded(page, 'Download as JSON: wrong.carton')).toContain('"my words"');
  await press(page, 'Discard: wrong.carton');
  await press(page, 'Discard it');
  await expect(drafts(page)).toContainText('1 draft is kept');
  await openFile(page, SAMPLE);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
});

test.describe('a start that fails', () => {
  test.use({ allowedConsole: [/broken by the test|ERR_FAILED/] });

  test('offers to forget what is kept, with the drafts downloadable before', async ({ page }) => {
    await page.goto('/');
    await poison(page);
    // The page reads the setting when it draws its keys; it fails only as long as something is kept.
    await page.addInitScript(() => {
      if (localStorage.getItem('boxcutter-single-keys') === null) return;
      Object.defineProperty(window, 'matchMedia', {
        value() {
          throw new Error('broken by the test');
        },
      });
    });
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boxcutter could not start');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(recovery(page)).toContainText('Error: broken by the test');
    await expect(recovery(page)).toContainText('2 drafts are kept');
    await axe(page);
    const kept = JSON.parse(await downloaded(page, 'Download 2 drafts'));
    expect(kept.drafts.map(({ key }: { key: string }) => key)).toEqual(['right', 'wrong']);
    expect(kept.drafts[0].value.texts).toEqual({ 'carton.toml': 'my words' });
    expect(kept.files).toEqual([{ key: 'right x', value: { a: 1 } }]);

    await press(page, 'Forget what this browser keeps and start again');
    await expect(page.getByRole('status')).toContainText('This deletes 2 drafts for good');
    await expect(page.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Forget what/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, 'Forget all and start again');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('See what is inside a model package');
    await expect(page.getByRole('switch', { name: 'Remember what I open' })).toBeVisible();
    await expect(drafts(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Recent', exact: true }).getByRole('listitem')).toHaveCount(0);
  });

  test('is told of also where the page’s own script cannot be loaded', async ({ page }) => {
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.goto('/');
    await expect(recovery(page)).toContainText('A part of Boxcutter could not be loaded.');
    await page.unrouteAll();
    await press(page, 'Try again');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('See what is inside a model package');
  });
});

test.describe('a part that cannot be loaded', () => {
  test.use({ allowedConsole: [/ERR_FAILED|could not be loaded/] });

  test('says so over the page where a dialog was to be, and is asked for again', async ({ page }) => {
    await page.route(/share-dialog.*\.js$/, (route) => route.abort());
    await page.goto('/');
    await openFile(page, SAMPLE);
    await page.evaluate(() => window.location.assign('#/files'));
    const share = page.getByRole('button', { name: 'Share', exact: true });
    const failed = page.getByRole('dialog', { name: 'Error' });
    await share.click();
    await expect(failed).toContainText('This part of Boxcutter could not be loaded.');
    await expect(failed).toBeInViewport({ ratio: 1 });
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(failed).toHaveCount(0);
    await expect(share).toBeFocused();
    await share.click();
    await expect(failed).toBeVisible();
    await page.unrouteAll();
    await press(page, 'Show it again');
    await expect(page.getByRole('dialog', { name: /Share/ })).toBeVisible();
  });
});
