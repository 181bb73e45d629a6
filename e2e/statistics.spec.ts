import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { axe, expect, FIXTURES, hasFixtures, openBytes, openFile, test } from './support.ts';

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
  await field.press('Enter');
  await expect(statistics(page).getByRole('status')).toHaveText('This is the only one.');
  await field.fill('nan');
  await field.press('Shift+Enter');
  await expect(page).toHaveURL(/cell=200(,|%2C)9/);
  await field.press('Enter');
  await expect(statistics(page).getByRole('status')).toHaveText('No more: from the other end again.');
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
  await region.getByRole('button', { name: 'Statistics by dimension…' }).click();
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

/** The statistics of a tensor that another reader has found. */
interface Known {
  min: number;
  max: number;
  mean: number;
  count: number;
}

/** Goes to a tensor, and holds its statistics and its histogram against what is known. */
async function expectKnown(page: Page, name: string, { min, max, mean, count }: Known): Promise<void> {
  await page.evaluate((item) => {
    window.location.hash = `#/tensors/${encodeURIComponent(item)}`;
  }, name);
  const region = statistics(page);
  const number = async (stat: string) => Number(await region.locator(`[data-stat=${stat}]`).getAttribute('data-value'));
  await expect(region.locator('[data-stat=count]'), name).toHaveAttribute('data-value', String(count));
  expect([await number('min'), await number('max')], name).toEqual([min, max]);
  expect(Math.abs((await number('mean')) - mean), name).toBeLessThanOrEqual(
    1e-6 * Math.max(Math.abs(min), Math.abs(max)),
  );
  const ordered = [min, await number('p1'), await number('median'), await number('p99'), max];
  expect(ordered, name).toEqual(ordered.toSorted((a, b) => a - b));
  if (count < 2) return;
  const histogram = page.getByRole('region', { name: 'Histogram' });
  if (await histogram.getByText('Whole tensor', { exact: true }).isVisible())
    await histogram.getByText('Whole tensor', { exact: true }).click();
  const rows = histogram.locator('tbody tr');
  const drawn = () =>
    rows.evaluateAll((all) =>
      all.reduce((sum, row) => sum + Number(row.lastElementChild?.textContent?.replaceAll(/\D/g, '')), 0),
    );
  const beyond = async () => {
    const [text = '0'] = await histogram.getByText(/^[\d,]+ outliers? not drawn$/).allTextContents();
    return Number(text.replaceAll(/\D/g, ''));
  };
  // Of what outliers leave, a bar's count is told by the first bits of its values.
  await expect
    .poll(async () => Math.abs((await drawn()) + (await beyond()) - count), name)
    .toBeLessThanOrEqual(Math.min(24, count / 8));
}

test.describe('against other readers', () => {
  test.skip(!hasFixtures, 'needs ../shared');

  test('statistics and histograms of tensors of other people’s programs', async ({ page }) => {
    test.slow();
    const real = `${FIXTURES}neighbours/real/`;
    const truth: Record<string, { tensors?: (Known & { name: string; shape: number[] })[] }> = JSON.parse(
      readFileSync(`${real}truth.json`, 'utf8'),
    );
    let looks = 0;
    for (const [file, { tensors = [] }] of Object.entries(truth)) {
      if (tensors.length === 0) continue;
      await page.goto('/');
      await openFile(page, `${real}${file}`);
      for (const { name, shape, ...known } of tensors) {
        await expectKnown(page, name, { ...known, count: shape.reduce((product, size) => product * size, 1) });
        looks++;
      }
    }
    expect(looks).toBeGreaterThan(20);
  });
});
