import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { ENDLESS, TRAP, writeRunCarton } from './run-carton.ts';
import { axe, expect, FIXTURES, openFile, openNext, show, test } from './support.ts';

const REFERENCE = `${FIXTURES}carton/wasm.carton`;
const TWIN = fileURLToPath(new URL('../public/sample-wasm.carton', import.meta.url));

const article = (page: Page, name: string) => page.getByRole('article', { name });

test('the reference’s own test model passes', async ({ page }) => {
  test.skip(!existsSync(REFERENCE), 'The fixtures are not there.');
  await page.goto('/#/self-tests');
  await openFile(page, REFERENCE);
  await show(page, '#/self-tests');
  // Nothing runs before a press.
  await expect(page.locator('[data-result]')).toHaveCount(0);
  expect(page.frames()).toHaveLength(1);
  await page.getByRole('button', { name: /^Run self-test/ }).click();
  await expect(page.locator('[data-result]')).toHaveAttribute('data-result', 'pass');
  await expect(article(page, 'twenty').getByRole('table', { name: 'Outputs' })).toContainText('2.5');
  // The sandbox goes with the run.
  await expect.poll(() => page.frames().length).toBe(1);
  await page.getByText('What the model imports and exports').click();
  await expect(page.getByRole('table', { name: 'Imports and exports' })).toContainText('infer');
  await axe(page);
});

test('the sample that runs passes', async ({ page }) => {
  await page.goto('/');
  await openFile(page, TWIN);
  await show(page, '#/self-tests');
  await page
    .getByRole('button', { name: /^Run .*self-test/ })
    .first()
    .click();
  await expect(page.locator('[data-result=pass]')).not.toHaveCount(0);
  await expect(page.locator('[data-result]:not([data-result=pass])')).toHaveCount(0);
});

test('a self-test that fails says where, and stays while the tab is left', async ({ page }, info) => {
  const path = info.outputPath('echo.carton');
  writeRunCarton(path, ['pass', 'fail']);
  await page.goto('/');
  await openFile(page, path);
  await show(page, '#/self-tests');
  await page.getByRole('button', { name: 'Run both self-tests' }).click();
  const failing = article(page, 'Contour of a circle');
  await expect(failing.locator('[data-result]')).toHaveAttribute('data-result', 'fail');
  await expect(article(page, 'Gives back small values').locator('[data-result]')).toHaveAttribute(
    'data-result',
    'pass',
  );
  await expect(page.getByRole('region', { name: 'Run' }).getByRole('status')).toHaveText('1 passes, 1 fails');
  await expect(failing.locator('[data-output=x]')).toHaveAttribute('data-outcome', 'fail');
  await expect(failing).toContainText('0.4 at [0, 44]');
  await expect(failing).toContainText('8 of 64 values differ by more than rtol 1e-5, atol 1e-8');
  await expect(failing.getByRole('img', { name: /as lines$/ })).toBeVisible();
  await axe(page);

  await show(page, '#/files');
  await expect(page.getByRole('button', { name: 'Run both self-tests' })).toBeHidden();
  await show(page, '#/self-tests');
  await expect(failing.locator('[data-result=fail]')).toBeVisible();

  // Another tolerance is another verdict.
  await failing.getByText(/^Tolerance/).click();
  await failing.getByLabel('atol').fill('1');
  await failing.getByLabel('atol').press('Enter');
  await expect(failing.locator('[data-result]')).toHaveAttribute('data-result', 'pass');
  const saved = page.waitForEvent('download');
  await failing.getByRole('button', { name: 'Save x as .npy' }).click();
  expect((await saved).suggestedFilename()).toBe('x.npy');

  // Another package has no results.
  const next = info.outputPath('next.carton');
  writeRunCarton(next, ['pass']);
  await openNext(page, next);
  await show(page, '#/self-tests');
  await expect(page.getByRole('button', { name: 'Run self-test' })).toBeVisible();
  await expect(page.locator('[data-result]')).toHaveCount(0);
});

test('what a draft changes is what runs', async ({ page }, info) => {
  const path = info.outputPath('echo.carton');
  writeRunCarton(path, ['pass']);
  await page.goto('/');
  await openFile(page, path);
  await show(page, '#/self-tests');
  await page.getByRole('button', { name: 'Run self-test' }).click();
  await expect(page.locator('[data-result=pass]')).toBeVisible();
  await show(page, '#/tensors/small');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Edit cells/ }).click();
  await page.getByRole('gridcell').first().click();
  const field = page.getByRole('form', { name: 'Edit cells' }).getByRole('textbox');
  await expect(field).toHaveValue('1.5');
  await field.fill('7');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('gridcell').first()).toHaveAttribute('data-value', '7');
  await show(page, '#/self-tests');
  // Its result was of other values.
  await expect(page.getByRole('button', { name: 'Run self-test' })).toBeVisible();
  await expect(page.locator('[data-result]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run self-test' }).click();
  await expect(page.getByRole('table', { name: 'Outputs' })).toContainText('7');
  await expect(page.locator('[data-result=pass]')).toBeVisible();
});

test('what never ends is stopped, and a trap is told', async ({ page }, info) => {
  const endless = info.outputPath('endless.carton');
  writeRunCarton(endless, ['pass', 'fail'], ENDLESS);
  await page.goto('/');
  await openFile(page, endless);
  await show(page, '#/self-tests');
  const card = page.getByRole('region', { name: 'Run' });
  await card.getByRole('button', { name: 'Run both self-tests' }).click();
  await expect(card.getByRole('status')).toHaveText('Running Gives back small values');
  await expect.poll(() => page.frames().length).toBe(2);
  await card.getByRole('button', { name: 'Stop' }).click();
  await expect(page.locator('[data-result]')).toHaveCount(1);
  await expect(page.locator('[data-result]')).toHaveAttribute('data-result', 'stopped');
  await expect.poll(() => page.frames().length).toBe(1);

  const trap = info.outputPath('trap.carton');
  writeRunCarton(trap, ['pass'], TRAP);
  await openNext(page, trap);
  await show(page, '#/self-tests');
  await page.getByRole('button', { name: 'Run self-test' }).click();
  await expect(page.locator('[data-result]')).toHaveAttribute('data-result', 'error');
  await expect(page.locator('[data-code="run/trap"]')).toBeVisible();
  await axe(page);
});

test('another runner is told, with what installs it', async ({ page }) => {
  await page.goto('/');
  await openFile(page, fileURLToPath(new URL('../public/sample.carton', import.meta.url)));
  await show(page, '#/self-tests');
  const card = page.getByRole('region', { name: 'Run' });
  await expect(card).toContainText('Its runner needs Python');
  await expect(card).toContainText('pip install');
  await expect(page.getByRole('button', { name: /^Run / })).toHaveCount(0);
  await axe(page);
});

test('all of it fits a phone', async ({ page }, info) => {
  const path = info.outputPath('echo.carton');
  writeRunCarton(path, ['fail']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await openFile(page, path);
  await show(page, '#/self-tests');
  await page.getByRole('button', { name: 'Run self-test' }).click();
  await expect(page.locator('[data-result=fail]')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
