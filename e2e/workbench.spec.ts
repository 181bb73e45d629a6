import type { Page } from '@playwright/test';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { writeCarton } from './built-carton.ts';
import { addAct } from './edit-support.ts';
import { axe, boxOf, expect, fitsWidth, openBytes, openFile, row, SAMPLE, show, tab, test } from './support.ts';

/** What of an element is seen in its box, top to bottom, as many as are whole. */
const wholeIn = (page: Page, box: string, items: string) =>
  page.evaluate(
    ([box, items]) => {
      const around = document.querySelector(box as string)?.getBoundingClientRect();
      return [...document.querySelectorAll(items as string)].filter((item) => {
        const { top, bottom } = item.getBoundingClientRect();
        return around !== undefined && top >= around.top - 1 && bottom <= Math.min(around.bottom, innerHeight) + 1;
      }).length;
    },
    [box, items],
  );

const pageScrolls = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);

test('at 1280 × 900 a file begins high up, shows many lines, and the page does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/files/model/main.py');
  const text = page.getByRole('region', { name: 'Text of main.py' });
  await expect(text).toContainText('import json');
  expect((await boxOf(text)).y).toBeLessThanOrEqual(150);
  const line = page.getByRole('link', { name: 'Line 1', exact: true });
  expect((await boxOf(line)).y).toBeLessThanOrEqual(160);
  expect(
    await wholeIn(page, '[aria-label="Text of main.py"]', '[aria-label="Text of main.py"] a'),
  ).toBeGreaterThanOrEqual(30);
  expect(await pageScrolls(page)).toBe(false);
  await test.step('bytes come 16 in a row, and 32 where they fit', async () => {
    await page.getByText('Hex', { exact: true }).click();
    const pairs = page.locator('[data-width]').first();
    await expect(pairs).toHaveAttribute('data-width', '16');
    expect((await boxOf(pairs)).y).toBeLessThanOrEqual(190);
    await page.setViewportSize({ width: 1920, height: 900 });
    await expect(pairs).toHaveAttribute('data-width', '32');
    await page.setViewportSize({ width: 1280, height: 900 });
  });
  await test.step('a picture is fitted to its pane, zoomed, moved, and read pixel by pixel', async () => {
    await show(page, '#/files/misc/shapes.png');
    const stage = page.getByRole('application');
    const picture = page.getByRole('img', { name: 'shapes.png' });
    await expect(picture).toHaveJSProperty('naturalWidth', 584);
    await expect(page.getByText('584 × 224 pixels')).toBeVisible();
    const { width } = await boxOf(picture);
    await stage.focus();
    await page.keyboard.press('+');
    await expect.poll(async () => (await boxOf(picture)).width).toBeGreaterThan(1.2 * width);
    await page.keyboard.press('1');
    await expect.poll(async () => Math.round((await boxOf(picture)).width)).toBe(584);
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.locator('[data-pixel]')).toHaveText(/^x \d+, y \d+ \d+, \d+, \d+/);
    await page.getByRole('button', { name: 'Fit' }).click();
    // Its tip would lie beside the landmarks.
    await stage.focus();
    await stage.hover();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await axe(page);
  });
});

test('the head of a file is one row, in which a long path gives way', async ({ page }) => {
  const path = `${'folder/'.repeat(12)}the_name_of_the_file.py`;
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await openBytes(
    page,
    buildZip([{ name: path, data: new TextEncoder().encode('print(1)\n'.repeat(300)) }, { name: 'b.txt' }]),
    'a.zip',
  );
  await show(page, `#/files/${path}`);
  const head = page.getByRole('region', { name: 'Chosen file' }).locator('header');
  await expect(head).toContainText('300 lines 2.7 KB');
  const name = head.getByRole('heading', { level: 2 });
  const line = head.locator(':scope > div').first();
  await expect(name).toHaveAttribute('title', path);
  for (const width of [1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await boxOf(line)).height).toBeLessThanOrEqual(52);
    // The name is whole; the folders before it are cut.
    const [base, folders] = [name.getByText('the_name_of_the_file.py'), name.getByText('folder/')];
    expect(await base.evaluate((one) => one.parentElement?.scrollWidth === one.parentElement?.clientWidth)).toBe(true);
    expect(
      await folders.evaluate((one) => Number(one.parentElement?.scrollWidth) > Number(one.parentElement?.clientWidth)),
    ).toBe(true);
    await expect(head.getByRole('button', { name: 'More', exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await boxOf(line)).height).toBeLessThanOrEqual(112);
  await expect(head.getByText('300 lines')).toBeInViewport({ ratio: 1 });
  await expect(head.getByRole('button', { name: 'Edit text' })).toBeInViewport({ ratio: 1 });
});

test('at 1280 × 900 the values of a tensor begin high up, many at once, and the page does not scroll', async ({
  page,
}, info) => {
  const path = info.outputPath('matrix.carton');
  const values = new Uint8Array(new Float32Array(300 * 40).map((_, at) => at).buffer);
  writeCarton(path, [
    { name: 'matrix', dtype: 'float32', shape: '[300, 40]', data: values },
    { name: 'other', dtype: 'float32', shape: '[300, 40]', data: values },
    { name: 'stack', dtype: 'float32', shape: '[3, 100, 40]', data: values },
  ]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await openFile(page, path);
  await show(page, '#/tensors/matrix');
  const grid = page.getByRole('grid', { name: 'Values of matrix' });
  const first = grid.locator('[data-cell="0,0"]');
  await expect(first).toHaveAttribute('data-value', '0');
  expect((await boxOf(first)).y).toBeLessThanOrEqual(240);
  expect(await wholeIn(page, '[role="grid"]', '[role="grid"] [role="rowheader"]')).toBeGreaterThanOrEqual(18);
  expect(await pageScrolls(page)).toBe(false);
  await test.step('so do those of a tensor with a dimension to choose, and the fields for a cell stand below', async () => {
    await show(page, '#/tensors/stack');
    const stack = page.getByRole('grid', { name: 'Values of stack' });
    const cell = stack.locator('[data-cell="0,0"]');
    await expect(cell).toHaveAttribute('data-value', '0');
    expect((await boxOf(cell)).y).toBeLessThanOrEqual(240);
    expect(await wholeIn(page, '[role="grid"]', '[role="grid"] [role="rowheader"]')).toBeGreaterThanOrEqual(18);
    const field = page.getByRole('textbox', { name: 'Go to index' });
    expect((await boxOf(field)).y).toBeGreaterThan((await boxOf(cell)).y);
    await field.fill('99, 0');
    await page.keyboard.press('Enter');
    await expect(stack.locator('[data-cell="99,0"]')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Facts of the tensor' })).toContainText(/bytes 0 to 48,000/);
    await show(page, '#/tensors/matrix');
    await expect(first).toBeVisible();
  });
  await test.step('Escape leads from the values to the list, whose arrows choose', async () => {
    await grid.focus();
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-name="matrix"] button')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-name="other"] button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/tensors\/other$/);
  });
});

test('panes are moved, folded and put back by keyboard and pointer, and remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/files/model/main.py');
  const edge = page.getByRole('separator', { name: 'Width of the list of files' });
  const list = page.getByRole('region', { name: 'List of files' });
  const { width } = await boxOf(list);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Math.round((await boxOf(list)).width)).toBe(Math.round(width) + 16);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(width) + 80));
  await axe(page);
  await page.keyboard.press('Enter');
  await expect(edge).toHaveAttribute('aria-valuenow', '0');
  await expect(row(page, 'carton.toml')).toBeHidden();
  await page.reload();
  await openFile(page, SAMPLE);
  await tab(page, 'Files').click();
  await expect(edge).toHaveAttribute('aria-valuenow', '0');
  await page.getByRole('button', { name: 'Show the list of files' }).click();
  await expect(row(page, 'carton.toml')).toBeVisible();
  await expect(edge).toHaveAttribute('aria-valuenow', String(Math.round(width) + 80));
  await edge.dblclick({ position: { x: 4, y: 100 } });
  await expect.poll(async () => Math.round((await boxOf(list)).width)).toBe(Math.round(width));
  const { x, y } = await boxOf(edge);
  await page.mouse.move(x + 4, y + 100);
  await page.mouse.down();
  await page.mouse.move(x + 104, y + 100, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await boxOf(list)).width)).toBe(Math.round(width) + 100);
});

test('at 400 % zoom the page scrolls, and all of a tensor can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 225 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/tensors/_tensor_4');
  await expect(page.getByRole('grid', { name: 'Values of _tensor_4' })).toBeVisible();
  await fitsWidth(page, 320);
  await page.getByRole('region', { name: 'Statistics' }).locator('[data-stat="mean"]').scrollIntoViewIfNeeded();
  await expect(page.getByRole('region', { name: 'Statistics' }).locator('[data-stat="mean"]')).toBeInViewport();
  await axe(page);
});

test.describe('with a host', () => {
  test.use({ allowedOrigins: [/^http:\/\/(?:localhost|127\.0\.0\.1):\d+$/] });

  test('a link is added: its file is fetched once for its hash, and stays on its host', async ({ page, remote }) => {
    await page.goto('/');
    await openFile(page, SAMPLE);
    await tab(page, 'Files').click();
    await addAct(page, 'Add link');
    const dialog = page.getByRole('dialog', { name: 'Add link' });
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await expect(dialog).toContainText('Enter a URL.');
    const bytes = new TextEncoder().encode('weights');
    const url = remote.put(
      '/linked/more.bin',
      { size: bytes.length, read: (start, end) => bytes.slice(start, end) },
      {},
    );
    await dialog.getByLabel('URL').fill(url);
    await expect(dialog.getByLabel('Path')).toHaveValue(/more\.bin$/);
    await dialog.getByLabel('Path').fill('model/more.bin');
    await axe(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Add link' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'model/more.bin')).toHaveAttribute('data-change', 'linked');
  });
});
