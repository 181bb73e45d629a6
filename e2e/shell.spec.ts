import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BUNDLE_FILE, type BundleParts } from '../scripts/bundle.ts';
import { axe, expect, test } from './support.ts';

/** Limit for JavaScript and CSS of the empty page, gzipped, without the worker. */
const MAX_SHELL_BYTES = 250_000;

/** The sizes at the last review. `UPDATE_SIZES=1 npm run test:e2e -- shell` writes them again. */
const SIZES = new URL('./shell-sizes.json', import.meta.url);

interface Sizes {
  /** Gzipped bytes of everything that is loaded. */
  total: number;
  /** Bytes of source before minification, by package or by our own folder. */
  parts: Record<string, number>;
}

test('the empty page is empty and accessible, and loads at most 250 KB of JavaScript and CSS', async ({ page }) => {
  const loaded = new Map<string, Buffer>();
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css)$/.test(pathname) || pathname.startsWith('/worker/')) return;
    reading.push(response.body().then((body) => void loaded.set(pathname.slice(1), body)));
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
  await Promise.all(reading);
  expect(loaded.size, 'files loaded').toBeGreaterThan(0);

  const sizes = measure(loaded);
  if (process.env.UPDATE_SIZES) writeFileSync(SIZES, `${JSON.stringify(sizes, null, 2)}\n`);
  const before: Sizes = JSON.parse(readFileSync(SIZES, 'utf8'));
  test.info().annotations.push({ type: 'size', description: `${sizes.total} bytes, gzipped` });
  expect(sizes.total, `The empty page grew too large. ${whatGrew(before, sizes)}`).toBeLessThanOrEqual(MAX_SHELL_BYTES);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See what is inside a model package');
  await axe(page);
});

function measure(loaded: Map<string, Buffer>): Sizes {
  expect(existsSync(BUNDLE_FILE), `${BUNDLE_FILE} is written by the build`).toBe(true);
  const bundle: BundleParts = JSON.parse(readFileSync(BUNDLE_FILE, 'utf8'));
  const sizes: Sizes = { total: 0, parts: {} };
  for (const [file, body] of loaded) {
    const size = gzipSync(body, { level: 9 }).length;
    sizes.total += size;
    const parts = bundle[file] ?? { [file.replace(/-[\w-]{8}(?=\.)/, '')]: body.length };
    for (const [part, bytes] of Object.entries(parts)) sizes.parts[part] = (sizes.parts[part] ?? 0) + bytes;
  }
  sizes.parts = Object.fromEntries(Object.entries(sizes.parts).sort(([, a], [, b]) => b - a));
  return sizes;
}

function whatGrew(before: Sizes, after: Sizes): string {
  const rows = Object.entries(after.parts)
    .map(([part, bytes]) => ({ part, bytes, more: bytes - (before.parts[part] ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more)
    .map(({ part, bytes, more }) => `  ${part}: ${bytes} bytes of source, ${more} more`);
  return `It was ${before.total} bytes, gzipped, and is ${after.total}. What grew:\n${rows.join('\n') || '  nothing by itself'}\n`;
}

/** The names that Mantine gives the classes of its components, in a text. */
const mantineClasses = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));

test('the components of Mantine that are used have their styles, and no others have', () => {
  const assets = (extension: string) =>
    readdirSync('dist/assets')
      .filter((file) => file.endsWith(extension))
      .map((file) => readFileSync(`dist/assets/${file}`, 'utf8'))
      .join('\n');
  const used = mantineClasses(assets('.js'));
  const styled = mantineClasses(readFileSync('node_modules/@mantine/core/styles.css', 'utf8'));
  const built = mantineClasses(assets('.css'));
  expect([...used].filter((name) => styled.has(name) && !built.has(name))).toEqual([]);
  const sheets = [...readFileSync('src/app/mantine.css', 'utf8').matchAll(/"(@mantine[^"]*)"/g)];
  const unused = sheets.flatMap(([, sheet = '']) => {
    const classes = [...mantineClasses(readFileSync(`node_modules/${sheet}`, 'utf8'))];
    return classes.length > 0 && !classes.some((name) => used.has(name)) ? [sheet] : [];
  });
  expect(unused).toEqual([]);
});
