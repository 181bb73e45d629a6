import { readFileSync } from 'node:fs';
import { embedSnippet, shareLink } from '../src/app/sharing/share-link.ts';
import { change, edit, keptTexts } from './edit-support.ts';
import { type Host, startHost } from './share-host.ts';
import { axe, expect, SAMPLE, test } from './support.ts';

const bytes = readFileSync(SAMPLE);

test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

let host: Host;
test.beforeEach(async ({ baseURL }) => {
  const files: Parameters<typeof startHost>[0] = {
    '/a.carton': { bytes, cors: true, exposed: true, ranges: true },
  };
  host = await startHost(files);
  const src = shareLink(baseURL ?? '', {
    url: `${host.origin}/a.carton`,
    place: { tab: 'files', item: 'carton.toml' },
    embed: true,
  });
  const page = (frame: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A blog</title>
    <link rel="icon" href="data:,"></head><body><main><h1>A blog</h1>${frame}</main></body></html>`;
  const snippet = embedSnippet(src, 'The “model” <b>');
  files['/blog'] = { bytes: page(snippet), type: 'text/html; charset=utf-8' };
  files['/strict'] = { bytes: page(snippet.replace('allow="clipboard-write"', '')), type: 'text/html; charset=utf-8' };
});
test.afterEach(() => host.close());

test('the snippet shows the package on another site, without the shell, at the place that was shared', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: host.origin });
  // The reader's own changes are nothing for another site to show.
  await page.goto(`/?url=${host.origin}/a.carton`);
  await edit(page);
  await change(page, 'Model name', 'Mine');
  await expect.poll(async () => (await keptTexts(page)).join()).toContain('Mine');
  page.once('dialog', (asked) => void asked.accept());
  await page.goto(`${host.origin}/blog`);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('html')).toHaveAttribute('data-state', 'ready', { timeout: 30_000 });
  await expect(frame.locator('h1')).toBeVisible();
  await expect(frame.getByRole('banner')).toHaveCount(0);
  await expect(frame.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await expect(frame.getByRole('tab', { name: 'Problems' })).toBeVisible();
  await expect(frame.getByRole('tab', { name: 'Edit' })).toHaveCount(0);
  await expect(frame.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await expect(frame.getByRole('region', { name: 'Kept draft' })).toHaveCount(0);
  await expect(frame.locator('[data-path="carton.toml"][aria-selected="true"]')).toBeVisible();
  await axe(page);

  // The copy buttons write to the clipboard.
  await frame.locator('h1').getByRole('button').click();
  const copy = frame.getByRole('button', { name: /^Copy model hash/ });
  await copy.click();
  await expect(copy).toHaveAccessibleName('Copy model hash: Copied');
  const hash = await frame.getByTestId('model-hash').textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hash);

  // The link to the full page follows the view.
  await frame.getByRole('tab', { name: /^Schema/ }).click();
  const opening = context.waitForEvent('page');
  await frame.getByRole('link', { name: 'Open in Boxcutter' }).click();
  const outside = await opening;
  await expect(outside.locator('html')).toHaveAttribute('data-state', 'ready', { timeout: 30_000 });
  expect(outside.url().replace(/&hash=[0-9a-f]{64}/, '')).toBe(`${baseURL}/?url=${host.origin}/a.carton#/schema`);
  await expect(outside.getByRole('banner')).toBeVisible();
  await expect(outside.getByRole('tab', { name: /^Schema/ })).toHaveAttribute('aria-selected', 'true');

  // The width of a narrow column in a blog.
  await page.setViewportSize({ width: 390, height: 844 });
  await axe(page);
});

test.describe('without the permission', () => {
  // A message of the browser itself.
  test.use({ allowedConsole: [/Permissions policy violation: The Clipboard API/] });

  test('a frame says that copying was refused', async ({ page }) => {
    await page.goto(`${host.origin}/strict`);
    const frame = page.frameLocator('iframe');
    await frame.locator('h1').getByRole('button').click();
    const copy = frame.getByRole('button', { name: /^Copy model hash/ });
    await copy.click();
    await expect(copy).toHaveAccessibleName('Copy model hash: The browser did not allow copying');
  });
});
