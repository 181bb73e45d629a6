import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { change, changes, edit } from './edit-support.ts';
import { fileOf } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, dropFiles, expect, fitsWidth, openFile, SAMPLE, settled, show, tab, test } from './support.ts';

const SAMPLE_NAME = 'Circles, squares and triangles';

const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison', exact: true });
const callers = (page: Page) => page.getByRole('region', { name: 'For callers' }).locator('[data-breaks]');
const diffs = (page: Page) => comparison(page).locator('[data-diff]');

/** Weights of two values, and a bias. */
function weights(values: readonly number[], name = 'w') {
  const entries = [entryText(name, 'F32', [2], 0, 8), entryText('bias', 'F32', [1], 8, 12)];
  return buildSafetensors(`{${entries}}`, new Uint8Array(Float32Array.from([...values, 1]).buffer));
}

test('two files of one format are compared: files by bytes, tensors by value, and a reload asks for both', async ({
  page,
}) => {
  await page.goto('/');
  await dropFiles(page, [
    { name: 'v1.safetensors', bytes: Buffer.from(weights([1, 2])) },
    { name: 'v2.safetensors', bytes: Buffer.from(weights([1, 2.5])) },
  ]);
  await page.getByRole('button', { name: 'Compare these two' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('v1.safetensors and v2.safetensors');
  await expect(page).toHaveTitle('v1.safetensors and v2.safetensors · Boxcutter');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');

  await test.step('what nobody has read is not called the same', async () => {
    await expect(comparison(page)).toContainText('No difference found so far.');
    await expect(diffs(page)).toHaveCount(0);
    await axe(page);
  });

  await test.step('the bytes are compared when that is asked', async () => {
    await tab(page, 'Files').click();
    await page.getByRole('button', { name: 'Compare it' }).click();
    await expect(diffs(page)).toHaveCount(1);
    await expect(diffs(page)).toHaveAttribute('data-diff', 'changed');
  });

  await test.step('and the values, with the largest difference and its place', async () => {
    await tab(page, 'Tensors').click();
    const rows = page.getByRole('table', { name: 'Compared tensors' });
    await page.getByRole('button', { name: /^Compare values/ }).click();
    await expect(rows.locator('[data-path="w"]')).toContainText('50 % beyond the tolerance');
    await expect(rows.locator('[data-path="w"]')).toContainText('0.5');
    await expect(rows.locator('[data-path="w"]')).toContainText('[1]');
    await expect(rows.locator('[data-path="bias"]')).toContainText('equal');
    await expect(rows.locator('[data-path="w"]')).toHaveAttribute('data-diff', 'changed');
    await expect(rows.locator('[data-path="bias"]')).toContainText('the same');
    await rows.locator('[data-path="w"]').getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Comparison of the tensor' })).toContainText('Relative RMSE');
    await axe(page);
  });

  await test.step('the summary has what was found, and its links stay in the comparison', async () => {
    await tab(page, 'Summary').click();
    await expect(comparison(page)).toContainText('They differ.');
    await comparison(page)
      .getByRole('link', { name: 'v2.safetensors' })
      .or(diffs(page).first().getByRole('button'))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('v1.safetensors and v2.safetensors');
    await show(page, '#/summary');
    await expect(comparison(page)).toContainText('They differ.');
  });

  await test.step('a reload has lost both, and each is chosen again', async () => {
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Reloading closed' })).toHaveText(
      /^Reloading closed v1\.safetensors, and what it was compared with\./,
    );
    await page.getByTestId('open-file').setInputFiles({
      name: 'v1.safetensors',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(weights([1, 2])),
    });
    await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
    await expect(page.getByText('v2.safetensors')).toBeVisible();
    await page.getByRole('button', { name: 'Show the first alone' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('v1.safetensors');
  });
});

test('weights that lie in two packages are compared where they lie', async ({ page }) => {
  const packed = (values: readonly number[]) =>
    Buffer.from(
      buildZip([
        { name: 'model/w.safetensors', data: weights(values) },
        { name: 'a.txt', data: 'a' },
      ]),
    );
  await page.goto('/');
  await dropFiles(page, [
    { name: 'one.zip', bytes: packed([1, 2]) },
    { name: 'two.zip', bytes: packed([1, 4]) },
  ]);
  await page.getByRole('button', { name: 'Compare these two' }).click();
  await expect(diffs(page)).toHaveCount(1);
  await tab(page, 'Files').click();
  await comparison(page).getByRole('button', { name: 'model/w.safetensors' }).click();
  const inner = page.getByRole('region', { name: 'Tensors in the file' });
  await inner.getByRole('button', { name: /^Compare values/ }).click();
  await expect(inner.locator('[data-path="w"]')).toHaveAttribute('data-diff', 'changed');
  await expect(inner.locator('[data-path="w"]')).toContainText('[1]');
  await expect(inner.locator('[data-path="bias"]')).toContainText('the same');
});

test('a draft beside its original: what breaks callers, in Review and in the comparison', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  await change(page, 'Input 1 name', 'picture');
  await page.getByRole('button', { name: 'Review', exact: true }).first().click();
  const review = page.getByRole('dialog', { name: 'Review changes' });
  await expect(review.getByRole('region', { name: 'For callers' }).locator('[data-breaks="breaks"]')).toContainText(
    'image is called picture now',
  );
  await page.keyboard.press('Escape');
  await tab(page, 'Overview').click();
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await page.getByRole('button', { name: 'Your changes to it' }).click();
  await expect(callers(page)).toHaveCount(1);
  await expect(callers(page)).toHaveAttribute('data-breaks', 'breaks');
  await expect(comparison(page)).toContainText('1 change breaks callers.');
  await expect(diffs(page).and(page.locator('[data-path="carton.toml"]'))).toHaveAttribute('data-diff', 'changed');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await fitsWidth(page, width);
    await axe(page);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SAMPLE_NAME);
  await expect(changes(page)).toHaveText('4 changes');
});

const remote = remoteTest((host) => [host.origin]);

remote('two links are compared in a few requests, and the address brings both back', async ({ page, remote: host }) => {
  const bytes = readFileSync(SAMPLE);
  const a = host.put('/a.carton', fileOf(bytes));
  const b = host.put('/b.carton', fileOf(bytes));
  await page.goto(`/?url=${encodeURIComponent(a)}&with=${encodeURIComponent(b)}#/files`);
  await settled(page);
  await expect(comparison(page)).toContainText('No file differs');
  await tab(page, 'Summary').click();
  await expect(comparison(page)).toContainText('No difference found.');
  expect(host.asked('/a.carton').length + host.asked('/b.carton').length).toBeLessThanOrEqual(12);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${SAMPLE_NAME} and ${SAMPLE_NAME}`);

  await test.step('where one of both fails, the other stays, with a sentence', async () => {
    await page.goto(`/?url=${encodeURIComponent(a)}&with=${encodeURIComponent(`${host.origin}/gone.carton`)}`);
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', /^source\//);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_NAME);
    await page.getByRole('button', { name: 'Show the first alone' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SAMPLE_NAME);
    await page.goto(`/?url=${encodeURIComponent(`${host.origin}/gone.carton`)}&with=${encodeURIComponent(b)}`);
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', /^source\//);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SAMPLE_NAME);
  });
});
