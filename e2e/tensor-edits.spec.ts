import type { Page } from '@playwright/test';
import { buildNpy, padded } from '../src/testing/builders/numpy-files.ts';
import { after, packedCarton } from '../src/testing/builders/packed-carton.ts';
import { button, bytesOf, changes, DIALOG, dialog, entriesOf, openReview, withoutPicker } from './edit-support.ts';
import { axe, expect, openBytes, show, tab, test } from './support.ts';

const CASES =
  '[[example]]\nname = "Cat"\ninputs = { x = "@tensor_data/a" }\nsample_out = { y = "@tensor_data/s" }\n' +
  '[[self_test]]\ninputs = { x = "@tensor_data/a" }\n';

/** Does something with the chosen tensor, by its menu. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('article').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

async function answer(page: Page, title: string, label: string, value: string, press: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).getByLabel(label).fill(value);
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: press }).click();
}

const cell = (page: Page, name: string, at: number) =>
  page
    .getByRole('grid', { name: `Values of ${name}` })
    .locator('[data-value]')
    .nth(at);

const row = (page: Page, name: string) => page.getByRole('table', { name: 'Tensors' }).locator(`[data-name="${name}"]`);

test.setTimeout(120_000);

test('tensors are changed, reviewed, put back, saved and opened again', async ({ page }) => {
  await withoutPicker(page);
  await page.goto('/');
  await openBytes(page, packedCarton(after(CASES)));
  await show(page, '#/tensors/a');

  await test.step('a tensor is renamed with what refers to it', async () => {
    await act(page, 'Rename…');
    await expect(page.getByText('Self-test 1, input “x”, example “Cat”, input “x” will follow.')).toBeVisible();
    await axe(page, DIALOG);
    await page.getByLabel('New name').fill('s');
    await expect(page.getByText('Another tensor has this name.')).toBeVisible();
    await answer(page, 'Rename a', 'New name', 'image_0', 'Rename');
    await expect(page.getByRole('article', { name: 'x' })).toContainText('image_0');
    await expect(row(page, 'image_0')).toBeVisible();
  });

  await test.step('reshaped and duplicated', async () => {
    await act(page, 'Reshape…');
    await page.getByLabel('New shape').fill('3, 1');
    await expect(page.getByText('The tensor has 2 elements, not 3.')).toBeVisible();
    await answer(page, 'Reshape image_0', 'New shape', '-1, 1', 'Reshape');
    await expect(page.getByRole('article')).toContainText('2 × 1');
    await act(page, 'Duplicate…');
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await expect(row(page, 'image_1')).toBeVisible();
  });

  await test.step('cells are set, and the next one is chosen', async () => {
    await show(page, '#/tensors/image_0');
    await cell(page, 'image_0', 0).dblclick();
    await expect(page.getByLabel('Value at [0, 0]')).toBeFocused();
    await button(page, 'Done').click();
    await act(page, 'Edit cells');
    await cell(page, 'image_0', 0).click();
    const field = page.getByLabel('Value at [0, 0]');
    await field.fill('x');
    await field.press('Enter');
    await expect(page.getByText('“x” at [0, 0] is not a number.')).toBeVisible();
    await field.fill('1.5');
    await field.press('Enter');
    await expect(cell(page, 'image_0', 0)).toHaveAttribute('data-value', '1.5');
    await expect(page.getByRole('region', { name: 'Histogram' })).toContainText('1.5');
    await page.getByLabel('Value at [1, 0]').fill('nan');
    await page.getByLabel('Value at [1, 0]').press('Enter');
    await expect(cell(page, 'image_0', 1)).toHaveAttribute('data-value', 'NaN');
    await axe(page);
    await button(page, 'Undo').click();
    await expect(cell(page, 'image_0', 1)).toHaveAttribute('data-value', '0');
    await button(page, 'Done').click();
    // The copy has the elements from before.
    await show(page, '#/tensors/image_1');
    await expect(cell(page, 'image_1', 0)).toHaveAttribute('data-value', '0');
  });

  await test.step('a type is converted, after what is lost was said', async () => {
    await show(page, '#/tensors/image_0');
    await act(page, 'Convert type…');
    const form = page.getByRole('dialog', { name: 'Convert image_0' });
    await form.getByLabel('New type').selectOption('int8');
    await expect(form.getByText(/leaves out what comes after the point in 1 of 2 values/)).toBeVisible();
    await form.getByLabel('New type').selectOption('float64');
    await expect(form.getByText('Every value stays the same.')).toBeVisible();
    await axe(page, DIALOG);
    await form.getByRole('button', { name: 'Convert' }).click();
    await expect(page.getByRole('article')).toContainText('float64');
    await expect(cell(page, 'image_0', 0)).toHaveAttribute('data-value', '1.5');
  });

  await test.step('a tensor is replaced by an array of a file', async () => {
    await show(page, '#/tensors/image_1');
    const chooser = page.waitForEvent('filechooser');
    await act(page, 'Replace with a file…');
    const header = padded("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }");
    const npy = buildNpy({ header, data: new Uint8Array(new Float64Array([3, 4.5]).buffer) });
    await (await chooser).setFiles({ name: 'x.npy', mimeType: '', buffer: Buffer.from(npy) });
    const form = page.getByRole('dialog', { name: 'Replace image_1' });
    await expect(form.getByText('float64 1 × 2, in place of float32 2 × 1')).toBeVisible();
    await axe(page, DIALOG);
    await form
      .getByRole('radio', { name: /^Convert float64 → float32/ })
      .first()
      .check();
    await form.getByRole('button', { name: 'Replace' }).click();
    await expect(cell(page, 'image_1', 1)).toHaveAttribute('data-value', '4.5');
  });

  await test.step('and removed, after what loses its value was said', async () => {
    await show(page, '#/tensors/s');
    await act(page, 'Remove');
    await expect(dialog(page, 'Remove s')).toContainText('Example “Cat”, output “y”');
    await dialog(page, 'Remove s').getByRole('button', { name: 'Remove' }).click();
    await expect(row(page, 's')).toHaveCount(0);
  });

  await test.step('Review lists them, and each is put back alone', async () => {
    await expect(changes(page)).toContainText('6 changes');
    await openReview(page);
    const list = page.getByRole('list', { name: 'Changed tensors' });
    await expect(list.getByRole('listitem')).toHaveCount(3);
    await expect(list.locator('[data-name="image_0"]')).toContainText('a → image_0');
    await expect(list.locator('[data-name="image_0"]')).toContainText('1 of 2 values changed, max |Δ| 1.5');
    await expect(list.locator('[data-name="image_1"]')).toContainText('3, 4.5');
    await axe(page, DIALOG);
    await list.getByRole('button', { name: 'Put back s' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(row(page, 's')).toBeVisible();
  });

  await test.step('what is saved has them, and opens again', async () => {
    await button(page, 'Save carton').click();
    const saved = page.waitForEvent('download');
    await dialog(page, 'Save carton').getByRole('button', { name: /^Save/ }).click();
    const bytes = await bytesOf(await saved);
    const entries = await entriesOf(bytes);
    expect(entries.get('tensor_data/index.toml')?.text).toContain(
      'name = "image_0"\ndtype = "float64"\nshape = [2, 1]\nfile = "image_0.bin"\n',
    );
    expect(entries.get('carton.toml')?.text).toContain('x = "@tensor_data/image_0"');
    // The saved carton is open now.
    await expect(changes(page)).toHaveCount(0);
    await show(page, '#/tensors/image_1');
    await expect(cell(page, 'image_1', 1)).toHaveAttribute('data-value', '4.5');
    await expect(tab(page, 'Problems')).not.toContainText('error');
  });
});
