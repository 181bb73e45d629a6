import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { chunk, exifOf, pngOf } from '../src/testing/builders/photo-builder.ts';
import {
  button,
  bytesOf,
  changes,
  DIALOG,
  dialog,
  differing,
  edit,
  editAs,
  entriesOf,
  field,
  withoutPicker,
} from './edit-support.ts';
import { axe, expect, openFile, SAMPLE, tab, test } from './support.ts';

const GPS = { latitude: [48, 12, 3000, 'N'], longitude: [16, 22, 1200, 'E'] } as const;
const PHOTO = pngOf([chunk('eXIf', exifOf({ make: 'Acme', model: 'Acme Snap', orientation: 6, gps: GPS }))]);
const PLAIN = pngOf();

type Files = readonly { name: string; bytes: Uint8Array }[];

/** Does with files what a mouse or a clipboard does, at an element that is shown. */
async function give(page: Page, at: Locator, type: 'dragover' | 'drop' | 'paste', files: Files): Promise<void> {
  const listed = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const transfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, bytes } of list) made.items.add(new File([Uint8Array.from(bytes)], name));
    return made;
  }, listed);
  if (type === 'paste') {
    await at.evaluate((element, clipboardData) => {
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, transfer);
  } else await at.dispatchEvent(type, { dataTransfer: transfer });
}

const question = (page: Page) => page.getByRole('group', { name: 'Where photos were taken' });

test('pictures and sounds come into a description and an example, without their place, and are saved', async ({
  page,
}) => {
  test.slow();
  await withoutPicker(page);
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  const description = field(page, 'Description');
  const before = await description.inputValue();

  // Where it can be dropped is marked, and nothing asks to leave.
  const files = [
    { name: 'My photo.png', bytes: PHOTO },
    { name: 'notes.txt', bytes: Buffer.from('Notes') },
  ];
  await give(page, page.locator('h1'), 'dragover', files);
  await expect(page.getByText('Drop it in a marked field to add it')).toBeVisible();
  await give(page, description, 'drop', files);
  await expect(question(page)).toContainText('My photo.png was taken at 48.2083° N, 16.3700° E, with Acme Snap.');
  await expect(question(page)).toContainText('notes.txt was not added');
  await expect(page.getByText('Drop it in a marked field to add it')).toHaveCount(0);
  await axe(page);
  await expect(button(page, 'Cut it out and add')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(description).toHaveValue(`${before}\n![My photo](@misc/My-photo.png)\n`);
  await expect(description).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Undo takes both back, and Redo brings both.
  await button(page, 'Undo').click();
  await expect(description).toHaveValue(before);
  await expect(changes(page)).toHaveText('No changes');
  await button(page, 'Redo').click();
  await expect(description).toHaveValue(/@misc\/My-photo\.png/);
  await page.getByText('Preview', { exact: true }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('The format is described').scrollIntoViewIfNeeded();
  await expect(preview.getByRole('img', { name: 'My photo' })).toBeVisible();
  await page.getByText('Write', { exact: true }).click();

  // The text of carton.toml takes no files: they are opened, as elsewhere on the page.
  await editAs(page, 'carton.toml');
  const toml = page.locator('.cm-content');
  await expect(toml).toContainText('spec_version');
  await give(page, toml, 'drop', [{ name: 'notes.txt', bytes: Buffer.from('dropped text') }]);
  await expect(dialog(page, 'Leave your changes?')).toBeVisible();
  await button(page, 'Stay').click();
  await expect(dialog(page, 'Leave your changes?')).toHaveCount(0);
  await expect(toml).not.toContainText('dropped text');
  await editAs(page, 'Form');

  // An example: by paste on a value, and by the button.
  const value = page.getByRole('group', { name: 'Example 1 input image', exact: true });
  await value.scrollIntoViewIfNeeded();
  await give(page, value, 'paste', [{ name: 'image.png', bytes: PLAIN }]);
  // Whether its pixels are meant or the picture itself is asked.
  await value.getByRole('button', { name: /^Keep it as a file/ }).click();
  await expect(value).toContainText('misc/pasted-picture.png');
  // What it takes the place of is used nowhere else.
  await expect(page.getByText('Removed misc/_example_misc_file_0, because nothing refers to it')).toBeVisible();
  const asked = page.waitForEvent('filechooser');
  await button(page, 'Add picture or sound as output of example 1').click();
  const picture = { name: 'image.png', mimeType: 'image/png', buffer: Buffer.from(PLAIN) };
  await (await asked).setFiles([picture]);
  await expect(page.getByText('Added misc/image.png.')).toBeVisible();
  // So does one of the draft.
  await give(page, value, 'drop', [{ name: 'better.png', bytes: PLAIN }]);
  await value.getByRole('button', { name: /^Keep it as a file/ }).click();
  await expect(value).toContainText('misc/better.png');
  await expect(page.getByText('Removed misc/pasted-picture.png, because nothing refers to it anymore.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(value).toContainText('misc/pasted-picture.png');
  await expect(page.getByText('Removed misc/pasted-picture.png')).toHaveCount(0);
  // What is dropped anywhere else on it is asked about, and never leaves the package: also where it is folded.
  const title = page.locator('[data-field="example.0"] [data-focus="fold"]');
  await title.click();
  await expect(title).toHaveAttribute('aria-expanded', 'false');
  await give(page, title, 'drop', [{ name: 'more.png', bytes: PLAIN }]);
  const unplaced = page.getByRole('group', { name: 'Values without a place' });
  await unplaced.getByRole('button', { name: 'Add the file as input' }).click();
  await expect(page.getByText('Added misc/more.png.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(page.getByText('Added misc/more.png.')).toHaveCount(0);

  // A self-test has only tensors: the file itself is not offered.
  const tested = page.locator('[data-field^="self_test.0.inputs."]').first();
  await tested.scrollIntoViewIfNeeded();
  await give(page, tested, 'drop', [{ name: 'other.mp3', bytes: Buffer.from('ID3\u0003') }]);
  await expect(tested).toContainText('Not a file that values are read from');
  await expect(tested.getByRole('button', { name: /^Keep/ })).toHaveCount(0);
  await tested.getByRole('button', { name: 'Close', exact: true }).click();

  // The page shows the package with all three, and without the first one.
  await expect(tab(page, 'Files')).toContainText('25');

  // The same is asked of a photo that is added under Files.
  await tab(page, 'Files').click();
  const added = page.locator('[role=row][data-path="misc/place.png"]');
  await expect(button(page, 'Add')).toBeVisible();
  const place = { name: 'place.png', mimeType: 'image/png', buffer: Buffer.from(PHOTO) };
  await page.getByTestId('add-files').setInputFiles([place]);
  const asks = dialog(page, 'Where photos were taken');
  await expect(asks).toContainText('misc/place.png was taken at 48.2083° N, 16.3700° E, with Acme Snap.');
  await axe(page, DIALOG);
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(asks).toHaveCount(0);
  await expect(added).toHaveCount(0);
  await page.getByTestId('add-files').setInputFiles([place]);
  await expect(button(page, 'Cut it out and add')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(added).toHaveAttribute('data-change', 'added');
  await button(page, 'Undo').click();
  await expect(added).toHaveCount(0);

  // Of files that may contain secrets, each is asked about.
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('none\n') });
  await page.getByTestId('add-files').setInputFiles([file('prod.env'), file('plain.txt'), file('token.txt')]);
  const secrets = dialog(page, 'Files that may contain secrets');
  await expect(secrets.getByRole('listitem')).toHaveText([/^misc\/prod\.env/, /^misc\/token\.txt/]);
  await secrets.getByRole('radio', { name: 'Leave out' }).first().press('Space');
  await expect(secrets.getByRole('button', { name: 'Add' })).toHaveAttribute('aria-disabled', 'true');
  await secrets.getByRole('radio', { name: 'Keep' }).last().press('Space');
  await axe(page, DIALOG);
  await secrets.getByRole('button', { name: 'Add 2 files' }).press('Enter');
  await expect(page.locator('[role=row][data-path="misc/token.txt"]')).toHaveAttribute('data-change', 'added');
  await expect(page.locator('[role=row][data-path="misc/plain.txt"]')).toHaveAttribute('data-change', 'added');
  await expect(page.locator('[role=row][data-path="misc/prod.env"]')).toHaveCount(0);
  await button(page, 'Undo').click();
  await expect(page.locator('[role=row][data-path="misc/token.txt"]')).toHaveCount(0);

  const download = page.waitForEvent('download');
  await button(page, 'Save carton').click();
  await button(page, 'Save').click();
  const saved = await bytesOf(await download);
  expect(await differing(readFileSync(SAMPLE), saved)).toEqual([
    'MANIFEST',
    'carton.toml',
    'misc/My-photo.png',
    'misc/_example_misc_file_0',
    'misc/image.png',
    'misc/pasted-picture.png',
  ]);
  const entries = await entriesOf(saved);
  const photo = entries.get('misc/My-photo.png')?.data;
  expect(photo?.length).toBe(PHOTO.length);
  expect(photo?.includes('Acme')).toBe(false);
  const hash = createHash('sha256')
    .update(photo ?? '')
    .digest('hex');
  expect(entries.get('MANIFEST')?.text).toContain(`misc/My-photo.png=${hash}\n`);

  // The ways on.
  const note = dialog(page, 'Saved');
  await note.getByLabel('Presigned upload URL').fill('https://b.example/a?sig=1&x=2');
  await expect(note.getByRole('group', { name: 'Upload command' })).toHaveText(
    "curl -T sample-edited.carton --globoff --fail-with-body 'https://b.example/a?sig=1&x=2'",
  );
  const url = new URL('/sample.carton', page.url()).href;
  await note.getByLabel('Its URL, once it is there').fill(url);
  await expect(note.getByRole('group', { name: 'Markdown for a badge' })).toContainText(`?url=${url}&hash=`);
  await expect(note.getByRole('img', { name: 'Badge: Open in Boxcutter' })).toBeVisible();
  await expect(note.getByRole('group', { name: 'HTML for a frame' })).toContainText('<iframe');
  await axe(page, DIALOG);
  await note.getByLabel('Its URL, once it is there').press('Enter');
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(/\?url=/);
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
});
