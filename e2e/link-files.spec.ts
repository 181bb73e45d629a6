import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { formatCount } from '../src/base/amounts.ts';
import {
  button,
  bytesOf,
  changes,
  DIALOG,
  dialog,
  differing,
  entriesOf,
  fileAct,
  withoutPicker,
} from './edit-support.ts';
import { startHost } from './share-host.ts';
import { axe, expect, openBytes, row, SAMPLE, settled, show, test } from './support.ts';

const PATH = 'model/weights.safetensors';

test.use({
  allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/],
  allowedConsole: [/Failed to load resource/, /blocked by CORS policy/],
});

/** Saves the draft, and opens the result. */
async function save(page: Page): Promise<Buffer> {
  const asked = page.waitForEvent('download');
  await button(page, 'Save carton').click();
  await dialog(page, 'Save carton').getByRole('button', { name: 'Save', exact: true }).click();
  const saved = await bytesOf(await asked);
  await button(page, 'Done').click();
  await settled(page);
  return saved;
}

test('a file becomes a link, is saved, opened, brought in and saved: its first bytes come back', async ({ page }) => {
  const sample = readFileSync(SAMPLE);
  const first = (await entriesOf(sample)).get(PATH)?.data as Buffer;
  const hash = createHash('sha256').update(first).digest('hex');
  const other = Buffer.from(first.map((byte) => byte ^ 1));
  await withoutPicker(page);
  const host = await startHost({
    '/other': { bytes: other, cors: true },
    '/long': { bytes: Buffer.concat([first, Buffer.alloc(1 << 20)]), cors: true },
    '/hidden': { bytes: first },
    '/weights': { bytes: first, cors: true },
  });
  const HOST = host.origin;
  await page.goto('/');
  await openBytes(page, sample);
  await show(page, `#/files/${PATH}`);
  await fileAct(page, 'Make it a link');
  const link = dialog(page, 'Make weights.safetensors a link');
  const submit = link.getByRole('button', { name: 'Make it a link' });
  const url = link.getByRole('textbox', { name: 'URL' });
  await expect(url).toBeFocused();
  await url.fill('http://a.example/weights');
  await url.press('Enter');
  await expect(link).toContainText('must begin with https://');
  for (const [path, why] of [
    ['other', createHash('sha256').update(other).digest('hex')],
    ['long', `more than the ${formatCount(first.length)} bytes`],
    ['hidden', 'does not let this page read the file'],
  ] as const) {
    await url.fill(`${HOST}/${path}`);
    await url.press('Enter');
    await expect(link.getByRole('list', { name: 'URLs' })).toContainText(why);
    await expect(link.getByRole('status', { name: 'Fetching' })).toContainText('Nothing has changed');
    if (path === 'other') {
      await expect(link).toContainText(hash);
      await axe(page, DIALOG);
    }
  }
  await expect(changes(page)).toHaveCount(0);
  await url.fill(`${HOST}/weights`);
  await submit.click();
  await expect(link).toBeHidden();
  await expect(button(page, 'More')).toBeFocused();
  await expect(row(page, PATH)).toHaveAttribute('data-change', 'linked');

  // One step, undone as one; and put back alone.
  await button(page, 'Undo').click();
  await expect(row(page, PATH)).not.toHaveAttribute('data-change', /./);
  await button(page, 'Redo').click();
  await expect(row(page, PATH)).toHaveAttribute('data-change', 'linked');
  await button(page, 'Review').click();
  const reviewed = page.getByRole('list', { name: 'Changed files' }).getByRole('listitem').first();
  await expect(reviewed).toHaveAttribute('data-change', 'linked');
  await expect(reviewed).toContainText(`${HOST}/weights`);
  await axe(page, DIALOG);
  await page.keyboard.press('Escape');

  const linked = await save(page);
  expect(await differing(sample, linked)).toEqual(['LINKS', PATH]);
  expect((await entriesOf(linked)).get('LINKS')?.text).toBe(`version = 1\n\n[urls]\n${hash} = ["${HOST}/weights"]\n`);
  await expect(row(page, PATH)).toHaveAttribute('data-hash', 'linked');

  // Its URLs.
  await show(page, `#/files/${PATH}`);
  await fileAct(page, 'Edit URLs');
  const urls = dialog(page, 'URLs of weights.safetensors');
  await urls.getByRole('button', { name: 'Check URL 1' }).click();
  await expect(urls.getByRole('status').getByText('This URL has the file.')).toBeVisible();
  await urls.getByRole('button', { name: 'Add URL' }).click();
  await page.keyboard.type(`${HOST}/other`);
  await urls.getByRole('button', { name: 'Check URL 2' }).click();
  await expect(urls).toContainText('The host sent a different file');
  await axe(page, DIALOG);
  await urls.getByRole('button', { name: 'Change URLs' }).click();
  await expect(row(page, PATH)).toHaveAttribute('data-change', 'linked');
  await fileAct(page, 'Put back');
  await expect(row(page, PATH)).not.toHaveAttribute('data-change', /./);

  host.asked.length = 0;
  await fileAct(page, 'Bring it in');
  await expect(row(page, PATH)).toHaveAttribute('data-change', 'replaced');
  await expect(row(page, PATH).locator('[data-change-mark]')).toContainText('Brought in');
  expect(host.asked).toEqual(['GET /weights']);
  // Saving leaves out what nothing needs any more, and nothing warns of it.
  await expect(page.getByText('23 files, 2 changed')).toBeVisible();
  await button(page, 'What the list shows').click();
  await expect(page.getByRole('menuitemradio', { name: 'Files with problems', exact: true })).toBeAttached();
  await page.keyboard.press('Escape');
  const filter = page.getByRole('textbox', { name: 'Filter files' });
  await filter.fill('LINKS');
  await expect(row(page, 'LINKS')).toHaveAttribute('data-change', 'removed');
  await filter.fill('');
  const baked = await save(page);
  expect((await entriesOf(baked)).get(PATH)?.data.equals(first)).toBe(true);
  expect((await entriesOf(baked)).get('MANIFEST')?.text).toBe((await entriesOf(sample)).get('MANIFEST')?.text);
  expect([...(await entriesOf(baked)).keys()].sort()).toEqual([...(await entriesOf(sample)).keys()].sort());
  await host.close();
});
