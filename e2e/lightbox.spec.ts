import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { blackPng, colorPng } from './png.ts';
import { axe, boxOf, expect, expectAt, openFile, scrollTo, test } from './support.ts';

/** The color of each pixel names its column and row. */
const FILES = {
  'misc/photo.png': colorPng(64, 48, (x, y) => [x, y, 200]),
  'misc/tall.png': blackPng(200, 2000),
  'misc/wide.png': colorPng(2000, 100, (x) => [x >> 8, x & 255, 0]),
  'misc/shapes.svg': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>',
  ),
  'misc/doubt.svg': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><filter id="f"/><rect filter="url(#f)"/></svg>',
  ),
};

const TEXT =
  '![photo](@misc/photo.png)\n\n![tall](@misc/tall.png)\n\n![doubt](@misc/doubt.svg)\n\n![wide](@misc/wide.png)\n\n' +
  '[![linked](@misc/photo.png)](https://other.example)\n\n![shapes](@misc/shapes.svg)';

const TOML =
  '[[example]]\ninputs = { text = "@tensor_data/text" }\nsample_out = { image = "@tensor_data/image" }\n' +
  '[[input]]\nname = "text"\ndtype = "int8"\nshape = []\n[[output]]\nname = "image"\ndtype = "uint8"\nshape = ["h", "w", 3]\n';

const dialog = (page: Page) => page.getByRole('dialog');
const scale = (page: Page) => dialog(page).getByText(/ %$/);
const pixel = (page: Page) => dialog(page).locator('[data-pixel]');

async function open(page: Page, path: string): Promise<void> {
  const image = Uint8Array.from({ length: 16 * 12 * 3 }, (_, at) => at % 251);
  const tensors = [
    { name: 'text', dtype: 'int8', shape: '[]', data: new Uint8Array([7]) },
    { name: 'image', dtype: 'uint8', shape: '[12, 16, 3]', data: image },
  ];
  writeCarton(path, tensors, TOML, FILES, `model_description = ${JSON.stringify(TEXT)}`);
  await page.goto('/');
  await openFile(page, path);
}

test('pictures keep to their column, and are seen large by keyboard and by mouse', async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, info.outputPath('keys.carton'));
  await test.step('pictures of a description keep to its column and to 480 px, and are seen large by keyboard', async () => {
    const text = page.getByRole('region', { name: 'Description' });
    await text.evaluate((region) => region.scrollIntoView());
    await expect(text.getByRole('img', { name: 'photo' })).toHaveJSProperty('naturalWidth', 64);
    for (const [name, width, height] of [
      ['photo', 64, 48],
      ['tall', 48, 480],
    ] as const) {
      const picture = text.getByRole('img', { name, exact: true });
      await scrollTo(picture);
      await expectAt(picture, { width, height });
    }
    const wide = text.getByRole('img', { name: 'wide' });
    await scrollTo(wide);
    const width = async () => (await wide.boundingBox())?.width ?? 0;
    await expect.poll(width).toBeGreaterThan(400);
    expect(await width()).toBeLessThanOrEqual((await boxOf(text)).width + 1);
    // A click on a picture in a link follows the link.
    await expect(text.getByRole('button', { name: 'Enlarge linked' })).toHaveCount(0);
    await expect(text.getByRole('button', { name: 'Enlarge doubt' })).toHaveCount(0);

    const enlarge = text.getByRole('button', { name: 'Enlarge photo' });
    await enlarge.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Picture: photo' })).toBeVisible();
    await expect(dialog(page).getByRole('application')).toBeFocused();
    await expect(dialog(page)).toContainText('64 × 48 pixels');
    await expect(dialog(page)).toContainText('2 of 6');
    // A tiny picture begins enlarged by a whole factor.
    await expect(scale(page)).toHaveText('600 %');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(pixel(page)).toHaveText('x 31, y 23 31, 23, 200 #1F17C8');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(pixel(page)).toHaveText('x 32, y 22 32, 22, 200 #2016C8');
    await expect(pixel(page)).toHaveAttribute('data-pixel', '32,22');
    await axe(page, '[role="dialog"]');
    await page.keyboard.press('1');
    await expect(scale(page)).toHaveText('100 %');
    await page.keyboard.press('+');
    await expect(scale(page)).toHaveText('150 %');
    await page.keyboard.press('-');
    await expect(scale(page)).toHaveText('100 %');

    // With nothing to move, arrows lead to the pictures beside it. The one in doubt is not among them.
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('dialog', { name: 'Picture: tall' })).toBeVisible();
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('dialog', { name: 'Picture: wide' })).toBeVisible();
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageDown');
    await expect(page.getByRole('dialog', { name: 'Picture: shapes' })).toBeVisible();
    await expect(dialog(page)).toContainText('40 × 30 drawing');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(pixel(page)).toHaveText('x 19, y 14');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(enlarge).toBeFocused();
  });
  await test.step('the mouse opens a picture, reads its pixels, zooms where it is and moves it', async () => {
    // High enough for the description, too: only pictures near the screen are read.
    await page.setViewportSize({ width: 1280, height: 2400 });
    await page.emulateMedia({ reducedMotion: null });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.getByRole('img', { name: 'photo' })).toHaveJSProperty('naturalWidth', 64);
    await page.getByRole('img', { name: 'Picture of image' }).click();
    // The values of the tensor, not what its colors became.
    await expect(page.getByRole('dialog', { name: 'Picture: Example 1, image: Picture of image' })).toBeVisible();
    await expect(dialog(page).getByText('Example 1, image', { exact: true })).toBeVisible();
    const canvas = dialog(page).getByRole('img', { name: 'Picture of image' });
    const drawn = await boxOf(canvas);
    await page.mouse.move(drawn.x + (5.5 / 16) * drawn.width, drawn.y + (2.5 / 12) * drawn.height);
    await expect(pixel(page)).toHaveText(`x 5, y 2 ${[111, 112, 113].join(', ')}`);

    await dialog(page).getByRole('button', { name: 'Next picture' }).click();
    const photo = dialog(page).getByRole('img', { name: 'photo' });
    await expect(photo).toHaveJSProperty('complete', true);
    const box = await boxOf(photo);
    const at = { x: box.x + (10.5 / 64) * box.width, y: box.y + (40.5 / 48) * box.height };
    await page.mouse.move(at.x, at.y);
    await expect(pixel(page)).toHaveText('x 10, y 40 10, 40, 200 #0A28C8');
    for (let notch = 0; notch < 6; notch++) await page.mouse.wheel(0, -200);
    await expect(scale(page)).toHaveText('6,400 %');
    await page.mouse.move(at.x + 1, at.y);
    await expect(pixel(page)).toHaveAttribute('data-pixel', '10,40');
    const before = await boxOf(photo);
    await page.mouse.down();
    await page.mouse.move(at.x + 61, at.y - 30, { steps: 3 });
    await page.mouse.up();
    await expectAt(photo, { x: before.x + 60 });
    await dialog(page).getByRole('button', { name: '1:1' }).click();
    await expect(scale(page)).toHaveText('100 %');

    // Two fingers that move apart to three times their distance.
    const touch = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [
      { x: 640 - apart, y: 400, id: 1 },
      { x: 640 + apart, y: 400, id: 2 },
    ];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(80) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(120) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(scale(page)).toHaveText('300 %');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  });
});
