import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { MAX_UNASKED_DOWNLOAD } from '../src/base/limits.ts';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { writeCarton } from './built-carton.ts';
import {
  button,
  bytesOf,
  change,
  dialog,
  edit,
  endReader,
  entriesOf,
  openTrust,
  withoutPicker,
} from './edit-support.ts';
import { fileOf, type RemoteServer, type Switches } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { expect, settled, show, tab } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

/** Bytes per second: slow enough that everything is still going on when the reader ends. */
const SLOW = 150_000;
const SIDE = 1024;

/** Two tensors of 4 MiB. */
function weights(): Uint8Array {
  const bytes = SIDE * SIDE * 4;
  const names = ['first.weight', 'second.weight'];
  const entries = names.map((name, at) => entryText(name, 'F32', [SIDE, SIDE], at * bytes, (at + 1) * bytes));
  return buildSafetensors(`{${entries.join(',')}}`, new Uint8Array(bytes * names.length));
}

const died = (page: Page) => page.locator('[data-code="internal/worker-died"]');

interface Host {
  remote: RemoteServer;
  path: string;
  switches: Switches;
}

/** Asks again for all that says that it was stopped. */
async function tryAgain(page: Page): Promise<void> {
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(again.first()).toBeVisible();
  while (await again.first().isVisible()) await again.first().click();
}

/** Begins something that a slow host keeps from ending, and ends the reader meanwhile. The page says it and goes on. */
async function endWhile(page: Page, { remote, path, switches }: Host, begin: () => Promise<unknown>): Promise<void> {
  switches.rate = SLOW;
  const before = remote.asked(path).length;
  await begin();
  await expect.poll(() => remote.asked(path).length).toBeGreaterThan(before);
  await endReader(page);
  delete switches.rate;
  await expect(died(page).first()).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('the file is open again');
  // Under a dialog, it waits. Over what only unfolds, it may cover the button that is pressed next.
  if (!(await page.locator('[role="dialog"][aria-modal="true"]').isVisible()))
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  // A reader that ends again soon is not started again. By the page's clock, a minute passes.
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 60_000;
  });
}

test('whatever is going on as the reader ends, the page says so, and the same act works next', async ({
  page,
  remote,
}) => {
  const host: Host = { remote, path: '/weights.safetensors', switches: {} };
  const url = remote.put(host.path, fileOf(weights()), host.switches);
  await test.step('opening', async () => {
    host.switches.latency = 2000;
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await expect.poll(() => remote.asked(host.path).length).toBeGreaterThan(0);
    await endReader(page);
    await expect(died(page)).toBeVisible();
    delete host.switches.latency;
    await button(page, 'Open URL').click();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  });
  await test.step('scanning', async () => {
    await tab(page, 'Tensors').click();
    await button(page, 'Scan').click();
    const scan = () => page.getByRole('button', { name: /^Scan 8/ }).click();
    await endWhile(page, host, scan);
    await scan();
    await expect(page.getByText('2 of 2 tensors')).toBeVisible();
  });
  await test.step('showing values, and comparing them', async () => {
    await endWhile(page, host, () => show(page, '#/tensors/second.weight'));
    const mean = page.getByRole('region', { name: 'Statistics' }).locator('[data-stat=mean]');
    await tryAgain(page);
    await expect(mean).toHaveText('0');
    const compare = async () => {
      await button(page, 'Compare…').click();
      await dialog(page, 'Compare second.weight')
        .getByRole('button', { name: /^first/ })
        .click();
    };
    const result = page.locator('[data-result]');
    await endWhile(page, host, compare);
    await tryAgain(page);
    await expect(result).toBeVisible();
  });
});

test('a check and a save that the end of the reader stops are said to be stopped, and work next', async ({
  page,
  remote,
}, info) => {
  await withoutPicker(page);
  const file = info.outputPath('checked.carton');
  writeCarton(file, [], '', { 'misc/much.bin': new Uint8Array(MAX_UNASKED_DOWNLOAD + 1) });
  const host: Host = { remote, path: '/checked.carton', switches: {} };
  await page.goto(`/?url=${encodeURIComponent(remote.put(host.path, fileOf(readFileSync(file)), host.switches))}`);
  await settled(page);
  await edit(page);
  await change(page, 'Model name', 'Mine');
  await test.step('verifying', async () => {
    await openTrust(page);
    const check = page.getByRole('button', { name: /^Check all/ });
    await endWhile(page, host, () => check.click());
    // It folds as the alert is dismissed.
    await expect(check).toBeHidden();
    await openTrust(page);
    await check.click();
    await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    await page.keyboard.press('Escape');
  });
  await test.step('saving', async () => {
    await button(page, 'Save carton').click();
    await endWhile(page, host, () => button(page, 'Save').click());
    const saving = dialog(page, 'Save carton');
    await expect(saving).toContainText('Nothing was saved. Your changes are kept here.');
    const asked = page.waitForEvent('download');
    await button(page, 'Save').click();
    expect((await entriesOf(await bytesOf(await asked))).get('carton.toml')?.text).toContain('Mine');
    await expect(dialog(page, 'Saved')).toBeVisible();
  });
});
