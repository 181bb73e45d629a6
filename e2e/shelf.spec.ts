import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { fileOf } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, dropFiles, expect, FIXTURES, hasFixtures, SAMPLE, settled, test } from './support.ts';

/** Thirty files of the fixtures, of many formats. */
const FILES = [
  ...['official.carton', 'carton/linked.carton', 'carton/media.carton', 'carton/wasm.carton', 'carton/ordered.carton'],
  ...['hash-mismatch', 'empty', 'toml-syntax', 'traversal', 'symlink-loop'].map(
    (name) => `carton/hostile/${name}.carton`,
  ),
  ...['good-v2', 'fugg', 'unordered', 'trailing', 'gap'].map((name) => `neighbours/gguf/gguf-${name}.gguf`),
  ...['md-signature', 'md-extension', 'md-prior-cycle'].map((name) => `neighbours/mldef/${name}.mldef`),
  ...['mlf-good-v7.tar', 'mlf-params-size.tar', 'tar-gnu-long.tar'].map((name) => `neighbours/mlf/${name}`),
  ...['burn-mnist.safetensors', 'mlverse-hello.safetensors', 'gridcore-vocab-bpe-llama3.gguf'].map(
    (name) => `neighbours/real/${name}`,
  ),
  ...['other/small.safetensors', 'other/thermostat.mldef', 'other/sine-mlf.tar.gz', 'media/box.png', 'README.md'],
  'pickles/us2_second.pkl',
];

const rows = (page: Page) => page.getByRole('table', { name: 'Packages' }).locator('[data-path]');
const row = (page: Page, path: string) => rows(page).and(page.locator(`[data-path="${path}"]`));

test('thirty files are told apart at a glance', async ({ page }) => {
  test.skip(!hasFixtures, 'The fixtures are missing.');
  expect(FILES).toHaveLength(30);
  await page.goto('./');
  await dropFiles(
    page,
    FILES.map((path) => ({ name: basename(path), bytes: readFileSync(`${FIXTURES}${path}`) })),
  );
  await settled(page);

  await test.step('the dangerous one comes first, without a press', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('30 files');
    await expect(page).toHaveTitle('30 files · Boxcutter');
    await expect(rows(page)).toHaveCount(30);
    await expect(page.getByRole('status').filter({ hasText: 'dangerous' })).toHaveText(/^1 dangerous.*warnings$/);
    await expect(rows(page).first()).toHaveAttribute('data-path', 'us2_second.pkl');
    await expect(rows(page).first()).toContainText('os.system');
    for (const [path, format, worst] of [
      ['us2_second.pkl', 'pickle', 'error'],
      ['empty.carton', 'carton', 'error'],
      ['linked.carton', 'carton', 'warning'],
      ['md-signature.mldef', 'mldef', 'info'],
      ['gguf-good-v2.gguf', 'gguf', 'none'],
      ['sine-mlf.tar.gz', 'tvm-mlf', 'error'],
      ['README.md', 'file', 'none'],
    ] as const) {
      await expect(row(page, path)).toHaveAttribute('data-format', format);
      await expect(row(page, path)).toHaveAttribute('data-worst', worst);
    }
    await expect(row(page, 'empty.carton')).toContainText('The file is empty');
  });

  await test.step('axe finds nothing in the table', () => axe(page));

  await test.step('they are filtered by kind and text', async () => {
    await page.getByRole('radiogroup', { name: 'Kind' }).getByText('Weights').click();
    await expect(rows(page)).toHaveCount(9);
    await page.getByRole('textbox', { name: 'Filter packages' }).fill('burn');
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('one is opened by keyboard, and Back leads to it', async () => {
    const open = row(page, 'burn-mnist.safetensors').getByRole('button').first();
    await open.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'burn-mnist.safetensors' })).toBeVisible();
    await page.goBack();
    await expect(rows(page)).toHaveCount(1);
    await expect(open).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Filter packages' })).toHaveValue('burn');
  });

  await test.step('what cannot be opened leaves the shelf as it is', async () => {
    await page.getByRole('textbox', { name: 'Filter packages' }).fill('');
    await page.getByRole('radiogroup', { name: 'Kind' }).getByText('All').click();
    await row(page, 'empty.carton').getByRole('button').first().click();
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'zip/not-a-zip');
    await expect(rows(page)).toHaveCount(30);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(rows(page).first()).toHaveAttribute('data-worst', 'error');
  });

  await test.step('as cards, they are the same on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Cards' }).click();
    const cards = page.getByRole('list', { name: 'Packages' }).getByRole('listitem');
    await expect(cards).toHaveCount(30);
    await expect(cards.first()).toHaveAttribute('data-path', 'us2_second.pkl');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await axe(page);
  });
});

const remote = remoteTest((host) => [host.origin]);

/** A folder as Python's http.server lists it. */
const listOf = (names: readonly string[]) =>
  `<!DOCTYPE HTML>\n<html lang="en">\n<head>\n<title>Directory listing for /m/</title>\n</head>\n<body>\n<ul>\n${names.map((name) => `<li><a href="${name}">${name}</a></li>\n`).join('')}</ul>\n</body>\n</html>`;

remote('a host’s list is a shelf, of which only that host is asked, and little', async ({ page, remote: host }) => {
  const bytes = readFileSync(SAMPLE);
  host.put('/m/a.carton', fileOf(bytes));
  host.put('/m/weights.gguf', fileOf(new TextEncoder().encode('GGUF')));
  const elsewhere = `${host.otherOrigin}/m/far.carton`;
  const list = { boxcutter: 1, packages: ['a.carton', 'weights.gguf', elsewhere, 'gone.pt'] };
  host.put('/m/boxcutter.json', fileOf(new TextEncoder().encode(JSON.stringify(list))));
  const folder = host.put('/m/', fileOf(new TextEncoder().encode(listOf(['a.carton', 'weights.gguf']))));

  await page.goto(`./?url=${encodeURIComponent(`${host.origin}/m/boxcutter.json`)}`);
  await settled(page);
  await expect(rows(page)).toHaveCount(4);
  await expect(row(page, 'a.carton')).toHaveAttribute('data-worst', /^(unread|warning)$/);
  await expect(row(page, 'gone.pt')).toHaveAttribute('data-worst', 'unread');
  await expect(page.locator('[data-worst="unread"]').filter({ hasText: '127.0.0.1' })).toContainText('not asked');
  await expect.poll(() => host.asked('/m/a.carton').length).toBeGreaterThan(0);
  expect(host.asked('/m/a.carton').length).toBeLessThanOrEqual(2);

  await page.goto(`./?url=${encodeURIComponent(folder)}`);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('m');
  await expect(rows(page)).toHaveCount(2);
  await row(page, 'a.carton').getByRole('button').first().click();
  await expect(page).toHaveURL(/a\.carton/);
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
});
