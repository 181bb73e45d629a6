import type { Locator, Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, boxOf, expect, openFile, SAMPLE, show, test } from './support.ts';

const SCHEMA = ['a', 'b']
  .map((name) => `[[input]]\nname = "${name}"\ndtype = "float32"\nshape = ["batch", 3]\ndescription = "One"\n`)
  .join('\n');

const heads = (table: Locator) => table.getByRole('columnheader');
const menu = (page: Page) => page.getByRole('dialog', { name: 'Columns of Inputs' });
const openMenu = (page: Page) => page.getByRole('button', { name: 'Columns of Inputs' }).press('Enter');
const widthOf = async (table: Locator, name: string) =>
  (await boxOf(table.getByRole('columnheader', { name, exact: true }))).width;

test('columns are hidden, moved and resized by key and pointer, and stay so', async ({ page }, info) => {
  const path = info.outputPath('tables.carton');
  writeCarton(path, [], SCHEMA);
  await page.goto('/');
  await openFile(page, path);
  await page.getByRole('tab', { name: /^Schema/ }).click();
  const inputs = page.getByRole('table', { name: 'Inputs', exact: true });
  await expect(heads(inputs)).toHaveText(['Name', 'Type', 'Shape', 'Description']);

  await test.step('the keyboard hides and moves columns, and sorting ends with its column', async () => {
    await inputs.getByRole('button', { name: 'Type' }).press('Enter');
    await expect(inputs.getByRole('columnheader', { name: 'Type' })).toHaveAttribute('aria-sort', 'ascending');
    await openMenu(page);
    await expect(menu(page).getByRole('button', { name: 'Reset columns' })).toBeDisabled();
    await menu(page).getByRole('checkbox', { name: 'Type' }).press('Space');
    await expect(heads(inputs)).toHaveText(['Name', 'Shape', 'Description']);
    await menu(page).getByRole('button', { name: 'Move up: Description' }).press('Enter');
    await expect(heads(inputs)).toHaveText(['Name', 'Description', 'Shape']);
    await expect(menu(page).getByRole('button', { name: 'Move up: Description' })).toBeFocused();
    await axe(page);
    await menu(page).getByRole('checkbox', { name: 'Type' }).press('Space');
    await expect(inputs.getByRole('columnheader', { name: 'Type' })).toHaveAttribute('aria-sort', 'none');
    await menu(page).getByRole('checkbox', { name: 'Type' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns of Inputs' })).toBeFocused();
  });

  await test.step('a head is dragged to the place of another', async () => {
    await inputs
      .getByRole('columnheader', { name: 'Description' })
      .dragTo(inputs.getByRole('columnheader', { name: 'Name' }));
    await expect(heads(inputs)).toHaveText(['Description', 'Name', 'Shape']);
  });

  await test.step('the menu and the pointer resize a column, others but the last keep their widths', async () => {
    const [before, name] = [await widthOf(inputs, 'Description'), await widthOf(inputs, 'Name')];
    await openMenu(page);
    await menu(page).getByRole('button', { name: 'Wider: Description' }).press('Enter');
    await expect.poll(() => widthOf(inputs, 'Description')).toBeGreaterThan(before + 14);
    await page.keyboard.press('Escape');
    expect(Math.abs((await widthOf(inputs, 'Name')) - name)).toBeLessThan(2);
    const at = await boxOf(inputs.getByRole('columnheader', { name: 'Description' }));
    await page.mouse.move(at.x + at.width - 3, at.y + at.height / 2);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width + 57, at.y + at.height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(inputs, 'Description')).toBeGreaterThan(at.width + 56);
  });

  await test.step('Tab reaches one head, and arrows the others', async () => {
    await openMenu(page);
    // The menu takes the focus a moment after it opens, and gives back only what it has taken.
    await expect(menu(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    // While it fades, Tab would still lead into it.
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Columns of Inputs' })).toBeFocused();
    await page.keyboard.press('Tab');
    const focused = page.locator('th :focus');
    await expect(focused).toHaveText('Description');
    await page.keyboard.press('ArrowRight');
    await expect(focused).toHaveText('Name');
    await page.keyboard.press('Tab');
    await expect(focused).toHaveCount(0);
  });

  await test.step('the choice stays over a reload, for the same kind of table, until it is reset', async () => {
    const wide = await widthOf(inputs, 'Description');
    await page.reload();
    await openFile(page, path);
    await show(page, '#/schema');
    await expect(heads(inputs)).toHaveText(['Description', 'Name', 'Shape']);
    expect(Math.abs((await widthOf(inputs, 'Description')) - wide)).toBeLessThan(2);
    await openMenu(page);
    await menu(page).getByRole('button', { name: 'Wider: Name' }).click();
    await menu(page).getByRole('button', { name: 'Reset columns' }).click();
    await expect(heads(inputs)).toHaveText(['Name', 'Type', 'Shape', 'Description']);
    await expect(menu(page).getByRole('button', { name: 'Reset columns' })).toBeDisabled();
  });

  await test.step('one column always stays', async () => {
    for (const name of ['Name', 'Type', 'Shape'])
      await menu(page).getByRole('checkbox', { name, exact: true }).uncheck();
    await expect(heads(inputs)).toHaveText(['Description']);
    await expect(menu(page).getByRole('checkbox', { name: 'Description' })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('what is hidden is brought back on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(inputs.getByText('batch').first()).toBeHidden();
    await axe(page);
    await openMenu(page);
    // Columns do not stand side by side here.
    await expect(menu(page).getByRole('button', { name: 'Move up: Type' })).toBeVisible();
    await expect(menu(page).getByRole('button', { name: /^Wider|^Narrower/ })).toHaveCount(0);
    await menu(page).getByRole('button', { name: 'Reset columns' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Columns of Inputs' })).toBeFocused();
    await expect(inputs.getByText('batch').first()).toBeVisible();
  });
});

test('keys lead from the filter into a grouped list, and over its headings', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/tensors');
  const list = page.getByRole('table', { name: 'Tensors' });
  const rows = list.locator('tbody tr');
  await expect(rows.first()).not.toHaveAttribute('data-name');
  const focused = list.locator('tr[data-name]', { has: page.locator(':focus') });
  await page.getByLabel('Filter tensors').focus();
  for (let stops = 0; stops < 6 && (await focused.count()) === 0; stops++) await page.keyboard.press('Tab');
  await expect(focused).toHaveAttribute('data-index', '1');
  const next = await rows.evaluateAll((all) =>
    all.findIndex((row, at) => at > 0 && !(row as HTMLElement).dataset.name),
  );
  for (let at = 2; at <= next; at++) await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('data-index', `${next + 1}`);
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveAttribute('data-index', `${next - 1}`);
});

test('a long list is sorted on a phone, by the heads above it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/tensors');
  const list = page.getByRole('table', { name: 'Tensors' });
  const head = list.getByRole('columnheader', { name: 'Size' });
  await head.getByRole('button').click();
  // Of numbers, the largest is asked for first.
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(list.locator('tr[data-name]').first()).toContainText('3.1 KB');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(list.locator('tr[data-name]').first()).toContainText('4 B');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await axe(page);
  // A short one is read as it is.
  await show(page, '#/schema');
  await expect(page.getByRole('table', { name: 'Inputs', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Type' }).first()).not.toBeInViewport();
});
