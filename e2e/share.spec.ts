import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { ROOT } from '../scripts/serve.mjs';
import { entriesOf, openAbout } from './edit-support.ts';
import { type Host, type Hosted, startHost } from './share-host.ts';
import { axe, expect, newContext, openFile, SAMPLE, settled, show, test } from './support.ts';

const bytes = readFileSync(SAMPLE);
/** What links say of the sample. */
const HASH = hashOf(bytes);

async function hashOf(carton: Buffer): Promise<string> {
  const manifest = (await entriesOf(carton)).get('MANIFEST')?.data as Buffer;
  return `hash=${createHash('sha256').update(manifest).digest('hex')}`;
}

const GOOD: Hosted = { bytes, cors: true, exposed: true, ranges: true };

let host: Host;
let base: Host;
test.beforeAll(async () => {
  host = await startHost({
    '/models/a.carton': GOOD,
    '/hidden.carton': { ...GOOD, exposed: false },
    '/whole.carton': { ...GOOD, ranges: false },
    '/closed.carton': { ...GOOD, cors: false },
    '/other.carton': { ...GOOD, bytes: bytes.subarray(0, 100) },
    '/slow.carton': GOOD,
  });
  base = await startHost({}, { folder: ROOT, at: '/some/path/' });
});
test.afterAll(async () => {
  await host.close();
  await base.close();
});

// The ports are known only at run time. Requests to the network still fail the test.
test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

const DIALOG = '[role="dialog"]';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' });
const link = (page: Page) => dialog(page).getByRole('textbox', { name: 'Link' });
const found = (page: Page) => dialog(page).getByRole('status', { name: 'Host' });

async function open(page: Page, path: string, place = ''): Promise<void> {
  await page.goto(`/?url=${encodeURIComponent(host.origin + path)}${place}`);
  await settled(page);
}

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(dialog(page)).toBeVisible();
}

async function narrowOrWide(page: Page, locator: Locator): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(locator).toBeVisible();
    await axe(page, DIALOG);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
}

/** Places of each kind. e2e/layout-shift.spec.ts opens every tab by its address. */
const PLACES: readonly [place: string, chosen: (page: Page) => Locator][] = [
  ['#/schema', (page) => page.getByRole('table', { name: 'Inputs' })],
  ['#/tensors/TENSOR', (page) => page.getByRole('grid', { name: /^Values of / })],
  ['#/files/carton.toml?line=3', (page) => page.locator('[data-path="carton.toml"][aria-selected="true"]')],
];

test('a shared link opens the same tab, file and tensor in a fresh profile, and after a reload', async ({
  page,
  browser,
}) => {
  test.slow();
  await open(page, '/models/a.carton', '#/tensors');
  const tensor = await page.locator('[data-name]').first().getAttribute('data-name');
  const fresh = await newContext(browser);
  const other = await fresh.newPage();
  for (const [place, chosen] of PLACES) {
    const fragment = place.replace('TENSOR', encodeURIComponent(tensor ?? ''));
    await show(page, fragment);
    await expect(chosen(page)).toBeVisible();
    await share(page);
    const shared = await link(page).inputValue();
    const address = `/?url=${host.origin}/models/a.carton&${await HASH}${fragment}`;
    expect(shared).toBe(`http://localhost:${new URL(page.url()).port}${address}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Share' })).toBeFocused();
    await other.goto('about:blank');
    await other.goto(shared);
    await settled(other);
    await expect(chosen(other), place).toBeVisible();
  }
  // A reload opens the address that is there, as above: once is enough.
  await other.goto(await page.evaluate(() => location.href.replace(/#.*/, '#/files/carton.toml?line=3')));
  await settled(other);
  await other.reload();
  await settled(other);
  await expect(other.locator('[data-path="carton.toml"][aria-selected="true"]')).toBeVisible();
  // Back goes through the same places.
  for (const [, chosen] of PLACES.toReversed()) {
    await expect(chosen(page)).toBeVisible();
    await page.goBack();
  }
  await fresh.close();
});

test('the link can lead to the package alone, and is copied; the package is saved to the chosen file', {
  tag: '@whole-browser',
}, async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true }),
    });
  });
  await test.step('the link can lead to the package alone, and is copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, '/models/a.carton', '#/files/carton.toml');
    await share(page);
    await expect(link(page)).toBeFocused();
    await dialog(page).getByRole('checkbox', { name: 'Open at Files › carton.toml' }).uncheck();
    await expect(link(page)).not.toHaveValue(/#/);
    await dialog(page).getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link(page).inputValue());
    await dialog(page).getByRole('button', { name: 'Copy HTML' }).click();
    const html = await page.evaluate(() => navigator.clipboard.readText());
    expect(html).toMatch(/^<iframe\s[^<>]*allow="clipboard-write"[^<>]*><\/iframe>$/);
    expect(html).toContain(`?embed=1&amp;url=${host.origin}/models/a.carton&amp;${await HASH}"`);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });
  await test.step('Download carton writes to the file that was chosen', async () => {
    await openAbout(page);
    await page.getByRole('button', { name: 'Download carton' }).click();
    await expect(page.getByRole('status', { name: 'Download', exact: true })).toHaveText('Downloaded');
    const saved = await page.evaluate(async () => {
      const file = await (await (await navigator.storage.getDirectory()).getFileHandle('a.carton')).getFile();
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))];
    });
    const { createHash } = await import('node:crypto');
    expect(Buffer.from(saved).equals(createHash('sha256').update(bytes).digest())).toBe(true);
  });
});

test('what the host lets others do is asked with one byte, and every byte is saved, or not', async ({ page }) => {
  // As in browsers without a dialog for saving.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker');
  });
  await test.step('what the host lets others do is asked with one byte, and said', async () => {
    await open(page, '/models/a.carton');
    const before = host.asked.length;
    await share(page);
    await expect(found(page)).toContainText('lets this page read it (CORS)');
    await expect(found(page)).toContainText('Read parts of it');
    await expect(found(page)).not.toContainText('hidden');
    await expect(dialog(page)).toContainText(/The file is on 127\.0\.0\.1:\d+, which others cannot reach/);
    expect(host.asked.slice(before)).toEqual(['GET /models/a.carton bytes=0-0']);
    await narrowOrWide(page, found(page));
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });
  await test.step('Download carton saves every byte among the downloads, by the keyboard', async () => {
    await page.getByRole('button', { name: 'Share' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Download carton' })).toBeFocused();
    const waiting = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await waiting;
    expect(download.suggestedFilename()).toBe('a.carton');
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true);
    await expect(page.getByRole('status', { name: 'Download', exact: true })).toHaveText('Downloaded');
    await axe(page);
  });
  await test.step('Download carton says how far it is, and can be canceled', async () => {
    const big = Buffer.concat([Buffer.alloc(6 * 1024 * 1024), bytes]);
    const file: Hosted = { ...GOOD, bytes: big };
    const slow = await startHost({ '/big.carton': file });
    await page.goto(`/?url=${slow.origin}/big.carton`);
    await settled(page);
    // The first answers are late enough to tell a rate, and the others do not come.
    file.delay = 700;
    file.silentFrom = 4 * 1024 * 1024;
    await page.getByRole('button', { name: 'Download carton' }).click();
    const bar = page.getByRole('progressbar', { name: 'Downloading' });
    await expect(bar).toBeVisible();
    await expect(page.getByText(/MB of .* MB · .*\/s · .* left/)).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(bar).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Download carton' })).toBeEnabled();
    // Nothing of the download is kept.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const root = await navigator.storage.getDirectory();
          const folder = await root.getDirectoryHandle('downloads', { create: true });
          const names: string[] = [];
          for await (const name of (folder as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
          return names;
        }),
      )
      .toEqual([]);
    await slow.close();
  });
});

test('hosts that hide their headers or send no parts are told apart, and the sample has a short address', async ({
  page,
}) => {
  await test.step('a host that hides its headers, and one that sends no parts, are told apart', async () => {
    await open(page, '/hidden.carton');
    await share(page);
    await expect(found(page)).toContainText('The host does not send Content-Range, or hides it');
    await expect(found(page)).toContainText('The host does not send ETag, or hides it');
    await expect(found(page)).toContainText('Access-Control-Expose-Headers: Content-Range, ETag');
    await open(page, '/whole.carton');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await share(page);
    await expect(found(page)).toContainText(/No range requests.*has to download the whole file/);
    await axe(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  });
  await test.step('the sample is shared by its short address', async () => {
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Open sample' }).click();
    await expect(page).toHaveURL(/\?url=sample-wasm\.carton$/);
    await settled(page);
    await share(page);
    await expect(link(page)).toHaveValue(/\/\?url=sample-wasm\.carton&hash=[0-9a-f]{64}$/);
    await expect(found(page)).toContainText('is next to this page');
  });
});

test.describe('what is on this computer', () => {
  test.use({ allowedConsole: [/CORS policy|Failed to load resource/] });

  test('has nothing to download, and no link until it is hosted; then its address is checked', async ({ page }) => {
    test.slow();
    await page.goto('/');
    await openFile(page, SAMPLE);
    await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download carton' })).toHaveCount(0);
    const before = host.asked.length;
    await share(page);
    await expect(dialog(page)).toContainText('This file is only on your computer');
    await expect(link(page)).toHaveCount(0);
    await dialog(page).getByText('Amazon S3').click();
    await expect(dialog(page).getByRole('group', { name: /^Setting for Amazon/ })).toContainText('AllowedOrigins');
    await dialog(page).getByText('GitHub releases').click();
    await expect(dialog(page)).toContainText('nobody can change that');
    await narrowOrWide(page, dialog(page));
    expect(host.asked.length).toBe(before);

    const field = dialog(page).getByRole('textbox', { name: 'Its URL, once it is there' });
    await field.fill(`${host.origin}/closed.carton`);
    await field.press('Enter');
    await expect(found(page)).toContainText('add_header Access-Control-Allow-Origin');
    await expect(link(page)).toHaveCount(0);
    await axe(page, DIALOG);
    await field.fill(`${host.origin}/other.carton`);
    await field.press('Enter');
    await expect(found(page)).toContainText('Not the same file');
    await axe(page, DIALOG);
    await field.fill(`${host.origin}/models/a.carton`);
    await field.press('Enter');
    await expect(found(page)).toContainText('Read parts of it');
    await expect(found(page)).not.toContainText('Not the same file');
    const shared = await link(page).inputValue();
    await page.goto(shared);
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  });
});

test('a build works under any path of a host that sends no headers', async ({ page }) => {
  await page.goto(`${base.origin}/some/path/`);
  await page.getByRole('button', { name: 'Open sample' }).click();
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  expect(page.url()).toBe(`${base.origin}/some/path/?url=sample-wasm.carton`);
  for (const name of ['Schema', 'Tensors', 'Files', 'Problems']) {
    await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  }
  await share(page);
  const shared = await link(page).inputValue();
  const hash = await hashOf(readFileSync(SAMPLE.replace('sample.carton', 'sample-wasm.carton')));
  expect(shared).toBe(`${base.origin}/some/path/?url=sample-wasm.carton&${hash}#/problems`);
  await page.goto(shared.replace('problems', 'files/carton.toml'));
  await page.reload();
  await settled(page);
  await expect(page.locator('[data-path="carton.toml"][aria-selected="true"]')).toBeVisible();
  for (const asked of base.asked) expect(asked).toMatch(/^(GET|HEAD) \/some\/path\//);
});
