import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { concatBytes } from '../src/base/bytes.ts';
import { npyHeader } from '../src/tensor/npy.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { type BuiltTensor, writeCarton } from './built-carton.ts';
import { axe, expect, openFile, show, test } from './support.ts';

type Values = Float32Array | Float64Array | BigInt64Array;

const bytesOf = (values: Values) => new Uint8Array(values.buffer as ArrayBuffer);

const COUNT = 40 * 30;
const WEIGHTS = Float32Array.from({ length: COUNT }, (_, at) => Math.sin(at));
const TUNED = WEIGHTS.map((value, at) => (at === 611 ? value + 0.5 : value));
const ACROSS = Float32Array.from({ length: COUNT }, (_, at) => WEIGHTS[(at % 40) * 30 + Math.floor(at / 40)] as number);

const TENSORS: BuiltTensor[] = [
  { name: 'weights', dtype: 'float32', shape: '[40, 30]', data: bytesOf(WEIGHTS) },
  { name: 'across', dtype: 'float32', shape: '[30, 40]', data: bytesOf(ACROSS) },
  { name: 'tuned', dtype: 'float32', shape: '[40, 30]', data: bytesOf(TUNED) },
  { name: 'big', dtype: 'int64', shape: '[2]', data: bytesOf(BigInt64Array.of(2n ** 62n + 1n, 5n)) },
  { name: 'words', dtype: 'string', shape: '[2]', data: 'data = ["yes", "no"]\n' },
];

const SELF_TEST = `
[[self_test]]
name = "Scores"
inputs = { x = "@tensor_data/weights" }
expected_out = { weights = "@tensor_data/weights", big = "@tensor_data/big" }

[[self_test]]
name = "Words"
inputs = { x = "@tensor_data/weights" }
expected_out = { words = "@tensor_data/words" }
`;

const npy = (dtype: string, shape: readonly bigint[], values: Values) =>
  Buffer.from(concatBytes([npyHeader(dtype, shape), bytesOf(values)]));

async function opened(page: Page, place: string): Promise<void> {
  const path = test.info().outputPath('compared.carton');
  writeCarton(path, TENSORS, SELF_TEST);
  await page.goto('/');
  await openFile(page, path);
  await show(page, place);
}

/** Writes files and gives their paths. */
function written(files: Record<string, Buffer>): string[] {
  return Object.entries(files).map(([name, bytes]) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  });
}

const comparison = (page: Page) => page.getByRole('region', { name: 'Comparison' });
const stat = (of: Locator, name: string) => of.locator(`[data-stat="${name}"]`);

async function dropOn(target: Locator, files: Record<string, Buffer>): Promise<void> {
  await target.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      for (const [name, base64] of given)
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')] as const),
  );
}

test('a tensor is compared with another one of its package, by keyboard, and the difference has a heat map', async ({
  page,
}) => {
  await opened(page, '#/tensors/weights');
  await page.getByRole('button', { name: 'Compare…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare weights' });
  const listed = dialog.getByRole('list', { name: 'Tensors to compare with' }).getByRole('button');
  // Those of the same shape come first, then those of its transpose.
  await expect(listed).toHaveText([/^tuned/, /^across/, /^big/, /^words/]);
  await axe(page);
  await dialog.getByRole('textbox', { name: 'Filter tensors' }).fill('tun');
  await expect(listed).toHaveCount(1);
  await listed.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Compare…' })).toBeFocused();
  const region = comparison(page);
  await expect(region.locator('[data-result=fail]')).toHaveText(
    'Not close: 1 of 1,200 elements (0.0833 %) is beyond the tolerance.',
  );
  await expect(stat(region, 'maxAbs')).toHaveAttribute('data-short', '0.5');
  await expect(stat(region, 'differs')).toContainText('1');
  await axe(page);

  await region.getByRole('button', { name: 'Show weights[20, 11]' }).first().click();
  await expect(page).toHaveURL(/cell=20,11/);

  await region.getByText('Difference', { exact: true }).click();
  await page.getByText('Heat map', { exact: true }).click();
  const differences = page.getByRole('region', { name: 'Differences' });
  await expect(differences.getByRole('application', { name: /^Heat map of/ })).toBeVisible();
  await expect(differences.getByRole('combobox', { name: 'Color map' })).toHaveValue('diverging');
  await axe(page);
  await page.getByText('Numbers', { exact: true }).click();
  await expect(differences.getByRole('gridcell', { name: /^-0\.5/ }).first()).toBeVisible();
  await page.getByText('Line', { exact: true }).click();
  await expect(differences.getByRole('slider', { name: /^Line of/ })).toBeVisible();
  await region.getByText('This tensor', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Values' })).toBeVisible();

  const atol = region.getByRole('textbox', { name: 'atol' });
  await expect(atol).toHaveValue('1e-8');
  await atol.fill('x');
  await expect(region.getByText('A number, not negative')).toBeVisible();
  await atol.fill('0.5');
  await atol.press('Enter');
  await expect(region.locator('[data-result=pass]')).toHaveText('Close: 1 element differs, all within the tolerance.');
  await region.getByRole('button', { name: 'Default tolerance' }).click();
  await expect(region.locator('[data-result=fail]')).toBeVisible();
  await region.getByRole('button', { name: 'End the comparison' }).click();
  await expect(region).toHaveCount(0);
});

test('a transpose is said to be one and compared on request', async ({ page }) => {
  await opened(page, '#/tensors/weights');
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^across/ })
    .click();
  await expect(comparison(page)).toContainText('The shapes are those of a matrix and its transpose.');
  await comparison(page).getByRole('button', { name: 'Compare transposed' }).click();
  await expect(comparison(page).locator('[data-result=pass]')).toHaveText('Equal: all 1,200 elements are the same.');
});

test('a dropped .npy is compared at once, an .npz asks which array, and what does not fit is said', async ({
  page,
}) => {
  await opened(page, '#/tensors/weights');
  const near = npy(
    'float64',
    [40n, 1n, 30n],
    Float64Array.from(WEIGHTS, (value) => value * (1 + 1e-7)),
  );
  await page.getByRole('button', { name: 'Compare…' }).click();
  const dialog = page.getByRole('dialog');
  await dropOn(dialog.getByText(/^or drop an/), { 'near.npy': near });
  await expect(dialog).toBeHidden();
  const region = comparison(page);
  await expect(region).toContainText('of near.npy');
  await expect(region.locator('[data-result=pass]')).toContainText('all within the tolerance. The shapes differ only');
  await expect(region).toContainText('Rounding to float32 by itself makes relative differences up to');

  const other = npy('float32', [40n, 30n], TUNED);
  const archive = buildZip([
    { name: 'one.npy', data: other },
    { name: 'two.npy', data: npy('float32', [40n, 30n], WEIGHTS) },
  ]);
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByTestId('compare-file').setInputFiles(written({ 'both.npz': Buffer.from(archive) }));
  await expect(dialog.getByRole('combobox', { name: 'Package' })).toHaveValue('2');
  await dialog.getByRole('button', { name: /^two/ }).click();
  await expect(region.locator('[data-result=pass]')).toHaveText('Equal: all 1,200 elements are the same.');

  await page.getByRole('button', { name: 'Compare…' }).click();
  const short = npy('float32', [7n], new Float32Array(7));
  await page.getByTestId('compare-file').setInputFiles(written({ 'short.npy': short }));
  await expect(region.locator('[data-code="tensor/not-comparable"]')).toContainText('The shapes are 40 × 30 and 7.');
  await page.getByRole('button', { name: 'Compare…' }).click();
  await page.getByTestId('compare-file').setInputFiles(written({ 'broken.npy': Buffer.from('\x93NUMPY\x01\x00') }));
  await expect(dialog.locator('[data-code^="numpy/"]').or(dialog.getByText('has no other tensors'))).toBeVisible();
});

test('a self-test is held against .npy files within four actions, and against an .npz', async ({ page }) => {
  await opened(page, '#/self-tests');
  const first = page.getByRole('article', { name: 'Scores' });
  const wrong = npy('int64', [2n], BigInt64Array.of(2n ** 62n, 5n));
  const paths = written({ 'weights.npy': npy('float32', [40n, 30n], WEIGHTS), 'big.npy': wrong });
  // One action to ask, one to choose both.
  const chooser = page.waitForEvent('filechooser');
  await first.getByRole('button', { name: 'Compare with an actual result' }).click();
  await (await chooser).setFiles(paths);
  const region = first.getByRole('group', { name: 'Actual result' });
  await expect(region.getByRole('status')).toHaveText('Fail: 1 of 2 outputs is not as expected.');
  await expect(region.locator('[data-output=weights]')).toHaveAttribute('data-outcome', 'pass');
  await expect(region.locator('[data-output=big]')).toHaveAttribute('data-outcome', 'fail');
  await expect(region.locator('[data-output=big]')).toContainText('1 at [0]');
  await axe(page);
  await region.getByRole('combobox', { name: 'Actual result of big' }).selectOption('weights.npy');
  await expect(region.locator('[data-output=big]')).toHaveAttribute('data-outcome', 'error');
  await expect(region).toContainText('The shapes are 40 × 30 and 2.');
  await region.getByRole('button', { name: 'End the comparison' }).click();

  const right = npy('int64', [2n], BigInt64Array.of(2n ** 62n + 1n, 5n));
  const archive = buildZip([
    { name: 'big.npy', data: right },
    { name: 'weights.npy', data: npy('float32', [40n, 30n], WEIGHTS) },
  ]);
  await dropOn(region, { 'out.npz': Buffer.from(archive) });
  await expect(region.getByRole('status')).toHaveText('Pass: all 2 outputs are as expected.');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.getByText(basename('compared.carton')).first()).toBeVisible();
});
