import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BUNDLE_FILE, type BundleParts } from '../scripts/bundle.ts';
import { HEADER_POLICY, META_POLICY } from '../scripts/policy.ts';
import { startHost } from './share-host.ts';
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

test('the page, its worker and its files come with the policy', async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/worker/')) scripts.push(response.url());
  });
  await page.goto('/?url=sample.carton');
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  expect(scripts.length, 'scripts of the worker').toBeGreaterThan(0);
  for (const url of ['/', ...scripts]) {
    const headers = (await request.get(url)).headers();
    expect(headers['content-security-policy'], url).toBe(HEADER_POLICY);
    expect(headers['x-content-type-options'], url).toBe('nosniff');
  }
  // Browsers keep single quotes and slashes in an attribute, so the texts can be compared.
  const meta = page.locator('meta[http-equiv="Content-Security-Policy"]');
  await expect(meta).toHaveAttribute('content', META_POLICY);
});

test.describe('text', () => {
  test.use({ allowedConsole: [/unsafe-eval|Content Security Policy/] });

  test('does not become code', async ({ page }) => {
    await page.goto('/');
    // Code that the test injects bypasses the policy, so the page itself must try.
    const outcome = await page.evaluate(
      () =>
        new Promise<string>((done) => {
          document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
          const script = document.createElement('script');
          script.textContent = 'window.pwned = true';
          document.head.append(script);
        }),
    );
    expect(outcome).toBe('script-src-elem');
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
  });
});

test.describe('another site', () => {
  test.use({ allowedOrigins: [/^http:\/\/127\.0\.0\.1:\d+$/] });

  test('may frame the page', async ({ page, baseURL }) => {
    const html = `<title>Host</title><link rel="icon" href="data:,"><iframe src="${baseURL}/?embed=1"></iframe>`;
    const host = await startHost({ '/': { bytes: html, type: 'text/html' } });
    try {
      await page.goto(host.origin);
      await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-state', 'empty');
    } finally {
      await host.close();
    }
  });
});
