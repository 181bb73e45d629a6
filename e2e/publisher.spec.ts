import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import {
  button,
  bytesOf,
  changes,
  dialog,
  differing,
  edit,
  entriesOf,
  field,
  fileAct,
  withoutPicker,
} from './edit-support.ts';
import { colorPng } from './png.ts';
import { startHost } from './share-host.ts';
import { expect, expectPicture, openBytes, row, settled, show, tab, test } from './support.ts';

test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

const INFER = 'def get_model(): ...\n';
const WEIGHTS = Buffer.from(Float32Array.from({ length: 4096 }, (_, at) => Math.sin(at)).buffer);
const CHART = colorPng(240, 120, (x, y) => [x, 120, 2 * y]);
const SEVEN = colorPng(200, 200, (x, y) => (Math.abs(x + y - 200) < 20 ? [0, 0, 0] : [255, 255, 255]));

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A folder as a publisher has it, with what must not be published. */
function folder(root: string): string {
  const files = {
    'infer.py': INFER,
    'labels.txt': 'zero\none\n',
    'weights/dense.bin': WEIGHTS,
    '.env': 'TOKEN=1\n',
    '__pycache__/infer.cpython-311.pyc': 'x',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** Pastes a picture, as from a screenshot. */
async function paste(at: Locator, bytes: Uint8Array): Promise<void> {
  await at.evaluate(
    (element, list) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(list)], 'image.png', { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    [...bytes],
  );
}

/** Saves from the Review, and closes what the page says after it. */
async function reviewAndSave(page: Page): Promise<Buffer> {
  await button(page, 'Review').click();
  await button(page, 'Continue to save').click();
  const saving = dialog(page, 'Save carton');
  await expect(saving.getByText('match MANIFEST')).toBeVisible();
  const asked = page.waitForEvent('download');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = await bytesOf(await asked);
  await button(page, 'Done').click();
  await expect(changes(page)).toHaveCount(0);
  await settled(page);
  return saved;
}

test(
  'a publisher makes a carton of a folder, describes it, changes its files, and saves it',
  {
    tag: '@whole-browser',
  },
  async ({ page }, info) => {
    test.slow();
    const host = await startHost({ '/dense.bin': { bytes: WEIGHTS, cors: true } });
    await withoutPicker(page);
    let first: Uint8Array = new Uint8Array();

    await test.step('a new carton from a folder', async () => {
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
      await button(page, 'New package').click();
      const chooser = page.waitForEvent('filechooser');
      await dialog(page, 'New package')
        .getByRole('button', { name: /^From a folder/ })
        .click();
      await (await chooser).setFiles(folder(join(info.outputPath(), 'digit-reader')));
      await expect(field(page, 'Entry point')).toHaveValue('infer.get_model');
      const asked = page.waitForEvent('download');
      await button(page, 'Save carton').click();
      first = await bytesOf(await asked);
      await expect(dialog(page, 'Saved')).toContainText('You are now viewing the new carton.');
      await button(page, 'Done').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('digit-reader');
      await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    });

    await test.step('a description with a pasted picture, and an example from a picture', async () => {
      await edit(page);
      await field(page, 'Description').fill('Reads digits.\n\n');
      await paste(field(page, 'Description'), CHART);
      await expect(field(page, 'Description')).toHaveValue(/!\[\]\(@misc\/pasted-picture\.png\)/);
      await button(page, 'Add example').click();
      await field(page, 'Example 1 name').fill('A seven');
      const chooser = page.waitForEvent('filechooser');
      await button(page, 'Add picture or sound as input of example 1').click();
      await (await chooser).setFiles([{ name: 'seven.png', mimeType: 'image/png', buffer: Buffer.from(SEVEN) }]);
      await expect(page.getByRole('group', { name: 'Example 1 input seven', exact: true })).toContainText(
        'misc/seven.png',
      );
      // What was added is shown before it is saved.
      await tab(page, 'Examples').click();
      await expectPicture(page.locator('[data-binding="seven"]'));
      await tab(page, 'Overview').click();
      await expectPicture(page.locator('[data-binding="seven"]'));
    });

    await test.step('infer.py is edited, and a file renamed', async () => {
      await show(page, '#/files/model/infer.py');
      await button(page, 'Edit text').click();
      await expect(page.getByRole('textbox', { name: 'Text of infer.py' })).toBeFocused();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('# Edited\n');
      await expect(row(page, 'model/infer.py')).toHaveAttribute('data-change', 'replaced');
      await button(page, 'Done').click();
      await show(page, '#/files/model/labels.txt');
      await fileAct(page, 'Rename');
      // The name without its ending is chosen, so that one types over it.
      const path = page.getByRole('textbox', { name: 'New name' });
      await expect(path).toBeFocused();
      await expect(path).toHaveValue('labels.txt');
      const chosen = (input: HTMLInputElement) => input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0);
      await expect.poll(() => path.evaluate(chosen)).toBe('labels');
      await page.keyboard.type('digits');
      await expect(page.getByText('Stays in model/.')).toBeVisible();
      await path.press('Enter');
      await expect(row(page, 'model/digits.txt')).toHaveAttribute('data-change', 'renamed');
    });

    await test.step('a link is made', async () => {
      await show(page, '#/files/model/weights/dense.bin');
      await fileAct(page, 'Make it a link');
      const link = dialog(page, 'Make dense.bin a link');
      await link.getByRole('textbox', { name: 'URL' }).fill(`${host.origin}/dense.bin`);
      await link.getByRole('button', { name: 'Make it a link' }).click();
      await expect(row(page, 'model/weights/dense.bin')).toHaveAttribute('data-change', 'linked');
    });

    const entries = await test.step('all of it is reviewed and saved', async () => {
      await button(page, 'Review').click();
      const review = dialog(page, 'Review changes');
      const files = review.getByRole('list', { name: 'Changed files' });
      await expect(files.getByRole('listitem')).toHaveCount(5);
      await expect(files.getByRole('region', { name: 'Difference of model/infer.py' })).toContainText('# Edited');
      await expect(review.getByText('New model hash')).toBeVisible();
      await button(page, 'Continue to save').click();
      const saving = dialog(page, 'Save carton');
      await expect(field(page, 'File name')).toHaveValue('digit-reader-2.carton');
      await expect(saving).toContainText(
        'Changed: carton.toml, MANIFEST, model/infer.py. Added: LINKS, misc/pasted-picture.png, misc/seven.png.',
      );
      await expect(saving).toContainText('Renamed: model/digits.txt. Only linked: model/weights/dense.bin.');
      await saving.getByRole('button', { name: 'Cancel' }).click();
      const saved = await reviewAndSave(page);
      expect(await differing(first, saved)).toEqual(
        [
          'LINKS',
          'MANIFEST',
          'carton.toml',
          'misc/pasted-picture.png',
          'misc/seven.png',
          'model/digits.txt',
          'model/infer.py',
          'model/labels.txt',
          'model/weights/dense.bin',
        ].sort(),
      );
      const [before, after] = [await entriesOf(first), await entriesOf(saved)];
      expect(after.get('misc/pasted-picture.png')?.data).toEqual(Buffer.from(CHART));
      expect(after.get('misc/seven.png')?.data).toEqual(Buffer.from(SEVEN));
      expect(after.get('model/infer.py')?.text).toBe(`# Edited\n${INFER}`);
      expect(after.get('model/digits.txt')?.raw).toBe(before.get('model/labels.txt')?.raw);
      expect(after.get('LINKS')?.text).toContain(`${hashOf(WEIGHTS)} = ["${host.origin}/dense.bin"]`);
      return { saved, after };
    });

    await test.step('opened again, the link is brought in, and saved', async () => {
      await openBytes(page, entries.saved, 'again.carton');
      await expect(page.getByText('again.carton', { exact: true })).toBeVisible();
      await expectPicture(page.locator('[data-binding="seven"]'));
      await show(page, '#/files/model/weights/dense.bin');
      await fileAct(page, 'Bring it in');
      await expect(row(page, 'model/weights/dense.bin')).toHaveAttribute('data-change', 'replaced');
      const baked = await reviewAndSave(page);
      const after = await entriesOf(baked);
      expect([...after.keys()]).not.toContain('LINKS');
      expect(after.get('model/weights/dense.bin')?.data).toEqual(WEIGHTS);
      // A link changes no hash, and neither does bringing the file in.
      expect(after.get('MANIFEST')?.text).toBe(entries.after.get('MANIFEST')?.text);
      for (const [path, { data, method }] of after)
        if (path !== 'MANIFEST' && (method === 0 || method === 8))
          expect(after.get('MANIFEST')?.text).toContain(`${path}=${hashOf(data)}\n`);
      await openBytes(page, baked, 'baked.carton');
      await expect(page.getByText('baked.carton', { exact: true })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    });
    await host.close();
  },
);
