import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSafetensors } from '../src/testing/builders/safetensors-builder.ts';
import { hasPython, referenceRules } from '../src/testing/reference-rules.ts';
import {
  button,
  bytesOf,
  change,
  DIALOG,
  dialog,
  edit,
  entriesOf,
  field,
  privateFile,
  withoutPicker,
  withPicker,
} from './edit-support.ts';
import { axe, expect, openBytes, settled, tab, test } from './support.ts';

/** A folder on the disk with these files. */
function folderOf(root: string, files: Record<string, string | Uint8Array>): string {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const LAYER = 'a'.repeat(9_000_000);

test('makes a carton of a folder, saves it, and opens it', { tag: '@whole-browser' }, async ({ page }, info) => {
  const root = folderOf(join(info.outputPath(), 'my-model'), {
    'infer.py': 'def get_model(): ...\n',
    'weights/layer.bin': LAYER,
    'cat.txt': 'a cat',
    'README.md': '---\nlicense: mit\nmodel_name: Fine Cats\n---\n![A cat](cat.png) [use](use.md)\n',
    'cat.png': new Uint8Array(8),
    '.env': 'TOKEN=1\n',
    '.git/config': '[core]\n',
  });
  await withPicker(page);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await button(page, 'New package').click();
  await expect(dialog(page, 'New package').getByRole('button', { name: /^From a folder/ })).toBeVisible();
  await axe(page, DIALOG);
  const chooser = page.waitForEvent('filechooser');
  await dialog(page, 'New package')
    .getByRole('button', { name: /^From a folder/ })
    .click();
  await (await chooser).setFiles(root);
  const making = dialog(page, 'New carton');
  await expect(field(page, 'Model name')).toHaveValue('Fine Cats');
  await expect(field(page, 'Runner')).toHaveValue('python');
  await expect(field(page, 'Entry point')).toHaveValue('infer.get_model');
  await making.getByText('2 files left out: keys and passwords, version history').click();
  await expect(making.getByText('Keys and passwords left out: .env')).toBeVisible();
  await expect(making).toContainText('Version history left out: .git/config');
  await expect(making).toContainText('Fine Cats.carton: 5 of 7 files, 9 MB');
  await expect(making).toContainText('Its picture goes to misc. Its model name is Fine Cats. Its license is MIT.');
  await expect(making).toContainText('These lead nowhere from the description: use.md.');
  await expect(making).toContainText('README.md is also packed, as model/README.md.');
  await expect(making.locator('[data-path="misc/cat.png"]')).toBeVisible();
  const readme = making.getByRole('checkbox', { name: 'Use README.md as the description' });
  await readme.press('Space');
  await expect(making.locator('[data-path="model/cat.png"]')).toBeVisible();
  await expect(field(page, 'Model name')).toHaveValue('my-model');
  await readme.press('Space');
  await axe(page, DIALOG);

  // A file, and then its folder, gets another place by keyboard. Escape gives it up, and leaves the dialog open.
  await making.locator('[data-path="model/cat.txt"]').focus();
  await page.keyboard.press('F2');
  const place = making.getByRole('textbox', { name: 'New path of cat.txt' });
  await expect(place).toBeFocused();
  await expect(place).toHaveValue('model/cat.txt');
  await place.fill('MANIFEST');
  await expect(page.getByText('MANIFEST is written with the hashes of all files.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(making.locator('[data-path="model/cat.txt"]')).toBeFocused();
  // Its pencil does what F2 does.
  await page.keyboard.press('Tab');
  await expect(button(page, 'Change where it goes: cat.txt')).toBeFocused();
  await page.keyboard.press('Enter');
  await place.fill('misc/pets/cat.txt');
  await page.keyboard.press('Enter');
  const moved = making.locator('[data-path="misc/pets/cat.txt"]');
  await expect(moved).toBeFocused();
  await expect(moved).toHaveAttribute('data-change', 'renamed');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('F2');
  await making.getByRole('textbox', { name: 'New path of pets' }).fill('misc/animals/');
  await page.keyboard.press('Enter');
  await expect(making.locator('[data-path="misc/animals/cat.txt"]')).toHaveAttribute('data-change', 'renamed');
  await axe(page, DIALOG);

  // A field that the reference reader would not take keeps the button from saving.
  await field(page, 'Required framework version').fill('v3');
  await expect(button(page, 'Save carton')).toHaveAttribute('aria-disabled', 'true');
  await field(page, 'Required framework version').fill('=3.11');
  // A function that the file does not define is noted, and keeps nothing from being saved.
  await field(page, 'Entry point').fill('infer.load');
  await expect(making).toContainText('No definition of load found in model/infer.py. It defines get_model.');
  await expect(button(page, 'Save carton')).not.toHaveAttribute('aria-disabled', 'true');
  await field(page, 'Entry point').fill('infer.get_model');
  await expect(making).not.toContainText('No definition of');
  await button(page, 'Save carton').click();
  await settled(page);
  const note = dialog(page, 'Saved');
  await expect(note.getByRole('status', { name: 'Saved' })).toContainText(
    /Saved as Fine Cats\.carton, .*You are now viewing the new carton\./,
  );
  await expect(note).toContainText('Upload it to a host');
  const hash = await page.getByTestId('model-hash').first().textContent();
  await expect(note).toContainText(`Model hash${hash}`);
  await axe(page, DIALOG);
  await button(page, 'Done').press('Enter');
  await expect(note).toBeHidden();
  await expect(tab(page, 'Overview')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fine Cats');
  await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
  const saved = await privateFile(page, 'Fine Cats.carton');
  const entries = await entriesOf(saved as Buffer);
  expect([...entries.keys()]).toEqual([
    'carton.toml',
    'misc/animals/cat.txt',
    'misc/cat.png',
    'model/README.md',
    'model/infer.py',
    'model/weights/layer.bin',
    'tensor_data/index.toml',
    'MANIFEST',
  ]);
});

test('makes a carton from nothing or with the files of another package, without a dialog for saving', async ({
  page,
}, info) => {
  await withoutPicker(page);
  await page.goto('/');
  await test.step('makes a carton from nothing, by keyboard, without a dialog for saving', async () => {
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or open' }).fill('from nothing');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Model name')).toBeFocused();
    await page.keyboard.type('Doubler');
    const asked = page.waitForEvent('download');
    await button(page, 'Save carton').press('Enter');
    const download = await asked;
    expect(download.suggestedFilename()).toBe('Doubler.carton');
    expect([...(await entriesOf(await bytesOf(download))).keys()]).toContain('model/infer.py');
    await expect(dialog(page, 'Saved')).toContainText('in your browser’s downloads');
    await expect(dialog(page, 'Saved')).toContainText('You are now viewing the new carton.');
    await button(page, 'Done').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doubler');
    await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    await expect(page.getByRole('region', { name: 'What would run' })).toContainText('infer.get_model');
  });
  await test.step('asks about each file that may contain a secret, by keyboard', async () => {
    // Put together here, so that no scanner of secrets finds one in this file.
    const dashes = '-'.repeat(5);
    const secret = 'Qz7'.repeat(12);
    const root = folderOf(join(info.outputPath(), 'with-secrets'), {
      'infer.py': 'def get_model(): ...\n',
      '.aws_credentials': `[default]\naws_access_key_id = AKIA${'QZ7B'.repeat(4)}\n`,
      'token.txt': 'in the safe\n',
      'prod.env': `HF_TOKEN=hf_${secret.slice(2)}\n`,
      'notes.txt': `To log in:\n\n${dashes}BEGIN OPENSSH PRIVATE KEY${dashes}\n${secret}\n`,
      'weights.bin': new Uint8Array(1_100_000),
      '.netrc': 'machine a\n',
    });
    await button(page, 'Open').click();
    await button(page, 'New package').click();
    const chooser = page.waitForEvent('filechooser');
    await dialog(page, 'New package')
      .getByRole('button', { name: /^From a folder/ })
      .click();
    await (await chooser).setFiles(root);
    const making = dialog(page, 'New carton');
    const asked = making.getByRole('region', { name: 'Files that may contain secrets' });
    await expect(asked.getByRole('listitem')).toHaveText([
      /^\.aws_credentials.*Its name suggests credentials · Line 2: AWS access key/,
      /^notes\.txt.*Line 3: private key/,
      /^prod\.env.*Its name suggests environment variables · Line 1: Hugging Face token/,
      /^token\.txt.*Its name suggests access tokens or passwords/,
      /^\.netrc.*Its name suggests logins/,
    ]);
    await expect(asked).toContainText('Not searched for keys and passwords: weights.bin.');
    await expect(making).not.toContainText(secret.slice(2));
    const save = button(page, 'Save carton');
    await expect(save).toHaveAttribute('aria-disabled', 'true');
    await expect(save).toHaveAccessibleDescription('Choose Leave out or Keep for 4 files that may contain secrets.');
    const answer = (path: string, name: string) =>
      asked.getByRole('radiogroup', { name: path }).getByRole('radio', { name, exact: true });
    // A certain one is left out already, which can be changed.
    await expect(answer('.netrc', 'Leave out')).toBeChecked();
    await axe(page, DIALOG);
    await answer('notes.txt', 'Leave out').focus();
    await page.keyboard.press('ArrowRight');
    await expect(answer('notes.txt', 'Keep')).toBeChecked();
    await answer('token.txt', 'Leave out').press('Space');
    await expect(making.locator('[data-path="model/token.txt"]').getByRole('checkbox')).not.toBeChecked();
    // What is taken out of the list of files is answered, and put back in it is asked about again.
    const env = making.locator('[data-path="model/prod.env"]');
    await env.getByRole('checkbox').uncheck();
    await expect(answer('prod.env', 'Leave out')).toBeChecked();
    await env.getByRole('checkbox').check();
    await expect(answer('prod.env', 'Leave out')).not.toBeChecked();
    await expect(save).toHaveAccessibleDescription('Choose Leave out or Keep for 2 files that may contain secrets.');
    await button(page, 'Leave out the rest').press('Enter');
    await expect(asked).toContainText('1 of them goes in.');
    await axe(page, DIALOG);
    const download = page.waitForEvent('download');
    await save.click();
    const entries = await entriesOf(await bytesOf(await download));
    expect([...entries.keys()].filter((path) => path.startsWith('model/'))).toEqual([
      'model/infer.py',
      'model/notes.txt',
      'model/weights.bin',
    ]);
    await button(page, 'Done').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('with-secrets');
  });
  await test.step('makes a carton with the files of another package', async () => {
    const header = '{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}';
    await openBytes(page, buildSafetensors(header, 8), 'weights.safetensors');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('weights.safetensors');
    await button(page, 'Open').click();
    await button(page, 'New package').click();
    await dialog(page, 'New package')
      .getByRole('button', { name: /^With this package/ })
      .click();
    await expect(field(page, 'Model name')).toHaveValue('weights');
    const asked = page.waitForEvent('download');
    await button(page, 'Save carton').click();
    const entries = await entriesOf(await bytesOf(await asked));
    expect([...entries.keys()]).toContain('model/weights.safetensors');
    await expect(dialog(page, 'Saved')).toContainText('You are now viewing the new carton.');
    await button(page, 'Done').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('weights');
    await expect(tab(page, 'Files')).toBeVisible();
  });
  await test.step('makes a carton of the folder that is open, which has two fields, with what was edited', async () => {
    const two = '[runner]\nrunner_name = "noop" # mine\nrequired_framework_version = "=1.12.1"\n';
    const root = folderOf(join(info.outputPath(), 'two-fields-1.5'), { 'carton.toml': two, 'model/a.bin': 'a' });
    await page.getByTestId('open-folder').setInputFiles(root);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('two-fields-1.5');
    const integrity = page.getByRole('status', { name: 'Integrity' });
    await expect(integrity).toContainText('No MANIFEST to check against');
    await expect(integrity).toHaveAttribute('data-integrity', 'unverified');
    await tab(page, 'Problems').click();
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems.locator('[data-code]')).toHaveAttribute('data-code', 'carton/unpacked');
    await expect(problems.locator('[data-severity="error"]')).toHaveCount(0);
    await button(page, 'Fix: Make a carton of it').press('Enter');
    const making = dialog(page, 'New carton');
    await expect(making).toContainText('two-fields-1.5.carton: 2 files');
    await page.keyboard.press('Escape');
    await expect(making).toBeHidden();
    await expect(button(page, 'Fix: Make a carton of it')).toBeFocused();
    await edit(page);
    await expect(page.getByText('A carton made of the folder has your changes.')).toBeVisible();
    await expect(button(page, 'Save carton')).toHaveAccessibleDescription(/Use “Make a carton of it” under Edit\./);
    await axe(page);
    await change(page, 'Model name', 'Two');
    await button(page, 'Make a carton of it').click();
    await expect(making).toContainText('The folder is an unpacked carton.');
    await making.getByRole('radio', { name: 'None' }).press('Space');
    const asked = page.waitForEvent('download');
    await making.getByRole('button', { name: 'Save carton' }).press('Enter');
    const path = info.outputPath('two.carton');
    await (await asked).saveAs(path);
    const toml = (await entriesOf(readFileSync(path))).get('carton.toml')?.text;
    expect(toml).toContain('model_name = "Two"');
    expect(toml).toContain('runner_name = "noop" # mine\n');
    if (hasPython) expect(referenceRules(path)).toEqual(['carton.toml', 'model/a.bin', 'tensor_data/index.toml']);
    // The folder itself still has changes.
    await dialog(page, 'Leave your changes?').getByRole('button', { name: 'Open the other' }).press('Enter');
    await expect(dialog(page, 'Saved')).toContainText('You are now viewing the new carton.');
    await button(page, 'Done').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two');
    await expect(integrity).toHaveAttribute('data-integrity', 'verified');
    await tab(page, 'Problems').click();
    await expect(problems).toHaveCount(0);
  });
});
