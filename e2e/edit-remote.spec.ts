import { readFileSync } from 'node:fs';
import type { Page, TestInfo } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import {
  button,
  change,
  changes,
  DIALOG,
  dialog,
  edit,
  openTrust,
  privateFile,
  withoutPicker,
  withPicker,
} from './edit-support.ts';
import { fileOf, type RemoteFile, type RemoteServer, type Switches } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, expect, SAMPLE, settled } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

test.use({ allowedConsole: [/Failed to load resource|ERR_/] });

async function beginRemote(
  page: Page,
  remote: RemoteServer,
  path: string,
  switches: Switches,
  bytes: Uint8Array = readFileSync(SAMPLE),
): Promise<void> {
  const url = remote.put(path, fileOf(bytes), switches);
  await page.goto(`/?url=${encodeURIComponent(url)}`);
  await settled(page);
  await edit(page);
  await change(page, 'Model name', 'From afar');
}

let largeBytes: Buffer | undefined;

/** So large that the page does not read all of it unasked. Made once for all tests of a worker. */
function large(info: TestInfo): Buffer {
  largeBytes ??= writeLarge(info);
  return largeBytes;
}

function writeLarge(info: TestInfo): Buffer {
  const path = info.outputPath('large.carton');
  writeCarton(path, [], '', { 'misc/large.bin': new Uint8Array(70 * 1024 * 1024) });
  return readFileSync(path);
}

test('a carton on a host is edited as a copy, and saved whole', async ({ page, remote }) => {
  await withoutPicker(page);
  await beginRemote(page, remote, '/edit.carton', {});
  await expect(page.getByText(/You are editing a copy. Nothing on .* changes/)).toBeVisible();
  await button(page, 'Save carton').click();
  await expect(dialog(page, 'Save carton')).toContainText('You are editing a copy');
  const asked = page.waitForEvent('download');
  await button(page, 'Save').click();
  const download = await asked;
  expect(download.suggestedFilename()).toBe('edit-edited.carton');
  await download.path();
  await expect(dialog(page, 'Saved')).toContainText('You are now viewing the saved carton.');
  await button(page, 'Done').click();
  await expect(page.locator('h1')).toHaveText('From afar');
  // The package is local now, and the address says nothing else.
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
});

test('a carton whose host goes away midway is not saved, and its draft is kept', async ({ page, remote }, info) => {
  test.slow();
  await withoutPicker(page);
  const switches: Switches = {};
  await beginRemote(page, remote, '/gone.carton', switches, large(info));
  await button(page, 'Save carton').click();
  await expect(dialog(page, 'Save carton')).toContainText('which downloads 73 MB');
  await axe(page, DIALOG);
  switches.status = { code: 503 };
  await button(page, 'Save without checking').click();
  const saving = dialog(page, 'Save carton');
  await expect(saving.locator('[data-code^="source/"]')).toBeVisible({ timeout: 45_000 });
  await expect(saving).toContainText('Nothing was saved. Your changes are kept here.');
  delete switches.status;
  const asked = page.waitForEvent('download');
  await button(page, 'Save without checking').click();
  await asked;
  await expect(dialog(page, 'Saved')).toBeVisible();
});

test('the check that saving waits for can be canceled, and so can saving', async ({ page, remote }, info) => {
  test.slow();
  await withPicker(page);
  const switches: Switches = {};
  await beginRemote(page, remote, '/slow.carton', switches, large(info));
  switches.rate = 4_000_000;
  await button(page, 'Save carton').click();
  await button(page, 'Save').click();
  const saving = dialog(page, 'Save carton');
  await expect(saving.getByRole('progressbar', { name: 'Checking the unchanged files' })).toBeVisible();
  await expect(button(page, 'Cancel').last()).toBeFocused();
  await axe(page, DIALOG);
  // Escape does not close the dialog meanwhile.
  await page.keyboard.press('Escape');
  await expect(saving).toBeVisible();
  await saving.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Save')).toBeFocused();
  await expect.poll(() => privateFile(page, 'slow-edited.carton')).toBeUndefined();
  await button(page, 'Save without checking').click();
  await expect(saving.getByRole('progressbar', { name: 'Saving' })).toBeVisible();
  await expect(saving).toContainText(/of 73 MB/);
  await saving.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Save without checking')).toBeEnabled();
  // The dialog for saving has created the file. No empty one remains.
  await expect.poll(() => privateFile(page, 'slow-edited.carton')).toBeUndefined();
  await expect(changes(page)).toHaveText('1 change');
  // Without Cancel, the page checks and then saves.
  delete switches.rate;
  await button(page, 'Save').click();
  await expect(dialog(page, 'Saved')).toContainText('slow-edited.carton', { timeout: 240_000 });
});

test('a host that sends other bytes than those that were checked is found out', async ({ page, remote }, info) => {
  await withoutPicker(page);
  const path = info.outputPath('other.carton');
  writeCarton(path, [], '', { 'misc/large.bin': new Uint8Array(12 * 1024 * 1024) });
  const file = fileOf(readFileSync(path));
  let lies = false;
  const liar: RemoteFile = {
    ...file,
    read(start, end) {
      const bytes = file.read(start, end).slice();
      const middle = 6 * 1024 * 1024 - start;
      if (lies && middle >= 0 && middle < bytes.length) bytes[middle] = 1;
      return bytes;
    },
  };
  const url = remote.put('/other.carton', liar, {});
  await page.goto(`/?url=${encodeURIComponent(url)}`);
  await settled(page);
  await edit(page);
  await change(page, 'Model name', 'From a liar');
  // Editing has downloaded nothing.
  await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'unverified');
  expect(remote.asked('/other.carton').reduce((sum, { sent }) => sum + sent, 0)).toBeLessThan(1_000_000);
  await openTrust(page);
  await page.getByRole('button', { name: /^Check all \(downloads/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
  lies = true;
  await button(page, 'Save carton').click();
  await expect(dialog(page, 'Save carton')).toContainText(/All \d+ unchanged files match MANIFEST/);
  await button(page, 'Save').click();
  const saved = dialog(page, 'Saved');
  await expect(saved).toContainText('It does not match its MANIFEST');
  await expect(saved.locator('[data-path="misc/large.bin"]')).toBeVisible();
});

test('what is dropped while a carton is being saved asks, and then ends that', async ({ page, remote }, info) => {
  test.slow();
  await withPicker(page);
  const switches: Switches = {};
  await beginRemote(page, remote, '/left.carton', switches, large(info));
  switches.rate = 4_000_000;
  await button(page, 'Save carton').click();
  await button(page, 'Save without checking').click();
  await expect(dialog(page, 'Save carton').getByRole('progressbar', { name: 'Saving' })).toBeVisible();
  const other = { name: 'other.carton', mimeType: 'application/zip', buffer: readFileSync(SAMPLE) };
  await page.getByTestId('open-file').setInputFiles(other);
  await expect(dialog(page, 'Leave your changes?')).toContainText('A carton is being saved. Leaving stops that.');
  await button(page, 'Open the other').click();
  await expect(page.getByText('other.carton', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => privateFile(page, 'left-edited.carton')).toBeUndefined();
});
