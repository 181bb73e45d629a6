import type { Locator, Page } from '@playwright/test';
import { MARK_COLORS, mapColors } from '../src/tensor/color-map.ts';
import { type BuiltTensor, writeCarton } from './built-carton.ts';
import { axe, expect, openFile, show, test } from './support.ts';

const bytesOf = (values: Float32Array | Float64Array | BigInt64Array) => new Uint8Array(values.buffer);

/** Four rows of six: each value is its place, but three are not finite. */
const SMALL = Float32Array.from({ length: 24 }, (_, at) => at);
SMALL[8] = Number.NaN;
SMALL[9] = Number.POSITIVE_INFINITY;
SMALL[10] = Number.NEGATIVE_INFINITY;

/** 3000 × 2000 of small values with one outlier. */
const LARGE = new Float32Array(3000 * 2000).map((_, at) => ((at * 37) % 101) / 101 - 0.5);
LARGE[1234 * 2000 + 567] = -900;

const INTS = BigInt64Array.from({ length: 6 }, (_, at) => 2n ** 62n + BigInt(at));

const TENSORS: BuiltTensor[] = [
  { name: 'small', dtype: 'float32', shape: '[4, 6]', data: bytesOf(SMALL) },
  { name: 'large', dtype: 'float32', shape: '[3000, 2000]', data: bytesOf(LARGE) },
  {
    name: 'slices',
    dtype: 'float64',
    shape: '[3, 2, 4]',
    data: bytesOf(Float64Array.from({ length: 24 }, (_, at) => at)),
  },
  { name: 'same', dtype: 'float32', shape: '[3, 4]', data: bytesOf(new Float32Array(12).fill(0.25)) },
  { name: 'nothing', dtype: 'float32', shape: '[3, 4]', data: bytesOf(new Float32Array(12).fill(Number.NaN)) },
  {
    name: 'tall',
    dtype: 'float32',
    shape: '[400, 100]',
    data: bytesOf(Float32Array.from({ length: 40_000 }, (_, at) => at)),
  },
  { name: 'ints', dtype: 'int64', shape: '[6]', data: bytesOf(INTS) },
];

test.use({ allowedConsole: [/willReadFrequently/] });

const plot = (page: Page) => page.getByRole('application', { name: /^Heat map of/ });
const canvas = (page: Page) => page.getByRole('img', { name: /^Heat map of/ });
const handle = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const viridis = mapColors('viridis');

/** The color in the middle of a cell of a plane that is shown whole. */
async function colorAt(page: Page, at: { row: number; column: number }, of: { rows: number; columns: number }) {
  return canvas(page).evaluate(
    (element: HTMLCanvasElement, [across, down]: readonly [number, number]) => {
      const context = element.getContext('2d') as CanvasRenderingContext2D;
      const { data } = context.getImageData(
        Math.floor(element.width * across),
        Math.floor(element.height * down),
        1,
        1,
      );
      return [data[0], data[1], data[2]];
    },
    [(at.column + 0.5) / of.columns, (at.row + 0.5) / of.rows] as const,
  );
}

/** Whether any pixel of the drawing has a color. */
async function hasColor(page: Page, color: readonly number[]): Promise<boolean> {
  return canvas(page).evaluate((element: HTMLCanvasElement, wanted: readonly number[]) => {
    const context = element.getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, element.width, element.height);
    for (let at = 0; at < data.length; at += 4)
      if (wanted.every((part, channel) => data[at + channel] === part)) return true;
    return false;
  }, color);
}

async function openHeatMap(page: Page, name: string): Promise<Locator> {
  const path = test.info().outputPath('heat.carton');
  writeCarton(path, TENSORS);
  await page.goto('/');
  await openFile(page, path);
  await show(page, `#/tensors/${name}`);
  await page.getByText('Heat map', { exact: true }).click();
  await expect(plot(page)).toBeVisible();
  return plot(page);
}

test('a value has its color of the map, and what is not finite has one of its own and is counted', async ({ page }) => {
  await openHeatMap(page, 'small');
  const of = { rows: 4, columns: 6 };
  const expected = (value: number, map = viridis) => [...(map[Math.min(255, Math.floor((256 * value) / 23))] ?? [])];
  for (const [row, column] of [
    [0, 0],
    [0, 5],
    [2, 3],
    [3, 5],
  ] as const)
    expect(await colorAt(page, { row, column }, of)).toEqual(expected(row * 6 + column));
  for (const [mark, column] of [2, 3, 4].entries()) {
    const both = (MARK_COLORS[mark] ?? []).map((color) => [...color]);
    expect(both).toContainEqual(await colorAt(page, { row: 1, column }, of));
  }
  const foot = page.getByRole('region', { name: 'Values' });
  await expect(foot.getByText('1 NaN')).toBeVisible();
  await expect(foot.getByText('1 +Inf')).toBeVisible();
  await expect(foot.getByText('1 −Inf')).toBeVisible();
  await page.getByRole('combobox', { name: 'Color map' }).selectOption('cividis');
  await expect.poll(() => colorAt(page, { row: 2, column: 3 }, of)).toEqual(expected(15, mapColors('cividis')));
  await axe(page);
  // Nor does the table, which nobody sees, widen the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('a slice without values is said, whatever view the address asks for', async ({ page }) => {
  await openHeatMap(page, 'slices');
  const values = page.getByRole('region', { name: 'Values' });
  for (const view of ['', 'view=heat-map&', 'view=line&']) {
    await show(page, `#/tensors/slices?${view}slice=[0:0,0,:]`);
    await expect(values.getByText('The slice takes no index of a dimension.')).toBeVisible();
  }
});

test('handles set the range by keys, which stays while slicing; both ends swap where they are the wrong way round', async ({
  page,
}) => {
  await openHeatMap(page, 'slices');
  const of = { rows: 2, columns: 4 };
  expect(await colorAt(page, { row: 1, column: 3 }, of)).toEqual([...(viridis[255] ?? [])]);
  await expect(handle(page, 'Highest color')).toHaveAttribute('aria-valuetext', '7');
  await handle(page, 'Highest color').focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('PageDown');
  await expect(handle(page, 'Highest color')).toHaveAttribute('aria-valuetext', '3.5');
  await expect(page.getByRole('button', { name: /^Range:.*set by you/ })).toBeVisible();
  expect(await colorAt(page, { row: 1, column: 0 }, of)).toEqual([...(viridis[255] ?? [])]);
  await page.getByRole('button', { name: 'dimension 0: next' }).click();
  await expect(handle(page, 'Highest color')).toHaveAttribute('aria-valuetext', '3.5');
  await page.getByRole('button', { name: /^Range:/ }).click();
  const [low, high] = [page.getByRole('textbox', { name: 'Low' }), page.getByRole('textbox', { name: 'High' })];
  await low.fill('20');
  await expect(page.getByText('Low is above high.')).toBeVisible();
  await axe(page);
  await page.getByRole('button', { name: 'Swap', exact: true }).click();
  await expect(low).toHaveValue('3.5');
  await expect(high).toHaveValue('20');
  await high.fill('');
  await expect(page.getByText('Low is above high.')).toBeHidden();
});

test('arrow keys choose a value and say it exactly; plus and minus zoom', async ({ page }) => {
  const box = await openHeatMap(page, 'ints');
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const foot = page.getByRole('region', { name: 'Values' });
  await expect(foot.getByText('[2]', { exact: true })).toBeVisible();
  await expect(foot.getByText('4611686018427387906')).toBeVisible();
  await expect(foot.getByText('bits 4000000000000002')).toBeVisible();
  await show(page, '#/tensors/small?view=heat-map');
  await expect(canvas(page)).toHaveAccessibleName('Heat map of small');
  await box.focus();
  const of = { rows: 4, columns: 6 };
  for (let press = 0; press < 3; press++) await page.keyboard.press('+');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('0');
  await expect.poll(() => colorAt(page, { row: 0, column: 0 }, of)).toEqual([...(viridis[0] ?? [])]);
});

test('one outlier among six million is seen from afar, and single values are exact close by', async ({ page }) => {
  const box = await openHeatMap(page, 'large');
  await page.getByRole('button', { name: /^Range:/ }).click();
  await expect(page.getByRole('combobox', { name: 'A point of many values shows' })).toHaveValue('magnitude');
  await page.getByRole('combobox', { name: 'Range', exact: true }).selectOption('all');
  await page.keyboard.press('Escape');
  await expect.poll(() => hasColor(page, viridis[0] ?? [])).toBe(true);
  await page.getByRole('button', { name: /^Range:/ }).click();
  await page.getByRole('combobox', { name: 'A point of many values shows' }).selectOption('max');
  await page.keyboard.press('Escape');
  await expect.poll(() => hasColor(page, viridis[0] ?? [])).toBe(false);
  await show(page, '#/tensors/large?view=heat-map&cell=1234,567');
  const foot = page.getByRole('region', { name: 'Values' }).locator('[aria-live]');
  await expect(foot.getByText('-900', { exact: true })).toBeVisible();
  const { x, y, width, height } = (await box.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(x + (width * 567.5) / 2000, y + (height * 1234.5) / 3000);
  for (let turn = 0; turn < 12; turn++) await page.mouse.wheel(0, -400);
  await expect(box).toHaveAttribute('data-zoomed');
  await expect(foot).toHaveText(/^\[\d+, \d+\]-?0/);
  const [, row = 0, column = 0] = (/^\[(\d+), (\d+)\]/.exec((await foot.textContent()) ?? '') ?? []).map(Number);
  expect(Math.abs(row - 1234) + Math.abs(column - 567)).toBeLessThan(12);
  await expect(foot).toContainText(String(Number((LARGE[row * 2000 + column] as number).toPrecision(6))));
});

test('the histogram is of the slice or of all, and a range brushed on it is the heat map’s', async ({ page }) => {
  await openHeatMap(page, 'slices');
  const histogram = page.getByRole('region', { name: 'Histogram' });
  const image = page.getByRole('img', { name: 'Histogram of slices' });
  await expect(image).toBeVisible();
  await histogram.getByText('As a table').click();
  const counts = () =>
    histogram
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .evaluateAll((rows) => rows.reduce((sum, row) => sum + Number(row.lastElementChild?.textContent), 0));
  await expect.poll(counts).toBe(8);
  const { x, y, width, height } = (await image.boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  await page.mouse.move(x + width * 0.25, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^Range:.*set by you/ })).toBeVisible();
  const low = Number(await handle(page, 'Lowest color').getAttribute('aria-valuetext'));
  expect(low).toBeGreaterThan(1);
  expect(low).toBeLessThan(2.5);
  await handle(page, 'Lowest color by the histogram').focus();
  await page.keyboard.press('Home');
  await expect(handle(page, 'Lowest color')).toHaveAttribute('aria-valuetext', '0');
  await histogram.getByText('Whole tensor').click();
  await expect.poll(counts).toBe(24);
  await histogram.getByRole('button', { name: 'Log counts' }).click();
  await axe(page);
});

test('the extremes are said with their indices, and a press goes to them', async ({ page }) => {
  const box = await openHeatMap(page, 'large');
  const values = page.getByRole('region', { name: 'Values' });
  const lowest = values.getByRole('button', { name: /^Lowest -900/ });
  await expect(lowest).toContainText('largest magnitude');
  await expect(values.getByRole('button', { name: /^Highest 0\.49/ })).not.toContainText('largest magnitude');
  const status = values.locator('[aria-live]');
  await lowest.click();
  await expect(status).toContainText('[1234, 567]');
  await expect(status).toContainText('-900');
  // Its mark is in the middle of the drawing, in which single cells are seen.
  const of = (await box.boundingBox()) as { x: number; y: number; width: number; height: number };
  await page.mouse.move(of.x + of.width / 2, of.y + of.height / 2);
  await expect(status).toHaveText(/^\[1234, 567\]-900/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.mouse.move(0, 0);
  await expect(status).toContainText('[1234, 567]');
  await show(page, '#/tensors/small?view=heat-map');
  await values.getByRole('button', { name: /^Highest 23 \[3, 5\]/ }).click();
  await expect(status).toHaveText(/^\[3, 5\]23/);
  await axe(page);
});

test('what is said of a pointer that rests follows the wheel, the keys and the slice', async ({ page }) => {
  const box = await openHeatMap(page, 'tall');
  const { x, y, width, height } = (await box.boundingBox()) as { x: number; y: number; width: number; height: number };
  const status = page.getByRole('region', { name: 'Values' }).locator('[aria-live]');
  // A wheel knows whole pixels alone.
  const [left, top] = [Math.round(x + width * 0.255), Math.round(y + height * 0.25)];
  const [across, down] = [(left - x) / width, (top - y) / height];
  const at = (row: number, column: number) => `[${Math.floor(row)}, ${Math.floor(column)}]`;
  const first = at(400 * down, 100 * across);
  await box.focus();
  await page.mouse.move(left, top);
  await expect(status).toContainText(first);
  // A key zooms around the middle: another cell comes to the pointer.
  await page.keyboard.press('+');
  const second = [200 + (down - 0.5) * (400 / 1.5), 50 + (across - 0.5) * (100 / 1.5)] as const;
  await expect(status).toContainText(`${at(...second)}${Math.floor(second[0]) * 100 + Math.floor(second[1])}`);
  await page.keyboard.press('0');
  await expect(status).toContainText(first);
  await page.mouse.wheel(0, -400);
  await expect(box).toHaveAttribute('data-zoomed');
  await expect(status).toContainText(first);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(status).not.toContainText(first);
  // What an arrow key chooses is said, though the pointer rests on another one.
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowDown');
  await expect(status).toHaveText(/^\[0, 0\]0/);
  await show(page, '#/tensors/slices?view=heat-map&slice=[0,:,:]');
  await expect(canvas(page)).toHaveAccessibleName('Heat map of slices');
  await page.mouse.move(x + 60, y + 60);
  await expect(status).toHaveText(/^\[0, 0, 0\]0/);
  await page.keyboard.press('ArrowDown');
  await show(page, '#/tensors/slices?view=heat-map&slice=[1,:,:]');
  await expect(status).toHaveText(/^\[1, 0, 0\]8/);
});

test('a picture that would leave most of the room empty fills it, unless its cells are to be square', async ({
  page,
}) => {
  const box = await openHeatMap(page, 'tall');
  const ratio = async () => {
    const { width, height } = (await box.boundingBox()) as { width: number; height: number };
    return height / width;
  };
  await expect.poll(ratio).toBeLessThan(2);
  await page.getByRole('button', { name: /^Range:/ }).click();
  await page.getByRole('combobox', { name: 'Shape' }).selectOption('equal');
  await expect.poll(ratio).toBeCloseTo(4, 1);
});

test('the bar of colors has the numbers of its handles', async ({ page }) => {
  await openHeatMap(page, 'large');
  await handle(page, 'Highest color').focus();
  await page.keyboard.press('PageDown');
  for (const name of ['Lowest color', 'Highest color']) {
    const at = handle(page, name);
    const text = (await at.getAttribute('aria-valuetext')) as string;
    const number = page.locator('span[aria-hidden=true]').filter({ hasText: new RegExp(`^${text}$`) });
    await expect(number).toBeVisible();
    const [a, b] = [await at.boundingBox(), await number.boundingBox()];
    if (!a || !b) throw new Error('not shown');
    expect(Math.abs(a.y + a.height / 2 - b.y - b.height / 2)).toBeLessThan(4);
  }
});

test('the histogram of one value, of none, and of whole numbers has true ends', async ({ page }) => {
  await openHeatMap(page, 'same');
  const histogram = page.getByRole('region', { name: 'Histogram' });
  const bars = page.getByRole('img', { name: /^Histogram of/ }).locator('rect');
  await expect(bars).toHaveCount(1);
  expect((await bars.boundingBox())?.width).toBeLessThan(10);
  await expect(histogram.getByText('0.25', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(histogram.getByRole('button', { name: 'Log counts' })).toBeHidden();
  await expect(page.getByText('All values are 0.25')).toBeVisible();
  await show(page, '#/tensors/nothing?view=heat-map');
  await expect(histogram.getByText('No value is finite.')).toBeVisible();
  await expect(histogram.getByText('12 NaN')).toBeVisible();
  await expect(bars).toHaveCount(0);
  await expect(page.getByRole('slider', { name: /color/ })).toHaveCount(0);
  for (const nonsense of [/e-3\d\d/, /Infinity/]) await expect(page.getByText(nonsense)).toHaveCount(0);
  await axe(page);
  await show(page, '#/tensors/ints?view=heat-map&slice=[0:1]');
  await histogram.getByText('This slice').click();
  await expect(bars).toHaveCount(1);
});
