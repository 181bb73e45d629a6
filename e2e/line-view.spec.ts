import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, expect, openFile, show, test } from './support.ts';

const chart = (page: Page) => page.getByRole('slider', { name: /^Line of / });
const values = (page: Page) => page.getByRole('region', { name: 'Values' });

async function openLine(page: Page, path: string, tensor: string): Promise<void> {
  await page.goto('/');
  await openFile(page, path);
  await show(page, `#/tensors/${tensor}`);
  await page.getByRole('radio', { name: 'Line', exact: true }).press('Space');
  await expect(chart(page)).toBeVisible();
}

/** What the table beside the chart says, row by row. */
async function tableOf(page: Page): Promise<string[][]> {
  const table = page.getByRole('table', { name: /^Lines of / });
  if (!(await table.isVisible())) await page.getByRole('region', { name: 'Values' }).getByText('As a table').click();
  await expect(table).toBeVisible();
  return table.locator('tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.innerHTML)));
}

const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer);

test('a vector is a line: values, gaps, keys, zoom, and a table', async ({ page }, info) => {
  const path = info.outputPath('line.carton');
  const small = [1, 4, Number.NaN, 8, Number.POSITIVE_INFINITY, -3];
  const long = Array.from({ length: 300_000 }, (_, at) => (at === 123_457 ? 99 : Math.sin(at / 10_000)));
  writeCarton(path, [
    { name: 'small', dtype: 'float32', shape: '[6]', data: floats(small) },
    { name: 'long', dtype: 'float32', shape: '[300000]', data: floats(long) },
  ]);
  await openLine(page, path, 'small');
  await test.step('the arrow keys go from value to value, which is said exactly', async () => {
    await chart(page).focus();
    for (const value of ['4', 'NaN', '8', 'Infinity', '-3']) {
      await page.keyboard.press('ArrowRight');
      await expect(values(page).locator('[data-value]')).toHaveAttribute('data-value', value);
    }
    await expect(chart(page)).toHaveAttribute('aria-valuetext', '[5] -3');
    await expect(values(page).getByText('NaN: 1 · +Inf: 1')).toBeVisible();
    await page.keyboard.press('Home');
    await expect(chart(page)).toHaveAttribute('aria-valuenow', '0');
  });
  await test.step('the table has what is drawn', async () => {
    expect((await tableOf(page)).slice(1).map(([, value]) => value)).toEqual(['1', '4', 'NaN', '8', 'Infinity', '-3']);
    await axe(page);
  });
  await test.step('values of 0 and below keep a place on the logarithmic scale', async () => {
    await page.getByRole('radio', { name: 'Log', exact: true }).press('Space');
    await expect(values(page).getByText(/symlog/)).toBeVisible();
    await axe(page);
  });
  await test.step('one value that stands out of very many is drawn, found by the pointer, and zoomed in to', async () => {
    await show(page, '#/tensors/long');
    await page.getByRole('radio', { name: 'Line', exact: true }).press('Space');
    await expect(chart(page)).toBeVisible();
    const highest = values(page).getByRole('button', { name: /^Highest 99 \[123457\]/ });
    await expect(highest).toContainText('largest magnitude');
    await highest.click();
    await expect(chart(page)).toHaveAttribute('aria-valuetext', '[123457] 99');
    await page.keyboard.press('Home');
    const rows = await tableOf(page);
    expect(rows.filter(([, value]) => value?.endsWith(' to 99'))).toHaveLength(1);
    const box = await chart(page).locator('.u-over').boundingBox();
    if (!box) throw new Error('no chart');
    const x = box.x + (123_457 / 299_999) * box.width;
    await page.mouse.move(x, box.y + 20);
    await expect(values(page).getByText('[123457]').last()).toBeVisible();
    await expect(values(page).locator('[data-value="99"]')).toBeVisible();
    await page.mouse.click(x, box.y + 20);
    await chart(page).focus();
    for (let press = 0; press < 16; press++) await page.keyboard.press('+');
    const near = await tableOf(page);
    const at = near.findIndex(([, value]) => value === '99');
    expect(near[at]?.[0]).toBe('123,457');
    expect(near[at - 1]?.[1]).toBe(String(Number(Math.fround(Math.sin(12.3456)).toPrecision(9))));
    await page.keyboard.press('0');
    await expect(values(page).getByText(/^0 to 299,999/)).toBeVisible();
  });
  await test.step('dragging zooms to what it spans, with Shift it moves, a double click shows all', async () => {
    const box = await chart(page).locator('.u-over').boundingBox();
    if (!box) throw new Error('no chart');
    const drag = async (from: number, to: number) => {
      await page.mouse.move(box.x + from * box.width, box.y + 100);
      await page.mouse.down();
      await page.mouse.move(box.x + to * box.width, box.y + 100, { steps: 4 });
      await page.mouse.up();
    };
    const ends = async () => {
      const text =
        (await values(page)
          .getByText(/^[\d,]+ to [\d,]+/)
          .last()
          .textContent()) ?? '';
      return (/^([\d,]+) to ([\d,]+)/.exec(text) ?? []).slice(1).map((each) => Number(each.replaceAll(',', '')));
    };
    await drag(0.25, 0.75);
    const [from = 0, to = 0] = await ends();
    expect(Math.abs(from - 75_000)).toBeLessThan(2000);
    expect(Math.abs(to - 225_000)).toBeLessThan(2000);
    await page.keyboard.down('Shift');
    await drag(0.5, 0.25);
    await page.keyboard.up('Shift');
    const [moved = 0, end = 0] = await ends();
    expect(Math.abs(moved - from - 37_500)).toBeLessThan(2000);
    expect(Math.abs(end - moved - (to - from))).toBeLessThanOrEqual(1);
    await page.mouse.dblclick(box.x + 100, box.y + 100);
    await expect(values(page).getByText(/^0 to 299,999/)).toBeVisible();
    // A pointer that rests is over another point once the line moves below it.
    await page.mouse.move(box.x + box.width / 2, box.y + 100);
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -400);
    // A busy browser joins turns of the wheel, which zooms a little less.
    await expect.poll(async () => (await ends())[0]).toBeGreaterThan(130_000);
    const near = Number(await chart(page).getAttribute('aria-valuenow'));
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 400);
    await page.keyboard.up('Shift');
    await expect.poll(async () => Number(await chart(page).getAttribute('aria-valuenow'))).toBeGreaterThan(near + 1000);
    const [start = 0, last = 0] = await ends();
    expect(Math.abs(Number(await chart(page).getAttribute('aria-valuenow')) - (start + last) / 2)).toBeLessThan(
      (last - start) / 50,
    );
  });
});

test('several rows or columns are lines, with a legend that hides them', async ({ page }, info) => {
  const path = info.outputPath('lines.carton');
  // Column by column: 0 to 39, then 100 to 139, and so on.
  const matrix = Array.from({ length: 40 * 6 }, (_, at) => (at % 6) * 100 + Math.floor(at / 6));
  writeCarton(path, [{ name: 'matrix', dtype: 'float32', shape: '[40, 6]', data: floats(matrix) }]);
  await openLine(page, path, 'matrix');
  const legend = page.getByRole('list', { name: 'Lines', exact: true }).getByRole('button');
  await test.step('they run along the longer dimension at first', async () => {
    await expect(legend).toHaveText(['0', '1', '2', '3']);
    expect((await tableOf(page))[2]).toEqual(['1', '1', '101', '201', '301']);
  });
  await test.step('others are chosen as NumPy writes them; too many, and none, are refused', async () => {
    const field = page.getByRole('textbox', { name: /^Lines: places along/ });
    await field.fill('5');
    // Nothing is read of what is not yet typed to its end.
    await expect(legend).toHaveText(['0', '1', '2', '3']);
    await field.fill('5, 0:2');
    await field.press('Enter');
    await expect(legend).toHaveText(['5', '0', '1']);
    await field.fill('9');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(/^9 /)).toBeVisible();
    await field.press('Enter');
    await expect(legend).toHaveText(['5', '0', '1']);
    await field.press('Escape');
    await expect(field).toHaveValue('5, 0:2');
    await field.fill('4');
    await field.blur();
    await expect(legend).toHaveCount(0);
    await field.fill('5, 0:2');
    await field.press('Enter');
  });
  await test.step('a press in the legend hides a line, and shows it again; the last one stays', async () => {
    await legend.nth(0).click();
    await expect(legend.nth(0)).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(async () => (await tableOf(page))[2]).toEqual(['1', '1', '101']);
    await legend.nth(1).click();
    await expect(legend.nth(2)).toBeDisabled();
    await legend.nth(0).click();
    await expect.poll(async () => (await tableOf(page))[2]).toEqual(['1', '501', '101']);
    await legend.nth(1).click();
  });
  await test.step('up and down go from line to line, and a choice is the cell of every view', async () => {
    await chart(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(chart(page)).toHaveAttribute('aria-valuetext', '[1, 0] 1');
    await page.getByRole('radio', { name: 'Numbers', exact: true }).press('Space');
    await expect(page.getByRole('grid').locator('[aria-selected="true"]')).toHaveAttribute('data-cell', '1,0');
    await page.getByRole('radio', { name: 'Line', exact: true }).press('Space');
  });
  await test.step('along the other dimension, each row is a line', async () => {
    await page.getByRole('combobox', { name: 'Lines along' }).selectOption({ index: 0 });
    await expect.poll(async () => (await tableOf(page))[6]).toEqual(['5', '500', '501', '502', '503']);
    await axe(page);
  });
});

test('on a phone the lines come first, and what is chosen of them is behind one button', async ({ page }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const path = info.outputPath('lines.carton');
  const matrix = Array.from({ length: 40 * 6 }, (_, at) => at);
  writeCarton(path, [{ name: 'matrix', dtype: 'float32', shape: '[40, 6]', data: floats(matrix) }]);
  await openLine(page, path, 'matrix');
  const field = page.getByRole('textbox', { name: /^Lines: places along/ });
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await field.fill('5, 2');
  await field.press('Enter');
  await expect(page.getByRole('list', { name: 'Lines', exact: true }).getByRole('button')).toHaveText(['5', '2']);
  await axe(page);
});
