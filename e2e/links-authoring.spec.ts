import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildSafetensors } from '../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { addAct, button, bytesOf, DIALOG, dialog, entriesOf, withoutPicker } from './edit-support.ts';
import { type Host, type Hosted, startHost } from './share-host.ts';
import { axe, expect, fitsWidth, openBytes, row, SAMPLE, settled, show, test } from './support.ts';

test.use({
  allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/],
  // Where all lines are typed over, Chromium tries to keep the look of the first as an inline style of what is typed.
  allowedConsole: [/Applying inline style violates/],
});

const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const WEIGHTS = Buffer.from('weights of a model');
const OTHER = Buffer.from('weights of another');

/** The files of the host. A test may change any of them. */
const files: Record<string, Hosted> = {};
let host: Host;
test.beforeAll(async () => {
  host = await startHost(files);
});
test.afterAll(() => host.close());

async function narrowAndWide(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await fitsWidth(page, width);
    await axe(page, DIALOG);
  }
}

test('a link is added from URLs and a hash alone, its mirrors are compared, and LINKS is edited as text', async ({
  page,
}) => {
  Object.assign(files, {
    '/w': { bytes: WEIGHTS, cors: true },
    '/mirror': { bytes: WEIGHTS, cors: true },
    '/other': { bytes: OTHER, cors: true },
  });
  const [W, MIRROR, OTHERS] = ['w', 'mirror', 'other'].map((path) => `${host.origin}/${path}`) as [
    string,
    string,
    string,
  ];
  await withoutPicker(page);
  await page.goto('/');
  await openBytes(page, readFileSync(SAMPLE));
  await show(page, '#/files');
  const adding = dialog(page, 'Add link');
  const hash = adding.getByRole('textbox', { name: 'SHA-256' });

  await test.step('from a hash that somebody knows, no host is asked', async () => {
    host.asked.length = 0;
    await addAct(page, 'Add link');
    await adding.getByRole('textbox', { name: 'URL' }).fill(W);
    await adding.getByRole('textbox', { name: 'Path' }).fill('model/known.bin');
    await hash.fill('abc');
    await expect(adding).toContainText('A SHA-256 has 64 hexadecimal digits.');
    await hash.fill(sha(WEIGHTS));
    await adding.getByRole('button', { name: 'Add link' }).click();
    await expect(row(page, 'model/known.bin')).toHaveAttribute('data-change', 'linked');
    expect(host.asked).toEqual([]);
    await expect(page.getByText('Its content can be shown once it is saved.')).toBeVisible();
  });

  await test.step('mirrors that are pasted at once are compared, and the hash is looked up where all agree', async () => {
    await addAct(page, 'Add link');
    const first = adding.getByRole('textbox', { name: 'URL' });
    await first.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `${W}\n${MIRROR}\n${OTHERS}\n`);
    await expect(adding.getByRole('textbox', { name: 'URL 3' })).toHaveValue(OTHERS);
    await adding.getByRole('button', { name: 'Compare 3 URLs' }).click();
    const comparison = adding.getByRole('status', { name: 'Comparison' });
    await expect(comparison).toHaveAttribute('data-mirrors', 'differ');
    await expect(comparison).toContainText('URL 3 sends a file of the same size but with other bytes than URL 1.');
    await expect(adding).toContainText(sha(OTHER));
    await expect(hash).toHaveValue('');
    await narrowAndWide(page);
    await adding.getByRole('button', { name: 'Remove URL 3' }).click();
    await adding.getByRole('button', { name: 'Compare 2 URLs' }).click();
    await expect(comparison).toHaveText('All 2 URLs send the same file.');
    await expect(hash).toHaveValue(sha(WEIGHTS));
    await adding.getByRole('textbox', { name: 'Path' }).fill('model/found.bin');
    await adding.getByRole('button', { name: 'Add link' }).click();
    await expect(row(page, 'model/found.bin')).toHaveAttribute('data-change', 'linked');
  });

  await test.step('LINKS is checked as it is typed', async () => {
    await show(page, '#/files/LINKS');
    await button(page, 'Edit text').click();
    const editor = page.getByRole('textbox', { name: 'Text of LINKS' });
    await expect(editor).toContainText(MIRROR);
    await editor.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('version = 2\n[urls]\n');
    await expect(page.getByText('LINKS declares version 2 of its format.').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(`# Where they are\nversion = 1\n\n[urls]\n${sha(WEIGHTS)} = ["${MIRROR}"]\n`);
    await expect(page.getByText('LINKS declares version 2 of its format.')).toHaveCount(0);
  });

  const asked = page.waitForEvent('download');
  await button(page, 'Save carton').click();
  await dialog(page, 'Save carton').getByRole('button', { name: 'Save', exact: true }).click();
  const entries = await entriesOf(await bytesOf(await asked));
  expect(entries.get('LINKS')?.text).toBe(`# Where they are\nversion = 1\n\n[urls]\n${sha(WEIGHTS)} = ["${MIRROR}"]\n`);
  expect(entries.get('MANIFEST')?.text).toContain(`model/known.bin=${sha(WEIGHTS)}\n`);
  await button(page, 'Done').click();
  await settled(page);
  await expect(row(page, 'model/found.bin')).toHaveAttribute('data-hash', 'linked');

  await test.step('readers compare the mirrors too', async () => {
    const two = buildZip([
      { name: 'MANIFEST', data: `model/w=${sha(WEIGHTS)}\n` },
      { name: 'LINKS', data: `version = 1\n[urls]\n${sha(WEIGHTS)} = ["${W}", "${OTHERS}"]\n` },
    ]);
    await openBytes(page, two);
    await show(page, '#/files/model/w');
    await button(page, 'Compare 2 URLs').click();
    await expect(page.getByRole('status', { name: 'Comparison' })).toContainText('1 URL of 2 does not send the file.');
    await expect(page.getByRole('list', { name: 'Answers of the URLs' })).toContainText(sha(OTHER));
    await axe(page);
  });
});

const since = (page: Page) => page.getByRole('status', { name: 'Since it was shared' });

async function sharedLink(page: Page, before = async () => {}): Promise<string> {
  await button(page, 'Share').click();
  await before();
  const link = await dialog(page, 'Share').getByRole('textbox', { name: 'Link' }).inputValue();
  await page.keyboard.press('Escape');
  return link;
}

async function openLink(page: Page, link: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await settled(page);
}

test('a shared link says whether the file is still the same', async ({ page }) => {
  const open = { cors: true, exposed: true, ranges: true };
  const sample = readFileSync(SAMPLE);
  const weights = (value: number) =>
    Buffer.from(
      buildSafetensors('{"w":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}}', new Uint8Array(4).fill(value)),
    );

  await test.step('of a carton, by its model hash', async () => {
    files['/a.carton'] = { ...open, bytes: sample };
    await openLink(page, `/?url=${host.origin}/a.carton`);
    await expect(since(page)).toHaveCount(0);
    const link = await sharedLink(page);
    expect(link).toContain(`&hash=${sha((await entriesOf(sample)).get('MANIFEST')?.data as Buffer)}`);
    await openLink(page, link);
    await expect(since(page)).toHaveAttribute('data-shared', 'same');
    await expect(page.locator('[data-integrity="verified"]').first()).toBeAttached();
    await expect(since(page)).toContainText('every file matches it');
    await openLink(page, link.replace(/hash=../, 'hash=00'));
    await expect(since(page)).toContainText('This file has changed since the link was made');
    await axe(page);
    await show(page, '#/files');
    await expect(since(page)).toHaveAttribute('data-shared', 'changed');
    await openLink(page, link.slice(0, -1));
    await expect(since(page)).toContainText('The hash in the link is not complete');
    // The hash is about this file, and not about the next one.
    await openBytes(page, sample);
    await expect(since(page)).toHaveCount(0);
  });

  await test.step('of a file without a hash of its own, once it is computed and compared', async () => {
    files['/w.safetensors'] = { ...open, bytes: weights(1) };
    await openLink(page, `/?url=${host.origin}/w.safetensors`);
    const link = await sharedLink(page, async () => {
      await expect(dialog(page, 'Share')).toContainText('cannot see whether the file is still the same');
      await dialog(page, 'Share')
        .getByRole('button', { name: /^Add the file’s SHA-256/ })
        .click();
      await expect(dialog(page, 'Share')).toContainText('The link has the SHA-256 of the file');
      await narrowAndWide(page);
    });
    expect(link).toContain(`&sha256=${sha(weights(1))}`);
    await openLink(page, link);
    await expect(since(page)).toHaveAttribute('data-shared', 'unknown');
    await since(page)
      .getByRole('button', { name: /^Compare/ })
      .click();
    await expect(since(page)).toHaveAttribute('data-shared', 'same');
    files['/w.safetensors'] = { ...open, bytes: weights(2) };
    await openLink(page, link);
    await since(page)
      .getByRole('button', { name: /^Compare/ })
      .click();
    await expect(since(page)).toHaveAttribute('data-shared', 'changed');
    await expect(since(page)).toContainText(sha(weights(2)));
  });
});
