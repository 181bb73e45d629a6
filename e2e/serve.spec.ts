import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../scripts/serve/server.ts';
import { axe, expect, row, SAMPLE, settled, tab, test } from './support.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

test.use({ allowedOrigins: [/^http:\/\/(?:localhost|\[::1\]):\d+$/] });

test('a served folder lists its packages, and opens them by ranges', async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxcutter-served-'));
  mkdirSync(join(folder, 'my models'));
  copyFileSync(SAMPLE, join(folder, 'my models', 'ü #1%20<b>.carton'));
  copyFileSync(SAMPLE, join(folder, 'shapes.carton'));
  writeFileSync(join(folder, 'notes.txt'), 'hello');
  const { signal } = new AbortController();
  const served = await serveFolder({ folder, page: DIST, port: 0, strict: true, signal });
  let ranges = 0;
  const stray: string[] = [];
  const { port } = new URL(served.address);
  context.on('response', (response) => {
    const url = new URL(response.url());
    if (url.port !== port) return;
    if (response.status() === 206 && url.pathname.endsWith('.carton')) ranges++;
    if (response.status() >= 400) stray.push(`${response.status()}: ${url.href}`);
  });
  const name = page.getByRole('heading', { level: 1, name: 'Circles, squares and triangles' });
  try {
    await test.step('the list has no script, and fits', async () => {
      await page.goto(served.address);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('boxcutter-served-');
      expect(await page.locator('script').count()).toBe(0);
      await axe(page);
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await test.step('a package opens by ranges, under a name that means much in URLs and HTML', async () => {
      await page.getByRole('link', { name: 'ü #1%20<b>.carton' }).click();
      await expect(name).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(ranges).toBeGreaterThan(0);
      await tab(page, 'Files').click();
      await expect(row(page, 'model/main.py')).toBeVisible();
      await settled(page);
    });
    await test.step('all packages are a shelf', async () => {
      await page.goto(served.address);
      await page.getByRole('link', { name: 'See all at a glance' }).click();
      await expect(page.getByText('my models/ü #1%20<b>.carton').first()).toBeVisible();
      await expect(page.getByText('shapes.carton', { exact: true }).first()).toBeVisible();
      // Both were read, too.
      await expect(page.getByRole('button', { name: /^Circles, squares and triangles/ })).toHaveCount(2);
    });
    await test.step('other files open, too, and also as ::1', async () => {
      await page.goto(served.address.replace('localhost', '[::1]'));
      await page.getByText('1 other file').click();
      await page.getByRole('link', { name: 'notes.txt' }).click();
      await expect(page.getByText('notes.txt').first()).toBeVisible();
    });
    expect(stray).toEqual([]);
  } finally {
    await served.close();
    rmSync(folder, { recursive: true });
  }
});

/** Says that it ran by a request. */
const RUN = (by: string) => `globalThis.fetch?.('/ran-${by}'); if (globalThis.Image) new Image().src = '/ran-${by}';`;

const HOSTILE: Readonly<Record<string, string | Buffer>> = {
  'page.html': `<!doctype html><script>${RUN('html')}</script><img src="x" onerror="${RUN('attribute').replaceAll('"', "'")}">`,
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${RUN('svg')}</script></svg>`,
  'page.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><script>${RUN('xhtml')}</script></html>`,
  'code.js': `${RUN('js')} if (!globalThis.document) postMessage('');`,
  'style.css': 'body { background: url(/ran-css) }',
  'pixel.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** What a page tries with files of a folder. Gives what has worked. */
async function tryFiles(base: string): Promise<string[]> {
  const worked: string[] = [];
  const loads = (element: HTMLElement) =>
    new Promise<void>((done, failed) => {
      element.onload = () => done();
      element.onerror = () => failed();
      document.body.append(element);
    });
  const attempts: Record<string, () => Promise<unknown>> = {
    script: () => loads(Object.assign(document.createElement('script'), { src: `${base}code.js` })),
    module: () => import(`${base}code.js`),
    style: () => loads(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${base}style.css` })),
    drawing: () => loads(Object.assign(document.createElement('img'), { src: `${base}drawing.svg` })),
    worker: () =>
      new Promise((done, failed) => {
        const worker = new Worker(`${base}code.js`);
        worker.onerror = failed;
        worker.onmessage = done;
      }),
    service: async () => navigator.serviceWorker.register(`${base}code.js`),
  };
  const isOther = !base.startsWith(`${location.origin}/`);
  if (isOther) {
    attempts.read = () => fetch(`${base}code.js`);
    attempts.blind = () => fetch(`${base}code.js`, { mode: 'no-cors' });
    attempts.picture = () => loads(Object.assign(document.createElement('img'), { src: `${base}pixel.png` }));
  }
  for (const [name, attempt] of Object.entries(attempts))
    await attempt().then(
      () => worked.push(name),
      () => {},
    );
  for (const name of ['page.html', 'page.xhtml', 'drawing.svg']) {
    const frame = Object.assign(document.createElement('iframe'), { src: `${base}${name}` });
    const embedded = Object.assign(document.createElement('object'), { data: `${base}${name}` });
    document.body.append(frame, embedded);
  }
  return worked;
}

test.describe('files of a served folder that would be pages', () => {
  test.use({ allowedConsole: [/./] });

  test('run nowhere, and no other site gets their bytes', async ({ page, context }) => {
    const folder = mkdtempSync(join(tmpdir(), 'boxcutter-hostile-'));
    for (const [name, content] of Object.entries(HOSTILE)) writeFileSync(join(folder, name), content);
    const { signal } = new AbortController();
    const served = await serveFolder({ folder, page: DIST, port: 0, strict: true, signal });
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<!doctype html>'));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const ran: string[] = [];
    context.on('request', (request) => {
      if (request.url().includes('/ran-')) ran.push(request.url());
    });
    const base = `${served.address}files/`;
    try {
      for (const name of Object.keys(HOSTILE)) {
        const download = page.waitForEvent('download');
        await page.goto(base + name).catch(() => {});
        expect((await download).suggestedFilename()).toBe(name);
      }
      // A page of the same origin that has no policy, and one that knows the address although no other site does.
      for (const from of [`${served.address}nothing`, `http://localhost:${(other.address() as AddressInfo).port}/`]) {
        await page.goto(from);
        expect(await page.evaluate(tryFiles, base), from).toEqual([]);
        // The frames have had their time once another page was loaded after them.
        await page.goto(served.address);
      }
      expect(ran).toEqual([]);
    } finally {
      await served.close();
      other.closeAllConnections();
      other.close();
      rmSync(folder, { recursive: true });
    }
  });
});
