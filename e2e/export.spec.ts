import { readFileSync, writeFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { bytesOf, exportAs, pixelsOf } from './saved.ts';
import { axe, expect, FIXTURES, hasFixtures, openBytes, openFile, test } from './support.ts';

const row = (page: Page, name: string) => page.getByRole('table', { name: 'Tensors' }).locator(`[data-name="${name}"]`);

/** Opens a file of tensors, at a path or these bytes, and chooses one. */
async function openTensor(page: Page, file: string | Buffer, name: string): Promise<void> {
  await page.goto('/');
  if (typeof file === 'string') await openFile(page, file);
  else await openBytes(page, file, 'model.safetensors');
  await page.getByRole('tab', { name: /^Tensors/ }).click();
  await row(page, name).click();
}

const textOf = async (download: Download) => (await bytesOf(download)).toString();

/** A cube of 2 × 3 × 4 floats, a picture of 8 × 10 pixels, and 300 samples of sound. */
function tensors(): Buffer {
  const cube = Float32Array.from({ length: 24 }, (_, at) => at / 10);
  const picture = Uint8Array.from({ length: 8 * 10 * 3 }, (_, at) => at);
  const sound = Int16Array.from({ length: 300 }, (_, at) => 1000 * Math.sin(at / 5));
  const parts = [cube, picture, sound].map(({ buffer }) => Buffer.from(buffer));
  const entries = [
    ['cube', 'F32', [2, 3, 4]],
    ['picture', 'U8', [8, 10, 3]],
    ['sound', 'I16', [300]],
  ] as const;
  let at = 0;
  const texts = entries.map(([name, dtype, shape], index) => {
    const end = at + (parts[index] as Buffer).length;
    const text = entryText(name, dtype, [...shape], at, end);
    at = end;
    return text;
  });
  return Buffer.from(buildSafetensors(`{${texts.join(',')}}`, Buffer.concat(parts)));
}

const FILE = tensors();

test('a tensor is taken away as a file of each kind, whole or the slice that is shown', async ({ page }) => {
  test.slow();
  await openTensor(page, FILE, 'cube');
  await test.step('NumPy and text, whole', async () => {
    const npy = await exportAs(page, 'NumPy (.npy)', 'Whole tensor');
    expect(npy.suggestedFilename()).toBe('cube.npy');
    const bytes = await bytesOf(npy);
    expect(bytes.toString('latin1')).toContain("'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4)");
    const csv = await textOf(await exportAs(page, 'CSV', 'Whole tensor'));
    const [head, first] = csv.split('\r\n');
    expect(head).toBe('dimension 0,dimension 1,0,1,2,3');
    expect(first).toBe('0,0,0,0.10000000149011612,0.20000000298023224,0.30000001192092896');
    expect(csv.split('\r\n')).toHaveLength(8);
  });
  await test.step('the slice, as it is shown', async () => {
    await page.getByRole('textbox', { name: 'Slice' }).fill('[1, :, ::2]');
    await page.getByRole('textbox', { name: 'Slice' }).press('Enter');
    const csv = await exportAs(page, 'CSV', 'This slice');
    expect(csv.suggestedFilename()).toMatch(/^cube \[1, _, .*2\]\.csv$/);
    expect(await textOf(csv)).toBe(
      '1.2000000476837158,1.399999976158142\r\n1.600000023841858,1.7999999523162842\r\n2,2.200000047683716\r\n',
    );
    expect(await textOf(await exportAs(page, 'TSV', 'This slice'))).toContain('1.2000000476837158\t1.399999976158142');
    const json = JSON.parse(await textOf(await exportAs(page, 'JSON', 'This slice')));
    expect(json).toEqual([
      [1.2000000476837158, 1.399999976158142],
      [1.600000023841858, 1.7999999523162842],
      [2, 2.200000047683716],
    ]);
    expect(JSON.parse(await textOf(await exportAs(page, 'JSON', 'Whole tensor')))[0][2][3]).toBe(1.100000023841858);
  });
  await test.step('the slice comes first, and one value in a row after its index', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const menu = page.getByRole('menu');
    await expect(menu.getByRole('group').first()).toHaveAccessibleName('This slice [1, :, ::2]');
    await menu.getByRole('menuitemcheckbox').click();
    await page.keyboard.press('Escape');
    expect(await textOf(await exportAs(page, 'CSV', 'This slice'))).toBe(
      [
        'dimension 1,dimension 2,value',
        '0,0,1.2000000476837158',
        '0,2,1.399999976158142',
        '1,0,1.600000023841858',
        '1,2,1.7999999523162842',
        '2,0,2',
        '2,2,2.200000047683716',
        '',
      ].join('\r\n'),
    );
    const whole = await textOf(await exportAs(page, 'TSV', 'Whole tensor'));
    expect(whole.split('\r\n').slice(0, 2)).toEqual(['dimension 0\tdimension 1\tdimension 2\tvalue', '0\t0\t0\t0']);
    expect(whole.split('\r\n')).toHaveLength(26);
  });
  await test.step('a picture, pixel by pixel', async () => {
    await row(page, 'picture').click();
    const { size, colors } = await pixelsOf(page, await exportAs(page, 'PNG of the picture'));
    expect(size).toEqual([10, 8]);
    expect(colors).toEqual(Array.from({ length: 240 }, (_, at) => at));
  });
  await test.step('a sound', async () => {
    await row(page, 'sound').click();
    const bytes = await bytesOf(await exportAs(page, 'WAV'));
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF');
    expect(bytes.readUInt32LE(24)).toBe(16_000);
    expect(bytes.readInt16LE(44 + 2 * 7)).toBe(Math.trunc(1000 * Math.sin(7 / 5)));
    expect(bytes).toHaveLength(44 + 600);
  });
});

test('a heat map, lines and a picture are taken away as pixels and as figures', async ({ page }, info) => {
  test.slow();
  await openTensor(page, FILE, 'cube');
  const show = (view: string) => page.getByRole('radio', { name: view, exact: true }).press('Space');
  await test.step('a heat map, a pixel for each element, in its colors', async () => {
    await show('Heat map');
    await expect(page.getByRole('img', { name: 'Heat map of cube' })).toBeVisible();
    const { size, colors } = await pixelsOf(page, await exportAs(page, 'PNG of the picture'));
    expect(size).toEqual([4, 3]);
    // The ends of viridis.
    expect([...colors.slice(0, 3), ...colors.slice(-3)]).toEqual([68, 1, 84, 253, 231, 37]);
  });
  const figure = async (name: string) => {
    const download = await exportAs(page, 'PNG of the figure');
    await download.saveAs(info.outputPath(name));
    return pixelsOf(page, download);
  };
  await test.step('its figure has the same colors, and texts around them', async () => {
    const { size, has } = await figure('heat-map.png');
    expect(Math.min(...size)).toBeGreaterThan(300);
    expect(has).toEqual(expect.arrayContaining(['68,1,84', '253,231,37']));
  });
  await test.step('lines', async () => {
    await show('Line');
    await expect(page.getByRole('slider', { name: 'Line of cube' })).toBeVisible();
    const { size, has } = await figure('line.png');
    expect(Math.min(...size)).toBeGreaterThan(300);
    expect(has.length).toBeGreaterThan(20);
  });
  await test.step('a picture', async () => {
    await row(page, 'picture').click();
    await show('Image');
    await expect(
      page
        .getByText('0 is black')
        .or(page.getByRole('img', { name: /Picture of picture/ }))
        .first(),
    ).toBeVisible();
    const { size, colors } = await pixelsOf(page, await exportAs(page, 'PNG of the picture'));
    expect(size).toEqual([10, 8]);
    expect(colors).toEqual(Array.from({ length: 240 }, (_, at) => at));
    expect((await figure('picture.png')).size[0]).toBeGreaterThan(300);
  });
});

test('several tensors are taken away as one .npz, those that the filter finds', async ({ page }) => {
  await openTensor(page, FILE, 'cube');
  const menu = page.getByRole('button', { name: 'Export tensors' });
  const save = async () => {
    await menu.click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export as .npz…' }).click();
    return saving;
  };
  const all = await save();
  expect(all.suggestedFilename()).toBe('model.safetensors.npz');
  const files = unzipSync(new Uint8Array(await bytesOf(all)));
  expect(Object.keys(files).sort()).toEqual(['cube.npy', 'picture.npy', 'sound.npy']);
  expect(new TextDecoder('latin1').decode(files['picture.npy'])).toContain("'shape': (8, 10, 3)");
  await page.getByRole('textbox', { name: 'Filter tensors' }).fill('s');
  await page.getByRole('textbox', { name: 'Filter tensors' }).fill('sound');
  expect(Object.keys(unzipSync(new Uint8Array(await bytesOf(await save()))))).toEqual(['sound.npy']);
});

test('strings are JSON as they are, and no spreadsheet runs them', async ({ page }) => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');
  await openTensor(page, `${FIXTURES}carton/every-tensor.carton`, 't_string');
  const truth = JSON.parse(readFileSync(`${FIXTURES}carton/every-tensor.json`, 'utf8')).t_string;
  const strings: unknown[] = JSON.parse(await textOf(await exportAs(page, 'JSON'))).flat();
  expect(strings).toEqual(truth.values ?? truth.first);
});

test('a large export goes to the file that was chosen, and leaves nothing there when it is canceled', async ({
  page,
}, info) => {
  test.slow();
  await page.addInitScript(() => {
    const chosen = { asked: 0 };
    Object.assign(window, {
      chosen,
      showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
        chosen.asked++;
        const root = await navigator.storage.getDirectory();
        return root.getFileHandle(`chosen ${suggestedName}`, { create: true });
      },
    });
  });
  const count = 24 * 1024 * 1024;
  const zeros = Buffer.alloc(4 * count);
  const text = `{${entryText('zeros', 'F32', [count / 1024, 1024], 0, 4 * count)}}`;
  const path = info.outputPath('zeros.safetensors');
  writeFileSync(path, buildSafetensors(text, zeros));
  await openTensor(page, path, 'zeros');
  const size = () =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle('chosen zeros.csv').catch(() => undefined);
      return handle && (await handle.getFile()).size;
    });
  const start = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  };
  await start();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect.poll(size).toBeUndefined();
  await start();
  await expect.poll(size, { timeout: 60_000 }).toBe(2 * count + count / 1024);
});

test('by keyboard alone, on a phone too, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openTensor(page, FILE, 'cube');
  const button = page.getByRole('button', { name: 'Export', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'NumPy (.npy)' }).first()).toBeFocused();
  await axe(page, '[role="menu"]');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflow).toBe(false);
  const saving = page.waitForEvent('download');
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  expect((await saving).suggestedFilename()).toMatch(/^cube \[0, .*\.csv$/);
  await expect(button).toBeFocused();
  // The next group follows, and the first item follows the last.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'NumPy (.npy)' }).first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitemcheckbox')).toBeFocused();
  for (let down = 0; down < 7; down++) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('group', { name: 'Whole tensor' }).getByRole('menuitem', { name: 'CSV' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});
