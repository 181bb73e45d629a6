import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { compareUtf8 } from '../src/base/bytes.ts';
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
  entriesOf,
  field,
  keptDrafts,
  type PeerEntry,
  withoutPicker,
} from './edit-support.ts';
import { fileOf, type Switches } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, expect, openBytes, settled, show, tab } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

type Files = Readonly<Record<string, string | Uint8Array>>;

const RESEAL = 'Recompute all hashes';
const TOML =
  'spec_version = 1\nmodel_name = "Stale"\n\n[runner]\nrunner_name = "noop"\nrequired_framework_version = "=1.0.0"\nrunner_compat_version = 1\n';
const FILES: Files = { 'carton.toml': TOML, 'model/main.py': 'old', 'tensor_data/index.toml': 'tensor = []\n' };
/** As `FILES`, after somebody changed the model, added a picture and removed nothing but what MANIFEST still lists. */
const NOW: Files = { ...FILES, 'model/main.py': 'new', 'misc/added.txt': 'hello' };

const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** The text of a MANIFEST that fits these files. */
function manifestOf(files: Files): string {
  const paths = Object.keys(files).sort(compareUtf8);
  return paths.map((path) => `${path}=${sha(files[path] as string | Uint8Array)}\n`).join('');
}

function cartonOf(files: Files, manifest: string | undefined): Buffer {
  const all = Object.entries(manifest === undefined ? files : { ...files, MANIFEST: manifest });
  return Buffer.from(buildZip(all.map(([name, data]) => ({ name, data }))));
}

const STALE = cartonOf(NOW, manifestOf({ ...FILES, 'misc/gone.txt': 'gone' }));

const open = (page: Page, bytes: Uint8Array) => openBytes(page, bytes, 'stale.carton');

const integrity = (page: Page) => page.getByRole('status', { name: 'Integrity' });
const resealing = (page: Page) => dialog(page, RESEAL);
const list = (page: Page, name: string) => page.getByRole('dialog').getByRole('list', { name });

/** Whether another program finds in a saved carton what its MANIFEST says: every file, and nothing else. */
async function fits(bytes: Uint8Array): Promise<Map<string, PeerEntry>> {
  const entries = await entriesOf(bytes);
  const files = [...entries].filter(([path]) => path !== 'MANIFEST' && path !== 'LINKS');
  const expected = manifestOf(Object.fromEntries(files.map(([path, { data }]) => [path, data])));
  expect(entries.get('MANIFEST')?.text).toBe(expected);
  return entries;
}

test('a stale MANIFEST is recomputed, and each file that differs is named before it is used', async ({ page }) => {
  await withoutPicker(page);
  await page.goto('/');
  await open(page, STALE);
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'failed');
  // It does not help against what somebody else may have changed.
  await tab(page, 'Problems').click();
  await expect(page.locator('[data-code="manifest/hash-mismatch"]')).toBeVisible();
  await expect(page.getByRole('button', { name: RESEAL })).toHaveCount(0);
  await show(page, '#/files/MANIFEST');
  await expect(page.getByRole('heading', { name: 'MANIFEST' })).toBeVisible();
  await expect(page.getByRole('button', { name: RESEAL })).toHaveCount(0);

  await edit(page);
  await change(page, 'Short description', 'Edited');
  // Once they edit, a file that is not listed can be; one that differs still has no such remedy.
  await tab(page, 'Problems').click();
  await expect(
    page.locator('[data-code="manifest/file-unlisted"]').getByRole('button', { name: `Fix: ${RESEAL}` }),
  ).toBeVisible();
  await expect(page.locator('[data-code="manifest/hash-mismatch"]').getByRole('button', { name: RESEAL })).toHaveCount(
    0,
  );

  await show(page, '#/files/MANIFEST');
  await button(page, RESEAL).click();
  await expect(button(page, 'Compute the hashes')).toBeFocused();
  await axe(page, DIALOG);
  await button(page, 'Compute the hashes').click();
  await expect(list(page, 'Files with a different hash').getByRole('listitem')).toHaveCount(1);
  await expect(list(page, 'Files with a different hash')).toContainText(
    `model/main.pyold ${sha('old')}new ${sha('new')}`,
  );
  await expect(list(page, 'Newly listed files')).toHaveText('misc/added.txt');
  await expect(list(page, 'Files that are no longer listed')).toHaveText('misc/gone.txt');
  await expect(button(page, 'Keep MANIFEST as it is')).toBeFocused();
  await axe(page, DIALOG);
  await button(page, 'Keep MANIFEST as it is').click();
  await expect(changes(page)).toHaveText('1 change');
  await button(page, RESEAL).click();
  await button(page, 'Compute the hashes').click();
  await button(page, 'Use the new hashes').click();
  await expect(changes(page)).toHaveText('1 change, recomputed hashes');

  // It is a step like any other, and what is edited afterwards gets its own hash.
  await button(page, 'Undo').click();
  await expect(changes(page)).toHaveText('1 change');
  await button(page, 'Redo').click();
  await edit(page);
  await change(page, 'Model name', 'Fresh');
  await expect(changes(page)).toHaveText('2 changes, recomputed hashes');
  await tab(page, 'Problems').click();
  await expect(page.locator('[data-code^="manifest/"]')).toHaveCount(0);

  await button(page, 'Review').click();
  await expect(list(page, 'Files with a different hash')).toContainText('model/main.py');
  await expect(list(page, 'Newly listed files')).toHaveText('misc/added.txt');
  await expect(list(page, 'Files that are no longer listed')).toHaveText('misc/gone.txt');
  await axe(page, DIALOG);
  await button(page, 'Continue to save').click();

  const saving = dialog(page, 'Save carton');
  await expect(saving.getByRole('list', { name: 'Files with a different hash' })).toContainText('model/main.py');
  await expect(button(page, 'Save without checking')).toHaveCount(0);
  await expect(button(page, 'Save with the new hashes')).toBeDisabled();
  await axe(page, DIALOG);
  await saving.getByRole('checkbox', { name: 'Save with the new hash of this file' }).check();
  const asked = page.waitForEvent('download');
  await button(page, 'Save with the new hashes').click();
  const saved = await bytesOf(await asked);
  const entries = await fits(saved);
  expect(entries.get('carton.toml')?.text).toContain('model_name = "Fresh"');
  expect(await differing(STALE, saved)).toEqual(['MANIFEST', 'carton.toml']);
  await button(page, 'Done').click();
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
  await expect(integrity(page)).toHaveAttribute('data-covered', 'true');

  // All is right now, and then there is nothing to change.
  await edit(page);
  await button(page, RESEAL).click();
  await button(page, 'Compute the hashes').click();
  await expect(resealing(page)).toContainText('Nothing to change: 4 files hashed, and MANIFEST is right.');
  await button(page, 'Done').click();
  await expect(changes(page)).toHaveText('No changes');
});

test('MANIFEST or a tensor index that is missing is made, and a kept draft asks to compute hashes again', async ({
  page,
}) => {
  await withoutPicker(page);
  await page.goto('/');
  await test.step('an empty tensor index replaces a lost one that MANIFEST lists only after a yes', async () => {
    const { 'tensor_data/index.toml': _, ...held } = FILES;
    await openBytes(page, cartonOf(held, manifestOf(FILES)), 'lost.carton');
    await expect(page.getByText('lost.carton', { exact: true })).toBeVisible();
    await edit(page);
    await change(page, 'Model name', 'Another');
    await button(page, 'Save carton').click();
    const saving = dialog(page, 'Save carton');
    const yes = saving.getByRole('checkbox', {
      name: 'Save with an empty tensor_data/index.toml instead of the missing one',
    });
    await expect(saving).toContainText(`Its hash replaces that of the missing file, ${sha('tensor = []\n')}`);
    await expect(button(page, 'Save')).toBeDisabled();
    await axe(page, DIALOG);
    await yes.check();
    await expect(button(page, 'Save')).toBeEnabled();
    await yes.uncheck();
    await expect(button(page, 'Save')).toBeDisabled();
    await yes.check();
    const asked = page.waitForEvent('download');
    await button(page, 'Save').click();
    const entries = await entriesOf(await bytesOf(await asked));
    expect(entries.get('tensor_data/index.toml')?.text).toBe('tensor = []\n');
    await button(page, 'Done').click();
  });
  await test.step('a carton without MANIFEST gets one, and can be saved then', async () => {
    await openBytes(page, cartonOf(FILES, undefined), 'bare.carton');
    await expect(page.getByText('bare.carton', { exact: true })).toBeVisible();
    await edit(page);
    await expect(page.getByText('It cannot be saved as a carton here.')).toContainText(RESEAL);
    await expect(button(page, 'Save carton')).toHaveAccessibleDescription(/“Recompute all hashes” under Edit/);
    await axe(page);
    await expect(page.getByRole('region', { name: 'Hashes' })).not.toContainText('keeps the hashes');
    await button(page, RESEAL).click();
    await button(page, 'Compute the hashes').click();
    await expect(list(page, 'Newly listed files').getByRole('listitem')).toHaveCount(3);
    // There is no old list whose hashes could stay, or that could be kept.
    await expect(resealing(page)).toContainText('3 files hashed.');
    await expect(resealing(page)).not.toContainText('stay the same');
    await expect(button(page, 'Cancel')).toBeFocused();
    await button(page, 'Use the new hashes').press('Enter');
    await expect(page.getByText('It cannot be saved as a carton here.')).toHaveCount(0);
    // The button that opened the dialog is gone.
    await expect(tab(page, 'Edit')).toBeFocused();
    await button(page, 'Review').click();
    await expect(dialog(page, 'Review changes')).toContainText('3 files hashed.');
    await expect(dialog(page, 'Review changes')).not.toContainText('match MANIFEST');
    await page.keyboard.press('Escape');
    await button(page, 'Save carton').click();
    const asked = page.waitForEvent('download');
    await button(page, 'Save with the new hashes').click();
    const entries = await fits(await bytesOf(await asked));
    expect([...entries.keys()]).toEqual([...Object.keys(FILES), 'MANIFEST']);
    await button(page, 'Done').click();
  });
  await test.step('a kept draft does not hold hashes, and asks to compute them again', async () => {
    await open(page, STALE);
    await expect(page.getByText('stale.carton', { exact: true })).toBeVisible();
    await edit(page);
    await change(page, 'Model name', 'Kept');
    await button(page, RESEAL).click();
    await button(page, 'Compute the hashes').click();
    await button(page, 'Use the new hashes').click();
    await expect.poll(() => keptDrafts(page)).toMatchObject([{ renew: 'reseal' }]);
    page.on('dialog', (asked) => void asked.accept());
    await page.reload();
    await open(page, STALE);
    const offer = page.getByRole('region', { name: 'Kept draft' });
    await expect(offer).toContainText('will be computed again');
    await button(page, 'Restore').click();
    await expect(resealing(page)).toBeVisible();
    await button(page, 'Compute the hashes').click();
    await expect(list(page, 'Files with a different hash')).toContainText('model/main.py');
    await button(page, 'Use the new hashes').click();
    await expect(changes(page)).toHaveText('1 change, recomputed hashes');
    await expect(field(page, 'Model name')).toHaveValue('Kept');
  });
});

test('hashing a carton on a host shows its progress and can be canceled, and a damaged file ends it', async ({
  page,
  remote,
}) => {
  test.slow();
  await withoutPicker(page);
  const large = new Uint8Array(12 * 1024 * 1024).map((_, at) => at * 7);
  const files = { ...NOW, 'misc/large.bin': large };
  const switches: Switches = {};
  const url = remote.put(
    '/reseal.carton',
    fileOf(cartonOf(files, manifestOf({ ...FILES, 'misc/large.bin': large }))),
    switches,
  );
  await page.goto(`/?url=${encodeURIComponent(url)}`);
  await settled(page);
  await edit(page);
  switches.rate = 1_000_000;
  await button(page, RESEAL).click();
  await expect(resealing(page)).toContainText('downloads 13 MB');
  await button(page, 'Compute the hashes').click();
  await expect(page.getByRole('progressbar', { name: 'Hashing the files' })).toBeVisible();
  await expect(resealing(page)).toContainText(/ of 13 MB · .*\/s · .* left/);
  await button(page, 'Cancel').click();
  await expect(button(page, 'Compute the hashes')).toBeFocused();
  await button(page, 'Cancel').click();
  await expect(changes(page)).toHaveText('No changes');
  delete switches.rate;
  await button(page, RESEAL).click();
  await button(page, 'Compute the hashes').click();
  await button(page, 'Use the new hashes').click();
  await button(page, 'Save carton').click();
  await dialog(page, 'Save carton').getByRole('checkbox').check();
  const asked = page.waitForEvent('download');
  await button(page, 'Save with the new hashes').click();
  await fits(await bytesOf(await asked));
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');

  const zip = buildZip([
    ...Object.entries(NOW).map(([name, data]) => ({ name, data })),
    { name: 'model/damaged', data: 'x', crc32: 1 },
    { name: 'MANIFEST', data: manifestOf(FILES) },
  ]);
  await button(page, 'Done').click();
  await open(page, Buffer.from(zip));
  await edit(page);
  await button(page, RESEAL).click();
  await button(page, 'Compute the hashes').click();
  await expect(resealing(page).locator('[data-code="zip/crc-mismatch"]')).toContainText('“model/damaged”');
  await expect(resealing(page)).toContainText('No hash has changed.');
  await axe(page, DIALOG);
});
