import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, expect, openFile, openNext, show, test } from './support.ts';

const values = (page: Page) => page.getByRole('region', { name: 'Values' });

async function showText(page: Page, tensor: string): Promise<void> {
  await show(page, `#/tensors/${tensor}`);
  await page.getByRole('radio', { name: 'Text', exact: true }).press('Space');
}

const TOKENIZER = {
  model: { type: 'BPE', vocab: { Hello: 0, Ġworld: 1, Ċ: 2, Ã: 3, '©': 4 } },
  added_tokens: [{ id: 5, content: '<|end|>', special: true }],
  decoder: { type: 'ByteLevel' },
};
const ids = BigInt64Array.from([0, 1, 3, 4, 2, 5, 99, 0].map(BigInt));
const TENSORS = [
  { name: 'ids', dtype: 'int64', shape: '[2, 4]', data: new Uint8Array(ids.buffer) },
  { name: 'sizes', dtype: 'uint8', shape: '[2]', data: Uint8Array.of(1, 2) },
  {
    name: 'words',
    dtype: 'string',
    shape: '[2, 2]',
    data: `data = ["first\\nline", "", "\\u202Ereversed", "${'long '.repeat(500)}"]\n`,
  },
];

test('strings are read whole with their indices, and long ones unfold', async ({ page, context }, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const path = info.outputPath('text.carton');
  writeCarton(path, TENSORS);
  await page.goto('/');
  await openFile(page, path);
  await showText(page, 'words');
  const items = values(page).getByRole('list', { name: 'Texts' }).getByRole('listitem');
  await expect(items).toHaveCount(4);
  await expect(items.nth(0)).toContainText('[0, 0]');
  await expect(items.nth(1)).toContainText('empty string');
  await expect(items.nth(2)).not.toContainText('\u202e');
  await expect(items.nth(3)).toContainText('2,500 characters');
  await items.nth(3).getByRole('button', { name: 'Show all of 2,500 characters' }).press('Enter');
  await expect(items.nth(3).getByRole('button', { name: 'Show less' })).toBeVisible();
  await axe(page);
  await items.nth(0).getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('first\nline');
  // Without a vocabulary, ids are numbers.
  await show(page, '#/tensors/ids');
  await expect(page.getByRole('grid', { name: 'Values of ids' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Text', exact: true })).toHaveCount(0);
});

test('ids of tokens are the text of the package’s vocabulary, with special and unknown ones marked', async ({
  page,
}, info) => {
  const path = info.outputPath('ids.carton');
  writeCarton(path, TENSORS, '', { 'misc/tokenizer.json': new TextEncoder().encode(JSON.stringify(TOKENIZER)) });
  await page.goto('/');
  await openFile(page, path);
  await showText(page, 'ids');
  const rows = values(page).getByRole('list', { name: 'Texts of the tokens' }).locator('> li');
  await expect(rows).toHaveCount(2);
  const tokens = (row: number) => rows.nth(row).getByRole('list', { name: 'Tokens' }).getByRole('button');
  await expect(rows.nth(0).locator('[data-text]')).toHaveText('Hello worldé');
  await expect(rows.nth(1).locator('[data-text]')).toHaveText(/^⏎\s*.Hello$/u);
  await expect(tokens(0)).toHaveText([/Hello\s*0/, /world\s*1/, /\\xc3\s*3/, /\\xa9\s*4/]);
  await expect(tokens(1).nth(1)).toHaveAttribute('data-kind', 'special');
  await expect(tokens(1).nth(2)).toHaveText(/unknown\s*99/);
  await expect(rows.nth(1)).toContainText('1 id not in the vocabulary');
  await tokens(1).nth(1).press('Enter');
  await expect(tokens(1).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await axe(page);
  await page.getByRole('radio', { name: 'Numbers', exact: true }).press('Space');
  await expect(page.getByRole('grid').locator('[aria-selected="true"]')).toHaveAttribute('data-cell', '1,1');
  await show(page, '#/tensors/sizes');
  await expect(page.getByRole('grid', { name: 'Values of sizes' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Text', exact: true })).toHaveCount(0);
  await test.step('a vocabulary that cannot be read is said to be', async () => {
    const broken = info.outputPath('broken.carton');
    writeCarton(broken, TENSORS, '', { 'misc/tokenizer.json': new TextEncoder().encode('{"model":{}}') });
    await openNext(page, broken);
    await showText(page, 'ids');
    await expect(page.locator('[data-code="tensor/bad-vocabulary"]')).toBeVisible();
  });
});
