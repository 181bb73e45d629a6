import type { Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { axe, expect, openBytes, test } from './support.ts';

/** A matrix of 300 × 40 with NaN at [10, 5] and [200, 9] and one 9000 at [250, 3], and a cube. */
async function openTensors(page: Page): Promise<void> {
  const matrix = Float32Array.from({ length: 12_000 }, (_, at) => Math.sin(at) / 50);
  matrix[405] = Number.NaN;
  matrix[8009] = Number.NaN;
  matrix[10_003] = 9000;
  const cube = Int32Array.from({ length: 60 }, (_, at) => (at * 7) % 60);
  const header = `{${entryText('matrix', 'F32', [300, 40], 0, 48_000)},${entryText('cube', 'I32', [3, 4, 5], 48_000, 48_240)}}`;
  const data = Buffer.concat([Buffer.from(matrix.buffer), Buffer.from(cube.buffer)]);
  await page.goto('/');
  await openBytes(page, buildSafetensors(header, data), 'odd.safetensors');
  await page.getByRole('tab', { name: /^Tensors/ }).click();
}

const choose = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Tensors' }).locator(`[data-name="${name}"]`).click();

const statistics = (page: Page) => page.getByRole('region', { name: 'Statistics' });

const chosen = (page: Page) => page.getByRole('grid').locator('[aria-selected=true][data-value]');

test('what is odd is a press away: NaN one after the other, and the largest value', async ({ page }) => {
  await openTensors(page);
  await choose(page, 'matrix');
  const region = statistics(page);
  await expect(region.locator('[data-stat=nan]')).toHaveText('2');
  await region.getByRole('button', { name: 'Go to the first at [10, 5]' }).click();
  await expect(page).toHaveURL(/cell=10,5|cell=10%2C5/);
  await expect(chosen(page)).toHaveAttribute('data-value', 'NaN');
  await region.getByRole('button', { name: 'Next of NaN' }).click();
  await expect(page).toHaveURL(/cell=200(,|%2C)9/);
  await region.getByRole('button', { name: 'Next of NaN' }).click();
  await expect(page).toHaveURL(/cell=10(,|%2C)5/);
  await region.getByRole('button', { name: 'Go to the maximum at [250, 3]' }).click();
  await expect(chosen(page)).toHaveAttribute('data-value', '9000');
});

test('values are found by number and by range with the keyboard, and what there is not is said', async ({ page }) => {
  await openTensors(page);
  await choose(page, 'matrix');
  const field = statistics(page).getByRole('textbox', { name: 'Find a value' });
  await field.fill('> 1');
  await field.press('Enter');
  await expect(page).toHaveURL(/cell=250(,|%2C)3/);
  await field.fill('nan');
  await field.press('Shift+Enter');
  await expect(page).toHaveURL(/cell=200(,|%2C)9/);
  await field.fill('8999');
  await field.press('Enter');
  await expect(statistics(page).getByRole('status')).toHaveText('No such value in this tensor.');
  await field.fill('big');
  await field.press('Enter');
  await expect(statistics(page).getByRole('status')).toContainText('Type a number');
});

test('a slice has statistics of its own, and each index of a dimension too, which leads there', async ({ page }) => {
  await openTensors(page);
  await choose(page, 'cube');
  const region = statistics(page);
  await expect(region.locator('[data-stat=max]')).toHaveText('59');
  await expect(region.locator('[data-stat=unique]')).toHaveText('60');
  await region.getByText('This slice', { exact: true }).click();
  await expect(region.locator('[data-stat=count]')).toHaveText('20');
  await expect(region.locator('[data-stat=sum]')).toHaveText('550');
  await region.getByRole('button', { name: 'By dimension…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Statistics by dimension' });
  const rows = dialog.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(4);
  await axe(page);
  await dialog.getByRole('combobox', { name: 'Dimension' }).selectOption({ index: 2 });
  await expect(rows).toHaveCount(6);
  await dialog.getByRole('combobox', { name: 'Dimension' }).selectOption({ index: 0 });
  await rows.nth(3).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Slice' })).toHaveValue('[2, :, :]');
});
