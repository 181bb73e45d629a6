import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type BuiltTensor, writeCarton } from './built-carton.ts';
import { colorPng } from './png.ts';
import { fileOf } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { exportAs, pixelsOf } from './saved.ts';
import { axe, boxOf, expect, openFile, SAMPLE, settled, show } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

const [HEIGHT, WIDTH] = [12, 20];
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

/** The color of a pixel names its column, its row and its picture. */
const color = (picture: number, x: number, y: number): [number, number, number] => [10 * x, 20 * y, 40 + picture];

const f32 = (values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

/** Elements of `pictures` pictures, channels first or last. */
function elements(pictures: number, isFirst: boolean, of: (level: number, channel: number) => number): number[] {
  const values: number[] = [];
  for (let picture = 0; picture < pictures; picture++)
    for (let at = 0; at < 3 * HEIGHT * WIDTH; at++) {
      const [channel, pixel] = isFirst
        ? [Math.floor(at / (HEIGHT * WIDTH)), at % (HEIGHT * WIDTH)]
        : [at % 3, Math.floor(at / 3)];
      const level = color(picture, pixel % WIDTH, Math.floor(pixel / WIDTH))[channel] as number;
      values.push(of(level, channel));
    }
  return values;
}

const isMasked = (at: number) => at % WIDTH < 10;
const pixels = Array.from({ length: HEIGHT * WIDTH }, (_, at) => at);
const big = (values: number[]) => new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer);

const TENSORS: BuiltTensor[] = [
  {
    name: 'photo',
    dtype: 'uint8',
    shape: `[${HEIGHT}, ${WIDTH}, 3]`,
    data: Uint8Array.from(elements(1, false, (level) => level)),
  },
  {
    name: 'mask',
    dtype: 'uint8',
    shape: `[${HEIGHT}, ${WIDTH}]`,
    data: Uint8Array.from(pixels, (at) => (isMasked(at) ? 1 : 0)),
  },
  {
    name: 'depth',
    dtype: 'float32',
    shape: `[1, ${HEIGHT}, ${WIDTH}]`,
    data: f32(pixels.map((at) => 2 + (at % WIDTH))),
  },
  { name: 'other', dtype: 'float32', shape: '[9, 9]', data: f32(Array(81).fill(0.5)) },
  {
    name: 'batch',
    dtype: 'float32',
    shape: `[30, 3, ${HEIGHT}, ${WIDTH}]`,
    data: f32(elements(30, true, (level, at) => (level / 255 - (MEAN[at] ?? 0)) / (DEVIATION[at] ?? 1))),
  },
  {
    name: 'holes',
    dtype: 'float64',
    shape: '[8, 8]',
    data: new Uint8Array(Float64Array.from({ length: 64 }, (_, at) => (at === 3 ? Number.NaN : at)).buffer),
  },
  { name: 'labels', dtype: 'int64', shape: '[8, 9]', data: big(Array.from({ length: 72 }, (_, at) => 2 ** 40 * at)) },
  {
    name: 'weights',
    dtype: 'int8',
    shape: '[3000, 2000]',
    data: Uint8Array.from({ length: 6_000_000 }, (_, at) => (at / 3) & 127),
  },
  {
    name: 'stripes',
    dtype: 'uint8',
    shape: '[3000, 2000]',
    data: Uint8Array.from({ length: 6_000_000 }, (_, at) => (at % 2) * 255),
  },
  { name: 'vector', dtype: 'uint8', shape: '[300]', data: new Uint8Array(300) },
];

const TOML = `[[example]]
inputs = { image = "@tensor_data/photo", scene = "@misc/scene" }
sample_out = { mask = "@tensor_data/mask", depth = "@tensor_data/depth", other = "@tensor_data/other" }
[[example]]
inputs = { pictures = "@tensor_data/batch" }
sample_out = {}
[[input]]
name = "pictures"
dtype = "float32"
shape = ["batch", "channel", "height", "width"]
`;

const canvas = (page: Page, name: string) => page.getByRole('img', { name: `Picture of ${name}`, exact: true });
const choice = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const place = (page: Page) => page.locator('[data-pixel]');
const slice = (page: Page) => page.getByRole('textbox', { name: 'Slice' });

/** A pixel of a canvas: red, green, blue and opacity. */
function pixel(of: Locator, x: number, y: number): Promise<number[]> {
  return of.evaluate(
    (element, at) => {
      // A copy: browsers warn of canvases that are read again and again.
      const copy = new OffscreenCanvas(1, 1).getContext('2d');
      copy?.drawImage(element as HTMLCanvasElement, -at.x, -at.y);
      return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])];
    },
    { x, y },
  );
}

async function expectPixel(of: Locator, x: number, y: number, rgb: readonly number[], opacity = 255): Promise<void> {
  await expect.poll(() => pixel(of, x, y)).toEqual([...rgb, opacity]);
}

async function showImage(page: Page, tensor: string): Promise<void> {
  await show(page, `#/tensors/${tensor}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Image' }).locator('..').getByText('Image').click();
  await expect(page.getByRole('radio', { name: 'Image' })).toBeChecked();
}

async function open(page: Page, path: string): Promise<void> {
  writeCarton(path, TENSORS, TOML, { 'misc/scene': colorPng(2 * WIDTH, 2 * HEIGHT, () => [0, 0, 200]) });
  await page.goto('/');
  await openFile(page, path);
}

test('a tensor is a picture, by its pixels', async ({ page }, info) => {
  await open(page, info.outputPath('pictures.carton'));

  await test.step('in color, and its pixels are named by pointer and by arrow keys', async () => {
    await showImage(page, 'photo');
    const picture = canvas(page, 'photo');
    await expectPixel(picture, 0, 0, color(0, 0, 0));
    await expectPixel(picture, 19, 11, color(0, 19, 11));
    await expect(page.getByText('12 × 20 · 0 is black, 255 is white (as uint8)', { exact: true })).toBeVisible();
    const box = await boxOf(picture);
    await page.mouse.move(box.x + (7.5 / WIDTH) * box.width, box.y + (3.5 / HEIGHT) * box.height);
    await expect(place(page)).toHaveText('[3, 7, :] 70, 60, 40');
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.move(0, 0);
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(place(page)).toHaveText('[4, 8, :] 80, 80, 40');
    // The same element in Numbers.
    await page.getByText('Numbers', { exact: true }).click();
    await expect(page.getByText('[4, 8, 0]')).toBeVisible();
    await page.getByText('Image', { exact: true }).click();
  });

  await test.step('the order of its channels, its range and its axes can be changed', async () => {
    const picture = canvas(page, 'photo');
    await choice(page, 'Order').selectOption('BGR');
    await expectPixel(picture, 19, 11, color(0, 19, 11).toReversed());
    await choice(page, 'Order').selectOption('RGB');
    await choice(page, 'Range').selectOption('min to max');
    await expect(page.getByText('12 × 20 · 0 is black, 220 is white', { exact: true })).toBeVisible();
    await expectPixel(picture, 19, 11, [220, 255, 46]);
    await choice(page, 'Range').selectOption('automatic');
    await page.getByRole('button', { name: 'Swap rows and columns' }).click();
    await expect(picture).toHaveAttribute('width', '12');
    await expectPixel(picture, 11, 19, color(0, 19, 11));
    await page.getByRole('button', { name: 'Swap rows and columns' }).click();
    // Without channels, each of them is a gray picture.
    await choice(page, 'Channels').selectOption('none');
    await page.getByRole('button', { name: 'All pictures' }).click();
    const sheet = page.getByRole('list', { name: 'Pictures of photo' });
    await expect(sheet.getByRole('listitem')).toHaveCount(3);
    await choice(page, 'Channels').selectOption('dimension 2');
    await expectPixel(picture, 5, 5, color(0, 5, 5));
    await axe(page);
  });

  await test.step('of any number type, and what is not finite is transparent', async () => {
    await showImage(page, 'holes');
    await expectPixel(canvas(page, 'holes'), 3, 0, [0, 0, 0], 0);
    await expectPixel(canvas(page, 'holes'), 7, 7, [255, 255, 255]);
    await expect(
      page.getByText('8 × 8 · 0 is black, 63 is white (least and greatest value) · 1 pixel not finite'),
    ).toBeVisible();
    await showImage(page, 'labels');
    await expectPixel(canvas(page, 'labels'), 8, 7, [255, 255, 255]);
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText(`[3, 4] ${2 ** 40 * 31}`);
    await show(page, '#/tensors/vector');
    await expect(page.getByRole('radio', { name: 'Line' })).toBeAttached();
    await expect(page.getByRole('radio', { name: 'Image' })).toHaveCount(0);
  });

  await test.step('a large one by means, whose places are those of the tensor', async () => {
    await showImage(page, 'weights');
    await expect(page.getByText(/^3000 × 2000, drawn as 1500 × 1000: means of 2 × 2 pixels/)).toBeVisible();
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    const box = [0, 1, 2000, 2001].map((by) => Math.floor((1498 * 2000 + 998 + by) / 3) & 127);
    const mean = box.reduce((sum, value) => sum + value / 4, 0);
    await expect(place(page)).toHaveText(`[1498:1500, 998:1000] mean ${mean}`);
    // Every second pixel of stripes is of one color. All of them together are gray.
    await showImage(page, 'stripes');
    await expectPixel(canvas(page, 'stripes'), 700, 500, [128, 128, 128]);
    await expect(page.getByText(/means of 2 × 2 pixels · 0 is black, 255 is white \(as uint8\)$/)).toBeVisible();
  });
});

test('a batch is a sheet of pictures, by pointer and by keyboard', async ({ page }, info) => {
  await open(page, info.outputPath('batch.carton'));
  await showImage(page, 'batch');
  const sheet = page.getByRole('list', { name: 'Pictures of batch' });
  const tile = (number: number) => sheet.getByRole('button', { name: `Picture ${number}`, exact: true });
  await test.step('each has its index; the names of the schema say which dimension holds channels', async () => {
    await expect(sheet.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '30');
    await expect(tile(4)).toHaveText('4');
    await expect(page.getByText('30 RGB images, channels first')).toBeVisible();
    await expect(choice(page, 'Channels')).toHaveValue('1');
    await expect(slice(page)).toHaveValue('[:, :, :, :]');
    await choice(page, 'Range').selectOption('ImageNet');
    await expectPixel(tile(4).locator('canvas'), 6, 5, color(4, 6, 5));
    await axe(page);
  });
  await test.step('keys go from picture to picture, also to those that were not in view', async () => {
    await tile(0).focus();
    await page.keyboard.press('ArrowRight');
    await expect(tile(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(tile(29)).toBeFocused();
    await expectPixel(tile(29).locator('canvas'), 6, 5, color(29, 6, 5));
    await page.keyboard.press('Enter');
    await expectPixel(canvas(page, 'batch'), 6, 5, color(29, 6, 5));
    await expect(page.getByRole('application')).toBeFocused();
    await page.getByRole('button', { name: 'All pictures' }).press('Enter');
    await expect(tile(29)).toBeFocused();
    await page.keyboard.press('Enter');
  });
  await test.step('one leads to those beside it', async () => {
    const next = page.getByRole('button', { name: 'Next picture' });
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Previous picture' }).click();
    await expectPixel(canvas(page, 'batch'), 6, 5, color(28, 6, 5));
    await page.getByRole('application').press('PageUp');
    await expectPixel(canvas(page, 'batch'), 6, 5, color(27, 6, 5));
    await page.getByRole('application').press('PageDown');
    await next.click();
    await expectPixel(canvas(page, 'batch'), 6, 5, color(29, 6, 5));
  });
  await test.step('one has a slider, keeps its zoom, and leads back to all', async () => {
    await expect(slice(page)).toHaveValue('[29, :, :, :]');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const zoom = await page.getByText(/^[\d,.]+ %$/).textContent();
    await page.getByRole('button', { name: 'batch: previous' }).click();
    await expectPixel(canvas(page, 'batch'), 6, 5, color(28, 6, 5));
    await expect(page.getByText(/^[\d,.]+ %$/)).toHaveText(zoom ?? '');
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowUp');
    await expect(place(page)).toContainText(/^\[28, :, 5, 9\] -?\d/);
    await page.getByRole('button', { name: 'All pictures' }).click();
    await expect(sheet).toBeVisible();
    await slice(page).fill('[3, :, 2:, ::2]');
    await expect(canvas(page, 'batch')).toHaveAttribute('width', '10');
    await expectPixel(canvas(page, 'batch'), 4, 3, color(3, 8, 5));
  });
});

/** How many values the histogram counts, and what it says they are of. */
async function counted(page: Page): Promise<{ of: string; values: number }> {
  const section = page.getByRole('region', { name: 'Histogram' });
  const rows = section.getByRole('row');
  await section.getByText('As a table').click();
  const texts = await rows.locator('td:last-child').allTextContents();
  await section.getByText('As a table').click();
  const chosen = section.getByRole('radio', { checked: true });
  const of =
    (await chosen.count()) > 0 ? await chosen.inputValue() : ((await section.getByRole('heading').textContent()) ?? '');
  return { of, values: texts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0) };
}

test('the histogram and the PNG are of the pixels that are shown', async ({ page }, info) => {
  await open(page, info.outputPath('same.carton'));
  const pixels = HEIGHT * WIDTH;
  await test.step('of one picture all channels, in its range', async () => {
    await showImage(page, 'photo');
    await expect.poll(() => counted(page)).toEqual({ of: 'Histogram whole tensor', values: 3 * pixels });
    await slice(page).fill('[2:6, ::2, :]');
    await expect(canvas(page, 'photo')).toHaveAttribute('width', '10');
    await expect.poll(() => counted(page)).toEqual({ of: 'This picture', values: 3 * 40 });
    await choice(page, 'Order').selectOption('BGR');
    const saved = await exportAs(page, 'PNG of the picture');
    expect(saved.suggestedFilename()).toBe('photo [2_6, __2, _].png');
    const { size, colors } = await pixelsOf(page, saved);
    expect(size).toEqual([10, 4]);
    expect(colors.slice(0, 6)).toEqual([...color(0, 0, 2).toReversed(), ...color(0, 2, 2).toReversed()]);
  });
  await test.step('of a sheet all pictures, and the one that has the focus', async () => {
    await showImage(page, 'batch');
    const sheet = page.getByRole('list', { name: 'Pictures of batch' });
    await choice(page, 'Range').selectOption('ImageNet');
    await expect.poll(() => counted(page)).toEqual({ of: 'Histogram whole tensor', values: 90 * pixels });
    await sheet.getByRole('button', { name: 'Picture 2', exact: true }).focus();
    const { size, colors } = await pixelsOf(page, await exportAs(page, 'PNG of the picture'));
    expect(size).toEqual([WIDTH, HEIGHT]);
    expect(colors.slice(3, 6)).toEqual(color(2, 1, 0));
  });
  await test.step('of the opened one its own', async () => {
    const sheet = page.getByRole('list', { name: 'Pictures of batch' });
    await sheet.getByRole('button', { name: 'Picture 4', exact: true }).click();
    await expectPixel(canvas(page, 'batch'), 6, 5, color(4, 6, 5));
    await expect.poll(() => counted(page)).toEqual({ of: 'This picture', values: 3 * pixels });
    const { colors } = await pixelsOf(page, await exportAs(page, 'PNG of the picture'));
    expect(colors.slice(3, 6)).toEqual(color(4, 1, 0));
    // What no plane has together says which part of it the histogram is of.
    await slice(page).fill('[4, :, 2:, ::3]');
    await expect.poll(() => counted(page)).toEqual({ of: 'First channel', values: 70 });
  });
});

test('masks and depth lie over another picture of the same example', async ({ page }, info) => {
  await open(page, info.outputPath('overlay.carton'));
  await showImage(page, 'photo');
  const picture = canvas(page, 'photo');
  const mixed = (under: readonly number[], over: readonly number[], share: number) =>
    under.map((level, at) => Math.round(level * (1 - share) + (over[at] ?? 0) * share));
  await test.step('a mask in a color, as opaque as chosen', async () => {
    // Not one of another size.
    await expect(choice(page, 'Overlay').getByRole('option')).toHaveText(['none', 'mask on it', 'depth on it']);
    await choice(page, 'Overlay').selectOption('mask on it');
    await expectPixel(picture, 2, 3, mixed(color(0, 2, 3), [230, 30, 40], 0.6));
    await expectPixel(picture, 12, 3, color(0, 12, 3));
    await choice(page, 'Color').selectOption('blue');
    await page.getByRole('slider', { name: 'Opacity' }).focus();
    await page.keyboard.press('End');
    await expectPixel(picture, 2, 3, [30, 110, 240]);
    await page.keyboard.press('Home');
    await expectPixel(picture, 2, 3, color(0, 2, 3));
    await page.getByRole('application').focus();
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('[5, 9, :] 90, 100, 40 · mask 1');
    await axe(page);
  });
  await test.step('depth on it in a color map', async () => {
    await choice(page, 'Overlay').selectOption('depth on it');
    await choice(page, 'Color').selectOption('gray');
    await page.getByRole('slider', { name: 'Opacity' }).focus();
    await page.keyboard.press('End');
    await expectPixel(picture, 19, 3, [255, 255, 255]);
    await expectPixel(picture, 0, 3, [0, 0, 0]);
  });
  await test.step('and the mask itself lies on a tensor or a file', async () => {
    await showImage(page, 'mask');
    const mask = canvas(page, 'mask');
    await choice(page, 'Overlay').selectOption('On image');
    await expectPixel(mask, 2, 3, mixed(color(0, 2, 3), [230, 30, 40], 0.6));
    await expectPixel(mask, 12, 3, color(0, 12, 3));
    await choice(page, 'Overlay').selectOption('On scene');
    await expectPixel(mask, 2, 3, mixed([0, 0, 200], [230, 30, 40], 0.6));
    await expectPixel(mask, 12, 3, [0, 0, 200]);
  });
});

test('a large picture is read only when it is asked for, and a batch fits a phone', async ({ page, remote }, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const path = info.outputPath('large.carton');
  const large = { name: 'large', dtype: 'float32', shape: '[1500, 2000]', data: new Uint8Array(1500 * 2000 * 4) };
  writeCarton(path, [...TENSORS, large], TOML);
  const url = remote.put('/large.carton', fileOf(readFileSync(path)));
  await page.goto(`/?url=${encodeURIComponent(url)}`);
  await settled(page);
  await showImage(page, 'large');
  const question = page.getByText('About 12 MB are downloaded for this picture.');
  await question.locator('..').getByRole('button', { name: 'Download' }).click();
  await expectPixel(canvas(page, 'large'), 0, 0, [0, 0, 0]);
  await showImage(page, 'batch');
  const sheet = page.getByRole('list', { name: 'Pictures of batch' });
  await expect(sheet.getByRole('button', { name: 'Picture 0', exact: true }).locator('canvas')).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  await axe(page);
});

test('the sample’s self-test is a sheet of gray pictures, whose guess can be changed', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await showImage(page, '_tensor_0');
  const sheet = page.getByRole('list', { name: 'Pictures of _tensor_0' });
  await expect(sheet.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('3 gray images')).toBeVisible();
  // Three pictures share the width of the pane.
  expect((await boxOf(sheet.getByRole('img').first())).width).toBeGreaterThan(200);
  await choice(page, 'Channels').selectOption('batch_size');
  await expect(canvas(page, '_tensor_0')).toHaveAttribute('width', '16');
  await expect(page.getByText('channels', { exact: true })).toBeVisible();
});
