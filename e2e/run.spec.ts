import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { ENDLESS, TRAP, writeRunCarton } from './run-carton.ts';
import { axe, boxOf, expect, FIXTURES, openFile, openNext, show, test } from './support.ts';

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

test('an output of another type fails, though its values are equal', async ({ page }, info) => {
  const path = info.outputPath('type.carton');
  writeRunCarton(path, ['type']);
  await page.goto('/');
  await openFile(page, path);
  await show(page, '#/self-tests');
  await page.getByRole('button', { name: 'Run self-test' }).click();
  await expect(page.locator('[data-result=fail]')).toBeVisible();
  await expect(page.locator('[data-output=x][data-outcome=fail]')).toBeVisible();
  await expect(page.getByText('It is float32, and int32 is expected.')).toBeVisible();
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

test('the sample is tried by drawing on it, and by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open sample' }).click();
  const section = page.getByRole('region', { name: 'Try it' });
  const field = section.getByRole('application', { name: 'Drawing of image, 16 × 16 cells' });
  await expect(field).toBeVisible();
  await section.getByRole('button', { name: 'Clear' }).click();
  // Nothing runs before the first press of Run.
  await expect(section).toContainText('press Run to see what the model gives');
  expect(page.frames()).toHaveLength(1);
  await section.getByRole('button', { name: 'Run', exact: true }).click();
  const best = section.locator('[data-output=probability] [data-best]');
  await expect(best).toBeVisible();
  await expect(section).toContainText('Runs again with each stroke');
  await axe(page);

  const { x, y, width, height } = await boxOf(field);
  const corners = [
    [0.2, 0.2],
    [0.8, 0.2],
    [0.8, 0.8],
    [0.2, 0.8],
    [0.2, 0.2],
  ] as const;
  const [start] = corners;
  await page.mouse.move(x + width * start[0], y + height * start[1]);
  await page.mouse.down();
  for (const [across, down] of corners) await page.mouse.move(x + width * across, y + height * down, { steps: 6 });
  await page.mouse.up();
  await expect(section.locator('[data-output=label]')).toContainText('square');
  await expect(best).toContainText('square');

  await section.getByRole('button', { name: 'Clear' }).click();
  await field.focus();
  await page.keyboard.press('Space');
  await expect(field.locator('xpath=..').getByText('Row 1, column 1: drawn')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(field.locator('xpath=..').getByText('Row 1, column 1: empty')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(field.locator('xpath=..').getByText('Row 2, column 2: drawn')).toBeAttached();

  const saved = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Save contour as .npy' }).click();
  expect((await saved).suggestedFilename()).toBe('contour.npy');
  await section.getByRole('button', { name: 'View contour' }).click();
  const dialog = page.getByRole('dialog', { name: 'contour' });
  await dialog.getByText('Heat map').click();
  await expect(dialog.getByRole('img', { name: /contour/ })).toBeVisible();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(section.getByRole('button', { name: 'View contour' })).toBeFocused();

  // Another value is typed.
  await section.getByRole('button', { name: 'Change temperature' }).click();
  await section.getByRole('button', { name: /^type a value/ }).click();
  await section.getByRole('form').getByRole('textbox').fill('5');
  await section.getByRole('button', { name: 'Use', exact: true }).click();
  await expect(section.locator('[data-input=temperature]')).toContainText('5');
  // What came is kept as a self-test of the draft, which then passes.
  await section.getByRole('button', { name: 'Add as self-test' }).click();
  await expect(section.getByText('Added to the draft')).toContainText('self-test 2');
  // The sandbox goes with the view.
  await expect.poll(() => page.frames().length).toBe(2);
  await section.getByRole('link', { name: 'self-test 2' }).click();
  await page.getByRole('button', { name: 'Run both self-tests' }).click();
  await expect(page.locator('[data-result=pass]')).toHaveCount(2);
  await show(page, '#/files');
  await expect.poll(() => page.frames().length).toBe(1);
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
