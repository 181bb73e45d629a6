import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { button, DIALOG, dialog, fileAct, openReview, withoutPicker } from './edit-support.ts';
import { colorPng } from './png.ts';
import { axe, boxOf, expect, openFile, show, test } from './support.ts';

/** A disk on a ground that changes from side to side. */
const disk = (at: number) =>
  colorPng(60, 40, (x, y) => (Math.hypot(x - at, y - 20) < 12 ? [220, 120, 60] : [2 * x, 90 + y, 140]));

/** A WAV of 16 bits and 16,000 Hz: a tone that fades. */
function tone(level: number): Uint8Array {
  const samples = Int16Array.from({ length: 8000 }, (_, at) => level * Math.sin(at / 6) * Math.exp(-at / 3000));
  const head = Buffer.alloc(44);
  head.write('RIFF');
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 16_000],
    [28, 32_000],
    [40, samples.byteLength],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

const EXAMPLE = `
[[example]]
name = "Depth of a disk"
inputs = { image = "@misc/disk.png" }
sample_out = { depth_image = "@tensor_data/depth" }
`;

const CONFIG = { name: 'disk', size: [40, 60], layers: [{ name: 'a', act: 'relu' }, { name: 'b' }] };

const mode = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Compare pictures' }).getByText(name, { exact: true }).click();

test('two files of a package are compared: pictures, sounds, a picture and its depth, and JSON by structure', async ({
  page,
}, info) => {
  const path = info.outputPath('pair.carton');
  const depth = Float32Array.from({ length: 40 * 60 }, (_, at) => (at % 60) / 60);
  writeCarton(
    path,
    ['depth', 'other'].map((name, at) => ({
      name,
      dtype: 'float32',
      shape: '[40, 60]',
      data: new Uint8Array(depth.map((value) => value * (1 - at / 2)).buffer),
    })),
    EXAMPLE,
    {
      'misc/disk.png': disk(20),
      'misc/moved.png': disk(26),
      'misc/unnamed': colorPng(30, 20, () => [9, 9, 9]),
      'misc/loud.wav': tone(20_000),
      'misc/soft.wav': tone(10_000),
      'misc/config.json': Buffer.from(JSON.stringify(CONFIG)),
    },
  );
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, path);
  const comparison = page.getByRole('region', { name: 'Comparison' });

  await test.step('the other pictures are offered, also one whose name does not say that it is one', async () => {
    await show(page, '#/files/misc/disk.png');
    await button(page, 'Compare with…').click();
    const list = page.getByRole('list', { name: 'Files to compare with' });
    await expect(list.getByRole('button')).toHaveText([/^misc\/moved\.png/, /^misc\/unnamed/]);
    await axe(page, DIALOG);
    await list.getByRole('button', { name: /^misc\/moved/ }).click();
    for (const name of ['disk.png', 'moved.png'])
      await expect(comparison.getByRole('img', { name: `${name}: misc/${name}` })).toBeVisible();
    expect(await page.evaluate(() => window.location.hash)).toBe('#/files/misc/disk.png?with=misc%2Fmoved.png');
  });

  await test.step('a divider moves by keys and by the pointer', async () => {
    await mode(page, 'Swipe');
    const divider = page.getByRole('slider', { name: 'Divider' });
    await expect(divider).toHaveAttribute('aria-valuenow', '50');
    await divider.press('ArrowRight');
    await divider.press('Shift+ArrowRight');
    await expect(divider).toHaveAttribute('aria-valuetext', '61 % disk.png, 39 % moved.png');
    await divider.press('Home');
    await expect(divider).toHaveAttribute('aria-valuenow', '0');
    const box = await boxOf(comparison.getByRole('img', { name: 'disk.png: misc/disk.png' }));
    await page.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    await expect(divider).toHaveAttribute('aria-valuenow', '25');
    await axe(page);
  });

  await test.step('the difference says the share, the largest and where', async () => {
    await mode(page, 'Difference');
    await expect(comparison.getByRole('img', { name: 'Difference of the pictures' })).toBeVisible();
    await expect(comparison.getByRole('status')).toHaveText(
      /^\d+ of 2,400 pixels \([\d.]+ %\) differ\. The largest difference is \d+ of 255, at column \d+, row \d+\.$/,
    );
    await comparison.getByText('×16').click();
    await mode(page, 'Overlay');
    await page.getByRole('slider', { name: 'Opacity of moved.png' }).press('ArrowRight');
    await expect(comparison).toContainText('51 %');
  });

  await test.step('pictures blink, unless the reader wants little motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await mode(page, 'Blink');
    await expect(comparison.getByText('disk.png')).toBeVisible();
    await expect(button(page, 'Pause')).toHaveCount(0);
    await button(page, 'Flip').click();
    await expect(comparison.getByText('moved.png', { exact: true })).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await button(page, 'Blink').click();
    await button(page, 'Pause').click();
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step('a picture of another size is stretched, which is said; on a phone, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await show(page, '#/files/misc/disk.png?with=misc/unnamed');
    await mode(page, 'Swipe');
    await expect(comparison).toContainText('unnamed has 30 × 20 pixels. It is stretched to 60 × 40.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await axe(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, 'End the comparison').click();
    await expect(button(page, 'Compare with…')).toBeVisible();
    await show(page, '#/files/misc/disk.png?with=misc/nothing');
    await expect(comparison).toContainText('No such file');
  });

  await test.step('sounds have their waves below each other, and their difference', async () => {
    await show(page, '#/files/misc/loud.wav?with=misc/soft.wav');
    await expect(comparison.getByRole('img', { name: 'Waveform of difference' })).toBeVisible();
    await expect(comparison.getByRole('group', { name: /^Sound / })).toHaveCount(3);
    await expect(comparison).toContainText(
      /of 8,000 samples \(over 99\.9 %\) differ\. The largest difference is 0\.\d+/,
    );
    await axe(page);
  });

  await test.step('the depth of an example lies over its picture, and tensors are compared as pictures', async () => {
    await show(page, '#/examples');
    await button(page, 'Compare pictures').click();
    const pair = dialog(page, 'Pictures of Depth of a disk');
    await pair.getByText('Overlay', { exact: true }).click();
    await expect(pair.getByRole('img', { name: 'Picture of depth_image' })).toBeVisible();
    await expect(pair.getByRole('img', { name: 'image: misc/disk.png' })).toBeVisible();
    await axe(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Compare pictures')).toBeFocused();

    await show(page, '#/tensors/depth');
    await button(page, 'Compare…').click();
    await page.getByRole('list', { name: 'Tensors to compare with' }).getByRole('button').first().click();
    await button(page, 'Compare as pictures').click();
    const tensors = dialog(page, 'depth and other');
    await tensors.getByText('Difference', { exact: true }).click();
    await expect(tensors.getByRole('status')).toContainText('of 2,400 pixels');
    await page.keyboard.press('Escape');
  });

  await test.step('Review shows what differs in JSON by the paths of its values, or by its lines', async () => {
    await show(page, '#/files/misc/config.json');
    const chooser = page.waitForEvent('filechooser');
    await fileAct(page, 'Replace');
    const now = { name: 'disk', size: [40, 90], layers: [{ name: 'b' }], more: null };
    const buffer = Buffer.from(JSON.stringify(now, null, 2));
    await (await chooser).setFiles({ name: 'config.json', mimeType: 'application/json', buffer });
    await openReview(page);
    const table = page.getByRole('table', { name: 'Difference of misc/config.json' });
    await expect(table.locator('[data-diff]')).toHaveText([
      /size\[1\].*60.*90/,
      /layers\[0\].*\{name: "a", act: "relu"\}.*removed/,
      /more.*not there.*null/,
    ]);
    await axe(page, DIALOG);
    await page.getByRole('radiogroup', { name: 'Compare by' }).getByText('Text', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Difference of misc/config.json' })).toBeVisible();
  });
});
