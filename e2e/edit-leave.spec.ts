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

test('another file is opened only once the user agrees, and closing asks as long as there are changes', {
  tag: '@whole-browser',
}, async ({ page }) => {
  await begin(page);
  const asked: string[] = [];
  page.on('dialog', (box) => {
    asked.push(box.type());
    void box.dismiss();
  });
  await test.step('closing the page asks', async () => {
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
  });
  await test.step('another file is opened only once the user agrees', async () => {
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
  await test.step('closing asks no more once the changes are undone', async () => {
    await edit(page);
    await change(page, 'Model name', 'A third');
    await expect(changes(page)).toHaveText('1 change');
    await button(page, 'Undo').click();
    await expect(changes(page)).toHaveText('No changes');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => page.isClosed()).toBe(true);
    expect(asked).toEqual(['beforeunload']);
  });
});

test('back, forward and a file that cannot be opened leave the draft as it is', async ({ page }) => {
  await begin(page);
  await test.step('back and forward ask too, and the address stays with what is shown', async () => {
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
  });
  await test.step('a file that cannot be opened leaves the draft as it is', async () => {
    const broken = { name: 'broken.carton', mimeType: 'application/zip', buffer: Buffer.from('no zip') };
    await page.getByTestId('open-file').setInputFiles(broken);
    await button(page, 'Open the other').click();
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'zip/not-a-zip');
    await expect(changes(page)).toHaveText('1 change');
    await expect(field(page, 'Model name')).toHaveValue('Another');
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  });
  await test.step('the page is left once the user agrees', async () => {
    await page.goBack();
    await expect(dialog(page, 'Leave your changes?')).toBeVisible();
    await button(page, 'Leave').click();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  });
});
