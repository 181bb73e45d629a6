import type { Page } from '@playwright/test';
import { after, packedCarton } from '../src/testing/builders/packed-carton.ts';
import { button, bytesOf, changes, DIALOG, dialog, entriesOf, openReview, withoutPicker } from './edit-support.ts';
import { axe, expect, openBytes, show, test } from './support.ts';

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

const row = (page: Page, name: string) => page.getByRole('table', { name: 'Tensors' }).locator(`[data-name="${name}"]`);

test('tensors are changed, reviewed, put back, saved and opened again', async ({ page }) => {
  await withoutPicker(page);
  await page.goto('/');
  await openBytes(page, packedCarton(after(CASES)));
  await show(page, '#/tensors/a');

  await test.step('a tensor is renamed with what refers to it', async () => {
    await act(page, 'Rename…');
    await expect(page.getByText('Self-test 1, input “x”, example “Cat”, input “x” will follow.')).toBeVisible();
    await axe(page, DIALOG);
    await answer(page, 'Rename a', 'New name', 's', 'Rename');
    await expect(page.getByText('Another tensor has this name.')).toBeVisible();
    await answer(page, 'Rename a', 'New name', 'image_0', 'Rename');
    await expect(page.getByRole('article', { name: 'x' })).toContainText('image_0');
    await expect(row(page, 'image_0')).toBeVisible();
  });

  await test.step('reshaped and duplicated', async () => {
    await act(page, 'Reshape…');
    await answer(page, 'Reshape image_0', 'New shape', '3, 1', 'Reshape');
    await expect(page.getByText('The tensor has 2 elements, not 3.')).toBeVisible();
    await answer(page, 'Reshape image_0', 'New shape', '-1, 1', 'Reshape');
    await expect(page.getByRole('article')).toContainText('2 × 1');
    await act(page, 'Duplicate…');
    await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await expect(row(page, 'image_1')).toBeVisible();
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
    await expect(list.locator('[data-name="image_0"]')).toContainText('All 2 values are the same.');
    await expect(list.locator('[data-name="image_1"]')).toContainText('0, 0');
    await axe(page, DIALOG);
    await list.getByRole('button', { name: 'Put back s' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(row(page, 's')).toBeVisible();
  });

  await test.step('what is saved has them, and Undo leads back', async () => {
    await button(page, 'Save').click();
    const save = page.getByRole('dialog', { name: /^Save/ });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      save
        .getByRole('button', { name: /^Save|^Download/ })
        .first()
        .click(),
    ]);
    const entries = await entriesOf(await bytesOf(download));
    expect(entries.get('tensor_data/index.toml')?.text).toContain(
      'name = "image_0"\ndtype = "float32"\nshape = [2, 1]\nfile = "tensor_0.bin"\n',
    );
    expect(entries.get('carton.toml')?.text).toContain('x = "@tensor_data/image_0"');
  });
});
