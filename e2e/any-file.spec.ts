import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { buildNpy, padded } from '../src/testing/builders/numpy-files.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { axe, expect, openBytes, tab, test } from './support.ts';

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 440449768\n`;

/** A matrix of 3 × 4 from 0 on, column by column and big-endian. */
function matrix(): Uint8Array<ArrayBuffer> {
  const header = padded("{'descr': '>f4', 'fortran_order': True, 'shape': (3, 4), }");
  const view = new DataView(new ArrayBuffer(48));
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 4; column++) view.setFloat32(4 * (column * 3 + row), row * 4 + column);
  return buildNpy({ header, data: new Uint8Array(view.buffer) });
}

/** Opens a file of this text or these bytes. */
async function open(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  await openBytes(page, typeof content === 'string' ? Buffer.from(content) : content, name);
}

const code = (page: Page) => page.getByRole('region', { name: 'Use it' });

test('a NumPy array, an archive of arrays, and one in gzip show what they are', async ({ page }) => {
  await page.goto('/');
  await test.step('a NumPy array shows its facts, its exact values and how to load it', async () => {
    await open(page, 'matrix.npy', matrix());
    await expect(page.locator('h1')).toHaveText('matrix.npy');
    await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'unverified');
    await expect(page.getByRole('status', { name: 'Integrity' })).toContainText('No checksums');
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('column by column (Fortran)');
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact=nothing]')).toBeVisible();
    await expect(code(page)).toContainText('np.load("matrix.npy")');
    await expect(page.getByRole('region', { name: 'First values' }).locator('[data-value="7"]')).toBeVisible();
    await axe(page);
    // The only array is chosen by itself.
    await tab(page, 'Tensors').click();
    const cells = page.getByRole('grid', { name: 'Values of matrix' }).locator('[data-value]');
    await expect(cells).toHaveCount(12);
    expect(await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('data-value')))).toEqual(
      Array.from({ length: 12 }, (_, value) => String(value)),
    );
    await expect(page.locator('[data-stat=mean]')).toContainText('5.5');
  });
  await test.step('an archive of arrays lists them, and says which are pickles', async () => {
    const objects = padded("{'descr': '|O', 'fortran_order': False, 'shape': (3,), }");
    const members = [
      { name: 'weight.npy', data: matrix(), method: 8 },
      { name: 'words.npy', data: buildNpy({ header: objects }) },
    ];
    await open(page, 'arrays.npz', buildZip(members));
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact=unpickles]')).toBeVisible();
    await expect(code(page)).toContainText('arrays["weight"]');
    await tab(page, 'Tensors').click();
    await expect(page.locator('[data-name]')).toHaveCount(2);
    await expect(page.locator('[data-name=words]')).toContainText('object');
    await tab(page, 'Problems').click();
    await expect(page.getByRole('list', { name: 'Problems' }).locator('[data-code="numpy/object"]')).toBeVisible();
    await axe(page);
  });
  await test.step('what lies in gzip opens in its place', async () => {
    const half = matrix().length / 2;
    const parts = [matrix().slice(0, half), matrix().slice(half)].map((part) => gzipSync(part));
    await open(page, 'matrix.npy.gz', Buffer.concat(parts));
    await expect(page.locator('h1')).toHaveText('matrix.npy');
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('matrix.npy.gz');
    await tab(page, 'Tensors').click();
    await expect(page.locator('[data-name=matrix]')).toContainText('3 × 4');
  });
  await test.step('gzip in gzip too, and what ends early as far as it goes', async () => {
    await open(page, 'matrix.npy.gz.gz', gzipSync(gzipSync(matrix())));
    await expect(page.locator('h1')).toHaveText('matrix.npy');
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('gzip in gzip');
    await open(page, 'notes.txt.gz', gzipSync('what could be read').subarray(0, -8));
    await expect(page.locator('h1')).toHaveText('notes.txt');
    await expect(page.getByRole('region', { name: 'Text of notes.txt' })).toContainText('what could be read');
    await tab(page, 'Problems').click();
    await expect(page.getByRole('list', { name: 'Problems' }).locator('[data-code="gzip/bad-data"]')).toBeVisible();
  });
});

test('any other file is shown as what it is, and what is there instead of one is said', async ({ page }) => {
  await page.goto('/');
  await test.step('a broken one shows its bytes', async () => {
    await open(page, 'model.carton', '<!doctype html><title>Not found</title>');
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-code', 'zip/not-a-zip');
    await expect(alert).toContainText('It looks like a web page.');
    await axe(page);
    await alert.getByRole('button', { name: 'Show its bytes' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await expect(page.locator('h1')).toHaveText('model.carton');
    await expect(page.getByRole('region', { name: 'Text of model.carton' })).toContainText('Not found');
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Title of the page');
  });
  await test.step('any other file is shown as what it is: JSON as a tree, CSV as a table', async () => {
    await open(page, 'config.json', '{"hidden_size": 9007199254740993, "layers": [{"name": "first"}], "__proto__": 1}');
    const tree = page.getByRole('region', { name: 'Values of config.json' });
    await expect(tree).toContainText('9007199254740993');
    await expect(tree).toContainText('__proto__');
    await tree.getByRole('button', { name: 'layers' }).click();
    await expect(tree).not.toContainText('first');
    await axe(page);
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Text').click();
    await expect(page.getByRole('region', { name: 'Text of config.json' })).toContainText('"hidden_size"');
    await open(page, 'scores.csv', 'name,score\n"a, b",2\nc,10\n');
    const table = page.getByRole('table', { name: 'Rows of scores.csv' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table).toContainText('a, b');
    await axe(page);
    await open(page, 'broken.json', '{"a": 1,}');
    await expect(page.getByText('Invalid JSON')).toContainText('line 1, column 9');
    await expect(page.getByRole('region', { name: 'Text of broken.json' })).toContainText('{"a": 1,}');
  });
  await test.step('what is there instead of a file is said', async () => {
    await open(page, 'model.bin', POINTER);
    await expect(page.getByRole('list', { name: 'In short' })).toContainText('Looks like a Git LFS pointer');
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('440 MB');
    await expect(page.getByRole('button', { name: /^Copy SHA-256/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Text of model.bin' })).toContainText('oid sha256');
    await axe(page);
    // Its own hash is there when it is asked for.
    await page.getByRole('link', { name: 'SHA-256 of the file' }).click();
    await expect(page.getByRole('button', { name: /Hash of the file$/ })).toBeVisible();
    await tab(page, 'Problems').click();
    await expect(page.locator('[data-code="file/lfs-pointer"]')).toContainText('440,449,768 bytes');
  });
});
