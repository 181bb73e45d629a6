import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { BlobReader, ZipReader } from '@zip.js/zip.js';
import { type BuiltEntry, buildZip } from '../src/testing/builders/zip-builder.ts';
import {
  axe,
  boxOf,
  expect,
  expectAt,
  FIXTURES,
  hasFixtures,
  openBytes,
  openFile,
  openNext,
  row,
  SAMPLE,
  show,
  test,
} from './support.ts';

let count = 0;

/** Opens a zip that is not a carton, in a new page or where another one is open. The page shows its files. */
async function openZip(page: Page, entries: readonly BuiltEntry[], place = '#/files'): Promise<void> {
  const isFirst = page.url() === 'about:blank';
  if (isFirst) await page.goto('/');
  const name = isFirst ? 'made.zip' : `made-${count++}.zip`;
  await openBytes(page, buildZip(entries), name);
  if (!isFirst) await expect(page.getByRole('main').getByText(name, { exact: true }).first()).toBeVisible();
  await show(page, place);
}

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Files' });

const README = `---
license: mit
tags:
- one
- two
---
# Title

[guide](docs/guide.md) [gone](gone.md) [out](../../etc/passwd)
`;

/** Longest time in milliseconds that the page did not answer since `watchAnswers`. */
const longestWait = (page: Page) => page.evaluate(() => (window as unknown as { longest: number }).longest);

async function watchAnswers(page: Page): Promise<void> {
  await page.evaluate(() => {
    const holder = window as unknown as { longest: number };
    holder.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) holder.longest = Math.max(holder.longest, duration);
    }).observe({ type: 'longtask' });
  });
}

test('the tree is walked by keyboard and sorted, and shows names that mean harm for what they are', async ({
  page,
}) => {
  await test.step('the tree is walked by keyboard, and Enter opens a file', async () => {
    await openZip(page, [
      { name: 'a/b/c.txt', data: 'deep' },
      { name: 'a/d.txt', data: 'd' },
      { name: 'z.txt', data: 'last' },
    ]);
    await expect(tree(page)).toHaveAttribute('aria-rowcount', '6');
    await tree(page).getByRole('row', { name: /^a\b/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(row(page, 'a/b/c.txt')).toBeFocused();
    await expect(row(page, 'a/b/c.txt')).toHaveAttribute('aria-level', '3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, 'a/b/c.txt')).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(row(page, 'z.txt')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(page, 'z.txt')).toHaveAttribute('aria-selected', 'true');
    await expect(page).toHaveURL(/#\/files\/z\.txt$/);
    await expect(page.getByRole('region', { name: 'Text of z.txt' })).toContainText('last');
    await axe(page);
  });
  await test.step('sorting by size keeps folders together, and columns come on demand', async () => {
    await openZip(page, [
      { name: 'small', data: 'x' },
      { name: 'large', data: 'x'.repeat(50_000), method: 8 },
      { name: 'folder/one', data: 'xx' },
    ]);
    await tree(page).getByRole('button', { name: 'Size' }).click();
    await expect(tree(page).getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending');
    const names = () =>
      tree(page)
        .locator('tbody [role=row]')
        .evaluateAll((rows) => rows.map((r) => r.getAttribute('data-path')));
    await expect.poll(names).toEqual([null, 'folder/one', 'large', 'small']);
    await page.getByRole('button', { name: 'What the list shows' }).click();
    for (const name of ['Stored size', 'Ratio', 'Method']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(row(page, 'large')).toContainText('Deflate');
    await expect(row(page, 'large')).toContainText('<1 %');
    await axe(page);
    // Of the next package, too.
    await openZip(page, [
      { name: 'first', data: 'x' },
      { name: 'other', data: 'y' },
    ]);
    await expect(tree(page).getByRole('columnheader', { name: 'Method' })).toBeVisible();
    await page.getByRole('button', { name: 'What the list shows' }).click();
    for (const name of ['Stored size', 'Ratio', 'Method']) await page.getByRole('menuitemcheckbox', { name }).click();
    await page.keyboard.press('Escape');
    await expect(tree(page).getByRole('columnheader')).toHaveText(['Name', 'Size', 'Status']);
  });
  await test.step('names that mean harm are shown for what they are', async () => {
    await openZip(page, [
      { name: '../escape.txt', data: 'x' },
      { name: 'photo\u202egpj.exe', data: 'MZ\x90\x00' },
      { name: '<img src=x onerror="window.pwned=1">', data: 'html' },
      { name: `${'long'.repeat(900)}.txt`, data: 'x' },
      { name: 'twice', data: 'first' },
      { name: 'twice', data: 'second' },
    ]);
    await expect(tree(page).getByText('photo\\u202Egpj.exe')).toBeVisible();
    await expect(tree(page).getByText('<img src=x onerror="window.pwned=1">')).toBeVisible();
    await expect(row(page, 'twice')).toHaveCount(2);
    await row(page, 'twice').filter({ hasText: 'Duplicate name' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('is the one that Boxcutter opens');
    await row(page, 'twice').filter({ hasNotText: 'Duplicate name' }).click();
    await expect(page.getByRole('region', { name: 'Text of twice' })).toContainText('first');
    await tree(page)
      .getByText(/^(long)+\.txt$/)
      .click();
    await expect(page.getByRole('heading', { name: /^(long)+\.txt$/ })).toBeVisible();
    await axe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
});

test('100,000 files are listed and filtered while the page keeps answering', async ({ page }) => {
  test.slow();
  const entries = Array.from({ length: 100_000 }, (_, i) => ({ name: `part_${i % 100}/layer_${i}.bin`, data: 'x' }));
  await openZip(page, entries);
  await expect(tree(page)).toHaveAttribute('aria-rowcount', '100101');
  const filter = page.getByRole('textbox', { name: 'Filter files' });
  const walk = async () => {
    await filter.pressSequentially('layer_98765', { delay: 20 });
    await expect(row(page, 'part_65/layer_98765.bin')).toBeVisible();
    await expect(page.getByText('1 of 100,000 files')).toBeVisible();
    await filter.press('Escape');
    await expect(tree(page)).toHaveAttribute('aria-rowcount', '100101');
    await tree(page).locator('tbody [role=row]').first().focus();
    await page.keyboard.press('End');
    await expect(row(page, 'part_99/layer_99999.bin')).toBeFocused();
  };
  // People notice a quarter of a second. A shared machine may take twice as long, or be late at any time but not
  // always.
  await expect(async () => {
    await watchAnswers(page);
    await walk();
    expect(await longestWait(page)).toBeLessThan(500);
  }).toPass();

  await test.step('of more files the first are listed', async () => {
    await openZip(page, [...entries, { name: 'one-more', data: 'x' }]);
    await expect(page.getByText('The first 20,000 are listed')).toBeVisible();
  });
});

test('texts, Markdown, pictures and bytes are shown, and ask first where they would cost much', async ({ page }) => {
  await test.step('texts: colored code, what cannot be seen in it, links to lines, pieces of a long one', async () => {
    const long = `${'é'.repeat(40)}\n`.repeat(20_000);
    await openZip(
      page,
      [
        { name: 'main.py', data: 'import sys\nif user != "admin\u202e\u2066": # check\n    pass\n' },
        { name: 'a.py', data: 'x = 1\n'.repeat(500) },
        { name: 'log.txt', data: long, method: 8 },
        { name: 'old', data: 'x', method: 14 },
      ],
      '#/files/main.py',
    );
    const panel = page.getByRole('tabpanel');
    const text = page.getByRole('region', { name: 'Text of main.py' });
    await expect(text.locator('[data-token=keyword]').first()).toHaveText('import');
    await expect(text).toContainText('"adminU+202EU+2066"');
    await expect(panel).toContainText('2 characters that cannot be seen');
    await axe(page);

    // A line that is clicked stays where it is.
    await show(page, '#/files/a.py');
    const number = page.getByRole('link', { name: 'Line 3', exact: true });
    const before = await boxOf(number);
    await number.click();
    await expect(page).toHaveURL(/#\/files\/a\.py\?line=3$/);
    await expect(page.locator('[aria-current="location"]')).toHaveAttribute('data-line', '3');
    await expectAt(number, before);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?line=4$/);
    await axe(page);

    // Pieces end between characters.
    await show(page, '#/files/log.txt');
    const box = page.getByRole('region', { name: 'Text of log.txt' });
    await expect(box).toBeVisible();
    await expect(panel).toContainText('The first 1 MB of 1.6 MB');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByText('20,000 lines')).toBeVisible();
    expect(await box.textContent()).not.toContain('\ufffd');

    // A method that is not read is named, with those that are.
    await show(page, '#/files/old');
    await expect(panel.getByText('compressed with LZMA (method 14)').first()).toBeVisible();
    await expect(panel.getByText('Boxcutter reads Stored, Deflate and zstd').first()).toBeVisible();
  });
  await test.step('a Markdown file is laid out, with its front matter and links to files of the package', async () => {
    await openZip(
      page,
      [
        { name: 'README.md', data: README },
        { name: 'docs/guide.md', data: '[back](../README.md#title)' },
      ],
      '#/files/README.md',
    );
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('heading', { name: 'Title' })).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Front matter' })).toContainText('one, two');
    await expect(panel).toContainText('link not followed: gone.md');
    await expect(panel).toContainText('link not followed: ../../etc/passwd');
    await axe(page);
    await panel.getByRole('link', { name: 'guide' }).click();
    await expect(page).toHaveURL(/#\/files\/docs\/guide\.md$/);
    await panel.getByRole('link', { name: 'back' }).click();
    await expect(page).toHaveURL(/#\/files\/README\.md$/);
    await panel.getByText('Source', { exact: true }).click();
    await expect(panel.getByRole('region', { name: 'Text of README.md' })).toContainText('license: mit');
  });
  await test.step('a picture that would fill the memory, and a drawing that repeats itself, ask first', async () => {
    const png = Buffer.alloc(64);
    png.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    png.writeUInt32BE(60_000, 16);
    png.writeUInt32BE(50_000, 20);
    const copies = [0, 1, 2].map((at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(30)}</g>`).join('');
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg"><rect id="l0" width="9" height="9"/>${copies}</svg>`;
    const plain = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>top.pwned=1</script></svg>';
    await openZip(
      page,
      [
        { name: 'large.png', data: png },
        { name: 'bomb.svg', data: bomb },
        { name: 'plain.svg', data: plain },
      ],
      '#/files/large.png',
    );
    await expect(page.getByText('60,000 × 50,000 pixels. Showing it takes about 12 GB of memory')).toBeVisible();
    await show(page, '#/files/bomb.svg');
    await expect(page.getByText('repeats parts inside')).toBeVisible();
    await expect(page.getByRole('tabpanel').locator('img')).toHaveCount(0);
    await show(page, '#/files/plain.svg');
    await expect(page.getByRole('img', { name: 'plain.svg' })).toBeVisible();
    await page.getByText('Text', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Text of plain.svg' })).toContainText('top.pwned');
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
  await test.step('bytes are shown in pages; a compressed file says what going back costs', async () => {
    const bytes = new Uint8Array(64 * 1024 * 1024);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += 65536) view.setUint32(at, at);
    await openZip(page, [{ name: 'weights', data: bytes, method: 8 }], '#/files/weights');
    const box = page.getByRole('region', { name: 'Bytes of weights' });
    await expect(box).toContainText('00000000');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(box).toContainText('00010000');

    const offset = page.getByRole('textbox', { name: 'Go to offset' });
    await offset.fill('0x3000000');
    await offset.press('Enter');
    await expect(page.getByText('Going there decompresses everything in between: 50 MB.')).toBeVisible();
    await page.getByRole('button', { name: 'Go there' }).click();
    await expect(box.locator('[data-marked]')).toContainText('03000000');
    await expect(box.locator('[data-marked]')).toContainText('03 00 00 00');

    // Rows are chosen, and copied.
    await box.locator('[data-marked]').click();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(box.locator('[data-marked]')).toHaveCount(2);
    await page.getByRole('button', { name: 'Copy bytes' }).click();
    await expect(page.getByRole('menu')).toContainText('32 bytes');
    await page.getByRole('menuitem', { name: 'Offset' }).click();
    await expect(page.getByRole('button', { name: /^Copy bytes: (Copied|Not allowed)$/ })).toBeVisible();

    // Viewed pages are kept, so going back costs nothing.
    await offset.fill('0');
    await offset.press('Enter');
    await expect(box.locator('[data-marked]')).toContainText('00000000');

    await offset.fill('33554432');
    await offset.press('Enter');
    await expect(page.getByText('Going back decompresses from the start again: 34 MB.')).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(box.locator('[data-marked]')).toContainText('02000000');
    await expect(box.locator('[data-marked]')).toContainText('02 00 00 00');

    await offset.fill('999999999999');
    await offset.press('Enter');
    const go = page.getByRole('button', { name: 'Go', exact: true });
    const before = await boxOf(go);
    await expect(page.getByText('The last byte is at 67108863')).toBeVisible();
    await offset.fill('1');
    await expect(page.getByText('The last byte is at 67108863')).toHaveCount(0);
    await expectAt(go, before);
  });
});

test('a line of a text is gone to, and keeps its place between Text and Hex', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await show(page, '#/files/carton.toml');
  const text = page.getByRole('region', { name: 'Text of carton.toml' });
  const line = page.getByRole('textbox', { name: 'Line' });
  await text.focus();
  await page.keyboard.press('g');
  await expect(line).toBeFocused();
  await line.fill('0');
  await line.press('Enter');
  await expect(page.getByText('A number from 1 to')).toBeVisible();
  await axe(page, '[role="dialog"]');
  await line.fill('60');
  await line.press('Enter');
  await expect(page).toHaveURL(/#\/files\/carton\.toml\?line=60$/);
  await expect(page.locator('[aria-current="location"]')).toBeInViewport();
  await expect(text).toBeFocused();
  const marked = ((await page.locator('[aria-current="location"]').textContent()) ?? '').trim();

  await page.getByText('Hex', { exact: true }).click();
  await expect(page).toHaveURL(/\?view=hex&line=60$/);
  const row = page.getByRole('region', { name: 'Bytes of carton.toml' }).locator('[data-marked]');
  await expect(row).toBeInViewport();
  await expect(row).toContainText(marked.slice(0, 4));
  await page.getByText('Text', { exact: true }).click();
  await expect(page).toHaveURL(/carton\.toml\?line=60$/);
  // Another row is in another line.
  await page.getByText('Hex', { exact: true }).click();
  await page.getByRole('region', { name: 'Bytes of carton.toml' }).focus();
  for (let rows = 0; rows < 12; rows++) await page.keyboard.press('ArrowDown');
  await page.getByText('Text', { exact: true }).click();
  await expect(page).toHaveURL(/carton\.toml\?line=6[1-9]$|carton\.toml\?line=7\d$/);
  await expect(page.locator('[aria-current="location"]')).toBeInViewport();
  await text.focus();
  await page.keyboard.press('Control+g');
  await expect(line).toBeFocused();
});

test('files are chosen and saved as a zip or alone, and on a phone one fills the screen', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await test.step('several files are chosen, by keyboard too, and saved as one zip', async () => {
    await openZip(page, [
      { name: 'a/one.txt', data: 'one' },
      { name: 'a/two.txt', data: 'two', method: 8 },
      { name: 'b.txt', data: 'b' },
      { name: 'bad.txt', data: 'hello', crc32: 1 },
    ]);
    await tree(page).getByRole('row', { name: /^a\b/ }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('2 files chosen')).toBeVisible();
    await row(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByText('3 files chosen')).toBeVisible();
    await expect(tree(page).getByRole('checkbox', { name: 'Choose one.txt' })).toBeChecked();
    await axe(page);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download zip' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('made-files.zip');
    const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(readFileSync(await download.path()))])));
    expect((await zip.getEntries()).map(({ filename, uncompressedSize }) => [filename, uncompressedSize])).toEqual([
      ['a/one.txt', 3],
      ['a/two.txt', 3],
      ['b.txt', 1],
    ]);

    // One whose bytes are not right ends it, and is named.
    await row(page, 'bad.txt').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Download zip' }).click();
    await expect(page.getByText('No zip was saved. bad.txt:')).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(page.getByPlaceholder('Filter 4 files')).toBeVisible();
  });
  await test.step('a file is saved byte for byte, under a harmless name, and not where its bytes are not what the zip says', async () => {
    const data = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256);
    await openZip(page, [
      { name: 'bad.txt', data: 'hello', crc32: 1 },
      { name: 'a/CON\u202e.b:in', data, method: 8 },
    ]);
    await tree(page).getByText(/^CON/).click();
    await expect(page.getByRole('heading', { level: 2, name: /CON/ })).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('_CON.b_in');
    expect(new Uint8Array(readFileSync(await download.path()))).toEqual(data);

    await show(page, '#/files/bad.txt');
    await expect(page.locator('[data-code="zip/crc-mismatch"]')).toBeVisible();
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.locator('header [data-code="zip/crc-mismatch"]')).toContainText('Not saved.');
    // The header explains the problem only once, and what is shown instead of the content names it.
    await expect(page.locator('header').getByText('An entry has the wrong checksum')).toHaveCount(1);
    await axe(page);
  });
  await test.step('on a phone a file fills the screen, and “Back to files” returns to its row', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openZip(page, [
      { name: 'folder/first.txt', data: 'one' },
      { name: 'folder/second.txt', data: 'two '.repeat(200) },
    ]);
    await row(page, 'folder/second.txt').click();
    await expect(page.getByRole('heading', { name: 'second.txt' })).toBeFocused();
    await expect(tree(page)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await axe(page);
    await page.getByText('Hex', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Bytes of second.txt' })).toContainText('74 77 6f 20 74 77 6f 20  ');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    // A link keeps how the file is shown.
    await expect(page).toHaveURL(/#\/files\/folder\/second\.txt\?view=hex$/);
    await show(page, '#/files/folder/first.txt?view=hex');
    await expect(page.getByRole('region', { name: 'Bytes of first.txt' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('region', { name: 'Bytes of second.txt' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to files' }).click();
    await expect(row(page, 'folder/second.txt')).toBeFocused();
    await axe(page);

    // A status that is not news is said once, below the list.
    await openNext(page, SAMPLE);
    await show(page, '#/files');
    await expect(page.getByText('All 22 match MANIFEST')).toBeVisible();
    await expect(row(page, 'carton.toml').getByText('Matches')).toBeHidden();
  });
});

/** What a player does by keys, with the focus on it and on its slider. */
async function playByKeys(page: Page, player: Locator): Promise<void> {
  const position = player.getByRole('slider', { name: 'Position' });
  const volume = player.getByRole('slider', { name: 'Volume' });
  await player.focus();
  await expect(position).toHaveAttribute('aria-valuetext', /^0:00 of \d:\d\d$/);
  await page.keyboard.press('End');
  await expect(position).toHaveAttribute('aria-valuetext', /^(\d:\d\d) of \1$/);
  await position.focus();
  await page.keyboard.press('Home');
  await expect(position).toHaveAttribute('aria-valuetext', /^0:00 of /);
  await page.keyboard.press('m');
  await expect(volume).toHaveAttribute('aria-valuetext', 'muted');
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await expect(volume).toHaveAttribute('aria-valuetext', '95%');
  await volume.focus();
  await page.keyboard.press('ArrowRight');
  await expect(volume).toHaveAttribute('aria-valuetext', '100%');
  await page.keyboard.press('Space');
  await expect(
    player.getByRole('button', { name: 'Pause' }).or(player.getByText('This browser cannot play it')),
  ).toBeVisible();
}

test.describe('with the fixtures', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  test('media, hashes, broken tensors, links and symlinks of others are shown for what they are', async ({ page }) => {
    await page.goto('/');
    await test.step('every medium is shown by its bytes', async () => {
      await openNext(page, `${FIXTURES}carton/media.carton`);
      const panel = page.getByRole('tabpanel');
      for (const name of ['_example_misc_file_0', 'box.png', 'box.jpg', 'box.webp', 'box.gif', 'active.svg']) {
        await show(page, `#/files/misc/${name}`);
        const picture = panel.getByRole('img', { name, exact: true });
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      }
      for (const [name, element] of [
        ['_example_misc_file_1', 'audio'],
        ['tone.mp3', 'audio'],
        ['clip.mp4', 'video'],
      ] as const) {
        await show(page, `#/files/misc/${name}`);
        const media =
          element === 'audio'
            ? panel.getByRole('group', { name: `Sound ${name}` })
            : panel.locator(`video[aria-label="${name}"]`);
        await expect(media.or(panel.getByText('Your browser cannot show this file'))).toBeVisible();
        if (element === 'audio') await expect(media).toContainText(/Hz · (mono|stereo)/);
      }
      await show(page, '#/files/misc/_example_misc_file_1');
      await playByKeys(page, panel.getByRole('group', { name: /^Sound/ }));
      await show(page, '#/files/misc/empty.bin');
      await expect(panel).toContainText('Empty file');
      await show(page, '#/files/misc/page.html');
      await expect(panel.getByRole('region', { name: 'Text of page.html' })).toBeVisible();
      await axe(page);
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    });
    await test.step('a hash is MANIFEST’s until the content was hashed; the file of a tensor tells what is wrong with it', async () => {
      await openNext(page, `${FIXTURES}carton/hostile/hash-mismatch.carton`);
      await show(page, '#/files/model/model.bin');
      await expect(row(page, 'model/model.bin')).toHaveAttribute('data-hash', 'mismatch');
      const header = page.getByRole('region', { name: 'Chosen file' }).locator('header');
      await expect(header).toContainText('Fails check');
      const hashes = page.getByRole('dialog', { name: 'Hash of the file' });
      await header.getByRole('button', { name: /Hash of the file$/ }).click();
      await expect(hashes.locator('code')).toHaveCount(2);
      const [stated, computed] = await hashes.locator('code').allInnerTexts();
      await expect(hashes).toContainText(`SHA-256 in MANIFEST${stated}`);
      await expect(hashes).toContainText(`SHA-256 of the content${computed}`);
      expect(computed).not.toBe(stated);
      await page.keyboard.press('Escape');
      await show(page, '#/files/carton.toml');
      await header.getByRole('button', { name: /Hash of the file$/ }).click();
      await expect(hashes).toContainText('SHA-256 in MANIFEST');
      await expect(hashes).not.toContainText('SHA-256 of the content');
      await page.keyboard.press('Escape');

      // The file of a tensor tells what is wrong with the tensor.
      await openNext(page, `${FIXTURES}carton/hostile/tensor-size.carton`);
      await show(page, '#/problems');
      const item = page.locator('li[data-code="tensor/size-mismatch"]');
      await item.getByRole('link', { name: /\.bin$/ }).click();
      const problems = page.getByRole('list', { name: 'Problems of this file' });
      await expect(problems).toContainText('A tensor’s file has the wrong length');
      await problems.getByRole('link', { name: /index\.toml:\d+/ }).click();
      await expect(page.locator('[aria-current="location"]')).toHaveText('[[tensor]]\n');
    });
    await test.step('a linked file gives its addresses and contacts nobody; a symlink says where it leads', async () => {
      await openNext(page, `${FIXTURES}carton/linked.carton`);
      await show(page, '#/files/model/weights.bin');
      await expect(row(page, 'model/weights.bin')).toHaveAttribute('data-hash', 'linked');
      const panel = page.getByRole('tabpanel');
      await expect(panel).toContainText('Nothing has been contacted yet');
      await expect(panel.getByText('https://models.example/weights.bin', { exact: true })).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Download' })).toHaveCount(0);
      await page.getByRole('button', { name: 'What the list shows' }).click();
      await page.getByRole('menuitemradio', { name: 'Linked files 1' }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await expect(tree(page)).toHaveAttribute('aria-rowcount', '3');
      await axe(page);

      // A symlink says where it leads and shows what is there.
      await openNext(page, `${FIXTURES}carton/symlink.carton`);
      await show(page, '#/files/model/model.bin');
      await expect(row(page, 'model/model.bin')).toContainText('→ model/blobs/abc');
      await expect(panel.getByRole('region', { name: /of model\.bin$/ })).toBeVisible();
      await panel.getByRole('link', { name: 'model/blobs/abc' }).click();
      await expect(row(page, 'model/blobs/abc')).toHaveAttribute('aria-selected', 'true');
    });
  });
});
