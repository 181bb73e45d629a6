import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { button, bytesOf, change, edit, field } from './edit-support.ts';
import { axe, expect, openFile, test } from './support.ts';

const HEAD = `short_description = "Adds" # two numbers
license = "MIT"
model_description = """
# Adds

![sum](@misc/sum)
"""
future = { kept = 0x10 }
`;

const SCHEMA = `
[runner.opts]
threads = 4 # as many as cores
rate = 2.0

# What is added to.
[[input]]
name = "x"
dtype = "float32"
shape = ["batch", 3]

[[input]]
name = "y"
dtype = "float32"
shape = []
internal_name = "in/y:0"

[[output]]
name = "sum"
dtype = "float32"
shape = "*"

[[self_test]]
name = "ones"
inputs = { x = "@tensor_data/a", y = "@tensor_data/b" }

[[example]]
inputs = { x = "@misc/sum" }
sample_out = { sum = "@tensor_data/a" }
`;

const TENSOR = { dtype: 'float32', shape: '[1]', data: new Uint8Array(4) };
const GIF = Uint8Array.from(atob('R0lGODdhAQABAIABAP///wAAACwAAAAAAQABAAACAkQBADs='), (char) => char.charCodeAt(0));

async function open(page: Page, path: string, toml = SCHEMA, head = HEAD): Promise<void> {
  writeCarton(
    path,
    [
      { ...TENSOR, name: 'a' },
      { ...TENSOR, name: 'b' },
    ],
    toml,
    { 'misc/sum': GIF, 'misc/notes (1).txt': new Uint8Array([65]) },
    head,
  );
  await page.goto('/');
  await openFile(page, path);
  await edit(page);
}

/** carton.toml as it is downloaded. */
async function text(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await button(page, 'Download carton.toml').click();
  return (await bytesOf(await download)).toString('utf8');
}

/** What of the text a deed changes: the lines that go, and those that come. */
async function changed(page: Page, deed: () => Promise<void>): Promise<{ gone: string[]; come: string[] }> {
  const before = (await text(page)).split('\n');
  await deed();
  const after = (await text(page)).split('\n');
  return { gone: without(before, after), come: without(after, before) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

test('every field has the name that people script by, once', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  const fields = ['name', 'dtype', 'shape', 'description', 'internal name'];
  for (const name of [
    ...['Model name', 'Short description', 'Description', 'License', 'Repository', 'Homepage', 'Required platforms'],
    ...['Runner name', 'Required framework version', 'Runner compat version'],
    ...['Input 1', 'Input 2', 'Output 1'].flatMap((item) => fields.map((what) => `${item} ${what}`)),
  ])
    await expect(field(page, name), name).toHaveCount(1);
  await axe(page);
});

test('text fields change their line alone, and an optional one goes when it is emptied', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  expect(await changed(page, () => change(page, 'Short description', 'Adds "two" 数'))).toEqual({
    gone: ['short_description = "Adds" # two numbers'],
    come: [expect.stringMatching(/^short_description = .*two.*数.* # two numbers$/)],
  });
  await expect(page.getByText('12 of 100')).toBeVisible();
  expect(await changed(page, () => change(page, 'Repository', 'https://example.com/r'))).toEqual({
    gone: [],
    come: ['repository = "https://example.com/r"'],
  });
  expect(await changed(page, () => change(page, 'License', ''))).toEqual({ gone: ['license = "MIT"'], come: [] });
  expect(await changed(page, () => change(page, 'Runner name', 'python'))).toEqual({
    gone: ['runner_name = "noop"'],
    come: ['runner_name = "python"'],
  });
  expect(await changed(page, () => change(page, 'Required framework version', '1.2'))).toEqual({
    gone: ['required_framework_version = "=1.0.0"'],
    come: ['required_framework_version = "1.2"'],
  });
  await expect(page.getByText('Means at least 1.2.0 and below 2.0.0.')).toBeVisible();
  expect(await changed(page, () => change(page, 'Runner compat version', '7'))).toEqual({
    gone: ['runner_compat_version = 1'],
    come: ['runner_compat_version = 7'],
  });
  await change(page, 'Runner compat version', '-7');
  await expect(page.getByText('It must be a whole number from 0. The draft keeps 7.')).toBeVisible();
  expect(await text(page)).toContain('\nrunner_compat_version = 7\n');
  expect(await text(page)).toContain('\nfuture = { kept = 0x10 }\n');
});

test('a license is searched by its name, and any text will do', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  await field(page, 'License').fill('MIT OR gnu affero');
  await field(page, 'License').fill('MIT OR affero');
  await page.getByRole('option', { name: /^AGPL-3\.0-only/ }).click();
  await expect(field(page, 'License')).toHaveValue('MIT OR AGPL-3.0-only');
  await expect(page.getByText('MIT License; GNU Affero General Public License v3.0 only')).toBeVisible();
  await field(page, 'License').fill('ask me');
  await expect(page.getByText('Not an SPDX expression. That is allowed.')).toBeVisible();
  expect(await text(page)).toContain('\nlicense = "ask me"\n');
});

test('the description has its preview beside it, and takes pictures and links to files', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'sum' })).toBeVisible();
  await field(page, 'Description').fill('Before after');
  await field(page, 'Description').evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(7, 7));
  await field(page, 'Insert a file of misc/').fill('sum');
  await page.getByRole('option', { name: /^misc\/sum/ }).click();
  await expect(field(page, 'Description')).toHaveValue('Before ![sum](@misc/sum)after');
  await expect(field(page, 'Description')).toBeFocused();
  await page.keyboard.type(', ');
  await field(page, 'Insert a file of misc/').fill('notes');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Description')).toHaveValue(
    'Before ![sum](@misc/sum), [notes (1).txt](@misc/notes%20%281%29.txt)after',
  );
  await expect(preview.getByRole('img', { name: 'sum' })).toBeVisible();
  await expect(preview.getByRole('link', { name: 'notes (1).txt' })).toHaveAttribute(
    'href',
    '#/files/misc/notes%20(1).txt',
  );
});

test('platforms are chosen among the usual ones or typed, and said in words', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  const platforms = field(page, 'Required platforms');
  await platforms.fill('wasm32-wasi');
  await platforms.press('Enter');
  await platforms.fill('x86-linux');
  await platforms.press('Enter');
  const chosen = page.getByRole('list', { name: 'Chosen platforms' });
  await expect(chosen.getByRole('listitem')).toHaveText([
    'wasm32-wasi WASI on WebAssembly',
    'x86-linux no target triple',
  ]);
  await expect(platforms).toHaveAccessibleDescription(/“?"?x86"?”? is no architecture/);
  expect(await text(page)).toMatch(/\nrequired_platforms = \["wasm32-wasi", "x86-linux"\]\n/);
  await platforms.fill('windows');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chosen.getByRole('listitem')).toHaveCount(3);
  await button(page, 'Remove platform x86-linux').click();
  await expect(button(page, 'Remove platform x86_64-pc-windows-msvc')).toBeFocused();
  expect(await text(page)).toMatch(/\nrequired_platforms = \["wasm32-wasi", "x86_64-pc-windows-msvc"\]\n/);
  await button(page, 'Remove platform wasm32-wasi').click();
  await page.keyboard.press('Enter');
  await expect(platforms).toBeFocused();
  expect(await text(page)).not.toContain('required_platforms');
});

test('options keep their types: an integer is no float', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  expect(await changed(page, () => change(page, 'Runner option 2 value', '3'))).toEqual({
    gone: ['rate = 2.0'],
    come: ['rate = 3.0'],
  });
  await change(page, 'Runner option 1 value', '1.5');
  await expect(page.getByText('It must be a whole number. The draft keeps 4.')).toBeVisible();
  expect(
    await changed(page, async () => {
      await field(page, 'Runner option 1 type').selectOption('float');
    }),
  ).toEqual({ gone: ['threads = 4 # as many as cores'], come: ['threads = 4.0 # as many as cores'] });
  expect(await changed(page, () => change(page, 'Runner option 1 name', 'num_threads'))).toEqual({
    gone: ['threads = 4.0 # as many as cores'],
    come: ['num_threads = 4.0 # as many as cores'],
  });
  await change(page, 'Runner option 1 name', 'rate');
  await expect(field(page, 'Runner option 1 name')).toHaveValue('num_threads');
  expect(
    await changed(page, async () => {
      await button(page, 'Add runner option').click();
      await expect(field(page, 'Runner option 3 name')).toBeFocused();
      await page.keyboard.type('on.off');
      await page.keyboard.press('Enter');
      await field(page, 'Runner option 3 type').selectOption('boolean');
      await field(page, 'Runner option 3 value').selectOption('true');
    }),
  ).toEqual({ gone: [], come: ['"on.off" = true'] });
  expect(
    await changed(page, async () => {
      await button(page, 'Remove runner option 2').click();
    }),
  ).toEqual({ gone: ['rate = 3.0'], come: [] });
});

test('renaming an input renames it in self-tests and examples, as one step', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  await expect(
    page.getByText('The model’s code receives this name; 1 self-test and 1 example would follow'),
  ).toBeVisible();
  const { gone, come } = await changed(page, () => change(page, 'Input 1 name', 'image'));
  expect(gone).toEqual([
    'name = "x"',
    'inputs = { x = "@tensor_data/a", y = "@tensor_data/b" }',
    'inputs = { x = "@misc/sum" }',
  ]);
  expect(come).toEqual([
    'name = "image"',
    'inputs = { image = "@tensor_data/a", y = "@tensor_data/b" }',
    'inputs = { image = "@misc/sum" }',
  ]);
  await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Rename input x to image/);
  await button(page, 'Undo').click();
  await expect(field(page, 'Input 1 name')).toHaveValue('x');
  // Neither a pause nor the button in the bar loses what is typed and was not left.
  await field(page, 'Input 1 name').fill('left');
  expect(await text(page)).toContain('inputs = { left = "@misc/sum" }');
  await field(page, 'Input 1 name').press('End');
  await page.keyboard.type('er');
  await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Rename input left to lefter/);
});

test('shapes are written as people write them', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  await expect(field(page, 'Input 1 shape')).toHaveValue('batch, 3');
  await expect(field(page, 'Input 2 shape')).toHaveValue('');
  await expect(field(page, 'Output 1 shape')).toHaveValue('*');
  expect(await changed(page, () => change(page, 'Input 1 shape', '*'))).toEqual({
    gone: ['shape = ["batch", 3]'],
    come: ['shape = "*"'],
  });
  expect(await changed(page, () => change(page, 'Input 2 shape', 'batch,512'))).toEqual({
    gone: ['shape = []'],
    come: ['shape = ["batch", 512]'],
  });
  await expect(field(page, 'Input 2 shape')).toHaveValue('batch, 512');
  await field(page, 'Input 2 shape').fill('batch, -1');
  await expect(field(page, 'Input 2 shape')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Input 2 shape')).toHaveAccessibleDescription(/A size is 0 or more.*keeps batch, 512/);
  expect(await text(page)).toContain('shape = ["batch", 512]');
  expect(await changed(page, () => change(page, 'Output 1 shape', ''))).toEqual({
    gone: ['shape = "*"'],
    come: ['shape = []'],
  });
  await field(page, 'Output 1 dtype').selectOption('int64');
  expect(await text(page)).toContain('dtype = "int64"');
});

test('inputs are added, moved and removed by keyboard, and the focus goes along', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  await button(page, 'Move input 2 up').focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Input 1 name')).toHaveValue('y');
  await expect(button(page, 'Move input 1 down')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Move input 2 up')).toBeFocused();
  await expect(field(page, 'Input 2 name')).toHaveValue('y');
  await button(page, 'Add input').focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Input 3 name')).toBeFocused();
  await page.keyboard.type('z');
  await page.keyboard.press('Enter');
  expect(await text(page)).toContain('[[input]]\nname = "z"\ndtype = "float32"\nshape = "*"\n');
  await button(page, 'Remove input 1').focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Input 1 name')).toBeFocused();
  await expect(field(page, 'Input 1 name')).toHaveValue('y');
  expect(await text(page)).not.toContain('What is added to.');
  for (const _ of [1, 2]) await button(page, 'Remove input 1').click();
  await expect(page.getByText('No inputs. What the model takes')).toBeVisible();
  await expect(button(page, 'Add input')).toBeFocused();
});

test('self-tests and examples are put together from the tensors and files there are', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  await page.getByRole('button', { name: 'Add output to self-test 1' }).click();
  await expect(field(page, 'Self-test 1 output 1 name')).toHaveValue('sum');
  await expect(field(page, 'Self-test 1 output 1 value')).toBeFocused();
  await page.keyboard.type('a');
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(2);
  await page.getByRole('option', { name: /^@tensor_data\/b/ }).click();
  expect(await text(page)).toMatch(/expected_out = \{ sum = "@tensor_data\/b" \}/);
  await page.getByRole('button', { name: 'Remove self-test 1 output 1' }).click();
  expect(await text(page)).not.toContain('expected_out');

  await button(page, 'Add example').click();
  await expect(field(page, 'Example 2 name')).toBeFocused();
  await page.keyboard.type('second');
  await page.getByRole('button', { name: 'Add input to example 2' }).click();
  await page.keyboard.type('misc/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Example 2 input 1 value')).toHaveValue(/^@misc\//);
  await button(page, 'Move example 2 up').click();
  await expect(field(page, 'Example 1 name')).toHaveValue('second');
  await button(page, 'Remove self-test 1').click();
  const now = await text(page);
  expect(now).not.toContain('[[self_test]]');
  expect(now.indexOf('"second"')).toBeLessThan(now.indexOf('{ x = "@misc/sum" }'));
});

test('what is wrong stands beside its field, and values of another type can be replaced', async ({
  page,
}, testInfo) => {
  await open(
    page,
    testInfo.outputPath('form.carton'),
    '\n[[input]]\nname = 5\ndtype = "complex64"\nshape = [1.5]\n',
    'license = 3\nrequired_platforms = "all"\noutput = "none"\n',
  );
  await expect(field(page, 'License')).toHaveValue('3');
  await expect(field(page, 'License')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Input 1 dtype')).toHaveAccessibleDescription(/complex64/);
  await change(page, 'License', 'MIT');
  await change(page, 'Input 1 name', 'x');
  await change(page, 'Input 1 shape', '1, 5');
  await field(page, 'Input 1 dtype').selectOption('int8');
  await field(page, 'Required platforms').fill('wasm32-wasi');
  await field(page, 'Required platforms').press('Enter');
  await button(page, 'Add output').click();
  await change(page, 'Output 1 name', 'y');
  const now = await text(page);
  for (const line of [
    'license = "MIT"',
    'name = "x"',
    'dtype = "int8"',
    'shape = [1, 5]',
    'required_platforms = ["wasm32-wasi"]',
  ])
    expect(now).toContain(line);
  await expect(page.locator('[data-code][data-severity="error"]')).toHaveCount(0);
  await expect(field(page, 'Input 1 dtype')).not.toHaveAttribute('aria-invalid', 'true');
});

test('the sections stand in the address, and the text is one of two ways to edit', async ({ page }, testInfo) => {
  await open(page, testInfo.outputPath('form.carton'));
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Outputs' }).click();
  await expect(page).toHaveURL(/#\/edit\/outputs$/);
  await expect(page.getByRole('heading', { name: 'Outputs', exact: true })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Outputs', exact: true })).toBeFocused();
  await page.getByText('Text', { exact: true }).click();
  await expect(page).toHaveURL(/#\/edit\/text$/);
  const editor = page.getByRole('textbox', { name: 'carton.toml' });
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('=');
  await expect(page.getByText(/carton\.toml/).first()).toBeVisible();
  await page.getByText('Form', { exact: true }).click();
  await expect(page.getByText('cannot be shown as a form while its text is no TOML')).toBeVisible();
  await button(page, 'Mend the text').click();
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Delete');
  await page.getByText('Form', { exact: true }).click();
  await expect(field(page, 'Model name')).toHaveValue('Built');
  await expect(page.getByRole('region', { name: 'Other fields' })).toContainText('{ kept = 16 }');
});

test('a thousand inputs take no longer to type in, and can all be reached', async ({ page }, testInfo) => {
  const inputs = Array.from({ length: 1000 }, (_, i) => `\n[[input]]\nname = "in${i}"\ndtype = "int8"\nshape = []\n`);
  await open(page, testInfo.outputPath('form.carton'), inputs.join(''));
  const list = page.getByRole('list', { name: 'Inputs' });
  await expect(field(page, 'Input 1 name')).toHaveValue('in0');
  expect(await list.getByRole('listitem').count()).toBeLessThan(30);
  await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(field(page, 'Input 1000 name')).toHaveValue('in999');
  await button(page, 'Move input 1000 up').click();
  await expect(button(page, 'Move input 999 up')).toBeFocused();
  await button(page, 'Add input').click();
  await expect(field(page, 'Input 1001 name')).toBeFocused();
  await list.evaluate((box) => box.scrollTo(0, 0));
  await expect(field(page, 'Input 1 name')).toBeVisible();
  // What has the focus stays, however far it is scrolled away.
  await expect(field(page, 'Input 1001 name')).toBeFocused();
  await axe(page);
});
