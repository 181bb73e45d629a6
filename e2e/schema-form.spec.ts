import { readFileSync } from 'node:fs';
import { openForm, text } from './edit-form-support.ts';
import { button, change, DIALOG, dialog, edit, field } from './edit-support.ts';
import { axe, expect, openBytes, test } from './support.ts';

/** An .npy file (NumPy’s format, version 1.0) of zeros. */
function npy(descr: string, shape: readonly number[], itemBytes: number): Buffer {
  const sizes = shape.join(', ') + (shape.length === 1 ? ',' : '');
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sizes}), }`.padEnd(117).concat('\n');
  const head = Buffer.from(`\x93NUMPY\x01\x00\x76\x00${header}`, 'latin1');
  return Buffer.concat([head, Buffer.alloc(shape.reduce((count, size) => count * size, itemBytes))]);
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

test('a shape is written as chips, by keyboard and pointer', async ({ page }, info) => {
  await openForm(page, info.outputPath('form.carton'));
  const shape = field(page, 'Input 1 shape');
  const chips = page.locator('[data-field="input.0.shape"] [data-chip]');
  await expect(chips).toHaveText(['batch', '3']);
  await test.step('arrows go from chip to chip, Backspace takes one away, and behind the last one is the next', async () => {
    await shape.focus();
    await expect(chips.nth(1)).toHaveAttribute('data-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('16,*');
    await expect(shape).toHaveValue('batch, 3, 16, *');
    await expect(chips).toHaveText(['batch', '3', '16', '*']);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await expect(shape).toHaveValue('batch, 16, *');
    await expect(chips.nth(0)).toHaveAttribute('data-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('32');
    await shape.blur();
    await expect(shape).toHaveValue('batch, 32, *');
    expect(await text(page)).toContain('shape = ["batch", 32, "*"]');
  });
  await test.step('symbols are completed from those that others have', async () => {
    await change(page, 'Output 1 shape', 'batch, width');
    await shape.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('wi');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(list.getByRole('option')).toHaveText(['widthsum']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(shape).toHaveValue('batch, 32, *, width');
    await expect(list).toBeHidden();
    await shape.press('Enter');
    await expect.poll(() => text(page)).toContain('shape = ["batch", 32, "*", "width"]');
  });
  await test.step('a press on a chip selects it, one on the sign behind them adds another', async () => {
    await chips.nth(1).scrollIntoViewIfNeeded();
    const box = await chips.nth(1).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
    await expect(chips.nth(1)).toHaveAttribute('data-selected', 'true');
    await page.keyboard.type('8');
    await expect(shape).toHaveValue('batch, 8, *, width');
    await button(page, 'Add dimension to input 1').click();
    await page.getByRole('option', { name: /^\* any size/ }).click();
    await expect(shape).toHaveValue('batch, 8, *, width, *');
    // The chips are where the letters of the field are: both are as wide.
    await expect(chips).toHaveCount(5);
  });
  await test.step('a whole shape is pasted', async () => {
    await shape.fill('');
    await shape.pressSequentially('[1, 3, 224,224]');
    await shape.blur();
    await expect(shape).toHaveValue('1, 3, 224, 224');
    await axe(page, 'ul[aria-label="Inputs"]');
  });
});

test('inputs and outputs are taken from files', async ({ page }, info) => {
  await openForm(page, info.outputPath('form.carton'), '', '');
  const taking = dialog(page, 'Inputs and outputs from a file');
  const open = async (side: 'Inputs' | 'Outputs') => {
    await page.getByRole('region', { name: side, exact: true }).getByRole('button', { name: 'From a file' }).click();
    await expect(taking).toBeVisible();
  };
  const choose = async (...files: ReturnType<typeof file>[]) => {
    const chooser = page.waitForEvent('filechooser');
    await taking.getByRole('button', { name: 'Choose file' }).click();
    await (await chooser).setFiles(files);
  };
  await test.step('an array is an input, its first dimension a batch, and another type is said', async () => {
    await open('Inputs');
    await choose(file('mask.npy', npy('|b1', [4, 16, 16], 1)));
    await expect(taking.getByText('bool → uint8: a carton has no bool.')).toBeVisible();
    await expect(taking.getByRole('checkbox', { name: 'mask as input' })).toBeChecked();
    await expect(taking.getByLabel('Shape of mask', { exact: true })).toHaveValue('4, 16, 16');
    await taking.getByLabel('First dimension').selectOption('batch_size');
    await expect(taking.getByLabel('Shape of mask', { exact: true })).toHaveValue('batch_size, 16, 16');
    await axe(page, DIALOG);
    await taking.getByRole('button', { name: 'Take 1 input' }).click();
    await expect(field(page, 'Input 1 name')).toHaveValue('mask');
    await expect(
      page.getByRole('region', { name: 'Inputs' }).getByRole('button', { name: 'From a file' }),
    ).toBeFocused();
    expect(await text(page)).toContain('name = "mask"\ndtype = "uint8"\nshape = ["batch_size", 16, 16]');
  });
  await test.step('several arrays come in one step, which Undo takes back', async () => {
    await open('Outputs');
    await choose(file('y.npy', npy('<f4', [10], 4)), file('z.npy', npy('<i8', [], 8)));
    await taking.getByRole('button', { name: 'Take 2 outputs' }).click();
    await expect(field(page, 'Output 2 dtype')).toHaveValue('int64');
    await expect(field(page, 'Output 2 shape')).toHaveValue('');
    await button(page, 'Undo').click();
    await expect(field(page, 'Output 1 name')).toHaveCount(0);
  });
  await test.step('what cannot be read says why, and what has nothing is said; the form is as it was', async () => {
    await open('Outputs');
    await choose(file('cut.npy', npy('<f4', [10], 4).subarray(0, 20)));
    await expect(taking.locator('[data-code]')).toBeVisible();
    await choose(file('notes.txt', Buffer.from('Nothing')));
    await expect(taking.getByText('notes.txt has neither tensors nor')).toBeVisible();
    await taking.getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'Input 1 name')).toHaveValue('mask');
  });
  await test.step('another carton fills both lists', async () => {
    await open('Inputs');
    await choose(file('sample.carton', readFileSync('public/sample.carton')));
    await expect(taking.getByRole('checkbox', { name: 'temperature as input' })).toBeChecked();
    await taking.getByRole('button', { name: /^Take 2 inputs and \d outputs/ }).click();
    await expect(field(page, 'Input 3 name')).toHaveValue('temperature');
    await expect(field(page, 'Input 2 shape')).toHaveValue('batch_size, 16, 16');
    await expect(field(page, 'Output 1 name')).not.toHaveValue('');
  });
});

test('inputs are folded rows of one card on a phone, and the chips wrap', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await openBytes(page, readFileSync('public/sample.carton'), 'sample.carton');
  await edit(page);
  await change(page, 'Input 1 shape', 'batch_size, channels, height, width, 16');
  const chips = page.locator('[data-field="input.0.shape"] [data-chip]');
  const tops = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().top));
  expect(new Set(tops).size).toBeGreaterThan(1);
  await expect(page.locator('[data-field="input.0"] h3')).toContainText('changed');
  await page.getByRole('button', { name: /^Input 2: temperature/ }).click();
  await expect(page.getByRole('button', { name: /^Input 2: temperature · float32 · scalar/ })).toContainText('Divides');
  await axe(page, 'ul[aria-label="Inputs"]');
});
