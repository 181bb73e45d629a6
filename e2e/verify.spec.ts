import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { crc32 } from '../src/codec/crc32.ts';
import { type BuiltEntry, buildZip } from '../src/testing/builders/zip-builder.ts';
import { validCartons } from '../src/testing/fixtures.ts';
import { axe, expect, openBytes, openFile, openNext, row, SAMPLE, settled, tab, test } from './support.ts';

const FIXTURES = fileURLToPath(new URL('../../shared/fixtures/carton/', import.meta.url));

const integrity = (page: Page) => page.getByRole('status', { name: 'Integrity' });
const TABS = ['Overview', 'Schema', 'Tensors', 'Examples', 'Self-tests', 'Files', 'Problems'];

/** Waits until the content of the open package was verified. */
async function checked(page: Page): Promise<void> {
  await expect(integrity(page)).toHaveAttribute('data-integrity', /^(verified|partial|failed)$/, { timeout: 30_000 });
}

/**
 * The sample with another MANIFEST of the same length. MANIFEST is stored; its checksum is corrected in both headers.
 */
function withManifest(change: (text: string) => string): Buffer {
  const bytes = readFileSync(SAMPLE);
  const start = bytes.indexOf('carton.toml=');
  const end = bytes.indexOf('PK', start);
  const before = bytes.subarray(start, end);
  const after = Buffer.from(change(before.toString()));
  expect(after.length).toBe(before.length);
  expect(after.equals(before)).toBe(false);
  const [old, now] = [before, after].map((part) => {
    const crc = Buffer.alloc(4);
    crc.writeUInt32LE(crc32(part));
    return crc;
  }) as [Buffer, Buffer];
  after.copy(bytes, start);
  for (let at = bytes.indexOf(old); at >= 0; at = bytes.indexOf(old, at + 4)) now.copy(bytes, at);
  return bytes;
}

test('a small local package is checked by itself: one that matches, a wrong byte, and a zip without hashes', async ({
  page,
}) => {
  await test.step('a small local carton is checked by itself, and every file says so', async () => {
    await page.goto('/');
    await openFile(page, SAMPLE);
    await checked(page);
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
    await expect(integrity(page)).toContainText('Matches its MANIFEST');
    await tab(page, 'Files').click();
    await expect(page.locator('[data-path="carton.toml"]')).toHaveAttribute('data-hash', 'verified');
    // The tree has the rows on the screen; the filter brings any other there.
    await page.getByRole('textbox', { name: 'Filter files' }).fill('MANIFEST');
    await expect(page.locator('[data-path="MANIFEST"]')).toHaveAttribute('data-hash', 'none');
    await axe(page);
  });
  await test.step('a wrong byte in a file is found, named and shown where the file is', async () => {
    const bytes = withManifest((text) =>
      text.replace(/^(model\/main\.py=)(.)/m, (_, name, digit) => name + (digit === '0' ? '1' : '0')),
    );
    await openBytes(page, bytes, 'changed.carton');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'failed');
    await tab(page, 'Problems').click();
    const problem = page.getByRole('list', { name: 'Problems' }).locator('[data-code="manifest/hash-mismatch"]');
    await expect(problem).toHaveAttribute('data-path', 'model/main.py');
    await problem.getByRole('link', { name: 'model/main.py' }).click();
    await expect(page.locator('tr[data-path="model/main.py"]')).toHaveAttribute('data-hash', 'mismatch');
    await axe(page);
    // A new name does not mend it.
    await row(page, 'model/main.py').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name of main.py' }).fill('other.py');
    await page.keyboard.press('Enter');
    await expect(row(page, 'model/other.py')).toHaveAttribute('data-change', 'renamed');
    await tab(page, 'Problems').click();
    await expect(problem).toHaveAttribute('data-path', 'model/other.py');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(problem).toHaveAttribute('data-path', 'model/main.py');
  });
  await test.step('a zip without hashes is checked by itself too, for sizes and checksums', async () => {
    const open = async (name: string, entries: BuiltEntry[]) => {
      await openBytes(page, buildZip(entries), name);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    };
    await open('good.zip', [{ name: 'a.txt', data: 'first' }]);
    await expect(integrity(page)).toContainText('Sizes and checksums agree It has no hashes.');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'unverified');

    // It is checked in no time: before the page asks.
    await open('empty.zip', [{ name: 'a.txt', data: '', crc32: 1 }]);
    await expect(integrity(page)).toContainText('1 file fails the size and checksum check');

    await open('damaged.zip', [{ name: 'a.txt', data: 'first', crc32: 1 }]);
    await expect(integrity(page)).toContainText('1 file fails the size and checksum check');
    await expect(integrity(page)).toHaveAttribute('data-integrity', 'unverified');
    await expect(page.locator('[data-path="a.txt"]')).toHaveAttribute('data-hash', 'mismatch');
    await tab(page, 'Problems').click();
    await expect(page.locator('[data-code="zip/crc-mismatch"]')).toHaveAttribute('data-path', 'a.txt');
    await axe(page);
  });
});

test('a small remote carton is checked by itself, and in a frame only when asked', async ({ page }) => {
  await page.goto('/?url=sample.carton');
  await settled(page);
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
  await expect(integrity(page)).toContainText('as the host sent the files');
  await page.goto('/?embed=1&url=sample.carton');
  await settled(page);
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'unverified');
  await expect(integrity(page)).toContainText('On an embedded page, a package is downloaded and checked only when you');
  const button = page.getByRole('button', { name: /^Check all \(downloads \d/ });
  await button.click();
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
  await expect(button).toHaveCount(0);
});

test.describe('with the fixtures', () => {
  test.skip(!existsSync(FIXTURES), 'the fixtures are not beside the repository');

  test('every valid carton opens, matches its MANIFEST but for what is linked, and runs nothing on any tab', async ({
    page,
  }) => {
    test.slow();
    await page.goto('/');
    for (const name of readdirSync(FIXTURES).filter((file) => file.endsWith('.carton'))) {
      await openNext(page, `${FIXTURES}${name}`);
      await expect(page.locator('html'), name).toHaveAttribute('data-state', 'ready');
      await checked(page);
      const expected = name === 'linked.carton' ? 'partial' : 'verified';
      // One opens, but its names are not those of its MANIFEST.
      if (validCartons.includes(`carton/${name}`))
        await expect(integrity(page), name).toHaveAttribute('data-integrity', expected);
      // Those in three ways are one carton, stored in different ways.
      if (name.startsWith('three-ways-') && name !== 'three-ways-zstd.carton') continue;
      for (const label of TABS) await tab(page, label).click();
      expect(await page.evaluate(() => 'pwned' in window), name).toBe(false);
    }
  });

  /** Those that only their content gives away, and one of each other area, the refused ones first. */
  const HOSTILE = [
    ...['not-a-zip', 'truncated', 'empty'],
    ...['hash-mismatch', 'crc-mismatch', 'bomb', 'local-name-differs', 'zstd-window'],
    ...['listed-but-absent', 'manifest-bad-hash', 'no-model-folder', 'traversal', 'symlink-loop', 'encrypted'],
    ...['tensor-huge-shape', 'reference-dangling', 'links-scheme', 'linked-toml'],
  ];

  // src/formats/carton/core has all of them: open.test.ts what opening says, verify.test.ts what their content says.
  test('hostile cartons are refused or open, and show their code', async ({ page }) => {
    const expected: Record<string, { code: string; opens: boolean }> = JSON.parse(
      readFileSync(`${FIXTURES}hostile/expected.json`, 'utf8'),
    );
    await page.goto('/');
    for (const name of HOSTILE) {
      const { code, opens } = expected[name] as (typeof expected)[string];
      const path = `${FIXTURES}hostile/${name}.carton`;
      if (!opens) {
        await openFile(page, path);
        await expect(page.getByRole('alert'), name).toHaveAttribute('data-code', code);
        await expect(page.locator('html'), name).toHaveAttribute('data-state', 'failed');
        continue;
      }
      await openNext(page, path);
      await expect(page.locator('html'), name).toHaveAttribute('data-state', 'ready');
      await expect(integrity(page), name).not.toHaveAttribute('data-integrity', 'verifying');
      await tab(page, 'Problems').click();
      await expect(
        page.getByRole('list', { name: 'Problems' }).locator(`[data-code="${code}"]`).first(),
        `${name}: ${code}`,
      ).toBeVisible();
      await tab(page, 'Files').click();
    }
    await test.step('a file that MANIFEST does not list takes the tick away, as does a line that cannot be read', async () => {
      await openNext(page, `${FIXTURES}hostile/present-but-unlisted.carton`);
      await checked(page);
      await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
      await expect(integrity(page)).toHaveAttribute('data-covered', 'false');
      await expect(integrity(page)).toContainText('1 other file is not listed');

      // A MANIFEST that cannot be read whole is not a match.
      await openNext(page, `${FIXTURES}hostile/manifest-bad-hash.carton`);
      await checked(page);
      await expect(integrity(page)).toHaveAttribute('data-integrity', 'failed');
    });
  });
});
