import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { button, bytesOf, change, changes, dialog, edit, entriesOf, withoutPicker } from './edit-support.ts';
import { expect, listen, openFile, SAMPLE, show, tab, test } from './support.ts';

/** What Chromium writes where somebody chooses "Don't allow sites to save data on your device". */
const FORBIDDEN = { profile: { default_content_setting_values: { cookies: 2 } } };

test('where the browser stores nothing, a package opens, is verified, edited and saved @whole-browser', async ({
  baseURL,
  launchOptions,
}, info) => {
  const { origin } = new URL(baseURL ?? '');
  const profile = info.outputPath('profile');
  mkdirSync(join(profile, 'Default'), { recursive: true });
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(FORBIDDEN));
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: origin });
  const { complaints } = listen(context, [origin], []);
  try {
    const page = await context.newPage();
    await withoutPicker(page);
    await page.goto('/');
    const refusals = await page.evaluate(() => {
      const stores = [() => localStorage, () => caches.keys(), () => navigator.storage.getDirectory()];
      const refusal = async (ask: () => unknown) => ask();
      return Promise.all(stores.map((ask) => refusal(ask).then(String, ({ name }) => name)));
    });
    expect(refusals).toEqual(['SecurityError', 'SecurityError', 'SecurityError']);
    await openFile(page, SAMPLE);
    await expect(page.locator('[role="status"][data-integrity="verified"]')).toBeVisible();
    await show(page, '#/files/model/main.py');
    await expect(page.getByRole('region', { name: 'Chosen file' })).toContainText('import');
    await tab(page, 'Tensors').click();
    await page.locator('[data-name]').first().click();
    await expect(page.getByRole('region', { name: 'Chosen tensor' })).toBeVisible();
    await edit(page);
    await change(page, 'Model name', 'Mine');
    await expect(changes(page)).toHaveText('1 change');
    const asked = page.waitForEvent('download');
    await button(page, 'Save carton').click();
    await dialog(page, 'Save carton').getByRole('button', { name: 'Save', exact: true }).click();
    expect((await entriesOf(await bytesOf(await asked))).get('carton.toml')?.text).toContain('Mine');
    await expect(page.getByRole('status', { name: 'Offline' })).toHaveCount(0);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});
