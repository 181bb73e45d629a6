import type { Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { axe, boxOf, expect, fitsWidth, openBytes, show, test } from './support.ts';

const SPECIAL = [Number.NaN, Number.POSITIVE_INFINITY, -0];

/** Of 64 dimensions, six of which have a choice beside the last. */
const DEEP = [...Array(6).fill(2), ...Array(57).fill(1), 4];

/** `ramp` of 4 × 5: three that are no usual numbers, then 3 to 19. `half` and `six` hold several elements in a byte. */
function tensors(): Buffer {
  const ramp = Float32Array.from({ length: 20 }, (_, at) => SPECIAL[at] ?? at);
  const packed = Buffer.of(0x21, 0x43, 1, 2, 3);
  const big = BigInt64Array.of(2n ** 62n, 2n ** 62n, 2n ** 62n, -1n);
  const entries = [
    entryText('ramp', 'F32', [4, 5], 0, 80),
    entryText('big', 'I64', [2, 2], 80, 112),
    entryText('half', 'F4', [4], 112, 114),
    entryText('six', 'F6_E2M3', [4], 114, 117),
    entryText('deep', 'F32', DEEP, 117, 117 + 1024),
  ];
  const deep = Float32Array.from({ length: 256 }, (_, at) => at / 8);
  const data = Buffer.concat(
    [ramp, big, packed, deep].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
  return Buffer.from(buildSafetensors(`{${entries}}`, data));
}

const grid = (page: Page, name: string) => page.getByRole('grid', { name: `Values of ${name}`, exact: true });
const cell = (page: Page, name: string, at: string) => grid(page, name).locator(`[data-cell="${at}"]`);
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('numbers are colored by value, selected whole, summed, copied, and shown as they are stored', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await openBytes(page, tensors(), 'numbers.safetensors');
  await show(page, '#/tensors/ramp');
  await expect(cell(page, 'ramp', '3,4')).toHaveAttribute('data-value', '19');

  await test.step('each cell has the color of its value, from the least to the greatest, and a text that can be read', async () => {
    await expect(grid(page, 'ramp').locator('[data-colored]')).toHaveCount(0);
    const button = page.getByRole('button', { name: 'Color by value' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    // Neither NaN nor infinity has a place among the others.
    await expect(grid(page, 'ramp').locator('[data-colored]')).toHaveCount(18);
    for (const at of ['0,0', '0,1']) await expect(cell(page, 'ramp', at)).not.toHaveAttribute('data-colored');
    // Both ends of viridis. The range begins with the zero that has a sign.
    await expect(cell(page, 'ramp', '0,2')).toHaveCSS('background-color', 'rgb(68, 1, 84)');
    await expect(cell(page, 'ramp', '0,3')).toHaveCSS('color', 'rgb(255, 255, 255)');
    await expect(cell(page, 'ramp', '3,4')).toHaveCSS('background-color', 'rgb(253, 231, 37)');
    await expect(cell(page, 'ramp', '3,4')).toHaveCSS('color', 'rgb(0, 0, 0)');
    const colors = await grid(page, 'ramp')
      .locator('[data-colored]')
      .evaluateAll((cells) => cells.map((each) => getComputedStyle(each).backgroundColor));
    expect(new Set(colors).size).toBe(18);
    // The tip of the button goes.
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await axe(page);
    await button.click();
    await expect(grid(page, 'ramp').locator('[data-colored]')).toHaveCount(0);
  });

  await test.step('Ctrl+A selects all of them, and Ctrl+C copies them', async () => {
    await cell(page, 'ramp', '1,1').click();
    await page.keyboard.press('Control+a');
    await expect(grid(page, 'ramp').locator('[aria-selected="true"]')).toHaveCount(20);
    const facts = page.getByRole('status').filter({ hasText: 'selected' });
    await expect(facts).toContainText('4 × 5 selected');
    await expect(facts).toContainText('sum 187');
    await expect(facts).toContainText('min -0');
    await expect(facts).toContainText('max 19');
    await expect(facts).toContainText('not finite 2');
    // A figure that is cut is another one.
    expect(await facts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Control+c');
    const rows = ['NaN\tInfinity\t-0\t3\t4', '5\t6\t7\t8\t9', '10\t11\t12\t13\t14', '15\t16\t17\t18\t19'];
    await expect.poll(() => clipboard(page)).toBe(rows.join('\n'));
    await page.getByRole('button', { name: /^Copy selection/ }).click();
    await page.getByRole('menuitem', { name: 'Python' }).click();
    await expect.poll(() => clipboard(page)).toContain("[[float('nan'), float('inf'), -0.0, 3.0, 4.0],");
    // A cell alone is copied alone again.
    await cell(page, 'ramp', '1,1').click();
    await page.keyboard.press('Control+c');
    await expect.poll(() => clipboard(page)).toBe('6');
  });

  await test.step('64-bit integers are summed exactly, and another selection has another sum', async () => {
    await show(page, '#/tensors/big');
    await cell(page, 'big', '0,0').click();
    await page.keyboard.press('Control+a');
    const facts = page.getByRole('status').filter({ hasText: 'selected' });
    await expect(facts).toContainText('sum 13835058055282163711');
    await cell(page, 'big', '0,0').click();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(facts).toContainText('1 × 2 selected');
    await expect(facts).toContainText('sum 9223372036854775808');
  });

  await test.step('bits are shown where an element has bytes of its own, and not where several are in one', async () => {
    const notations = () => page.getByRole('combobox', { name: 'Notation' }).getByRole('option').allTextContents();
    await show(page, '#/tensors/ramp?cell=3,4');
    await expect(page.getByText('bits 41980000', { exact: true })).toBeVisible();
    expect(await notations()).toEqual(['Auto', 'Fixed', 'Scientific', 'Hex', 'Bits']);
    await page.getByRole('combobox', { name: 'Notation' }).selectOption('Hex');
    await expect(cell(page, 'ramp', '3,4')).toHaveText(/41980000$/i);
    await page.getByRole('combobox', { name: 'Notation' }).selectOption('Bits');
    await expect(cell(page, 'ramp', '0,2')).toHaveText(/^1[0 ]{31,}$/);
    for (const [name, values] of [
      ['half', ['0.5', '1', '1.5', '2']],
      ['six', ['0.125', '1', '-2', '0']],
    ] as const) {
      await show(page, `#/tensors/${name}`);
      const cells = grid(page, name).locator('[data-value]');
      await expect(cells).toHaveText([...values]);
      expect(await notations()).toEqual(['Auto', 'Fixed', 'Scientific']);
      await expect(page.getByText(/^bits /)).toHaveCount(0);
    }
  });

  await test.step('a tensor of 64 dimensions leaves room for its values, and shows the chosen one beside its long index', async () => {
    const last = DEEP.map((size) => size - 1);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await show(page, `#/tensors/deep?cell=${last}`);
      await expect(cell(page, 'deep', '0,3')).toHaveText('31.875');
      await expect(cell(page, 'deep', '0,3')).toBeInViewport({ ratio: 1 });
      const values = page.getByRole('region', { name: 'Values' });
      const detail = values.getByText('31.875', { exact: true }).last();
      await expect(detail).toBeInViewport({ ratio: 1 });
      expect((await boxOf(detail)).x + (await boxOf(detail)).width).toBeLessThan(width);
      await expect(page.getByText('2 × 2 × 2 × 2 × 2 × 2 × 1 × 1 × … (56 more)').first()).toBeVisible();
      await fitsWidth(page, width);
      await show(page, '#/tensors/ramp');
    }
  });
});
