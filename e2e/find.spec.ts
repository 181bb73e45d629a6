import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { startHost } from './share-host.ts';
import { axe, boxOf, expect, expectAt, openFile, SAMPLE, settled, tab, test } from './support.ts';

const field = (page: Page) => page.getByRole('dialog').getByRole('combobox', { name: 'Find or open' });
const results = (page: Page) => page.getByRole('status', { name: 'Results' });

/** The option that the field names as the active one. */
async function active(page: Page): Promise<string> {
  const id = await field(page).getAttribute('aria-activedescendant');
  const option = page.locator(`[role="option"][aria-selected="true"][id="${id}"]`);
  await expect(option).toHaveCount(1);
  return (await option.textContent()) ?? '';
}

test('files, tensors, examples and actions are found by keyboard, however fast one types, on a phone too', async ({
  page,
}) => {
  await test.step('what is typed faster than it is found is found all the same', async () => {
    await page.route(/find-dialog.*\.js$/, async (route) => {
      await new Promise((done) => setTimeout(done, 500));
      await route.continue();
    });
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    // Its code is loaded only now.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('samplx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('e');
    await expect(field(page)).toHaveValue('sample');
    await page.keyboard.press('Escape');
    await openFile(page, SAMPLE);
    await page.getByRole('button', { name: 'Find' }).click();
    await expect(field(page)).toBeFocused();
    await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      set?.call(input, 'problems');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    await expect(tab(page, 'Problems')).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('a file is found and shown by keyboard alone, wherever the page is scrolled to', async () => {
    await tab(page, 'Overview').click();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('group', { name: 'Tabs' }).getByRole('option')).toHaveCount(8);
    expect(await active(page)).toBe('Overview');
    await page.keyboard.press('ArrowUp');
    const last = await active(page);
    await page.keyboard.press('Home');
    expect(await active(page)).toBe('Overview');
    await page.keyboard.press('End');
    expect(await active(page)).toBe(last);
    await page.keyboard.press('ArrowDown');
    expect(await active(page)).toBe('Overview');
    await axe(page, '[role="dialog"]');

    await page.keyboard.type('no such thing');
    await expect(results(page)).toHaveText('No match');
    await field(page).fill('carton.t');
    // The file, and what can be done with it.
    await expect(results(page)).toHaveText('3 results');
    expect(await active(page)).toContain('carton.toml');
    await expect(page.getByRole('option').locator('mark')).toHaveText(['carton.t', 'carton.t', 'carton.t']);
    await axe(page, '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('[data-path="carton.toml"][aria-selected="true"]')).toBeVisible();
    await expect(tab(page, 'Files')).toBeFocused();
    expect(new URL(page.url()).hash).toBe('#/files/carton.toml');
  });
  await test.step('the bar fits a phone, with Find and Open within reach', async () => {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => page.evaluate(() => document.documentElement.clientWidth)).toBe(width);
      const bar = page.getByRole('banner');
      for (const name of ['Find', 'Open', 'Help']) {
        const box = await boxOf(bar.getByRole('button', { name, exact: true }));
        expect(box.x + box.width, name).toBeLessThanOrEqual(width + 1);
      }
      await expectAt(bar, { height: 53 });
      await bar.getByRole('button', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Open file' })).toBeFocused();
      const button = await boxOf(page.getByRole('button', { name: 'Open URL' }));
      expect(button.x + button.width).toBeLessThanOrEqual(width + 1);
      await page.keyboard.press('Escape');
      await bar.getByRole('button', { name: 'Find' }).click();
      await expect(field(page)).toBeFocused();
      await axe(page, '[role="dialog"]');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(bar.getByRole('button', { name: 'Find' })).toBeFocused();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('tensors and actions are found, and an action gives the focus back to where it was', async () => {
    await tab(page, 'Tensors').click();
    const name =
      (await page.getByRole('table', { name: 'Tensors' }).locator('[data-name]').first().getAttribute('data-name')) ??
      '';
    await tab(page, 'Schema').focus();
    await page.keyboard.press('/');
    await field(page).fill(name);
    await page.getByRole('group', { name: 'Tensors' }).getByRole('option').first().click();
    await expect(page.getByRole('grid', { name: `Values of ${name}` })).toBeVisible();

    await page.keyboard.press('/');
    await field(page).fill('triangle');
    await page.getByRole('group', { name: 'Examples' }).getByRole('option').first().click();
    await expect(tab(page, 'Examples')).toBeFocused();
    expect(new URL(page.url()).hash).toBe('#/examples/1');
    await page.keyboard.press('/');
    await field(page).fill('download carton');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('carton.toml');
    await page.keyboard.press('/');
    await field(page).fill('recompute');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Recompute all hashes' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await tab(page, 'Tensors').click();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(tab(page, 'Tensors')).toBeFocused();

    // It closes the menu Open, which would lie over it.
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Open file' })).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Open file' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Find' })).toBeFocused();
    await tab(page, 'Tensors').focus();

    const scheme = 'data-mantine-color-scheme';
    const before = (await page.locator('html').getAttribute(scheme)) ?? '';
    await page.keyboard.press('Control+k');
    await field(page).fill('theme');
    await page.getByRole('option').first().click();
    await expect(page.locator('html')).not.toHaveAttribute(scheme, before);
    await expect(tab(page, 'Tensors')).toBeFocused();

    await page.keyboard.press('Control+k');
    await field(page).fill('share');
    await expect(page.getByRole('option').first()).toContainText('Share');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible();
    // A dialog is open: what is behind it stays behind it.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find or open' })).toHaveCount(0);
  });
});

test.describe('a link', () => {
  test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

  test('is refused, or opens, with a package open and without', async ({ page }) => {
    const host = await startHost({
      '/a.carton': { bytes: readFileSync(SAMPLE), cors: true, exposed: true, ranges: true },
    });
    try {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
      await test.step('one that cannot be opened is refused as in the field for links, and leaves no password', async () => {
        await page.getByRole('button', { name: 'Find' }).click();
        await field(page).fill('https://me:secret@example.com/a.carton');
        await expect(page.getByRole('group', { name: 'Link' }).getByRole('option')).not.toContainText('secret');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/bad-url');
        await expect(page.getByRole('alert')).not.toContainText('secret');
      });
      for (const link of [`${host.origin}/a.carton`, `${new URL(host.origin).host}/a.carton`]) {
        await page.keyboard.press('Control+k');
        await field(page).fill(link);
        await expect(page.getByRole('option')).toHaveText([`Open ${host.origin}/a.carton`]);
        await page.keyboard.press('Enter');
        await settled(page);
        await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
        expect(new URL(page.url()).searchParams.get('url')).toBe(`${host.origin}/a.carton`);
        await page.getByTestId('open-file').setInputFiles(SAMPLE);
        await expect(page.getByText('This computer')).toBeVisible();
      }
    } finally {
      await host.close();
    }
  });
});

test('the keys are listed, and single-letter ones can be switched off for good', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('table', { name: 'Keys: Anywhere' })).toBeVisible();
  await axe(page, '[role="dialog"]');
  const setting = help.getByRole('switch', { name: 'Single-letter keys' });
  await expect(setting).toBeChecked();
  await setting.press('Space');
  await expect(help.getByRole('row', { name: /Show these keys/ })).toContainText('(off)');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  // A key of the same page that is not switched off shows that the others have had their time.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('/?');
  await expect(field(page)).toHaveValue('/?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Help' }).click();
  await help.getByRole('switch', { name: 'Single-letter keys' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
  // In a field they are letters.
  await page.getByRole('textbox', { name: 'URL' }).pressSequentially('a/?');
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('a/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
