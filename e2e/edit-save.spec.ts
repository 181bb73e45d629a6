import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
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
  privateFile,
  withoutPicker,
  withPicker,
} from './edit-support.ts';
import { axe, expect, openBytes, openFile, SAMPLE, settled, test } from './support.ts';

const AGREE = 'Save even though the reference reader will reject it';

async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await openBytes(page, readFileSync(SAMPLE));
  await edit(page);
}

/** The sample with other bytes in one file, which do not match MANIFEST. */
async function tampered(): Promise<Uint8Array> {
  const entries = await entriesOf(readFileSync(SAMPLE));
  return buildZip([...entries].map(([name, { data }]) => ({ name, data: name === 'model/main.py' ? 'pass\n' : data })));
}

test('a full disk leaves what is there; with space, the chosen file is written and opened', {
  tag: '@whole-browser',
}, async ({ page, context }) => {
  test.skip(context.browser()?.browserType().name() !== 'chromium', 'needs Chromium’s debugging protocol');
  await withPicker(page);
  await begin(page);
  await test.step('a full disk leaves what is there, and keeps the draft', async () => {
    await page.evaluate(async () => {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('made-edited.carton', { create: true });
      const sink = await file.createWritable();
      await sink.write('a good file');
      await sink.close();
    });
    await change(page, 'Short description', 'Saved to a disk');
    const session = await context.newCDPSession(page);
    const origin = new URL(page.url()).origin;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await button(page, 'Save carton').click();
    await button(page, 'Save').click();
    const saving = dialog(page, 'Save carton');
    await expect(saving.locator('[data-code="source/save-failed"]')).toBeVisible();
    await expect(saving).toContainText('Your changes are kept');
    await axe(page, DIALOG);
    expect((await privateFile(page, 'made-edited.carton'))?.toString()).toBe('a good file');
    // With enough space, saving works.
    await session.send('Storage.overrideQuotaForOrigin', { origin });
  });
  await test.step('writes to the file that was chosen, and opens it', async () => {
    await button(page, 'Save').click();
    await expect(dialog(page, 'Saved')).toContainText('made-edited.carton');
    const saved = await privateFile(page, 'made-edited.carton');
    expect(await differing(readFileSync(SAMPLE), saved as Buffer)).toEqual(['MANIFEST', 'carton.toml']);
    await button(page, 'Done').click();
    await expect(page.getByRole('tab', { name: 'Edit' })).toHaveAttribute('aria-selected', 'true');
    await expect(field(page, 'Short description')).toHaveValue('Saved to a disk');
    await expect(changes(page)).toHaveText('No changes');
  });
  await test.step('a saved carton can be edited and saved again', async () => {
    await change(page, 'Short description', 'Twice');
    await button(page, 'Save carton').click();
    await expect(field(page, 'File name')).toHaveValue('made-edited-2.carton');
    await field(page, 'File name').fill('mine');
    await expect(dialog(page, 'Save carton')).toContainText('It will be saved as mine.carton.');
    await axe(page, DIALOG);
    // All is checked by then, so there is one way to save.
    await expect(page.getByText(/^All \d+ unchanged files match MANIFEST/)).toBeVisible();
    await expect(dialog(page, 'Save carton').getByRole('button', { name: /^Save/ })).toHaveCount(1);
    await field(page, 'File name').press('Enter');
    await expect(dialog(page, 'Saved')).toContainText('mine.carton');
    expect(await privateFile(page, 'mine.carton')).toBeDefined();
  });
});

test('a closed dialog for saving changes nothing, and the open file is never written over', async ({ page }) => {
  const bytes = readFileSync(SAMPLE);
  await page.goto('/');
  await page.evaluate(async (text) => {
    const file = await (await navigator.storage.getDirectory()).getFileHandle('open.carton', { create: true });
    const sink = await file.createWritable();
    await sink.write(Uint8Array.from(text, (char) => char.charCodeAt(0)));
    await sink.close();
    // The dialog is closed at first. Then the file that is open is chosen.
    let isFirst = true;
    const showSaveFilePicker = async () => {
      if (!isFirst) return file;
      isFirst = false;
      throw new DOMException('closed', 'AbortError');
    };
    Object.assign(window, { showSaveFilePicker });
    const transfer = new DataTransfer();
    transfer.items.add(await file.getFile());
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, bytes.toString('latin1'));
  await settled(page);
  await edit(page);
  await change(page, 'Short description', 'Another');
  await test.step('a dialog for saving that is closed again changes nothing', async () => {
    await button(page, 'Save carton').click();
    await button(page, 'Save').click();
    await expect(button(page, 'Save')).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(changes(page)).toHaveText('1 change');
    await expect(button(page, 'Save carton')).toBeFocused();
  });
  await test.step('never writes over the file that is open', async () => {
    await button(page, 'Save carton').click();
    await button(page, 'Save').click();
    await expect(dialog(page, 'Save carton').locator('[data-code="source/save-over-open"]')).toBeVisible();
    expect((await privateFile(page, 'open.carton'))?.equals(bytes)).toBe(true);
  });
});

/** Holds back all timers of 0 ms from now on. What it returns runs them, at once and in their order. */
async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { setTimeout: begin } = window;
    const calls: (() => void)[] = [];
    const hold = (call: () => void, wait = 0, ...values: unknown[]) =>
      wait > 0 ? begin(call, wait, ...values) : -calls.push(() => call(...(values as [])));
    Object.assign(window, { setTimeout: hold });
    return {
      run() {
        Object.assign(window, { setTimeout: begin });
        for (const call of calls) call();
        return calls.length;
      },
    };
  });
  return async () => {
    expect(await held.evaluate((timers) => timers.run()), 'timers that were held back').toBeGreaterThan(0);
  };
}

test('saves what is there: without a change, by keyboard, with errors, and with a file that does not match', async ({
  page,
}) => {
  await withoutPicker(page);
  await begin(page);
  await test.step('without a change, saves the same bytes', async () => {
    const asked = page.waitForEvent('download');
    await button(page, 'Save carton').click();
    await expect(dialog(page, 'Save carton')).toContainText('The saved file is identical');
    await expect(dialog(page, 'Save carton')).toContainText('It goes to your browser’s downloads.');
    await button(page, 'Save').click();
    expect((await bytesOf(await asked)).equals(readFileSync(SAMPLE))).toBe(true);
    await button(page, 'Done').click();
  });
  await test.step('by the keyboard alone: edit, undo, review, save', async () => {
    const overview = page.getByRole('tab', { name: /^Overview/ });
    await overview.click();
    await expect(overview).toHaveAttribute('aria-selected', 'true');
    await overview.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Model name')).toBeVisible();
    await field(page, 'Model name').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Keys');
    await page.keyboard.press('Tab');
    await expect(changes(page)).toHaveText('1 change');
    await page.keyboard.press('Control+z');
    await expect(changes(page)).toHaveText('No changes');
    await page.keyboard.press('Control+Shift+z');
    await expect(changes(page)).toHaveText('1 change');
    // A dialog takes the focus in a timer. On a busy machine, that runs after somebody has closed it again.
    await button(page, 'Review').focus();
    const runTimers = await holdTimers(page);
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Review changes')).toBeVisible();
    await page.keyboard.press('Escape');
    await runTimers();
    await expect(button(page, 'Review')).toBeFocused();
    await button(page, 'Save carton').focus();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Save')).toBeEnabled();
    const asked = page.waitForEvent('download');
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab');
      if (await button(page, 'Save').evaluate((element) => element === document.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await asked;
    await expect(button(page, 'Done')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Saved')).toHaveCount(0);
  });
  await test.step('errors for which the reference refuses it are said, and asked about', async () => {
    await edit(page);
    await change(page, 'Required framework version', 'new');
    await expect(button(page, 'Save carton')).toHaveAccessibleDescription(/The reference reader will reject it/);
    await button(page, 'Save carton').click();
    const saving = dialog(page, 'Save carton');
    await expect(saving.getByRole('list', { name: 'Errors' })).toContainText('not a version requirement');
    await expect(button(page, 'Save')).toBeDisabled();
    await axe(page, DIALOG);
    await saving.getByRole('checkbox', { name: AGREE }).check();
    const asked = page.waitForEvent('download');
    await button(page, 'Save').click();
    await asked;
    // A click on its place leads to the file, where it can be corrected.
    await dialog(page, 'Saved').getByRole('list', { name: 'Errors' }).getByRole('link').click();
    await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('a file that does not match MANIFEST is named, and saved only when that is wanted', async () => {
    await openBytes(page, await tampered(), 'tampered.carton');
    await expect(page.getByText('tampered.carton', { exact: true })).toBeVisible();
    await edit(page);
    await change(page, 'Short description', 'Another');
    await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'failed');
    await button(page, 'Save carton').click();
    const saving = dialog(page, 'Save carton');
    await expect(saving.getByRole('list', { name: 'Files that do not match' })).toContainText('model/main.py');
    await expect(saving.getByRole('button', { name: /^Save/ })).toHaveText(['Save anyway']);
    await axe(page, DIALOG);
    const asked = page.waitForEvent('download');
    await button(page, 'Save anyway').click();
    const saved = await entriesOf(await bytesOf(await asked));
    const before = await entriesOf(readFileSync(SAMPLE));
    const line = before.get('MANIFEST')?.text.match(/^model\/main\.py=.*$/m)?.[0] ?? '';
    expect(saved.get('MANIFEST')?.text).toContain(`${line}\n`);
    // The page repeats the remaining errors, and does not suggest an upload.
    const note = dialog(page, 'Saved');
    await expect(note.getByRole('list', { name: 'Files that do not match' })).toContainText('model/main.py');
    await expect(note).not.toContainText('Upload');
    await expect(note).toContainText('if you changed it yourself, use “Recompute all hashes” under Edit');
    await button(page, 'Done').click();
    await expect(page.getByRole('tab', { name: 'Edit' })).toBeFocused();
  });
});

test('a text that is no TOML outlives a reload, and is saved as it stands', async ({ page }) => {
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  await editAs(page, 'carton.toml');
  const text = page.getByRole('textbox', { name: 'carton.toml' });
  const counts = page.getByRole('tab', { name: /^(Schema|Tensors|Examples|Self-tests)/ });
  const before = await counts.allTextContents();
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('oh no');
  await expect(changes(page)).toHaveText('The text is not TOML');
  await expect(page.getByRole('list', { name: 'Problems of carton.toml' })).toContainText('Line 1');
  // The place is said once, and the other tabs count what they did.
  expect(((await page.getByRole('tabpanel').textContent()) ?? '').match(/line 1\b/gi)).toHaveLength(1);
  expect(await counts.allTextContents()).toEqual(before);
  await axe(page);
  page.on('dialog', (asked) => void asked.accept());
  await expect.poll(() => keptTexts(page)).toEqual([expect.stringMatching(/^oh no/)]);
  await page.reload();
  await openFile(page, SAMPLE);
  await button(page, 'Restore').click();
  await expect(changes(page)).toHaveText('The text is not TOML');
  await button(page, 'Save carton').click();
  await dialog(page, 'Save carton').getByRole('checkbox', { name: AGREE }).check();
  const asked = page.waitForEvent('download');
  await button(page, 'Save').click();
  const saved = await entriesOf(await bytesOf(await asked));
  expect(saved.get('carton.toml')?.text).toMatch(/^oh no/);
});
