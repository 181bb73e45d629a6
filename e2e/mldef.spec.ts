import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { MLDEF_FILES, mldefManifest, mldefModel, signatureOf } from '../src/testing/builders/mldef-builder.ts';
import {
  button,
  bytesOf,
  changes,
  DIALOG,
  dialog,
  editAs,
  entriesOf,
  field,
  privateFile,
  withPicker,
} from './edit-support.ts';
import { expectVerdict, neighbours } from './neighbours.ts';
import { axe, expect, fitsWidth, hasFixtures, openBytes, openNext, settled, test } from './support.ts';

const MANIFEST = JSON.stringify(mldefManifest(), undefined, 2);
const SIGNED = { 'manifest.json': MANIFEST, ...MLDEF_FILES };

/** A model with a checksum of each file and a line that nobody can check. */
const MODEL = mldefModel(MANIFEST, { ...MLDEF_FILES, SIGNATURE: `${signatureOf(SIGNED)}MEUCIQDx0f7nqS2kzv8Q\n` });

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) });
}

const rowsOf = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');

test('an mldef model shows its sections, its weights and what its signature says, and its manifest is edited', async ({
  page,
}) => {
  await withPicker(page);
  await page.goto('/');
  await openBytes(page, MODEL, 'thermostat.mldef');
  const integrity = page.getByRole('status', { name: 'Integrity' });
  await test.step('shows its sections, its weights and what its signature says', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Thermostat' })).toBeVisible();
    await expect(integrity).toHaveAttribute('data-integrity', 'verified');
    await expect(integrity).toContainText('Matches its SIGNATURE');
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact="nothing"]')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText('license.txt');
    await expect(page.getByText('Not specified')).toHaveCount(0);
    await expect(rowsOf(page, 'Node ranges')).toHaveText([
      /room.*input.*2.*kelvin.*Temperatures of two rooms.*x × 0\.1.*missing -1/,
      /heat.*output.*1.*watts/,
    ]);
    await expect(rowsOf(page, 'Layers')).toHaveText([
      /in.*input.*2/,
      /hidden.*in.*dense.*weights\[1:4\].*3/,
      /out.*hidden.*dense, output.*table\[2:6\].*4/,
    ]);
    await expect(rowsOf(page, 'Data files')).toHaveText([/weights.*w\.float32.*5.*20 B/, /table.*t\.csv.*6.*18 B/]);
    await expect(page.getByRole('region', { name: 'Signature' })).toContainText('1 line that can only be checked');
    await axe(page);

    // On the screen of a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rowsOf(page, 'Layers').first()).toBeVisible();
    await fitsWidth(page, 390);
    await axe(page);

    // By keyboard, from a layer to the values that it names.
    await page.setViewportSize({ width: 1440, height: 900 });
    const weights = page.getByRole('link', { name: 'weights[1:4]' });
    await weights.focus();
    await weights.press('Enter');
    const grid = page.getByRole('grid', { name: 'Values of hidden' });
    await expect(grid.locator('[data-value="-1.25"]')).toBeVisible();
    await expect(grid.locator('[data-value]')).toHaveCount(3);
    await tab(page, 'Files').click();
    await expect(page.locator('[data-path="layers/w.float32"]')).toHaveAttribute('data-hash', 'verified');
    await expect(page.locator('[data-path="SIGNATURE"]')).toHaveAttribute('data-hash', 'none');
  });
  await test.step('its manifest is edited, and saved with its checksums written again', async () => {
    await tab(page, 'Edit').click();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await expect(field('Name')).toHaveValue('Thermostat');
    await field('Name').fill('Heater');
    await field('Description of layer 2').fill('Weighs both rooms');
    await field('Normalization scale of node range 1').fill('0.25');
    await field('Path of data file 1').fill('layers/x.float32');
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('4 changes');
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsWidth(page, 390);
    await page.setViewportSize({ width: 1440, height: 900 });

    // The text shows the same draft, in the layout that it had.
    await editAs(page, 'manifest.json');
    await expect(page.getByRole('textbox', { name: 'manifest.json' })).toContainText('"Name": "Heater",');
    await tab(page, 'Overview').click();
    await expect(rowsOf(page, 'Layers').nth(1)).toContainText('Weighs both rooms');
    await expect(rowsOf(page, 'Node ranges').first()).toContainText('x × 0.25');
    await tab(page, 'Edit').click();
    await editAs(page, 'Form');
    await field('Path of data file 1').fill('layers/w.float32');
    // The values of an edited layer are those of its new slice.
    await field('StartIndex of layer 2').fill('2');
    await tab(page, 'Overview').click();
    await page.getByRole('link', { name: 'weights[2:5]' }).press('Enter');
    const edited = page.getByRole('grid', { name: 'Values of hidden' }).locator('[data-value]');
    await expect(edited.first()).toHaveAttribute('data-value', '2');
    await tab(page, 'Edit').click();
    await field('StartIndex of layer 2').fill('1');
    // What is not a number is kept, and said.
    const count = field('Count of layer 2');
    const old = await count.inputValue();
    for (const wrong of ['three', '1.5', '-1']) {
      await count.fill(wrong);
      await expect(count).toHaveAccessibleDescription(/This is not a non-negative whole number\./);
    }
    await count.fill(old);
    await expect(count).not.toHaveAccessibleDescription(/whole number/);
    await field('Normalization scale of node range 1').fill('half');
    await expect(page.getByText('This is not a number.')).toBeVisible();
    await field('Normalization scale of node range 1').fill('0.25');
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('3 changes');

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('row', { name: /Name of model/ })).toContainText('Heater');
    await expect(review).toContainText('1 line of SIGNATURE may sign the old files');
    await review.getByRole('button', { name: 'Continue to save' }).click();
    const save = page.getByRole('dialog', { name: 'Save model' });
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved' }).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Heater');
    await expect(integrity).toHaveAttribute('data-integrity', 'verified');
    await expect(integrity).toContainText('Matches its SIGNATURE');
  });
});

/** The names in a model, its manifest, and whether each line of SIGNATURE is the SHA-256 of its file, as Python reads. */
const READ = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    names = sorted(z.namelist())
    lines = z.read('SIGNATURE').decode().splitlines() if 'SIGNATURE' in names else []
    signed = {path: hashlib.sha256(z.read(path)).hexdigest() == digest for digest, path in (line.split('  ') for line in lines)}
    print(json.dumps({'names': names, 'manifest': json.loads(z.read('manifest.json')), 'signed': signed}))
`;

test(
  'an mldef model is made of a folder, put together, signed and undone',
  { tag: '@whole-browser' },
  async ({ page }, info) => {
    const root = join(info.outputPath(), 'thermostat');
    for (const [path, content] of Object.entries(SIGNED)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
    const readByPython = async (name: string) => {
      const path = info.outputPath(name);
      writeFileSync(path, (await privateFile(page, name)) as Buffer);
      return JSON.parse(execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' }));
    };
    await withPicker(page);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    await test.step('is made of a folder with its manifest', async () => {
      await button(page, 'New package').click();
      const ways = dialog(page, 'New package');
      await ways.getByText('mldef model', { exact: true }).click();
      await axe(page, DIALOG);
      const chooser = page.waitForEvent('filechooser');
      await ways.getByRole('button', { name: /^From a folder/ }).click();
      await (await chooser).setFiles(root);
      await expect(dialog(page, 'New mldef model')).toContainText('Its manifest.json is taken as it is');
      await button(page, 'Save model').click();
      await settled(page);
      await expect(dialog(page, 'Saved').getByRole('status', { name: 'Saved' })).toContainText(
        'Saved as thermostat.mldef',
      );
      await button(page, 'Done').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Thermostat' })).toBeVisible();
      expect(await readByPython('thermostat.mldef')).toEqual({
        names: ['layers/t.csv', 'layers/w.float32', 'license.txt', 'manifest.json'],
        manifest: mldefManifest(),
        signed: {},
      });
    });
    const graph = page.getByRole('figure', { name: 'Layers from input to output' });
    await test.step('is put together in the form', async () => {
      await expect(graph.getByRole('link')).toHaveCount(2);
      await tab(page, 'Edit').click();
      await expect(graph.getByRole('link')).toHaveCount(3);
      await button(page, 'Duplicate layer 2').click();
      await expect(field(page, 'Name of layer 3')).toHaveValue('hidden_2');
      await expect(graph.getByRole('link')).toHaveCount(4);
      const prior = field(page, 'Prior of layer 3');
      await expect(prior.locator('option')).toHaveText(['None: an input layer', 'in', 'hidden']);
      await prior.selectOption('hidden');
      await field(page, 'Name of layer 3').fill('wide');
      await field(page, 'Name of layer 3').press('Enter');
      await expect(field(page, 'Prior of layer 4').locator('option')).toHaveText([
        'None: an input layer',
        'in',
        'hidden',
        'wide',
      ]);
      await field(page, 'Prior of layer 4').selectOption('wide');
      // What is left of the file, and the button that takes it.
      await expect(field(page, 'Count of layer 3')).toHaveAccessibleDescription('4 data points left from 1.');
      await button(page, 'Use 4 of layer 3').click();
      await expect(field(page, 'Count of layer 3')).toHaveValue('4');
      await button(page, 'Add node range').click();
      await field(page, 'Unit of node range 3').fill('her');
      await page.getByRole('option', { name: 'hertz' }).click();
      await field(page, 'Type of node range 3').selectOption('output');
      await button(page, 'Move node range 3 up').click();
      await expect(field(page, 'Unit of node range 2')).toHaveValue('hertz');
      await button(page, 'Add data file').click();
      await button(page, 'Remove data file 3').click();
      await expect(changes(page)).toHaveText('3 changes');
      await axe(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await fitsWidth(page, 390);
      await page.setViewportSize({ width: 1440, height: 900 });
    });
    await test.step('is undone to the same text', async () => {
      let steps = 0;
      for (; await button(page, 'Undo').isEnabled(); steps++) await button(page, 'Undo').click();
      await expect(changes(page)).toHaveText('No changes');
      const download = page.waitForEvent('download');
      await button(page, 'Download manifest.json').click();
      expect((await bytesOf(await download)).toString()).toBe(MANIFEST);
      for (let step = 0; step < steps; step++) await button(page, 'Redo').click();
      await expect(changes(page)).toHaveText('3 changes');
    });
    await test.step('is signed with the checksums of all files, and saved', async () => {
      await button(page, 'Recompute all hashes').click();
      await button(page, 'Compute the hashes').click();
      await button(page, 'Use the new hashes').click();
      await button(page, 'Save model').click();
      await button(page, 'Save with the new hashes').click();
      await dialog(page, 'Saved').getByRole('button', { name: 'Done' }).click();
      const integrity = page.getByRole('status', { name: 'Integrity' });
      await expect(integrity).toContainText('Matches its SIGNATURE');
      await tab(page, 'Overview').click();
      await expect(page.getByRole('region', { name: 'Facts' })).toContainText('4 checksums without a key');
      const { manifest, signed } = await readByPython('thermostat-2.mldef');
      expect(manifest.Layers.map(({ Name, Prior }: Record<string, string>) => [Name, Prior])).toEqual([
        ['in', ''],
        ['hidden', 'in'],
        ['wide', 'hidden'],
        ['out', 'wide'],
      ]);
      expect(manifest['Node ranges'].map(({ Name, Unit }: Record<string, string>) => [Name, Unit])).toEqual([
        ['room', 'kelvin'],
        ['node_3', 'hertz'],
        ['heat', 'watts'],
      ]);
      expect(signed).toEqual({
        'layers/t.csv': true,
        'layers/w.float32': true,
        'license.txt': true,
        'manifest.json': true,
      });
      // Every other file is as it was.
      const [before, after] = await Promise.all(
        ['thermostat.mldef', 'thermostat-2.mldef'].map(async (name) =>
          entriesOf((await privateFile(page, name)) as Buffer),
        ),
      );
      for (const path of Object.keys(MLDEF_FILES)) expect(after?.get(path)).toEqual(before?.get(path));
    });
  },
);

test.describe('models that others made', () => {
  test.skip(!hasFixtures, 'needs ../shared');

  test('have their verdicts, one of each', async ({ page }) => {
    await page.goto('/');
    for (const verdict of neighbours('mldef')) {
      await openNext(page, verdict.path);
      await expectVerdict(page, verdict, verdict.path);
    }
  });
});
