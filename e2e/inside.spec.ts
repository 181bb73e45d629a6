import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { writeCarton } from './built-carton.ts';
import { button, change, DIALOG, dialog, edit, field, withoutPicker } from './edit-support.ts';
import { fileOf } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, expect, openBytes, openFile, SAMPLE, settled, show, tab } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

const SAMPLE_BYTES = readFileSync(SAMPLE);
const SAMPLE_NAME = 'Circles, squares and triangles';

/** A zip with the sample, compressed, and two files of one name: an error of its own. */
const BUNDLE = buildZip([
  { name: 'sample.carton', data: SAMPLE_BYTES, method: 8 },
  { name: 'a.txt', data: 'one' },
  { name: 'a.txt', data: 'two' },
]);

/** Two tensors, one with the mean 2.5. */
const WEIGHTS = buildSafetensors(
  `{${entryText('head.bias', 'U8', [2], 0, 2)},${entryText('head.weight', 'U8', [2, 2], 2, 6)}}`,
  Uint8Array.of(0, 0, 1, 2, 3, 4),
);

/** A carton with the sample, with that zip, with a broken one, and with weights. */
const OUTER = join(mkdtempSync(join(tmpdir(), 'inside-')), 'evil.carton');
writeCarton(OUTER, [], '', {
  'misc/inner.carton': SAMPLE_BYTES,
  'misc/bundle.zip': BUNDLE,
  'misc/broken.zip': BUNDLE.subarray(0, 500),
  'model/weights.safetensors': WEIGHTS,
});

const trail = (page: Page) => page.getByRole('navigation', { name: 'Trail' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const row = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const hashOf = (page: Page) => page.evaluate(() => window.location.hash);

test('weights and a carton in a carton open in their place, the outer one keeps its draft, and takes up that of the inner one', async ({
  page,
}) => {
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, OUTER);
  await test.step('the Overview and the Tensors tab of a carton lead to the weights in it, and these to their mean', async () => {
    const found = page.getByRole('region', { name: 'Packages inside' });
    await expect(found.getByRole('link')).toHaveText(['misc/inner.carton', 'model/weights.safetensors']);
    await tab(page, 'Tensors').click();
    const files = page.getByRole('region', { name: 'Tensors in files of the package' });
    await files.getByRole('link', { name: 'model/weights.safetensors' }).click();
    await expect(heading(page, 'weights.safetensors')).toBeVisible();
    await expect(page.locator('[data-name="head.weight"]')).toBeVisible();
    await tab(page, 'Overview').click();
    // What opens is not a package with packages in it.
    await expect(page.getByRole('region', { name: 'At a glance' })).toBeVisible();
    await expect(found).toHaveCount(0);
    await tab(page, 'Tensors').click();
    await page.locator('[data-name="head.weight"]').click();
    const mean = page.getByRole('region', { name: 'Statistics' }).locator('[data-stat=mean]');
    await expect(mean).toHaveText('2.5');
    // After a reload the browser has no local file. The same one leads to the same place.
    await page.reload();
    await expect(page.getByRole('status')).toContainText('Reloading closed evil.carton.');
    await openFile(page, OUTER);
    await expect(mean).toHaveText('2.5');
  });
  await test.step('a carton in a carton opens in its place, the outer one keeps its draft, and takes up that of the inner one', async () => {
    await show(page, '#/tensors');
    const named = page.getByRole('tabpanel').getByRole('link', { name: 'misc/inner.carton', exact: true });
    await expect(named).toHaveAttribute('href', '#/in/misc/inner.carton/tensors');
    await edit(page);
    await change(page, 'Model name', 'Edited outside');
    await show(page, '#/files/misc/inner.carton');
    await expect(row(page, 'misc/inner.carton')).toHaveAttribute('data-hash', 'verified');
    // By keyboard: the focus goes to the name of what was opened.
    await page.getByRole('link', { name: 'Open', exact: true }).press('Enter');
    await expect(heading(page, SAMPLE_NAME)).toBeFocused();
    await settled(page);
    await expect(page).toHaveTitle(`${SAMPLE_NAME} · Boxcutter`);
    await expect.poll(() => hashOf(page)).toBe('#/in/misc/inner.carton');
    await expect(trail(page)).toHaveText('This computer ›evil.carton›misc/inner.carton');

    const trust = page.locator('main header').getByRole('list', { name: 'Trust' });
    await expect(trust.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    const lies = trust.getByRole('listitem').filter({ hasText: 'Inside evil' });
    await expect(lies).toContainText('The file matches the MANIFEST of evil.carton.');
    await expect(lies).toHaveAttribute('data-tone', 'quiet');
    await axe(page, 'main header');

    // Links within it stay within it. Its own draft is asked about before it is left.
    await page.getByRole('link', { name: 'Show what would run' }).click();
    await expect.poll(() => hashOf(page)).toBe('#/in/misc/inner.carton/overview?show=runs');
    await tab(page, 'Edit').click();
    await change(page, 'Model name', 'Edited inside');
    await trail(page).getByRole('link', { name: 'evil.carton' }).click();
    await expect(page.getByRole('dialog')).toContainText('Your changes to inner.carton are kept in this browser');
    await expect(heading(page, 'Edited inside')).toBeVisible();
    await button(page, 'Leave').click();

    await expect(heading(page, 'Edited outside')).toBeVisible();
    await expect.poll(() => hashOf(page)).toBe('#/files/misc/inner.carton');
    await expect(row(page, 'misc/inner.carton')).toContainText('no problems inside');
    await tab(page, 'Edit').click();
    await expect(field(page, 'Model name')).toHaveValue('Edited outside');
    // The draft of the inner one is offered there, and only there.
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await show(page, '#/in/misc/inner.carton/edit');
    await expect(heading(page, SAMPLE_NAME)).toBeVisible();
    await page.getByRole('button', { name: /Restore/ }).click();
    await expect(heading(page, 'Edited inside')).toBeVisible();

    // Put into the outer one, it is a change there.
    await button(page, 'Save carton').click();
    await button(page, 'Put it into evil.carton').press('Enter');
    await expect(dialog(page, 'Put into evil.carton')).toContainText(
      'evil.carton now has inner.carton with your changes',
    );
    await expect(button(page, 'Continue to save')).toBeFocused();
    await axe(page, DIALOG);
    await button(page, 'Done').press('Enter');
    await expect(heading(page, 'Built')).toBeVisible();
    await expect.poll(() => hashOf(page)).toBe('#/files/misc/inner.carton');
    await expect(row(page, 'misc/inner.carton')).toHaveAttribute('data-change', 'replaced');
    await button(page, 'Undo').click();
    await expect(page.getByRole('status', { name: 'Last step' })).toContainText('Open inner.carton to go on');
    await button(page, 'Redo').click();
    await button(page, 'Review').click();
    const changed = dialog(page, 'Review changes').getByRole('list', { name: 'Changed files' });
    await expect(changed.locator('[data-path="misc/inner.carton"]')).toHaveAttribute('data-change', 'replaced');
    await button(page, 'Continue to save').click();
    await button(page, 'Save').click();
    await button(page, 'Done').click();
    // What was saved is open, and what is in it is whole.
    await show(page, '#/in/misc/inner.carton');
    await expect(heading(page, 'Edited inside')).toBeVisible();
    await expect(lies).toContainText('The file matches the MANIFEST of evil-edited.carton.');
    await expect(trust.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    await expect(page.getByRole('button', { name: /Restore/ })).toHaveCount(0);
  });
});

test('an edited inner carton is saved as a file of its own, and stays open', async ({ page }) => {
  await withoutPicker(page);
  await page.goto('/');
  await openBytes(page, BUNDLE, 'bundle.zip');
  await show(page, '#/in/sample.carton/edit');
  await change(page, 'Model name', 'Taken out');
  await button(page, 'Save carton').click();
  const asked = page.waitForEvent('download');
  await button(page, 'Save').click();
  const download = await asked;
  expect(download.suggestedFilename()).toBe('sample-edited.carton');
  await expect(dialog(page, 'Saved')).toContainText('The carton in bundle.zip stays as it is');
  await axe(page, DIALOG);
  await button(page, 'Done').click();
  await expect(heading(page, 'Taken out')).toBeVisible();
  await expect(trail(page)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Changes' })).toBeVisible();
  // The draft is kept under the name of the zip, which is what people choose to go on with it.
  page.once('dialog', (asks) => void asks.accept());
  await page.goto('about:blank');
  await page.goto('/');
  const kept = page.getByRole('region', { name: 'Kept drafts' });
  await expect(kept).toContainText('bundle.zip › sample.carton');
  const chooser = page.waitForEvent('filechooser');
  await kept.getByRole('button', { name: /^Choose the file again/ }).click();
  await (await chooser).setFiles({ name: 'bundle.zip', mimeType: 'application/zip', buffer: Buffer.from(BUNDLE) });
  await expect(heading(page, SAMPLE_NAME)).toBeVisible();
  await page.getByRole('button', { name: /Restore/ }).click();
  await expect(heading(page, 'Taken out')).toBeVisible();
  // What was saved is whole.
  await openFile(page, await download.path());
  await page.getByRole('button', { name: 'Open the other' }).click();
  await expect(trail(page)).toBeHidden();
  await expect(heading(page, 'Taken out')).toBeVisible();
});

test('an address leads through packages on a host, with Back, reload and a link to share', async ({ page, remote }) => {
  const url = remote.put('/inside/evil.carton', fileOf(readFileSync(OUTER)), {});
  const place = '#/in/misc/bundle.zip/in/sample.carton/files/model/main.py';
  await page.goto(`/?url=${url}${place}`);
  await expect(heading(page, SAMPLE_NAME)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'main.py' })).toBeVisible();
  const links = trail(page).getByRole('link');
  await expect(links).toHaveCount(2);
  for (const [at, name] of ['evil.carton', 'misc/bundle.zip'].entries())
    await expect(links.nth(at)).toHaveAccessibleName(name);
  await axe(page);

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByLabel('Link', { exact: true })).toHaveValue(new RegExp(`${place}$`));
  await page.keyboard.press('Escape');

  await links.nth(1).click();
  await expect(heading(page, 'bundle.zip')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Trust' })).toContainText('The file matches the MANIFEST');
  await links.first().click();
  await expect(heading(page, 'Built')).toBeVisible();
  await expect(row(page, 'misc/bundle.zip')).toContainText('1 error inside');
  await expect(tab(page, 'Problems')).not.toHaveAttribute('data-errors');
  await page.goBack();
  await expect(heading(page, 'bundle.zip')).toBeVisible();
  await page.goBack();
  await expect(heading(page, SAMPLE_NAME)).toBeVisible();
  await expect.poll(() => hashOf(page)).toBe(place);
  await page.reload();
  await expect(heading(page, SAMPLE_NAME)).toBeVisible();
  await expect.poll(() => hashOf(page)).toBe(place);

  // What cannot be opened leaves what is open, at the file.
  await show(page, '#/in/misc/broken.zip');
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', /^zip\//);
  await expect(heading(page, 'Built')).toBeVisible();
  await expect.poll(() => hashOf(page)).toBe('#/files/misc/broken.zip');
  // It can be looked at as bytes, inside as elsewhere. Its Overview shows them.
  await page.getByRole('button', { name: 'Show its bytes' }).click();
  await expect(heading(page, 'broken.zip')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect.poll(() => hashOf(page)).toBe('#/in/misc/broken.zip');
  await expect(page.getByRole('region', { name: 'Content' })).toContainText('50 4b 03 04');
  await expect(page.getByRole('list', { name: 'Trust' })).toContainText('Inside evil.carton');
});

test('a long compressed file is decoded only when that is asked for, into a file that goes with it', async ({
  page,
}) => {
  const privateFiles = () =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const folder = await root.getDirectoryHandle('downloads', { create: true });
      let count = 0;
      for await (const _ of folder.keys()) count++;
      return count;
    });
  const long = buildZip([
    { name: 'zeros.bin', data: new Uint8Array(257 * 1024 * 1024) },
    { name: 'a.txt', data: 'at the end' },
  ]);
  await page.goto('/');
  await openBytes(page, buildZip([{ name: 'long.zip', data: long, method: 8 }]), 'outer.zip');
  await show(page, '#/in/long.zip/files/a.txt');
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/undecoded');
  expect(await privateFiles()).toBe(0);
  await page.getByRole('button', { name: 'Decompress 269 MB and open' }).click();
  await expect(heading(page, 'long.zip')).toBeVisible({ timeout: 150_000 });
  await show(page, '#/in/long.zip/files/a.txt');
  await expect(page.getByText('at the end')).toBeVisible();
  await expect.poll(privateFiles).toBe(1);
  await trail(page).getByRole('link').click();
  await expect(heading(page, 'outer.zip')).toBeVisible();
  await expect.poll(privateFiles).toBe(0);
});
