import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { axe, expect, openBytes, openFile, SAMPLE, settled, show, tab, test } from './support.ts';

/** Twelve layers of three tensors each, so that layer 1 and layer 10 begin alike, and an embedding. */
function model(): Uint8Array<ArrayBuffer> {
  const entries: string[] = [];
  let at = 0;
  const add = (name: string, dtype: 'F16' | 'F32', size: number) => {
    const end = at + size * (dtype === 'F16' ? 2 : 4);
    entries.push(entryText(name, dtype, [size], at, end));
    at = end;
  };
  add('model.embed.weight', 'F16', 200);
  for (let layer = 0; layer < 12; layer++)
    for (const part of ['attn.q', 'attn.k', 'mlp.up']) add(`model.layers.${layer}.${part}`, 'F32', 16);
  return buildSafetensors(`{${entries.join(',')}}`, at);
}

test('a part of the map leads to its tensors, and the address keeps to them', async ({ page }) => {
  await page.goto('/');
  await openBytes(page, model(), 'm.safetensors');
  const parts = page.getByRole('list', { name: 'Parts by their bytes' }).getByRole('link');
  const rows = page.getByRole('table', { name: 'Tensors' }).locator('tr[data-name]');
  const inList = page.getByRole('region', { name: 'List of tensors' });
  await expect(parts).toHaveCount(13);
  await page.getByRole('link', { name: /^model\.layers\.1, 192\sB, float32, 3 tensors$/ }).click();

  await test.step('only its tensors are listed, also beside a chosen one', async () => {
    await expect(page).toHaveURL(/#\/tensors\?part=model\.layers\.1$/);
    await expect(inList).toContainText('3 tensors of model.layers.1');
    await expect(rows).toHaveCount(3);
    await axe(page);
    await rows.first().getByRole('button').click();
    await expect(page).toHaveURL(/#\/tensors\/model\.layers\.1\.attn\.q\?part=model\.layers\.1$/);
    await expect(rows).toHaveCount(3);
    await page.getByLabel('Filter tensors').fill('attn.k');
    await expect(rows).toHaveCount(1);
    await page.getByLabel('Filter tensors').fill('');
    await inList.getByText('Tree', { exact: true }).click();
    await expect(inList.locator('tr[data-group]')).toHaveText([/^model\.layers\.1/, /^attn/]);
    await inList.getByText('List', { exact: true }).click();
  });

  await test.step('Back and forward go from part to part, and a link shows all again', async () => {
    await inList.getByRole('link', { name: 'Show all 37' }).click();
    await expect(rows).toHaveCount(37);
    await expect(page).toHaveURL(/#\/tensors\/model\.layers\.1\.attn\.q$/);
    await page.goBack();
    await expect(rows).toHaveCount(3);
    await page.goBack();
    await page.goBack();
    await expect(parts.first()).toBeVisible();
    await page.goForward();
    await expect(inList).toContainText('3 tensors of model.layers.1');
  });

  await test.step('a part with one tensor leads to that one, and a link to a part without any says so', async () => {
    await show(page, '#/overview');
    await page.getByRole('link', { name: /^model\.embed, 400\sB, float16, 1 tensor$/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'model.embed.weight' })).toBeVisible();
    await show(page, '#/tensors?part=nowhere');
    await expect(inList).toContainText('0 tensors of nowhere');
    await inList.getByRole('link', { name: 'Show all 37' }).click();
    await expect(rows).toHaveCount(37);
  });
});

test('a tensor leads to the row that declares it, and has a link to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/?url=sample.carton#/tensors');
  await settled(page);
  const first = page.getByRole('table', { name: 'Tensors' }).locator('tr[data-name]').first();
  const name = (await first.getAttribute('data-name')) ?? '';
  await first.getByRole('button').click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).searchParams.get('url')).toBe('sample.carton');
  expect(new URL(link).searchParams.get('hash')).toMatch(/^[0-9a-f]{64}$/);
  expect(new URL(link).hash).toBe(`#/tensors/${name}`);
  await page.getByRole('region', { name: 'Facts of the tensor' }).getByRole('link', { name: 'Declared' }).click();
  await expect(page).toHaveURL(/#\/schema\/(inputs|outputs)\/\d$/);
  const marked = page.locator('tr[data-wanted]');
  await expect(marked).toHaveCount(1);
  await expect(marked).toBeFocused();
  await axe(page);
});

test('tabs that were left are as they were: filter, order, tree, part and place', async ({ page }) => {
  await page.goto('/');
  await openBytes(page, model(), 'm.safetensors');
  const inList = page.getByRole('region', { name: 'List of tensors' });
  const filter = page.getByLabel('Filter tensors');
  const rows = page.getByRole('table', { name: 'Tensors' }).locator('tr[data-name]');
  const box = inList.locator('div:has(> table)').first();
  const leave = async () => {
    await tab(page, 'Files').click();
    await expect(page.getByRole('treegrid', { name: 'Files' })).toBeVisible();
    await tab(page, 'Tensors').click();
    await expect(filter).toBeVisible();
  };

  await test.step('a list', async () => {
    await tab(page, 'Tensors').click();
    await inList.getByRole('button', { name: /^Name/ }).click();
    await inList.getByRole('button', { name: /^Name/ }).click();
    await expect(rows.first()).toHaveAttribute('data-name', 'model.layers.11.mlp.up');
    await box.evaluate((element) => element.scrollTo(0, 300));
    await leave();
    await expect(rows.first()).toHaveAttribute('data-name', 'model.layers.11.mlp.up');
    await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBe(300);
    await filter.fill('layers.3');
    await leave();
    await expect(filter).toHaveValue('layers.3');
    await expect(rows).toHaveCount(3);
  });

  await test.step('a tree, and a part with a filter of its own', async () => {
    await filter.fill('');
    await inList.getByText('Tree', { exact: true }).click();
    await inList.locator('tr[data-group="model.layers."]').getByRole('button').click();
    await expect(inList.locator('tr[data-group="model.layers.4."]')).toBeVisible();
    await leave();
    await expect(inList.locator('tr[data-group="model.layers.4."]')).toBeVisible();
    await inList.getByText('List', { exact: true }).click();
    await show(page, '#/tensors?part=model.layers.2');
    await filter.fill('attn.q');
    await leave();
    await expect(page).toHaveURL(/\?part=model\.layers\.2$/);
    await expect(filter).toHaveValue('attn.q');
    await inList.getByRole('link', { name: 'Show all 37' }).click();
    await expect(filter).toHaveValue('');
  });

  await test.step('a link to a tensor that the filter would hide', async () => {
    await filter.fill('layers.3');
    await show(page, '#/overview');
    await page.getByRole('link', { name: /^model\.embed, / }).click();
    await expect(filter).toHaveValue('');
    await expect(rows.and(page.locator('[aria-selected="true"]'))).toHaveCount(1);
  });
});

test('the list of files that was left is as it was', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  const leave = async () => {
    await tab(page, 'Schema').click();
    await expect(page.getByRole('table', { name: 'Inputs' })).toBeVisible();
    await tab(page, 'Files').click();
  };
  const tree = page.getByRole('treegrid', { name: 'Files' });
  await tab(page, 'Files').click();
  const folder = tree.getByRole('row', { expanded: true }).first();
  const path = await folder.locator('bdi').first().textContent();
  await folder.click();
  const shut = tree.getByRole('row', { expanded: false }).filter({ hasText: path ?? '' });
  await expect(shut).toHaveCount(1);
  await leave();
  await expect(shut).toHaveCount(1);
  await page.getByLabel('Filter files').fill('toml');
  await leave();
  await expect(page.getByLabel('Filter files')).toHaveValue('toml');
});
