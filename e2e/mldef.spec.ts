import type { Locator, Page } from '@playwright/test';
import { MLDEF_FILES, mldefManifest, mldefModel, signatureOf } from '../src/testing/builders/mldef-builder.ts';
import { withPicker } from './edit-support.ts';
import { expectVerdict, neighbours } from './neighbours.ts';
import { axe, expect, hasFixtures, openBytes, openNext, test } from './support.ts';

const MANIFEST = JSON.stringify(mldefManifest(), undefined, 2);
const SIGNED = { 'manifest.json': MANIFEST, ...MLDEF_FILES };

/** A model with a checksum of each file and a line that nobody can check. */
const MODEL = mldefModel(MANIFEST, { ...MLDEF_FILES, SIGNATURE: `${signatureOf(SIGNED)}MEUCIQDx0f7nqS2kzv8Q\n` });

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) });
}

const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

test('an mldef model shows its sections, its weights and what its signature says, and its manifest is edited', async ({
  page,
}) => {
  await withPicker(page);
  await page.goto('/');
  await openBytes(page, MODEL, 'thermostat.mldef');
  const integrity = page.getByRole('status', { name: 'Integrity' });
  await test.step('shows its sections, its weights and what its signature says', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Thermostat' })).toBeVisible();
    await expect(integrity).toHaveAttribute('data-integrity', 'verified');
    await expect(integrity).toContainText('Matches its SIGNATURE');
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact="nothing"]')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('license.txt');
    await expect(page.getByText('Not specified')).toHaveCount(0);
    await expect(rowsOf(page, 'Node ranges')).toHaveText([
      /room.*input.*2.*kelvin.*Temperatures of two rooms.*x × 0\.1.*missing -1/,
      /heat.*output.*1.*watts/,
    ]);
    await expect(rowsOf(page, 'Layers')).toHaveText([
      /in.*input.*2/,
      /hidden.*in.*dense.*weights\[1:4\].*3/,
      /out.*hidden.*dense, output.*table\[2:6\].*4/,
    ]);
    await expect(rowsOf(page, 'Data files')).toHaveText([/weights.*w\.float32.*5.*20 B/, /table.*t\.csv.*6.*18 B/]);
    await expect(page.getByRole('region', { name: 'Signature' })).toContainText('1 line that can only be checked');
    await axe(page);

    // On the screen of a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rowsOf(page, 'Layers').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await axe(page);

    // By keyboard, from a layer to the values that it names.
    await page.setViewportSize({ width: 1280, height: 800 });
    const weights = page.getByRole('link', { name: 'weights[1:4]' });
    await weights.focus();
    await weights.press('Enter');
    const grid = page.getByRole('grid', { name: 'Values of hidden' });
    await expect(grid.locator('[data-value="-1.25"]')).toBeVisible();
    await expect(grid.locator('[data-value]')).toHaveCount(3);
    await tab(page, 'Files').click();
    await expect(page.locator('[data-path="layers/w.float32"]')).toHaveAttribute('data-hash', 'verified');
    await expect(page.locator('[data-path="SIGNATURE"]')).toHaveAttribute('data-hash', 'none');
  });
  await test.step('its manifest is edited, and saved with its checksums written again', async () => {
    await tab(page, 'Edit').click();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await expect(field('Name')).toHaveValue('Thermostat');
    await field('Name').fill('Heater');
    await field('Description of layer 2').fill('Weighs both rooms');
    await field('Normalization scale of node range 1').fill('0.25');
    await field('Path of data file 1').fill('layers/x.float32');
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('4 changes');
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });

    // The text shows the same draft, in the layout that it had.
    await page.getByText('Text', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'manifest.json' })).toContainText('"Name": "Heater",');
    await tab(page, 'Overview').click();
    await expect(rowsOf(page, 'Layers').nth(1)).toContainText('Weighs both rooms');
    await expect(rowsOf(page, 'Node ranges').first()).toContainText('x × 0.25');
    await tab(page, 'Edit').click();
    await page.getByText('Form', { exact: true }).click();
    await field('Path of data file 1').fill('layers/w.float32');
    // What is not a number is kept, and said.
    const count = field('Count of layer 2');
    const old = await count.inputValue();
    for (const wrong of ['three', '1.5', '-1']) {
      await count.fill(wrong);
      await expect(count).toHaveAccessibleDescription(/This is not a non-negative whole number\./);
    }
    await count.fill(old);
    await expect(count).not.toHaveAccessibleDescription(/whole number/);
    await field('Normalization scale of node range 1').fill('half');
    await expect(page.getByText('This is not a number.')).toBeVisible();
    await field('Normalization scale of node range 1').fill('0.25');
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('3 changes');

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('row', { name: /Name of model/ })).toContainText('Heater');
    await expect(review).toContainText('1 line of SIGNATURE may sign the old files');
    await review.getByRole('button', { name: 'Continue to save' }).click();
    const save = page.getByRole('dialog', { name: 'Save model' });
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved' }).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Heater');
    await expect(integrity).toHaveAttribute('data-integrity', 'verified');
    await expect(integrity).toContainText('Matches its SIGNATURE');
  });
});

test.describe('models that others made', () => {
  test.skip(!hasFixtures, 'needs ../shared');

  test('have their verdicts, one of each', async ({ page }) => {
    await page.goto('/');
    for (const verdict of neighbours('mldef')) {
      await openNext(page, verdict.path);
      await expectVerdict(page, verdict, verdict.path);
    }
  });
});
