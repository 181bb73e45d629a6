import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildGguf, text, texts } from '../src/testing/builders/gguf-builder.ts';
import { mldefModel } from '../src/testing/builders/mldef-builder.ts';
import { button, bytesOf, DIALOG, dialog, entriesOf, field, withoutPicker } from './edit-support.ts';
import { axe, dropFiles, expect, FIXTURES, fitsWidth, hasFixtures, settled, show, test } from './support.ts';

const GGUF = buildGguf({
  keyValues: [
    ['general.architecture', text('llama')],
    ['general.name', text('Tiny Llama')],
    ['general.author', text('A. Author')],
    ['general.license', text('apache-2.0')],
    ['general.description', text('A small model')],
    ['general.url', text('https://h.example/tiny')],
    ['general.tags', texts(['chat', 'tiny'])],
  ],
  tensors: [{ name: 'w', type: 'F32', ne: [1] }],
});

const making = (page: Page) => dialog(page, 'New carton');
const behind = (page: Page) => making(page).getByRole('list', { name: 'Left behind' });

async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await dropFiles(page, [{ name, bytes: Buffer.from(bytes) }]);
  await settled(page);
}

/** Saves the new carton, and gives its carton.toml. */
async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await making(page).getByRole('button', { name: 'Save carton' }).click();
  const entries = await entriesOf(await bytesOf(await download));
  await dialog(page, 'Saved').getByRole('button', { name: 'Done' }).click();
  await settled(page);
  return entries.get('carton.toml')?.text ?? '';
}

test('what a package says comes along into a new carton, and what does not is listed before saving', async ({
  page,
}) => {
  await withoutPicker(page);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');

  await test.step('from the Overview of a GGUF file', async () => {
    await drop(page, 'tiny.gguf', GGUF);
    await button(page, 'New carton with this').click();
    await expect(field(page, 'Model name')).toHaveValue('Tiny Llama');
    await expect(making(page).getByRole('region', { name: 'What comes along' })).toContainText('chat, tiny');
    await expect(behind(page)).toContainText('general.architecture, general.author');
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsWidth(page, 390);
    await axe(page, DIALOG);
    await page.setViewportSize({ width: 1280, height: 800 });
    const toml = await saved(page);
    expect(toml).toContain('license = "Apache-2.0"');
    expect(toml).toContain('homepage = "https://h.example/tiny"');
    expect(toml).toContain('A small model\n\nTags: chat, tiny');
    // One of the format itself is not offered.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiny Llama');
    await expect(button(page, 'New carton with this')).toHaveCount(0);
  });

  await test.step('from the menu Open of an mldef model, with its nodes as schema', async () => {
    await drop(page, 'a.mldef', mldefModel());
    await button(page, 'Open').click();
    await page.getByRole('dialog', { name: 'Open' }).getByRole('button', { name: 'New carton with this' }).click();
    await expect(making(page)).toContainText('1 input (room), 1 output (heat)');
    await expect(making(page)).toContainText('an mldef model declares none');
    await expect(behind(page)).toContainText('License file: license.txt');
    const toml = await saved(page);
    expect(toml).toContain('[[input]]\nname = "room"\ndtype = "float64"\nshape = [2]');
    await show(page, '#/schema');
    await expect(page.getByRole('table', { name: 'Inputs' })).toContainText('In kelvin, normalized as x × 0.1');
  });
});

test('packages that others made are converted', async ({ page }) => {
  test.skip(!hasFixtures, 'needs the shared fixtures');
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  for (const path of ['gguf/gguf-good-v2.gguf', 'mlf/mlf-good-v7.tar', 'mldef/md-signature.mldef']) {
    await drop(page, path.replace(/^.*\//, ''), readFileSync(`${FIXTURES}neighbours/${path}`));
    await button(page, 'New carton with this').click();
    await expect(behind(page).getByRole('listitem').first(), path).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(making(page)).toBeHidden();
  }
});
