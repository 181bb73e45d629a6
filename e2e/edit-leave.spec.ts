import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { button, change, changes, DIALOG, dialog, edit, field } from './edit-support.ts';
import { axe, expect, openFile, SAMPLE, tab, test } from './support.ts';

async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  await change(page, 'Model name', 'Another');
  await expect(changes(page)).toHaveText('1 change');
}

test('another file is opened only once the user agrees', { tag: '@whole-browser' }, async ({ page }) => {
  await begin(page);
  const other = { name: 'other.carton', mimeType: 'application/zip', buffer: readFileSync(SAMPLE) };
  await page.getByTestId('open-file').setInputFiles(other);
  const asking = dialog(page, 'Leave your changes?');
  await expect(asking).toContainText('sample.carton');
  await expect(asking).toContainText('kept in this browser');
  await expect(button(page, 'Stay')).toBeFocused();
  await axe(page, DIALOG);
  await button(page, 'Stay').click();
  await expect(page.locator('h1')).toHaveText('Another');
  await expect(field(page, 'Model name')).toHaveValue('Another');
  await page.getByTestId('open-file').setInputFiles(other);
  await button(page, 'Open the other').click();
  await expect(page.getByText('other.carton', { exact: true })).toBeVisible();
  // The copy has the same model hash, so the page offers the draft.
  await expect(page.getByRole('region', { name: 'Kept draft' })).toBeVisible();
  await button(page, 'Discard').click();
  await button(page, 'Discard it').click();
  await expect(page.getByRole('region', { name: 'Kept draft' })).toHaveCount(0);
});

test('a file that cannot be opened leaves the draft as it is', async ({ page }) => {
  await begin(page);
  const broken = { name: 'broken.carton', mimeType: 'application/zip', buffer: Buffer.from('no zip') };
  await page.getByTestId('open-file').setInputFiles(broken);
  await button(page, 'Open the other').click();
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'zip/not-a-zip');
  await expect(changes(page)).toHaveText('1 change');
  await expect(field(page, 'Model name')).toHaveValue('Another');
});

test('back and forward ask too, and the address stays with what is shown', async ({ page }) => {
  await begin(page);
  const here = page.url();
  expect(here).toContain('#/edit');
  await page.goBack();
  // Within the carton, the page does not ask.
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(changes(page)).toHaveText('1 change');
  await page.goForward();
  await expect(field(page, 'Model name')).toBeVisible();
  await page.evaluate(() => window.history.go(-2));
  await expect(dialog(page, 'Leave your changes?')).toBeVisible();
  expect(page.url()).toBe(here);
  await button(page, 'Stay').click();
  await expect(field(page, 'Model name')).toHaveValue('Another');
  expect(page.url()).toBe(here);
  await page.goBack();
  await expect(dialog(page, 'Leave your changes?')).toBeVisible();
  await button(page, 'Leave').click();
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
});

test('closing the page asks, as long as there are changes', { tag: '@whole-browser' }, async ({ page }) => {
  await begin(page);
  const asked: string[] = [];
  page.on('dialog', (box) => {
    asked.push(box.type());
    void box.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await button(page, 'Undo').click();
  await expect(changes(page)).toHaveText('No changes');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toEqual(['beforeunload']);
});
