import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
