import { createHash } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { compareUtf8 } from '../src/base/bytes.ts';
import { buildGguf, text } from '../src/testing/builders/gguf-builder.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { button, change, changes, DIALOG, dialog, edit, field } from './edit-support.ts';
import { axe, expect, fitsWidth, openBytes, tab, test } from './support.ts';

const HOST = 'https://models.example';

test.use({ allowedOrigins: [HOST], allowedConsole: [/Failed to load resource/] });

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const WEIGHTS = 'weights';
const SPEC = (name: string) => `[[input]]\nname = "${name}"\ndtype = "float32"\nshape = []\n`;
const TOML = `spec_version = 1
model_name = "Nearly there"
license = "apache-2.0"
${SPEC('x')}description = "Something"
${SPEC('y')}
[[example]]
name = "Two"
inputs = { x = "@tensor_data/a", y = "@tensor_data/a" }
sample_out = { z = "@tensor_data/a" }
[runner]
runner_name = "python"
required_framework_version = ">=3.8"
runner_compat_version = 1
[runner.opts]
entrypoint_package = "main"
entrypoint_fn = "get_model"
`;

/** A carton that lacks much, with a link to a file. */
function carton(): Buffer {
  const files: Record<string, string> = {
    'carton.toml': TOML,
    'model/main.py': 'def get_model():\n    return 1\n',
    'model/requirements.txt': 'numpy==1.25.0\n',
    'model/__pycache__/main.pyc': 'x',
    'tensor_data/index.toml': '[[tensor]]\nname = "a"\ndtype = "float32"\nshape = []\nfile = "a.bin"\ninner = []\n',
    'tensor_data/a.bin': '\0\0\0\0',
  };
  const lines = Object.entries({ ...files, 'model/w.bin': WEIGHTS })
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([path, data]) => `${path}=${sha256(data)}\n`);
  return Buffer.from(
    buildZip([
      ...Object.entries(files).map(([name, data]) => ({ name, data })),
      { name: 'MANIFEST', data: lines.join('') },
      { name: 'LINKS', data: `version = 1\n[urls]\n${sha256(WEIGHTS)} = ["${HOST}/w.bin"]\n` },
    ]),
  );
}

const list = (of: Page | Locator) => of.getByRole('list', { name: 'Before you publish', exact: true });
const item = (of: Page | Locator, check: string) => list(of).locator(`[data-check="${check}"]`);
const isDone = (of: Page | Locator, check: string, done: boolean) =>
  expect(item(of, check)).toHaveAttribute('data-done', String(done));

test('what is missing stands beside the form, and goes as it is done', async ({ page }) => {
  await page.goto('/');
  await openBytes(page, carton(), 'near.carton');
  await edit(page);
  const pane = page.getByRole('region', { name: 'Before you publish' });

  await test.step('all checks are there, the open ones first', async () => {
    await expect(pane).toContainText('4 of 16');
    await expect(list(page).locator('[data-check]')).toHaveCount(16);
    await expect(list(page).locator('[data-done="true"]').first()).toBeVisible();
    await expect(list(page).locator('[data-check]').first()).toHaveAttribute('data-check', 'loads');
    await isDone(page, 'manifest', true);
    await isDone(page, 'private', false);
    await axe(page);
  });

  await test.step('a link leads to the field, which has the focus', async () => {
    await item(page, 'inputs').getByRole('link').click();
    await expect(field(page, 'Input 2 description')).toBeFocused();
    await page.keyboard.type('Another thing');
    await isDone(page, 'inputs', true);
    await expect(pane).toContainText('5 of 16');
    await expect(field(page, 'Input 2 description')).toBeFocused();
  });

  await test.step('one press fixes what has one right answer, and Undo takes it back', async () => {
    await button(page, 'Fix: The license is not an SPDX expression').click();
    await isDone(page, 'license', true);
    await expect(list(page)).toBeFocused();
    await expect(field(page, 'License')).toHaveValue('Apache-2.0');
    await button(page, 'Fix: The required version is open-ended').press('Enter');
    await isDone(page, 'versions', true);
    await item(page, 'self-test').getByRole('button').click();
    await isDone(page, 'self-test', true);
    await expect(field(page, 'Self-test 1 name')).toHaveValue('Two');
    await item(page, 'private')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await isDone(page, 'private', true);
    await expect(changes(page)).toContainText('5');
    await page.keyboard.press('Control+z');
    await isDone(page, 'private', false);
  });

  await test.step('why the model does not load, and the command that helps, unfold', async () => {
    const why = item(page, 'loads').getByRole('button', { name: /^Why/ });
    await expect(why).toHaveAttribute('aria-expanded', 'false');
    await why.click();
    await expect(item(page, 'loads')).toContainText('It would pin numpy==1.25.0');
    await expect(
      item(page, 'loads')
        .getByRole('region', { name: 'Python code' })
        .or(item(page, 'loads').getByLabel('Python code'))
        .first(),
    ).toContainText('carton.pack(');
    await axe(page, '[data-check="loads"]');
    await why.click();
  });

  await test.step('links are checked when somebody asks for it', async () => {
    let answer = 'others';
    await page.route(`${HOST}/**`, (route) =>
      route.fulfill({ status: 200, headers: { 'Access-Control-Allow-Origin': '*' }, body: answer }),
    );
    await expect(item(page, 'links')).toContainText('Asks 1 host');
    await item(page, 'links')
      .getByRole('button', { name: /^Check/ })
      .click();
    await expect(item(page, 'links')).toContainText('1 link does not lead to the file');
    answer = WEIGHTS;
    await item(page, 'links')
      .getByRole('button', { name: /^Check/ })
      .click();
    await dialog(page, 'Check linked files')
      .getByRole('button', { name: /^Check / })
      .click();
    await expect(page.getByRole('status', { name: 'Linked files' })).toContainText('1 of 1 match');
    await page.keyboard.press('Escape');
    await isDone(page, 'links', true);
  });

  await test.step('done ones unfold', async () => {
    await pane.getByRole('button', { name: /more are done$/ }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(16);
  });

  await test.step('the Save dialog has the same list, and a link in it leads to the field', async () => {
    await button(page, 'Save carton').click();
    const save = dialog(page, 'Save carton');
    await save.getByText('Before you publish').click();
    await expect(save.getByText(/^\s*· \d+ left$/)).toBeVisible();
    await expect(list(save).locator('[data-check]')).toHaveCount(16);
    await axe(page, DIALOG);
    await item(save, 'summary').getByRole('link').click();
    await expect(save).toBeHidden();
    await expect(field(page, 'Short description')).toBeFocused();
    await change(page, 'Short description', 'Adds two numbers');
    await isDone(page, 'summary', true);
  });
});

test('on a narrow screen it is a line above the form, and of a header it adds what is missing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await openBytes(page, carton(), 'near.carton');
  await edit(page);
  await expect(page.getByText('4 of 16')).toBeVisible();
  await expect(field(page, 'Model name')).toBeInViewport();
  await expect(list(page)).toBeHidden();
  await page.getByText('Before you publish').click();
  await expect(item(page, 'license')).toBeVisible();
  await fitsWidth(page, 390);
  await axe(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  const file = buildGguf({ keyValues: [['general.architecture', text('llama')]] });
  await openBytes(page, file, 'a.gguf');
  await expect(page).toHaveTitle(/^a\.gguf/);
  await tab(page, 'Edit').click();
  await expect(list(page).locator('[data-check]')).toHaveCount(6);
  await button(page, 'Add: No license').click();
  await expect(page.locator('[data-entry="general.license"] :focus')).toBeVisible();
  await page.keyboard.type('MIT');
  await isDone(page, 'license', true);
  await axe(page);
});
