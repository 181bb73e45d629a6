import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { compareUtf8 } from '../src/base/bytes.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { zstdFrame } from '../src/testing/builders/zstd-builder.ts';
import { openAbout, openTrust } from './edit-support.ts';
import { axe, expect, FIXTURES, hasFixtures, openBytes, openFile, row, show, test } from './support.ts';

const HOST = 'https://models.example';

test.use({
  allowedOrigins: [HOST],
  // The message of the browser itself for a host that refuses.
  allowedConsole: [/Failed to load resource/],
});

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
const CORS = { 'Access-Control-Allow-Origin': '*' };

type Answer = Uint8Array | string | ((route: Route) => unknown);

/** Fakes the host of linked files: it answers 404 for files that it lacks. Returns the list of requests. */
async function serve(page: Page, files: Record<string, Answer>): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${HOST}/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    asked.push(`${request.method()} ${pathname}`);
    const answer = files[pathname];
    if (answer === undefined) await route.fulfill({ status: 404, headers: CORS, body: 'gone' });
    else if (typeof answer === 'function') await answer(route);
    else await route.fulfill({ status: 200, headers: CORS, body: Buffer.from(answer) });
  });
  return asked;
}

const TOML = `spec_version = 1
model_name = "Linked model"
[runner]
runner_name = "noop"
required_framework_version = "=1.0.0"
runner_compat_version = 1
`;

interface Linked {
  data: Uint8Array | string;
  urls: string[];
}

/** A carton with some files, links to others, and one link that no file needs. */
function carton(inside: Record<string, string>, linked: Record<string, Linked>): Buffer {
  const contents = [
    ...Object.entries(inside).map(([path, data]) => ({ path, sha: sha256(data) })),
    ...Object.entries(linked).map(([path, { data }]) => ({ path, sha: sha256(data) })),
  ].sort((a, b) => compareUtf8(a.path, b.path));
  const links = new Map(Object.values(linked).map(({ data, urls }) => [sha256(data), urls]));
  const urls = [...links].map(([sha, list]) => `${sha} = ${JSON.stringify(list)}\n`).join('');
  return Buffer.from(
    buildZip([
      ...Object.entries(inside).map(([name, data]) => ({ name, data })),
      { name: 'MANIFEST', data: contents.map(({ path, sha }) => `${path}=${sha}\n`).join('') },
      { name: 'LINKS', data: `version = 1\n[urls]\n${urls}` },
    ]),
  );
}

const INSIDE = { 'carton.toml': TOML, 'model/config.json': '{}', 'tensor_data/index.toml': 'tensor = []\n' };

let count = 0;

/** Opens a carton at a place: in a new page, or where another one is open. */
async function open(page: Page, buffer: Buffer, place = '#/files'): Promise<void> {
  const isFirst = page.url() === 'about:blank';
  if (isFirst) await page.goto('/');
  const name = `linked-${count++}.carton`;
  await openBytes(page, buffer, name);
  if (!isFirst) await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible();
  await show(page, place);
}

const integrity = (page: Page) => page.getByRole('status', { name: 'Integrity' });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const noSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test.describe('with the fixtures', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  test('nothing is asked before a click; then every address in order, and the carton matches', async ({ page }) => {
    const asked = await serve(page, { '/weights.bin': new Uint8Array(readFileSync(`${FIXTURES}linked/weights.bin`)) });
    await page.goto('/');
    await openFile(page, `${FIXTURES}carton/linked.carton`);
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'partial');
    await show(page, '#/files/model/weights.bin');
    await expect(row(page, 'model/weights.bin')).toHaveAttribute('data-hash', 'linked');
    await expect(page.getByRole('tabpanel')).toContainText('Nothing has been contacted yet');
    await show(page, '#/overview');
    await page.getByText('1 unused link').click();
    await expect(page.getByText(`${HOST}/not-in-this-carton`)).toBeVisible();
    expect(asked).toEqual([]);
    await show(page, '#/files/model/weights.bin');
    await button(page, 'Check without keeping').click();
    await expect(page.getByRole('status', { name: 'Fetching' })).toContainText('Matches MANIFEST');
    expect(asked).toEqual(['GET /gone.bin', 'GET /weights.bin']);
    const addresses = page.getByRole('list', { name: 'URLs' }).getByRole('listitem');
    await expect(addresses.nth(0)).toContainText('The host has no such file (status 404).');
    await expect(addresses.nth(1)).toContainText('Sent the file that MANIFEST lists');
    await expect(row(page, 'model/weights.bin')).toHaveAttribute('data-hash', 'verified');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
    // The file was not kept.
    await expect(button(page, 'Download')).toHaveCount(0);
    await axe(page);
  });
});

test('what hosts send is compared: a wrong file, one that changes, one that is gone, and sizes', async ({ page }) => {
  await test.step('a wrong file is an error that names its address', async () => {
    await serve(page, { '/a': 'another', '/b': 'something else' });
    const linked = { 'model/w.bin': { data: 'right', urls: [`${HOST}/a`, `${HOST}/b`] } };
    await open(page, carton(INSIDE, linked), '#/files/model/w.bin');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'partial');
    await button(page, 'Check without keeping').click();
    await expect(page.locator('li [data-code="links/hash-mismatch"]')).toHaveCount(2);
    await expect(row(page, 'model/w.bin')).toHaveAttribute('data-hash', 'mismatch');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'failed');
    await axe(page);
    await show(page, '#/problems');
    const problem = page.getByRole('list', { name: 'Problems' }).locator('[data-code="links/hash-mismatch"]');
    await expect(problem).toHaveCount(2);
    await expect(problem.first()).toContainText(`${HOST}/a`);
    await expect(problem.first()).toHaveAttribute('data-path', 'model/w.bin');
  });
  await test.step('a linked file that changes on its host is found when all are checked again', async () => {
    const files: Record<string, Answer> = { '/w': 'right' };
    await serve(page, files);
    await open(page, carton(INSIDE, { 'model/w.bin': { data: 'right', urls: [`${HOST}/w`] } }), '#/overview');
    await button(page, 'Check linked…').click();
    const dialog = page.getByRole('dialog', { name: 'Check linked files' });
    await dialog.getByRole('button', { name: 'Check 1 file' }).click();
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
    files['/w'] = 'wrong';
    await dialog.getByRole('button', { name: 'Check 1 file again' }).click();
    await expect(dialog.locator('[data-path="model/w.bin"]')).toContainText('Differs');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'failed');
    delete files['/w'];
    await dialog.getByRole('button', { name: 'Check 1 file', exact: true }).click();
    await expect(dialog.locator('[data-path="model/w.bin"]')).toContainText('Could not be fetched');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'partial');
    await expect(integrity(page)).toContainText('The linked file model/w.bin could not be fetched');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('a host is asked for sizes once for each file', async () => {
    const head = (size: number) => (route: Route) =>
      route.fulfill({ status: 200, headers: { ...CORS, 'Content-Length': String(size) } });
    const asked = await serve(page, { '/a': head(5_400_000), '/b': head(600_000) });
    const linked = {
      'model/a.bin': { data: 'a', urls: [`${HOST}/a`] },
      'model/b.bin': { data: 'b', urls: [`${HOST}/b`] },
    };
    await open(page, carton(INSIDE, linked), '#/files/model/a.bin');
    await openAbout(page);
    await expect(page.getByText('2 linked files (size unknown)')).toBeVisible();
    await page.keyboard.press('Escape');
    await button(page, 'Look up sizes on models.example').click();
    await expect(page.getByText('Size: 5.4 MB, according to models.example')).toBeVisible();
    await openAbout(page);
    await expect(page.getByText('2 linked files (6 MB)')).toBeVisible();
    // One number of files on the whole screen, the linked ones among them.
    const count = await page.getByRole('tab', { name: /^Files/ }).textContent();
    const files = `${count?.match(/\d+/)?.[0]} files`;
    await expect(page.getByRole('list', { name: 'In short' })).toContainText(`${files} · `);
    await page.keyboard.press('Escape');
    await expect(page.getByPlaceholder(`Filter ${files}`)).toBeVisible();
    await expect(button(page, 'Look up sizes on models.example')).toHaveCount(0);
    expect(asked.sort()).toEqual(['HEAD /a', 'HEAD /b']);
  });
  await test.step('all linked files are checked by keyboard from one dialog', async () => {
    const asked = await serve(page, { '/good': 'good', '/wrong': 'wrong' });
    const linked = {
      'model/good.bin': { data: 'good', urls: [`${HOST}/good`] },
      'model/gone.bin': { data: 'gone', urls: [`${HOST}/gone`] },
      'model/wrong.bin': { data: 'right', urls: [`${HOST}/wrong`] },
    };
    await open(page, carton(INSIDE, linked), '#/overview');
    await button(page, 'Check linked…').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Check linked files' });
    await expect(dialog.getByRole('list', { name: 'Hosts' })).toContainText('models.example');
    await expect(dialog.getByRole('list', { name: 'Hosts' })).toContainText('3 files, size unknown');
    expect(asked).toEqual([]);
    await axe(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Check 3 files' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status', { name: 'Linked files' })).toHaveText(
      '1 of 3 match MANIFEST · 1 differs · 1 could not be fetched',
    );
    await expect(dialog.locator('[data-path="model/gone.bin"]')).toContainText(
      `${HOST}/gone: The host has no such file`,
    );
    await expect(dialog.locator('[data-path="model/wrong.bin"]')).toContainText('Differs');
    await axe(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button(page, 'Check linked…')).toBeFocused();
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'failed');
    await expect(integrity(page)).toContainText(
      'model/wrong.bin, which is linked. 4 of 6 hashes match. The linked file model/gone.bin could not be fetched.',
    );
  });
});

test('what is fetched is shown where it belongs: files, hashes, examples, tensors and carton.toml', async ({
  page,
}) => {
  await test.step('a fetched file is shown like any other, at every path of its hash, and saved', async () => {
    const text = '{"weights": "these"}';
    const asked = await serve(page, { '/w.json': text });
    const linked = { data: text, urls: [`${HOST}/w.json`] };
    await open(page, carton(INSIDE, { 'model/one.json': linked, 'model/two.json': linked }), '#/files/model/one.json');
    await button(page, 'Fetch and show').click();
    await expect(page.getByRole('region', { name: 'Values of one.json' })).toContainText('these');
    await expect(page.getByText('Fetched from models.example, and matches MANIFEST')).toBeVisible();
    await axe(page);
    await row(page, 'model/two.json').click();
    await expect(page.getByRole('region', { name: 'Values of two.json' })).toContainText('these');
    await expect(row(page, 'model/two.json')).toHaveAttribute('data-hash', 'verified');
    expect(asked).toEqual(['GET /w.json']);
    const saving = page.waitForEvent('download');
    await button(page, 'Download').click();
    expect(readFileSync(await (await saving).path(), 'utf8')).toBe(text);
  });
  await test.step('the hash of one file is computed on demand and compared, listed or not, and fetched', async () => {
    const text = 'fetched from afar';
    await serve(page, { '/w': text });
    await open(page, carton(INSIDE, { 'model/w.txt': { data: text, urls: [`${HOST}/w`] } }), '#/files/model/w.txt');
    const short = page.getByRole('button', { name: /Hash of the file$/ });
    const header = page.getByRole('dialog', { name: 'Hash of the file' });
    const outcome = page.getByRole('status', { name: 'Hash of this file' });
    // Nothing of it is here to be read.
    await short.click();
    await expect(header).toBeVisible();
    await expect(header.getByRole('button', { name: 'Check this file' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await button(page, 'Fetch and show').click();
    await short.click();
    await header.getByRole('button', { name: 'Check this file' }).click();
    await expect(outcome).toHaveText('The content matches the SHA-256 in MANIFEST.');
    await show(page, '#/files/LINKS');
    await short.click();
    await header.getByRole('button', { name: 'Compute SHA-256' }).click();
    const hash = header.locator('code');
    await expect(hash).toHaveText(/^[0-9a-f]{64}$/);
    const field = header.getByRole('textbox', { name: 'Verify hash' });
    const comparison = header.getByRole('status', { name: 'Comparison of this file' });
    await field.fill(`sha256:${(await hash.textContent())?.toUpperCase()}`);
    await expect(comparison).toContainText('same');
    await field.fill(sha256(text));
    await expect(comparison).toContainText('different');
    await axe(page);
  });
  await test.step('an example’s linked file is fetched where it stands', async () => {
    const example = '[[example]]\nname = "One"\n[example.inputs]\nx = "@misc/note.txt"\n[example.sample_out]\n';
    await serve(page, { '/note': 'a note from afar' });
    const inside = { ...INSIDE, 'carton.toml': TOML + example };
    await open(
      page,
      carton(inside, { 'misc/note.txt': { data: 'a note from afar', urls: [`${HOST}/note`] } }),
      '#/examples/1',
    );
    await axe(page);
    await page.getByRole('tabpanel').getByRole('button', { name: 'Fetch it from models.example' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('a note from afar');
  });
  await test.step('a tensor whose file is linked has values once that is fetched', async () => {
    const index = '[[tensor]]\nname = "t"\ndtype = "uint8"\nshape = [3]\nfile = "tensor_0.bin"\ninner = []\n';
    const data = Uint8Array.of(7, 8, 9);
    await serve(page, { '/t': data });
    const inside = { ...INSIDE, 'tensor_data/index.toml': index };
    await open(page, carton(inside, { 'tensor_data/tensor_0.bin': { data, urls: [`${HOST}/t`] } }), '#/tensors/t');
    await expect(page.getByRole('tabpanel')).toContainText('is linked and has not been fetched');
    await page.getByRole('tabpanel').getByRole('link', { name: 'tensor_data/tensor_0.bin' }).click();
    await button(page, 'Fetch and show').click();
    await expect(page.getByText('Fetched from models.example')).toBeVisible();
    await show(page, '#/tensors/t');
    await expect(page.getByRole('grid', { name: 'Values of t' }).locator('[data-value="9"]')).toBeVisible();
  });
  await test.step('a linked carton.toml is offered first, and the package is shown with it', async () => {
    const asked = await serve(page, { '/toml': TOML });
    const { 'carton.toml': _, ...inside } = INSIDE;
    await open(page, carton(inside, { 'carton.toml': { data: TOML, urls: [`${HOST}/toml`] } }), '#/overview');
    await expect(page.getByRole('heading', { name: 'carton.toml is not in the package' })).toBeVisible();
    await axe(page);
    expect(asked).toEqual([]);
    await button(page, 'Fetch it from models.example').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Linked model' })).toBeFocused();
    await expect(page).toHaveTitle('Linked model · Boxcutter');
    await expect(page.getByRole('heading', { name: 'carton.toml is not in the package' })).toHaveCount(0);
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
  });
});

test('a linked file is saved where its hash is right, fetching is canceled at once, and all fits a phone', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.showSaveFilePicker = undefined;
  });
  await test.step('“Save file…” downloads where the browser has no dialog for it', async () => {
    const data = Uint8Array.from({ length: 300_000 }, (_, at) => at % 250);
    await serve(page, { '/w.bin': data });
    await open(page, carton(INSIDE, { 'model/w.bin': { data, urls: [`${HOST}/w.bin`] } }), '#/files/model/w.bin');
    const saving = page.waitForEvent('download');
    await button(page, 'Save file…').click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('w.bin');
    expect(new Uint8Array(readFileSync(await download.path()))).toEqual(data);
    await expect(page.getByText('Fetched from models.example')).toBeVisible();
  });
  await test.step('“Save file…” writes to the chosen file only what has the right hash', async () => {
    await page.evaluate(() => {
      window.showSaveFilePicker = async ({ suggestedName }) =>
        (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    });
    const saved = (name: string) =>
      page.evaluate(async (name) => {
        try {
          return await (await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile()).text();
        } catch {
          return 'no such file';
        }
      }, name);
    await serve(page, { '/good': zstdFrame([new TextEncoder().encode('good text')]), '/bad': 'not it' });
    const linked = {
      'model/good.txt': { data: 'good text', urls: [`${HOST}/bad`, `${HOST}/good`] },
      'model/bad.txt': { data: 'never', urls: [`${HOST}/bad`] },
    };
    await open(page, carton(INSIDE, linked), '#/files/model/good.txt');
    await button(page, 'Save file…').click();
    await expect(page.getByRole('region', { name: 'Text of good.txt' })).toContainText('good text');
    await expect.poll(() => saved('good.txt')).toBe('good text');
    await row(page, 'model/bad.txt').click();
    await button(page, 'Save file…').click();
    await expect(page.getByText('The fetched file is not the one that MANIFEST lists.')).toBeVisible();
    await expect.poll(() => saved('bad.txt')).toBe('no such file');
  });
  await test.step('fetching is canceled at once, alone and with the others', async () => {
    await serve(page, { '/never': () => {}, '/either': () => {} });
    const linked = {
      'model/a.bin': { data: 'a', urls: [`${HOST}/never`] },
      'model/b.bin': { data: 'b', urls: [`${HOST}/either`] },
    };
    await open(page, carton(INSIDE, linked), '#/files/model/a.bin');
    await button(page, 'Check without keeping').click();
    await expect(page.getByRole('progressbar', { name: 'Fetching from models.example' })).toBeVisible();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Canceled. Nothing was kept.')).toBeVisible();
    await expect(row(page, 'model/a.bin')).toHaveAttribute('data-hash', 'linked');
    await openTrust(page);
    await button(page, 'Check linked…').click();
    const dialog = page.getByRole('dialog', { name: 'Check linked files' });
    await dialog.getByRole('button', { name: 'Check 2 files' }).click();
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await axe(page, '[role="dialog"]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByRole('button', { name: 'Check 2 files' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('on a phone nothing runs off the side', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await serve(page, { '/a': 'x' });
    const long = `${HOST}/${'very-long-name-'.repeat(12)}`;
    const linked = { 'model/a.bin': { data: 'a', urls: [long, `${HOST}/a`] } };
    await open(page, carton(INSIDE, linked), '#/files/model/a.bin');
    await button(page, 'Check without keeping').click();
    await expect(page.getByText('The fetched file is not the one that MANIFEST lists.')).toBeVisible();
    expect(await noSideways(page)).toBe(true);
    await axe(page);
    await openTrust(page);
    await button(page, 'Check linked…').click();
    const check = page.getByRole('dialog', { name: 'Check linked files' });
    await check.getByRole('button', { name: 'Check 1 file' }).click();
    await expect(check.getByRole('status', { name: 'Linked files' })).toContainText('1 differs');
    expect(await noSideways(page)).toBe(true);
    await axe(page, '[role="dialog"]');
  });
});
