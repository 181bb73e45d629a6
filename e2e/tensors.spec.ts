import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, expect, FIXTURES, fitsWidth, hasFixtures, openFile, openNext, show, test } from './support.ts';

const EVERY = `${FIXTURES}carton/every-tensor.carton`;

interface Truth {
  dtype: string;
  shape?: number[];
  first?: string[];
  values?: string[];
  inner?: string[];
  stats_of_finite?: { min: number; max: number; mean: number; std: number };
  stats_exact?: { min: string; max: string; sum: string };
}

const grid = (page: Page, name: string) => page.getByRole('grid', { name: `Values of ${name}`, exact: true });
const row = (page: Page, name: string) => page.getByRole('table', { name: 'Tensors' }).locator(`[data-name="${name}"]`);

async function openTensors(page: Page, path: string): Promise<void> {
  await page.goto('/');
  await openFile(page, path);
  await page.getByRole('tab', { name: /^Tensors/ }).click();
}

/** Opens another one in its place. */
async function openNextTensors(page: Page, path: string): Promise<void> {
  await openNext(page, path);
  await page.getByRole('tab', { name: /^Tensors/ }).click();
}

/** The exact values of the drawn cells, in document order. */
async function drawn(page: Page, name: string): Promise<(string | null)[]> {
  const cells = grid(page, name).locator('[data-value]');
  await expect(cells.first()).toBeVisible();
  return cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-value')));
}

/** One of the statistics of the chosen tensor. */
const figure = (page: Page, stat: string) =>
  page.getByRole('region', { name: 'Statistics' }).locator(`[data-stat="${stat}"]`);

test.describe('every kind of tensor, against NumPy', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');
  const truth: Record<string, Truth> = hasFixtures
    ? JSON.parse(readFileSync(`${FIXTURES}carton/every-tensor.json`, 'utf8'))
    : {};
  const PYTHON: Record<string, string> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity', '-0.0': '-0' };

  test('every tensor shows its first values and statistics, and what belongs to its kind', async ({
    page,
    context,
  }) => {
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await test.step('an address and a choice leave the page where it is and the chosen row in view; an unknown one says so', async () => {
      // The address that is there when the page loads, then one that it is led to.
      await page.goto('/#/tensors/t_special');
      await openFile(page, EVERY);
      await show(page, '#/tensors/t_special');
      expect(await drawn(page, 't_special')).toEqual([
        'NaN',
        'Infinity',
        '-Infinity',
        '-0',
        '1.401298464324817e-45',
        '3.3999999521443642e+38',
      ]);
      await expect(row(page, 't_special')).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await row(page, 't_empty').click();
      await expect(page.getByText('No values')).toBeVisible();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await show(page, '#/tensors/none');
      await expect(page.getByText('No such tensor')).toBeVisible();
    });
    await show(page, '#/tensors');
    await test.step('the rows of the list are one tab stop, and their links are reached from the chosen row', async () => {
      const list = page.getByRole('table', { name: 'Tensors' });
      await expect(list.locator('tbody a')).not.toHaveCount(0);
      await expect(list.locator('tbody :is(a, button):not([tabindex="-1"])')).toHaveCount(1);
      await row(page, 't_row_a').getByRole('button').focus();
      await page.keyboard.press('Tab');
      await expect(row(page, 't_row_a').getByRole('link')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(row(page, 't_row_b').getByRole('button')).toBeFocused();
    });
    await test.step('every tensor shows its first values and statistics', async () => {
      await expect(page.getByRole('table', { name: 'Tensors' }).locator('[data-name]')).toHaveCount(20);
      for (const [name, { dtype, shape, first, values, stats_exact, stats_of_finite }] of Object.entries(truth)) {
        await test.step(name, async () => {
          await row(page, name).click();
          await expect(row(page, name)).toHaveAttribute('aria-selected', 'true');
          if (dtype === 'nested') return;
          if (shape?.includes(0)) {
            await expect(page.getByText('No values')).toBeVisible();
            return;
          }
          const expected = (values ?? first ?? []).map((text) => PYTHON[text] ?? text);
          const texts = dtype.startsWith('float')
            ? expected.map((text) => (text === '-0' ? text : String(Number(text))))
            : expected;
          // t_image_hwc holds one pixel per row: its last dimension is the three colors.
          expect((await drawn(page, name)).slice(0, texts.length)).toEqual(texts);
          if (stats_exact) {
            await expect(figure(page, 'min')).toHaveAttribute('data-value', stats_exact.min);
            await expect(figure(page, 'max')).toHaveAttribute('data-value', stats_exact.max);
            await expect(figure(page, 'sum')).toHaveAttribute('data-value', stats_exact.sum);
          }
          if (stats_of_finite) {
            await expect(figure(page, 'max')).toHaveAttribute('data-value', String(stats_of_finite.max));
            const mean = Number(await figure(page, 'mean').getAttribute('data-value'));
            expect(Math.abs(mean - stats_of_finite.mean)).toBeLessThanOrEqual(1e-12 * Math.abs(stats_of_finite.max));
          }
        });
      }
    });
    await test.step('a nested tensor shows each of those inside', async () => {
      await row(page, 't_ragged').click();
      expect(await drawn(page, 't_row_a')).toEqual(['0', '1', '2']);
      const parts = page.getByRole('list', { name: 'Tensors in t_ragged' }).getByRole('button');
      await expect(parts.nth(0)).toHaveText(/0, 1, 2$/);
      await expect(parts.nth(1)).toHaveText(/0, 1, 2, 3, …$/);
      await parts.filter({ hasText: 't_row_b' }).click();
      expect(await drawn(page, 't_row_b')).toEqual(['0', '1', '2', '3', '4']);
      await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible();
      await expect(page.getByText('2 tensors inside · 8 elements · 64 B')).toBeVisible();
      await expect(row(page, 't_row_b')).toContainText('t_ragged, part 1');
    });
    await test.step('statistics are exact, say what is not a number, and each can be copied', async () => {
      await row(page, 't_special').click();
      await expect(figure(page, 'max')).toHaveText('3.3999999521443642e+38');
      await expect(figure(page, 'nan')).toHaveText('1');
      await expect(figure(page, 'infinite')).toHaveText('2');
      await expect(figure(page, 'zeros')).toHaveText('1');
      await expect(figure(page, 'count')).toHaveText('6');
      await expect(page.getByText('Of its finite values', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Copy mean' }).click();
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe(await figure(page, 'mean').getAttribute('data-value'));
    });
    await test.step('a scalar has no index', async () => {
      await row(page, 't_scalar').click();
      expect(await drawn(page, 't_scalar')).toEqual(['0.10000000149011612']);
      const values = page.getByRole('region', { name: 'Values' });
      for (const index of ['0', '[]']) await expect(values.getByText(index, { exact: true })).toHaveCount(0);
      await expect(values.getByText('0.10000000149011612', { exact: true })).toBeVisible();
      await axe(page);
    });
    await test.step('goes to a cell by its index, and shows on which sides there is more', async () => {
      await row(page, 't_big').click();
      await drawn(page, 't_big');
      const frame = grid(page, 't_big').locator('..');
      await expect(frame).toHaveAttribute('data-more-end', 'true');
      await expect(frame).not.toHaveAttribute('data-more-start', 'true');
      // At 1280 px, eight columns of floats fit.
      expect((await grid(page, 't_big').boundingBox())?.width).toBeGreaterThan(800);
      await page.getByRole('textbox', { name: 'Go to index' }).fill('[299, -1]');
      await page.keyboard.press('Enter');
      const last = grid(page, 't_big').locator('[data-cell="299,999"]');
      await expect(last).toHaveAttribute('aria-selected', 'true');
      await expect(last).toBeInViewport();
      await expect(frame).not.toHaveAttribute('data-more-end', 'true');
      await expect(frame).toHaveAttribute('data-more-start', 'true');
    });
    await test.step('a leading dimension is chosen by number and by its buttons', async () => {
      await row(page, 't_image_nchw').click();
      const index = page.getByRole('textbox', { name: 'dimension 1 index, 0 to 2' });
      const red = await drawn(page, 't_image_nchw');
      await page.getByRole('button', { name: 'dimension 1: next' }).click();
      await expect(index).toHaveValue('1');
      await expect(grid(page, 't_image_nchw')).toHaveAttribute('aria-busy', 'false');
      await expect.poll(() => drawn(page, 't_image_nchw')).not.toEqual(red);
      await index.fill('0');
      await expect.poll(() => drawn(page, 't_image_nchw')).toEqual(red);
    });
    await test.step('what looks like a picture can be shown as one', async () => {
      for (const name of ['t_image_hwc', 't_image_nchw']) {
        await row(page, name).click();
        await page.getByText('Image', { exact: true }).click();
        const picture = page.getByRole('img', { name: `Picture of ${name}` });
        await expect(picture).toBeVisible();
        // Both hold the same picture: one as bytes, one as fractions of white.
        const first = await picture.evaluate((element) => {
          const context = (element as HTMLCanvasElement).getContext('2d');
          return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
        });
        expect(first).toEqual([244, 231, 211, 255]);
      }
      await expect(page.getByText('64 × 96 · 0 is black, 1 is white')).toBeVisible();
      await row(page, 't_int8').click();
      await expect(page.getByRole('radio', { name: 'Image' })).toHaveCount(0);
    });
  });

  test('by keyboard alone, from the list to a value and its copy; nothing scrolls the page sideways', async ({
    page,
    context,
  }) => {
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openTensors(page, EVERY);
    await test.step('by keyboard alone: from the list to a value and its copy', async () => {
      await page.getByRole('textbox', { name: 'Filter tensors' }).focus();
      await page.keyboard.type('t_big');
      await expect(row(page, 't_float32')).toHaveCount(0);
      while (!(await row(page, 't_big').locator(':focus').count())) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await drawn(page, 't_big');
      while (!(await grid(page, 't_big').evaluate((element) => element === document.activeElement))) {
        await page.keyboard.press('Tab');
      }
      await page.keyboard.press('Control+End');
      const active = () =>
        page.evaluate(() => {
          const id = document.activeElement?.getAttribute('aria-activedescendant');
          return (id && document.getElementById(id)?.dataset.cell) ?? undefined;
        });
      await expect.poll(active).toBe('299,999');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('PageUp');
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+ArrowUp');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await expect.poll(active).toBe('1,1');
      const exact = grid(page, 't_big').locator('[data-cell="1,1"]');
      await expect(exact).toHaveAttribute('data-value', /\d/);
      await page.keyboard.press('Control+c');
      const value = await exact.getAttribute('data-value');
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value);
    });
    await page.getByRole('textbox', { name: 'Filter tensors' }).fill('');
    await test.step('nothing scrolls the page sideways, and axe finds nothing', async () => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        for (const name of [undefined, 't_float32', 't_big', 't_string', 't_ragged', 't_empty', 't_image_nchw']) {
          await show(page, name === undefined ? '#/tensors' : `#/tensors/${name}`);
          if (name === undefined) await expect(row(page, 't_float32')).toBeVisible();
          else await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
          if (name === undefined || name === 't_float32' || name === 't_ragged') await axe(page);
        }
      }
    });
  });

  test('tensors that cannot be read say why, and what to do', async ({ page }) => {
    await page.goto('/');
    for (const [name, code] of [
      ['tensor-file-missing', 'tensor/file-missing'],
      ['tensor-outside', 'tensor/unsafe-path'],
      ['tensor-size', 'tensor/size-mismatch'],
      ['tensor-huge-shape', 'tensor/size-mismatch'],
    ]) {
      await openNext(page, `${FIXTURES}carton/hostile/${name}.carton`);
      await page.getByRole('tab', { name: /^Tensors/ }).click();
      await row(page, 't').click();
      await expect(page.getByRole('region', { name: 'Values' }).locator('[data-code]')).toHaveAttribute(
        'data-code',
        code as string,
      );
    }
  });
});

test('a million columns and three million rows are all within reach', async ({ page }, info) => {
  const path = info.outputPath('large.carton');
  const wide = new Uint8Array(2_000_000).map((_, at) => at % 251);
  const long = new Int32Array(3_000_000).map((_, at) => at);
  writeCarton(path, [
    { name: 'wide', dtype: 'uint8', shape: '[2, 1000000]', data: wide },
    { name: 'long', dtype: 'int32', shape: '[3000000]', data: new Uint8Array(long.buffer) },
  ]);
  await openTensors(page, path);
  await row(page, 'wide').click();
  await drawn(page, 'wide');
  await grid(page, 'wide').focus();
  await page.keyboard.press('End');
  await expect(grid(page, 'wide').locator('[data-cell="0,999999"]')).toHaveAttribute(
    'data-value',
    String(999_999 % 251),
  );
  await expect(grid(page, 'wide').locator('[data-cell="0,999999"]')).toBeInViewport();

  await row(page, 'long').click();
  await drawn(page, 'long');
  await grid(page, 'long').focus();
  await page.keyboard.press('Control+End');
  const last = grid(page, 'long').locator('[data-cell="2999999,0"]');
  await expect(last).toHaveAttribute('data-value', '2999999');
  await expect(last).toBeInViewport();
  // The wheel moves by a few rows, although the scroll bar stands for forty times as many.
  await grid(page, 'long').hover();
  await expect(async () => {
    // A busy page may bring the last row back once more, for the key before.
    await page.mouse.wheel(0, -320);
    await expect(last).not.toBeInViewport({ timeout: 3000 });
  }).toPass();
  const aboveLast = async () => Math.min(...(await drawn(page, 'long')).map(Number));
  await expect.poll(aboveLast).toBeGreaterThan(2_999_900);
  // A small step, and one of the bar in the moment before the small one comes to rest.
  await grid(page, 'long').evaluate((element) => {
    const move = () => {
      element.scrollTop = element.scrollHeight / 2;
    };
    document.addEventListener('scroll', () => setTimeout(move, 150), { capture: true, once: true });
    element.scrollTop -= 10;
  });
  await expect
    .poll(async () => {
      const values = (await drawn(page, 'long')).map(Number);
      return values.length > 0 && values.every((value) => value > 1_400_000 && value < 1_600_000);
    })
    .toBe(true);
});

test('names and strings: what a tensor is for, its stored name after it, and what is not text', async ({
  page,
}, info) => {
  await test.step('a tensor is named by what it is for, its stored name after it, and empty columns are left out', async () => {
    const path = info.outputPath('roles.carton');
    const data = new Uint8Array(4);
    writeCarton(
      path,
      [
        { name: '_tensor_0', dtype: 'float32', shape: '[]', data },
        { name: 'spare', dtype: 'float32', shape: '[1]', data },
      ],
      '[[self_test]]\nname = "Quick"\ninputs = { "evil \\u202e" = "@tensor_data/_tensor_0" }\n',
    );
    await openTensors(page, path);
    const table = page.getByRole('table', { name: 'Tensors' });
    await expect(row(page, '_tensor_0').getByRole('cell')).toHaveText([
      'evil \\u202E',
      '_tensor_0',
      'float32',
      'scalar',
      '1',
      '4 B',
      'Quick, input evil \\u202E',
    ]);
    await expect(row(page, 'spare').getByRole('cell').first()).toHaveText('spare');
    await row(page, '_tensor_0').getByRole('button').click();
    const one = page.getByRole('article', { name: 'evil \\u202E' });
    await expect(one.getByRole('heading', { level: 2 })).toHaveText('evil \\u202E');
    await expect(one).toContainText('_tensor_0 · float32 · scalar');
    await expect(grid(page, '_tensor_0')).toBeVisible();
    await axe(page);

    const unused = info.outputPath('unused.carton');
    const spare = { dtype: 'float32', shape: '[1]', data };
    writeCarton(unused, [
      { name: 'spare', ...spare },
      { name: 'other', ...spare },
    ]);
    await openNextTensors(page, unused);
    await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Type', 'Shape', 'Elements', 'Size']);
  });
  await test.step('a line feed is told from a backslash and an n, an empty string is one in words', async () => {
    const path = info.outputPath('strings.carton');
    const data = 'data = ["a\\nb", "a\\\\nb", ""]\n';
    writeCarton(path, [{ name: 's', dtype: 'string', shape: '[3]', data }]);
    await openNextTensors(page, path);
    await row(page, 's').click();
    const cells = grid(page, 's').locator('[data-value]');
    await expect(cells).toHaveText(['a⏎b', 'a\\nb', 'empty string']);
    expect(await drawn(page, 's')).toEqual(['a\nb', 'a\\nb', '']);
    await axe(page);
  });
});

test('ten thousand tensors with hostile names list and filter', async ({ page }, info) => {
  const path = info.outputPath('many.carton');
  const tensors = Array.from({ length: 10_000 }, (_, at) => ({
    name:
      at === 5000 ? '<img src=x onerror=alert(1)>\u202egnp\n' : `tensor ${at} ${'x'.repeat(at === 7000 ? 4000 : 0)}`,
    dtype: 'uint8',
    shape: '[1]',
    data: new Uint8Array([at % 256]),
  }));
  writeCarton(path, tensors);
  await page.setViewportSize({ width: 390, height: 800 });
  await openTensors(page, path);
  await page.getByRole('textbox', { name: 'Filter tensors' }).fill('onerror');
  const hostile = page.getByRole('table', { name: 'Tensors' }).locator('[data-name]');
  await expect(hostile).toHaveCount(1);
  await expect(hostile).toContainText('\\u202Egnp\\n');
  await hostile.click();
  await expect(page.getByRole('grid').locator('[data-value]').first()).toHaveAttribute(
    'data-value',
    String(5000 % 256),
  );
  await page.getByRole('button', { name: 'Back to tensors' }).click();
  await page.getByRole('textbox', { name: 'Filter tensors' }).fill('tensor 7000');
  await expect(hostile).toHaveCount(1);
  await fitsWidth(page, 390);
});
