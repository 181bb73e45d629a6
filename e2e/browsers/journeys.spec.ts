import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { inspect } from '../../src/testing/inspected.ts';
import { keptTexts } from '../edit-support.ts';
import { fileOf, RemoteServer } from '../remote-server.ts';
import { FIXTURES, hasFixtures, SAMPLE } from '../support.ts';
import { button, type Driver, field, one, tab } from './driver.ts';
import { choose, click, expect, fill, goTo, openFile, savedFile, sees, test, textOf } from './journey.ts';

/**
 * The same journeys in every browser. What they end with is held against the command line, which runs the same code in
 * Node.
 */

const VERIFIED = one('[data-integrity="verified"]');
/** A dialog over the page, and not one of its popovers. */
const MODAL = '[role="dialog"][aria-modal="true"]';
const TABS = ['Overview', 'Schema', 'Tensors', 'Examples', 'Self-tests', 'Files', 'Problems', 'Edit'];
/** A tensor of the sample with a few values. */
const TENSOR = '_tensor_6';

/** The values of the tensor in the sample. */
async function valuesOf(): Promise<string[]> {
  const { out } = await inspect(SAMPLE, '--tensor', TENSOR, '--json');
  return JSON.parse(out).first;
}

/** The values of the tensor that the page shows. */
const shownValues = (driver: Driver) =>
  driver.run(
    (css) => [...document.querySelectorAll(css)].map((cell) => cell.getAttribute('data-value') ?? ''),
    `[role="grid"][aria-label="Values of ${TENSOR}"] [data-value]`,
  );

async function seesPicture(driver: Driver): Promise<void> {
  const widest = () =>
    driver.run(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('[role="tabpanel"] img')];
      pictures[0]?.scrollIntoView({ block: 'center' });
      return Math.max(0, ...pictures.map(({ complete, naturalWidth }) => (complete ? naturalWidth : 0)));
    });
  await expect.poll(widest, 'width of a picture').toBeGreaterThan(100);
}

/** A folder on the disk, for the length of one test. */
function temporary() {
  const folder = mkdtempSync(join(tmpdir(), 'journey-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

test('opens a file, verifies it, and shows every tab, a tensor, a picture and what is found', async ({
  driver,
  site,
}) => {
  await goTo(driver, site.url);
  await openFile(driver, SAMPLE);
  await sees(driver, VERIFIED);
  for (const name of TABS) {
    await click(driver, tab(name));
    await sees(driver, { css: '[role="tab"][aria-selected="true"]', name: `^${name}` });
    await sees(driver, one('[role="tabpanel"]'));
    // The button of a view that failed.
    expect(await textOf(driver, '[role="tabpanel"]'), name).not.toContain('Show it again');
  }
  await click(driver, tab('Examples'));
  await seesPicture(driver);
  await driver.press('k', 'control');
  await sees(driver, one('[role="dialog"] [role="combobox"]'));
  await fill(driver, one('[role="dialog"] [role="combobox"]'), TENSOR);
  await sees(driver, { css: '[role="option"][aria-selected="true"]', name: TENSOR });
  await driver.press('Enter');
  await expect.poll(() => shownValues(driver)).toEqual(await valuesOf());
});

test('opens a link to a tensor on another host, and gives one that leads there again', async ({ driver, site }) => {
  const host = new RemoteServer();
  await host.start();
  try {
    const file = host.put('/sample.carton', fileOf(readFileSync(SAMPLE)));
    await goTo(driver, `${site.url}?url=${encodeURIComponent(file)}#/tensors/${TENSOR}`);
    await expect.poll(() => shownValues(driver)).toEqual(await valuesOf());
    expect(host.asked('/sample.carton').some(({ range }) => range !== undefined)).toBe(true);
    await click(driver, button('Share'));
    const value = () =>
      driver.run(
        () =>
          document.querySelector<HTMLInputElement>('[role="dialog"] [aria-label="Link"], [role="dialog"] input')?.value,
      );
    await expect.poll(value).toContain('hash=');
    const link = String(await value());
    expect(link).toMatch(/#\/tensors\/_tensor_6$/);
    await driver.reopen();
    await goTo(driver, link);
    await sees(driver, VERIFIED);
    await expect.poll(() => shownValues(driver)).toEqual(await valuesOf());
  } finally {
    await host.stop();
  }
});

test('tries the sample on the Overview, and runs its self-test', async ({ driver, site }) => {
  await goTo(driver, site.url);
  await click(driver, button('Open sample'));
  await click(driver, button('Run'));
  await sees(driver, one('[data-output="probability"] [data-best]'));
  await click(driver, tab('Self-tests'));
  await click(driver, button('Run self-test'));
  await sees(driver, one('[data-result="pass"]'));
});

test('runs the self-test of the reference’s own model', async ({ driver, site }) => {
  test.skip(!hasFixtures, 'the cartons of others are not there');
  await goTo(driver, site.url);
  await openFile(driver, join(FIXTURES, 'carton/wasm.carton'));
  await click(driver, tab('Self-tests'));
  await click(driver, button('Run self-test'));
  await sees(driver, one('[data-result="pass"]'));
});

/** Edits a field and adds a file, saves, and compares what was saved with what the command line writes. */
async function editAndSave(driver: Driver, folder: string): Promise<void> {
  const added = join(folder, 'added.txt');
  writeFileSync(added, 'one more file\n');
  const expected = join(folder, 'expected.carton');
  const edits = ['--set', 'short_description=Mine', '--put', `misc/added.txt=${added}`];
  expect(await inspect(SAMPLE, ...edits, '--out', expected)).toMatchObject({ code: 0 });
  await click(driver, tab('Edit'));
  await fill(driver, field('Short description'), 'Mine');
  await click(driver, tab('Files'));
  await choose(driver, 'add-files', added);
  await sees(driver, one('[data-path="misc/added.txt"][data-change="added"]'));
  await click(driver, button('Save carton'));
  await sees(driver, button('Save', MODAL));
  expect(await textOf(driver, MODAL)).toContain('It goes to your browser’s downloads.');
  await click(driver, button('Save', MODAL));
  const saved = await savedFile(driver, 'sample-edited.carton');
  expect(saved.equals(readFileSync(expected))).toBe(true);
  await sees(driver, button('Done'));
  expect(await textOf(driver, MODAL)).toContain('sample-edited.carton');
  await click(driver, button('Done'));
  await sees(driver, VERIFIED);
}

test('edits a field, adds a file, and saves the very bytes that the command line writes', async ({ driver, site }) => {
  const { folder, remove } = temporary();
  try {
    await goTo(driver, site.url);
    await openFile(driver, SAMPLE);
    await editAndSave(driver, folder);
  } finally {
    remove();
  }
});

test('keeps a draft when its tab is closed', async ({ driver, site }) => {
  await goTo(driver, site.url);
  await openFile(driver, SAMPLE);
  await click(driver, tab('Edit'));
  await fill(driver, field('Short description'), 'Kept');
  await click(driver, tab('Overview'));
  await expect.poll(() => textOf(driver)).toContain('1 change');
  // Of a page, it asks only to evaluate a function.
  const page = { evaluate: driver.run } as unknown as Page;
  await expect.poll(async () => (await keptTexts(page)).join()).toContain('Kept');
  await driver.reopen();
  await goTo(driver, site.url);
  await expect.poll(() => textOf(driver)).toContain('1 draft is kept in this browser');
  await openFile(driver, SAMPLE);
  await click(driver, button('Restore'));
  await click(driver, tab('Edit'));
  const value = () =>
    driver.run(() =>
      [...document.querySelectorAll('input, textarea')].map((each) => (each as HTMLInputElement).value).join('\n'),
    );
  await expect.poll(value).toContain('Kept');
});
