import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { text as textOf } from './edit-form-support.ts';
import {
  button,
  bytesOf,
  change,
  changes,
  DIALOG,
  dialog,
  differing,
  edit,
  editAs,
  entriesOf,
  field,
  keptTexts,
  openReview,
  withoutPicker,
} from './edit-support.ts';
import { axe, expect, openBytes, openFile, SAMPLE, tab, test } from './support.ts';

test('the whole journey: every kind of field, undo, redo, reload, restore, save, open again', async ({ page }) => {
  test.slow();
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  await expect(changes(page)).toHaveText('No changes');
  await expect(button(page, 'Undo')).toBeDisabled();

  const texts = {
    'Model name': 'Shapes',
    'Short description': 'Tells shapes apart',
    Description: '# Shapes\n\nThree "kinds" of them.\n',
    Homepage: 'https://example.com',
    'Required framework version': '>=2.0.0',
    'Runner compat version': '7',
    'Runner option 3 value': '2.0',
    'Input 1 shape': 'batch_size, 32, 32',
    'Output 1 name': 'scores',
    'Self-test 1 name': 'Three shapes',
    'Example 1 description': 'A triangle, at twice the temperature.',
  };
  for (const [name, value] of Object.entries(texts)) await change(page, name, value);
  await change(page, 'License', 'MIT');
  await field(page, 'Input 2 dtype').selectOption('float64');
  await button(page, 'Remove output 3').click();
  await button(page, 'Add input').click();
  await change(page, 'Input 3 name', 'seed');
  await button(page, 'Move input 3 up').click();

  // Undo everything, and redo it.
  for (let step = 0; step < 60 && (await button(page, 'Undo').isEnabled()); step++) await button(page, 'Undo').click();
  await expect(changes(page)).toHaveText('No changes');
  await expect(field(page, 'Model name')).toHaveValue('Circles, squares and triangles');
  await expect(field(page, 'Output 3 name')).toHaveValue('contour');
  await expect(page.locator('h1')).toHaveText('Circles, squares and triangles');
  for (let step = 0; step < 60 && (await button(page, 'Redo').isEnabled()); step++) await button(page, 'Redo').click();
  await expect(field(page, 'Model name')).toHaveValue('Shapes');
  await expect(field(page, 'Input 2 name')).toHaveValue('seed');
  await expect(page.locator('h1')).toHaveText('Shapes');
  const counted = await changes(page).textContent();

  // The draft survives a reload.
  page.on('dialog', (asked) => void asked.accept());
  const written = await textOf(page);
  await expect.poll(() => keptTexts(page)).toEqual([written]);
  await page.reload();
  await openFile(page, SAMPLE);
  await expect(page.getByRole('region', { name: 'Kept draft' })).toContainText('without saving it');
  await axe(page, '[aria-label="Kept draft"]');
  await button(page, 'Restore').click();
  await expect(page.locator('h1')).toHaveText('Shapes');
  await expect(changes(page)).toHaveText(counted ?? '');

  await openReview(page);
  const review = dialog(page, 'Review changes');
  const table = review.getByRole('table', { name: 'Changed fields' });
  await expect(table.getByRole('row', { name: /^Model name/ })).toContainText('Circles, squares and triangles');
  await expect(table.getByRole('row', { name: /^Model name/ })).toContainText('Shapes');
  await expect(review.getByRole('region', { name: 'Difference of carton.toml' })).toContainText('+');
  await expect(review.getByText('New model hash')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Review')).toBeFocused();

  const asked = page.waitForEvent('download');
  await button(page, 'Save carton').click();
  const saving = dialog(page, 'Save carton');
  await expect(saving.getByText('match MANIFEST')).toBeVisible();
  const refuses = saving.getByRole('checkbox', { name: 'Save even though the reference reader will reject it' });
  if (await refuses.isVisible()) await refuses.check();
  await button(page, 'Save').click();
  const download = await asked;
  expect(download.suggestedFilename()).toBe('sample-edited.carton');
  const saved = await bytesOf(download);
  await expect(dialog(page, 'Saved')).toContainText('You are now viewing the saved carton.');
  await axe(page, DIALOG);
  await button(page, 'Done').click();
  await expect(changes(page)).toHaveText('No changes');

  // Only the files that must differ do, and MANIFEST matches them.
  const before = readFileSync(SAMPLE);
  expect(await differing(before, saved)).toEqual(['MANIFEST', 'carton.toml']);
  const entries = await entriesOf(saved);
  expect([...entries.keys()].at(-1)).toBe('MANIFEST');
  const toml = entries.get('carton.toml')?.text ?? '';
  expect(toml).toContain('name = "seed"');
  expect(toml).toContain('>=2.0.0');
  expect(toml).not.toContain('name = "contour"');
  const sha = createHash('sha256').update(toml).digest('hex');
  expect(entries.get('MANIFEST')?.text).toContain(`carton.toml=${sha}\n`);

  // The saved file opens like a file of somebody else.
  await openBytes(page, saved, 'again.carton');
  await expect(page.getByText('again.carton', { exact: true })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
  await edit(page);
  for (const [name, value] of Object.entries(texts)) await expect(field(page, name), name).toHaveValue(value);
  await expect(field(page, 'License')).toHaveValue('MIT');
  await expect(field(page, 'Input 2 name')).toHaveValue('seed');
  await expect(field(page, 'Input 3 dtype')).toHaveValue('float64');
  await expect(field(page, 'Output 3 name')).toHaveCount(0);
});

test('a draft: in the text, in the bar on every tab, undone, reviewed, put back in part, and discarded', async ({
  page,
}) => {
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, SAMPLE);
  await expect(changes(page)).toHaveCount(0);
  await test.step('the text is edited beside the form, without a byte that was not edited, and downloaded alone', async () => {
    const before = (await entriesOf(readFileSync(SAMPLE))).get('carton.toml')?.text ?? '';
    await edit(page);
    await editAs(page, 'carton.toml');
    const text = page.getByRole('textbox', { name: 'carton.toml' });
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine');
    await page.keyboard.press('Enter');
    await expect(changes(page)).toHaveText('1 change in the text');
    const asked = page.waitForEvent('download');
    await button(page, 'Download carton.toml').click();
    const download = await asked;
    expect(download.suggestedFilename()).toBe('carton.toml');
    expect((await bytesOf(download)).toString('utf8')).toBe(`# mine\n${before}`);
    // Form and text share one history. Undo shows its change, wherever the page was scrolled to.
    await text.click();
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await button(page, 'Undo').click();
    await expect(changes(page)).toHaveText('No changes');
    await expect(text).not.toContainText('# mine');
    await expect(text.locator('.cm-line').first()).toBeInViewport();
    await editAs(page, 'Form');
  });
  await test.step('the bar stands on every tab while there are changes, and says what Undo would undo', async () => {
    await edit(page);
    await change(page, 'Model name', 'Another');
    for (const name of ['Overview', 'Schema', 'Tensors', 'Examples', 'Self-tests', 'Files', 'Problems']) {
      await tab(page, name).click();
      await expect(changes(page)).toHaveText('1 change');
    }
    await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Change model name/);
    await button(page, 'Undo').click();
    await expect(button(page, 'Redo')).toHaveAccessibleDescription(/Change model name/);
    await expect(button(page, 'Undo')).toHaveAccessibleDescription('Nothing to undo.');
    // With the keyboard, wherever the focus is.
    await page.keyboard.press('Control+y');
    await expect(page.locator('h1')).toHaveText('Another');
    await page.keyboard.press('Control+z');
    await expect(page.locator('h1')).toHaveText('Circles, squares and triangles');
  });
  await test.step('nothing of the draft is undone in a field that holds nothing of it, or behind a dialog', async () => {
    await edit(page);
    await change(page, 'Model name', 'Another');
    await tab(page, 'Files').click();
    await page.getByRole('textbox', { name: 'Filter files' }).fill('abc');
    await page.keyboard.press('Control+z');
    await expect(page.locator('h1')).toHaveText('Another');
    await openReview(page);
    await expect(dialog(page, 'Review changes')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.locator('h1')).toHaveText('Another');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Review changes')).toHaveCount(0);
  });
  await test.step('a change is put back alone in the review, and a row leads to its field', async () => {
    await edit(page);
    await change(page, 'Input 2 name', 'start');
    await change(page, 'License', 'MIT');
    await openReview(page);
    const review = dialog(page, 'Review changes');
    const rows = review.getByRole('table', { name: 'Changed fields' }).locator('tbody tr');
    await expect(rows.first()).toContainText('Model name');
    await expect(rows.nth(1)).toContainText('License');
    await axe(page, DIALOG);
    await button(page, 'Put back License').click();
    await expect(rows.nth(1)).not.toContainText('License');
    await expect(rows.first()).toContainText('Model name');
    await rows.nth(1).getByRole('link').click();
    await expect(review).toHaveCount(0);
    await expect(field(page, 'Input 2 name')).toBeFocused();
    await expect(field(page, 'Input 2 name')).toHaveValue('start');
    await expect(field(page, 'License')).not.toHaveValue('MIT');
    await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Put back License/);
  });
  await test.step('the changes are gone when they are discarded, after being asked', async () => {
    await openReview(page);
    await button(page, 'Discard all changes').click();
    await expect(button(page, 'Keep them')).toBeFocused();
    await axe(page, DIALOG);
    await button(page, 'Discard them').click();
    await expect(page.locator('h1')).toHaveText('Circles, squares and triangles');
    await expect(changes(page)).toHaveText('No changes');
    await page.reload();
    await openFile(page, SAMPLE);
    await expect(page.getByRole('region', { name: 'Kept draft' })).toHaveCount(0);
  });
});

test('the bar and the review keep to a narrow screen, and the review ends where its content ends', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  await test.step('a narrow screen has all of it: in the bar, in its menu, and above the form', async () => {
    await change(page, 'Model name', 'Another');
    for (const name of ['Undo', 'Redo', 'Download carton.toml', 'Save carton']) {
      await expect(button(page, name)).toBeInViewport();
    }
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await button(page, 'Undo').click();
    await expect(changes(page)).toHaveText('No changes');
  });
  await test.step('the review of a long change, and of many, ends where its content ends', async () => {
    const lines = Array.from({ length: 60 }, (_, line) => `Line ${line} of a long description`);
    await change(page, 'Description', lines.join('\n'));
    await reviewEndsWhereItsContentEnds(page, 1);
    await button(page, 'Undo').click();
    await expect(changes(page)).toHaveText('No changes');
    await page.setViewportSize({ width: 1280, height: 900 });
    // Each copy is a change.
    await button(page, 'Duplicate input 1').evaluate(async (duplicate: HTMLElement) => {
      for (let copies = 0; copies < 20; copies++) {
        duplicate.click();
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await expect(page.getByRole('button', { name: /^Input 22/ })).toBeAttached();
    await reviewEndsWhereItsContentEnds(page, 20);
  });
});

/** Opens the review, on a screen and on a phone, scrolls to its end, and closes it. */
async function reviewEndsWhereItsContentEnds(page: Page, rows: number): Promise<void> {
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openReview(page);
    const review = dialog(page, 'Review changes');
    await expect(review.getByRole('table', { name: 'Changed fields' }).locator('tbody tr')).toHaveCount(rows);
    // The last thing in it is the row of buttons.
    const blank = await review.evaluate((box) => {
      box.scrollTo(0, box.scrollHeight);
      const last = [...box.querySelectorAll('button')].at(-1) as Element;
      return box.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
    });
    expect(blank).toBeLessThan(40);
    await expect(button(page, 'Discard all changes')).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(review).toHaveCount(0);
  }
}
