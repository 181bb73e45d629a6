import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import {
  addAct,
  button,
  bytesOf,
  changes,
  DIALOG,
  dialog,
  differing,
  entriesOf,
  fileAct,
  withoutPicker,
} from './edit-support.ts';
import { colorPng } from './png.ts';
import { axe, expect, openBytes, openFile, row, SAMPLE, show, test } from './support.ts';

/** Opens the sample on its files. */
async function openSample(page: Page): Promise<void> {
  // All rows are in view.
  await page.setViewportSize({ width: 1440, height: 1800 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/files');
  await expect(row(page, 'misc/shapes.png')).toBeVisible();
}

/** What the rows say of unsaved changes, by path. */
const marks = (page: Page) =>
  page
    .locator('[role=row][data-change]')
    .evaluateAll((rows) => rows.map((each) => `${each.getAttribute('data-change')} ${each.getAttribute('data-path')}`));

/** Presses a button that asks for files, and gives it these. */
async function choose(page: Page, name: string, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const chooser = page.waitForEvent('filechooser');
  await (name === 'Replace' ? fileAct : addAct)(page, name);
  await (await chooser).setFiles(files);
}

const notes = { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Notes\n') };

test('files are added, renamed, removed, replaced and edited, reviewed, saved and opened again', async ({ page }) => {
  test.slow();
  await withoutPicker(page);
  await openSample(page);
  const picture = Buffer.from(colorPng(2, 2, () => [200, 100, 50]));

  await choose(page, 'Add files', [notes]);
  await expect(row(page, 'misc/notes.md')).toHaveAttribute('data-change', 'added');
  await expect(page.getByRole('region', { name: 'Chosen file' })).toContainText('Notes');

  // A new name is checked while it is typed. References to the file follow it.
  await row(page, 'misc/shapes.png').focus();
  await page.keyboard.press('F2');
  const name = page.getByRole('textbox', { name: 'Name of shapes.png' });
  await expect(name).toBeFocused();
  await name.fill('../shapes.png');
  await expect(page.getByText('The name contains “..”.')).toBeVisible();
  await name.fill('Notes.md');
  await expect(page.getByText('differ only in case')).toBeVisible();
  await axe(page);
  await name.fill('forms.png');
  await page.keyboard.press('Enter');
  await expect(row(page, 'misc/forms.png')).toHaveAttribute('data-change', 'renamed');
  await expect(row(page, 'misc/forms.png')).toBeFocused();

  // What refers to a file is said before it is removed.
  await row(page, 'misc/_example_misc_file_0').focus();
  await page.keyboard.press('Delete');
  await expect(dialog(page, 'Remove _example_misc_file_0?')).toContainText('The package refers to it');
  await axe(page, DIALOG);
  await button(page, 'Cancel').click();
  await expect(row(page, 'misc/_example_misc_file_0')).not.toHaveAttribute('data-change');
  await row(page, 'model/requirements.txt').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'model/requirements.txt')).toHaveAttribute('data-change', 'removed');

  await row(page, 'misc/_example_misc_file_2').click();
  await choose(page, 'Replace', [{ name: 'other.png', mimeType: 'image/png', buffer: picture }]);
  await expect(row(page, 'misc/_example_misc_file_2')).toHaveAttribute('data-change', 'replaced');

  // A text is edited in place, in the page's own history.
  await row(page, 'model/main.py').click();
  await button(page, 'Edit text').click();
  const text = page.getByRole('textbox', { name: 'Text of main.py' });
  await text.focus();
  await page.keyboard.press('Control+Home');
  // At once: on a busy machine, a key that comes late would be a step of its own.
  await page.keyboard.insertText('# Edited\n');
  await expect(row(page, 'model/main.py')).toHaveAttribute('data-change', 'replaced');
  await page.keyboard.press('Control+z');
  await expect(text).not.toContainText('# Edited');
  await expect(row(page, 'model/main.py')).not.toHaveAttribute('data-change');
  await page.keyboard.press('Control+Shift+z');
  await expect(text).toContainText('# Edited');
  await axe(page);
  await button(page, 'Done').press('Enter');
  await expect(button(page, 'Edit text')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Text of main.py' })).toContainText('# Edited');

  // One change is put back alone, all are undone and made again.
  await row(page, 'model/requirements.txt').click();
  await fileAct(page, 'Put back');
  await expect(row(page, 'model/requirements.txt')).not.toHaveAttribute('data-change');
  const made = ['renamed misc/forms.png', 'added misc/notes.md', 'replaced misc/_example_misc_file_2'];
  const all = [...made, 'replaced model/main.py', 'replaced carton.toml'].sort();
  await expect.poll(async () => (await marks(page)).sort()).toEqual(all);
  while (await button(page, 'Undo').isEnabled()) await button(page, 'Undo').click();
  await expect.poll(() => marks(page)).toEqual([]);
  await expect(changes(page)).toHaveText('No changes');
  while (await button(page, 'Redo').isEnabled()) await button(page, 'Redo').click();
  await expect.poll(async () => (await marks(page)).sort()).toEqual(all);

  await button(page, 'Review').click();
  const review = dialog(page, 'Review changes');
  const files = review.getByRole('list', { name: 'Changed files' });
  await expect(files.getByRole('listitem')).toHaveCount(4);
  await expect(files.getByRole('region', { name: 'Difference of model/main.py' })).toContainText('# Edited');
  await expect(files.getByRole('figure')).toHaveCount(2);
  await expect(files.getByRole('img', { name: 'After: misc/_example_misc_file_2' })).toBeVisible();
  await expect(review.getByText('New model hash')).toBeVisible();
  await axe(page, DIALOG);
  await button(page, 'Continue to save').click();
  const asked = page.waitForEvent('download');
  const saving = dialog(page, 'Save carton');
  await expect(saving.getByText('match MANIFEST')).toBeVisible();
  await button(page, 'Save').click();
  const saved = await bytesOf(await asked);
  await button(page, 'Done').click();
  await expect(changes(page)).toHaveCount(0);
  await expect(row(page, 'misc/notes.md')).not.toHaveAttribute('data-change');

  // Another program finds what was asked for, and nothing else.
  expect(await differing(readFileSync(SAMPLE), saved)).toEqual(
    [
      'MANIFEST',
      'carton.toml',
      'misc/_example_misc_file_2',
      'misc/forms.png',
      'misc/notes.md',
      'misc/shapes.png',
      'model/main.py',
    ].sort(),
  );
  const [before, entries] = [await entriesOf(readFileSync(SAMPLE)), await entriesOf(saved)];
  expect(entries.get('misc/notes.md')?.text).toBe('# Notes\n');
  expect(entries.get('misc/_example_misc_file_2')?.data).toEqual(picture);
  expect(entries.get('misc/forms.png')?.raw).toBe(before.get('misc/shapes.png')?.raw);
  expect(entries.get('model/main.py')?.text).toBe(`# Edited\n${before.get('model/main.py')?.text}`);
  expect(entries.get('carton.toml')?.text).toBe(
    before.get('carton.toml')?.text.replaceAll('@misc/shapes.png', '@misc/forms.png'),
  );
  for (const [path, { data }] of entries)
    if (path !== 'MANIFEST')
      expect(entries.get('MANIFEST')?.text).toContain(`${path}=${createHash('sha256').update(data).digest('hex')}\n`);

  await openBytes(page, saved, 'again.carton');
  await expect(page.getByText('again.carton', { exact: true })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
});

test('files are dropped on folders and moved between them, and a drop elsewhere still opens', async ({ page }) => {
  await openSample(page);
  /** Drags a file of the disk, with a text or with that many zeros, over an element, and drops it there. */
  const drop = async (selector: string, name: string, content: string | number) => {
    const target = page.locator(selector);
    const dataTransfer = await page.evaluateHandle(
      ([file, data]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([typeof data === 'number' ? new Uint8Array(data) : data], file));
        return transfer;
      },
      [name, content] as const,
    );
    await target.dispatchEvent('dragover', { dataTransfer });
    return { dataTransfer, drop: () => target.dispatchEvent('drop', { dataTransfer }) };
  };
  const folder = '[role=row][data-folder="model"]';
  const large = await drop(folder, 'large.bin', 64 << 20);
  const dragged = await drop(folder, 'extra.py', 'print()');
  await expect(page.locator(folder)).toHaveAttribute('data-drop');
  await expect(page.getByText('Add to model/')).toBeVisible();
  // One that is dropped while a large one is still read waits for it.
  await large.drop();
  await dragged.drop();
  await expect(row(page, 'model/extra.py')).toHaveAttribute('data-change', 'added');
  await expect(row(page, 'model/large.bin')).toHaveAttribute('data-change', 'added');
  await expect(page.getByText('The runner loads what is in model/.')).toHaveCount(1);

  // Where there is a file already, it is asked what to do.
  await (await drop(folder, 'main.py', 'other')).drop();
  const asked = dialog(page, 'Add main.py');
  await expect(asked).toContainText('Already in the package');
  await asked.getByRole('radio', { name: /^Keep both/ }).check();
  await axe(page, DIALOG);
  await button(page, 'Add 1 file').click();
  await expect(row(page, 'model/main-2.py')).toHaveAttribute('data-change', 'added');

  // Within the tree, by mouse and by keyboard alone.
  await row(page, 'model/extra.py').dragTo(page.locator('[role=row][data-folder="misc"]'));
  await expect(row(page, 'misc/extra.py')).toHaveAttribute('data-change', 'added');
  await row(page, 'misc/extra.py').focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Edit text' })).toBeFocused();
  // What its buttons offer, by the same names.
  await expect(page.getByRole('menuitem')).toHaveText([
    'Edit text',
    'Replace',
    'RenameF2',
    'Move to…',
    'RemoveDel',
    'Make it a link',
    'Download',
  ]);
  await axe(page, '[role="menu"]');
  await page.getByRole('menuitem', { name: 'Move to…' }).press('Enter');
  const path = page.getByRole('textbox', { name: 'New path' });
  await expect(path).toHaveValue('misc/extra.py');
  await path.fill('misc/con.py');
  await expect(page.getByText('Windows cannot unpack “con.py”')).toBeVisible();
  await path.fill('model/tools/extra.py');
  await expect(page.getByText('Moves to model/tools/, a new folder.')).toBeVisible();
  await path.press('Enter');
  await expect(row(page, 'model/tools/extra.py')).toHaveAttribute('data-change', 'added');
  await page.locator('[role=row][data-folder="model/tools"]').focus();
  await page.keyboard.press('Delete');
  await expect(row(page, 'model/tools/extra.py')).toHaveCount(0);
  await expect(changes(page)).toHaveText('2 changes');
  // The focus stays in the tree.
  await expect(page.locator('[role=treegrid] [role=row]:focus')).toHaveCount(1);

  // The text of the metadata file is on another tab, and its editor gets the focus.
  await row(page, 'carton.toml').focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Edit text' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'carton.toml' })).toBeFocused();
  await (await drop('h1', 'other.txt', 'other')).drop();
  await expect(dialog(page, 'Leave your changes?')).toBeVisible();
});

test('Review shows what saving completes, and a part of a nested tensor is called one', async ({ page }) => {
  const part = '[[tensor]]\nname = "x0"\ndtype = "uint8"\nshape = [1]\nfile = "x0.bin"\n';
  const index = `[[tensor]]\nname = "x"\ndtype = "nested"\ninner = ["x0"]\n\n${part}inner = []\n`;
  const toml = `spec_version = 1
[runner]
runner_name = "noop"
required_framework_version = "=1"
runner_compat_version = 1
[[example]]
inputs = { a = "@tensor_data/x" }
sample_out = {}
`;
  const held = { 'carton.toml': toml, 'model/a': 'a', 'tensor_data/index.toml': index, 'tensor_data/x0.bin': '1' };
  const lines = Object.entries(held).map(
    ([path, data]) => `${path}=${createHash('sha256').update(data).digest('hex')}`,
  );
  const files = Object.entries({ ...held, MANIFEST: `${lines.join('\n')}\n` });
  await page.goto('/');
  await openBytes(page, buildZip(files.map(([name, data]) => ({ name, data }))), 'nested.carton');

  await show(page, '#/edit');
  const slot = page.getByRole('group', { name: 'Example 1 input a', exact: true });
  await slot.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('menuitem', { name: 'Choose a tensor…' }).click();
  const value = slot.getByRole('textbox');
  await value.fill('@tensor_data/x0');
  await value.press('Tab');
  await expect(value).toHaveAccessibleDescription(/is a part of the nested tensor “x”\. Choose the whole tensor\./);
  await value.fill('@tensor_data/y');
  await value.press('Tab');
  await expect(value).toHaveAccessibleDescription(/The package has no tensor or file in misc\/ “@tensor_data\/y”/);

  await show(page, '#/files/tensor_data/index.toml');
  await button(page, 'Edit text').click();
  const text = page.getByRole('textbox', { name: 'Text of index.toml' });
  await text.focus();
  await page.keyboard.press('Control+End');
  for (const _ of 'inner = []\n') await page.keyboard.press('Backspace');
  await expect(text).not.toContainText('inner = []');
  await button(page, 'Review').click();
  const review = dialog(page, 'Review changes');
  const updated = review.locator('details', { hasText: 'tensor_data/index.toml' });
  await updated.locator('summary').click();
  await expect(updated.getByRole('region', { name: 'Difference of tensor_data/index.toml' })).toContainText(
    'inner = []',
  );
});
