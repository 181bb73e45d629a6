import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { axe, expect, openBytes, settled, show, tab, test } from './support.ts';

const PARTS = ['q_proj', 'k_proj', 'v_proj', 'up_proj', 'down_proj', 'norm'];
const SIDE = 64;

/** 60 tensors like those of a model: a NaN in one, a 9000 in another, and a third that is all zero. */
function model(): Uint8Array<ArrayBuffer> {
  const entries: string[] = [];
  const data: Uint8Array[] = [];
  for (let at = 0; at < 60; at++) {
    const values = Float32Array.from(
      { length: SIDE * SIDE },
      (_, index) => 0.02 * (Math.sin(index * 1.7 + at) + Math.sin(index * 2.9) + Math.sin(index * index)),
    );
    if (at === 17) values[10 * SIDE + 20] = Number.NaN;
    if (at === 33) values[40 * SIDE + 3] = 9000;
    if (at === 50) values.fill(0);
    const bytes = new Uint8Array(values.buffer);
    const name = `model.layers.${Math.floor(at / 6)}.${PARTS[at % 6]}.weight`;
    entries.push(entryText(name, 'F32', [SIDE, SIDE], at * bytes.length, (at + 1) * bytes.length));
    data.push(bytes);
  }
  return buildSafetensors(`{${entries.join(',')}}`, Buffer.concat(data));
}

const NAN = 'model.layers.2.norm.weight';
const FAR = 'model.layers.5.up_proj.weight';
const ZERO = 'model.layers.8.v_proj.weight';

const table = (page: Page) => page.getByRole('table', { name: 'Scan', exact: true });
const scanned = (page: Page, name: string) => table(page).locator(`tr[data-name="${name}"]`);

test('three bad tensors of sixty are found with two presses, each with the way to its place', async ({
  page,
}, info) => {
  await page.goto('/');
  await openBytes(page, model(), 'model.safetensors');
  // Nothing is green before values were looked at.
  await expect(page.getByText('No problems in the header')).toBeAttached();
  await tab(page, 'Tensors').click();
  await page.getByRole('button', { name: /^Scan/ }).click();

  await test.step('what stands out comes first', async () => {
    await expect(page.getByText('3 to look at')).toBeVisible();
    await expect(page.getByText('60 of 60 tensors')).toBeVisible();
    await expect(page.getByText(/^983 KB read in (?:\d+\.\d|under 0\.1) s$/)).toBeVisible();
    const rows = table(page).locator('tr[data-name]');
    await expect(rows).toHaveCount(60);
    const first = await rows.evaluateAll((all) =>
      all.slice(0, 4).map((row) => [row.getAttribute('data-name'), row.getAttribute('data-flags')]),
    );
    expect(first).toEqual([
      [NAN, 'nan'],
      [ZERO, 'zeros'],
      [FAR, 'outlier'],
      ['model.layers.0.q_proj.weight', ''],
    ]);
    await expect(scanned(page, NAN)).toContainText('1 NaN');
    await expect(scanned(page, FAR)).toContainText('outlier 64 σ');
    await expect(scanned(page, FAR)).toContainText('9000');
    await expect(scanned(page, ZERO)).toContainText('all zero');
    await axe(page);
  });

  await test.step('it is sorted, filtered and saved', async () => {
    await table(page).getByRole('button', { name: 'Max' }).click();
    await expect(table(page).locator('tr[data-name]').first()).toHaveAttribute('data-name', FAR);
    await page.getByLabel('Filter tensors').fill('outlier');
    await expect(table(page).locator('tr[data-name]')).toHaveCount(1);
    await page.getByLabel('Filter tensors').fill('');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const path = info.outputPath('scan.csv');
    await (await download).saveAs(path);
    const lines = readFileSync(path, 'utf8').trim().split('\r\n');
    expect(lines).toHaveLength(61);
    expect(lines[0]).toMatch(/^name,dtype,shape,bytes,count,min,/);
    expect(lines.find((line) => line.startsWith(`${FAR},`))).toMatch(/,9000,.*,outlier,outlier 64 σ$/);
  });

  await test.step('a press on what stands out leads to the element, and one on the row to the tensor', async () => {
    await scanned(page, NAN).getByRole('link', { name: '1 NaN' }).click();
    await expect(page).toHaveURL(new RegExp(`#/tensors/${NAN}\\?cell=10,20$`));
    const cell = page.getByRole('grid', { name: `Values of ${NAN}` }).locator('[data-value="NaN"]');
    await expect(cell).toBeInViewport();
    await scanned(page, ZERO).getByRole('button').first().click();
    await expect(page.getByRole('heading', { level: 2, name: ZERO })).toBeVisible();
    await settled(page);
    await axe(page);
  });

  await test.step('they are problems too, and nothing says that there are none', async () => {
    await tab(page, 'Problems').click();
    const items = page.getByRole('list', { name: 'Problems' }).locator('li');
    await expect(items).toHaveCount(3);
    await expect(items.locator('xpath=self::*[@data-code="tensor/nan"]')).toHaveAttribute('data-severity', 'warning');
    await expect(items.locator('xpath=self::*[@data-code="tensor/all-zero"]')).toContainText(ZERO);
    await expect(items.locator('xpath=self::*[@data-code="tensor/outlier"]')).toHaveAttribute('data-severity', 'info');
    await axe(page);
    await page.getByRole('link', { name: `${FAR}[40, 3]` }).click();
    await expect(page.getByRole('grid', { name: `Values of ${FAR}` }).locator('[data-value="9000"]')).toBeInViewport();
  });
});

test('a scan begins where a link says that values were not scanned, and what it finds fine is green', async ({
  page,
}) => {
  const values = Float32Array.from({ length: 100 }, (_, at) => Math.sin(at));
  const file = buildSafetensors(`{${entryText('w', 'F32', [10, 10], 0, 400)}}`, new Uint8Array(values.buffer));
  await page.goto('/');
  await openBytes(page, file, 'one.safetensors');
  await tab(page, 'Problems').click();
  const panel = page.getByRole('tabpanel');
  await expect(panel).toContainText('No problems in the header.');
  await expect(panel).toContainText('Values not scanned · Scan');
  await panel.getByRole('link', { name: 'Scan' }).press('Enter');
  await expect(scanned(page, 'w')).toHaveAttribute('data-flags', '');
  await expect(tab(page, 'Tensors')).toBeFocused();
  await expect(page.getByText('0 to look at')).toBeVisible();
  await tab(page, 'Problems').click();
  await expect(panel).toContainText('No problems found.');
  await expect(panel).not.toContainText('Values not scanned');
});

test('it is used by keyboard, and on a phone it says what stands out below each name', async ({ page }) => {
  await page.goto('/');
  await openBytes(page, model(), 'model.safetensors');
  await show(page, '#/tensors');
  const views = page.getByRole('group', { name: 'Show tensors as' });
  await views.getByRole('button', { name: 'List' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(views.getByRole('button', { name: 'Scan' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(views.getByRole('button', { name: 'Scan' })).toHaveAttribute('aria-pressed', 'true');
  await expect(scanned(page, NAN)).toHaveAttribute('data-flags', 'nan');
  // The first row is a stop of the Tab key, and its link the next.
  await scanned(page, NAN).getByRole('button').first().focus();
  await page.keyboard.press('Tab');
  await expect(scanned(page, NAN).getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/cell=10,20/);
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(scanned(page, ZERO)).toContainText('all zero');
  await expect(scanned(page, ZERO)).not.toContainText('64 × 64', { useInnerText: true });
  await settled(page);
  await axe(page);
});
