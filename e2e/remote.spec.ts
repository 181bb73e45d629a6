import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { formatBytes } from '../src/base/amounts.ts';
import { buildLibrary } from '../src/testing/builders/model-library.ts';
import { buildTar } from '../src/testing/builders/tar-builder.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { openTrust } from './edit-support.ts';
import { fileOf, type RemoteFile, type RemoteServer, type Switches } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { sparseZip } from './sparse-zip.ts';
import { axe, expect, expectPicture, FIXTURES, hasFixtures, settled, show } from './support.ts';

const MODEL_HASH = 'f1cae5143a92a44e3a7e1d9c32a0245065dfb6e0f1e91c18b5e44356d081dfb5';
const KILOBYTE = 1000;

const test = remoteTest(({ origin, otherOrigin }) => [origin, otherOrigin]);

/** The message of the browser itself for a request without an answer. */
const BROWSER = [/Failed to load resource|blocked by CORS policy|Refused to get unsafe header/];

const TOML = `spec_version = 1
model_name = "Remote"
short_description = "Far away."
[runner]
runner_name = "noop"
required_framework_version = "=1.0.0"
runner_compat_version = 1
`;

/** A carton with a text file far from both ends, between `length` random bytes on each side. */
function carton(length: number): Uint8Array {
  const filler = (seed: number) => {
    let state = seed;
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
  };
  const files = new Map<string, Uint8Array | string>([
    ['carton.toml', TOML],
    ['model/a.bin', filler(1)],
    ['model/note.txt', 'the true note\n'.repeat(20)],
    ['model/z.bin', filler(2)],
    ['tensor_data/index.toml', 'tensor = []\n'],
  ]);
  const manifest = [...files].map(([name, data]) => `${name}=${createHash('sha256').update(data).digest('hex')}\n`);
  files.set('MANIFEST', manifest.join(''));
  return buildZip([...files].map(([name, data]) => ({ name, data })));
}
/** Too large to be checked unasked: all requests are for what the page shows. */
const CARTON = carton(4_100_000);
const SMALL = carton(400_000);
/** Too large to be read whole unasked. */
const LARGE = carton(4_500_000);

let number = 0;

/** Serves the carton from the host, and opens it with the address of the page. */
async function openRemote(
  page: Page,
  remote: RemoteServer,
  switches: Switches,
  file: RemoteFile = fileOf(CARTON),
): Promise<{ path: string; url: string }> {
  const path = `/${process.pid}-${++number}/remote.carton`;
  const url = remote.put(path, file, switches);
  await page.goto(`/?url=${encodeURIComponent(url)}`);
  await settled(page);
  return { path, url };
}

async function expectOpen(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('h1')).toHaveText('Remote');
  await expect(page.getByRole('alert')).toHaveCount(0);
}

/** The heading while nothing is open, as the page begins and after a link failed. */
const NOTHING_OPEN = /^(See what is inside a model package|This link could not be opened)$/;

async function expectRefused(page: Page, code: string, text: RegExp): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', code);
  await expect(page.getByRole('alert')).toContainText(text);
  // The page shows nothing of the bytes that came.
  await expect(page.locator('h1')).toHaveText(NOTHING_OPEN);
}

/** Opens an address from the empty page. */
async function openAddress(page: Page, url: string): Promise<void> {
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await page.getByRole('button', { name: 'Open URL' }).click();
}

async function showNote(page: Page): Promise<void> {
  await show(page, '#/files/model/note.txt');
}

async function expectNote(page: Page): Promise<void> {
  await showNote(page);
  await expect(page.getByRole('tabpanel')).toContainText('the true note');
}

test.describe('a good host', () => {
  test('shows a carton with few requests, and reads all of it unasked up to 8 MB, and above that when asked', async ({
    page,
    remote,
  }) => {
    const { path } = await openRemote(page, remote, {});
    await test.step('shows a carton, and a file in the middle of it, with few requests', async () => {
      await expectOpen(page);
      await expect(page.getByRole('main')).toContainText(new URL(remote.origin).host);
      const before = remote.asked(path).length;
      expect(before).toBeLessThanOrEqual(2);
      await expectNote(page);
      expect(remote.asked(path).length).toBeLessThanOrEqual(before + 1);
      for (const { method, range, origin } of remote.asked(path)) {
        // No OPTIONS request, and no range without an end.
        expect(method).toBe('GET');
        expect(range).toMatch(/^bytes=\d+-\d+$/);
        expect(origin).toBe(new URL(page.url()).origin);
      }
    });
    await test.step('is read to its end and found to match, once the reader asks for more than 8 MB', async () => {
      const before = remote.asked(path).length;
      const status = page.getByRole('status', { name: 'Integrity' });
      await expect(status).toHaveAttribute('data-integrity', 'unverified');
      await expect(status).toContainText(/checked automatically up to 8 MB, and above that only when you ask/);
      await page.getByRole('tab', { name: /^Problems/ }).click();
      await expect(page.getByRole('tabpanel')).toContainText(/checked automatically up to 8 MB/);
      expect(remote.asked(path).length).toBe(before);
      await openTrust(page);
      await page.getByRole('button', { name: /^Check all \(downloads/ }).click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    });
    await test.step('is read to its end unasked up to 8 MB', async () => {
      await openRemote(page, remote, {}, fileOf(SMALL));
      await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
      await expect(page.getByRole('button', { name: /^Check all/ })).toHaveCount(0);
    });
    await test.step('a carton of 4 GiB is shown after two requests and less than 160 KB', async () => {
      const { path } = await openRemote(page, remote, {}, sparse());
      await expectOpen(page);
      const asked = remote.asked(path);
      expect(asked.length).toBeLessThanOrEqual(4);
      expect(asked.reduce((sum, { sent }) => sum + sent, 0)).toBeLessThanOrEqual(160 * KILOBYTE);
    });
  });

  test('lists a tar with at most 64 requests, and the rest when it is asked to; a .tar.gz is read whole', async ({
    page,
    remote,
  }) => {
    const members = Array.from({ length: 80 }, (_, at) => ({ name: `part${at}.txt`, data: new Uint8Array(200_000) }));
    const url = remote.put('/tar/parts.tar', fileOf(buildTar(members)));
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await settled(page);
    const files = page.getByRole('tab', { name: /^Files/ });
    await expect(files).toHaveText(/Files\s*6\d/);
    const requests = remote.asked('/tar/parts.tar').length;
    // One more knows the size, and another looks for the directory of a zip.
    expect(requests).toBeLessThanOrEqual(66);
    await expect(page.getByText(/Only the first 6\d files are listed/)).toBeVisible();
    await page.getByRole('button', { name: /^List all files \(reads about [\d.,]+ [KM]?B\)$/ }).click();
    await expect(files).toHaveText(/Files\s*80/);
    const sent = remote.asked('/tar/parts.tar').reduce((sum, asked) => sum + asked.sent, 0);
    expect(sent).toBeLessThan(8_000_000);

    const packed = gzipSync(buildLibrary());
    const other = remote.put('/tar/library.tar.gz', fileOf(packed));
    await page.goto(`/?url=${encodeURIComponent(other)}`);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1, name: 'sine' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Facts' })).toContainText(`gzip, ${formatBytes(packed.length)}`);
  });

  test('that is slow can be waited for, or not', async ({ page, remote }) => {
    const url = remote.put('/slow/remote.carton', fileOf(CARTON), { slow: { bytes: 2000, ms: 60 } });
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await expect(page.getByRole('status', { name: 'Opening' })).toContainText('remote.carton');
    await expect.poll(() => remote.asked('/slow/remote.carton').length).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Open file' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    const asked = remote.asked('/slow/remote.carton').length;
    await openAddress(page, url);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready', { timeout: 30_000 });
    await expectOpen(page);
    expect(remote.asked('/slow/remote.carton').length).toBe(asked + 2);
  });

  test('may name a file behind redirects or by a header, and hide the headers that pages need leave to read', async ({
    page,
    remote,
  }) => {
    await test.step('may name a file behind redirects, within it and on another origin', async () => {
      const path = '/behind/remote.carton';
      remote.put(path, fileOf(CARTON));
      remote.put('/hop', fileOf(CARTON), { redirect: path });
      for (const redirect of ['/hop', `${remote.otherOrigin}${path}`]) {
        const { path: first } = await openRemote(page, remote, { redirect });
        // A redirect must not show the name of the first host for a file of another one.
        const elsewhere = page.getByText(`sent by ${new URL(remote.otherOrigin).host}`);
        await expect(elsewhere).toHaveCount(redirect.startsWith('http') ? 1 : 0);
        await expectOpen(page);
        await expectNote(page);
        // Later requests go directly to the target of the redirect.
        expect(remote.asked(first)).toHaveLength(1);
      }
    });
    await test.step('may hide the headers that pages need leave to read', async () => {
      const { path } = await openRemote(page, remote, { unexposed: true });
      await expectOpen(page);
      await expectNote(page);
      expect(remote.asked(path).map(({ method }) => method)).toEqual(['GET', 'HEAD', 'GET', 'GET']);
    });
    await test.step('may hide them and refuse HEAD', async () => {
      const { path } = await openRemote(page, remote, { unexposed: true, noHead: true });
      await expectOpen(page);
      await expectNote(page);
      expect(remote.asked(path).filter(({ method }) => method === 'OPTIONS')).toEqual([]);
    });
    await test.step('may name another address by x-carton-dl-url', async () => {
      const there = remote.put('/there/remote.carton', fileOf(CARTON));
      await openRemote(page, remote, { headers: { 'x-carton-dl-url': there } }, fileOf(new Uint8Array(100_000)));
      await expectOpen(page);
      await expectNote(page);
    });
  });
});

test.describe('a host that fails at first', () => {
  test.use({ allowedConsole: BROWSER });

  test('is asked again, and for the rest where a connection broke', async ({ page, remote }) => {
    await test.step('is asked again: 429 with a time and in the middle, 503 and in the middle', async () => {
      for (const status of [
        { code: 429, from: 1, to: 2, headers: { 'Retry-After': '1' } },
        { code: 429, from: 2, to: 3 },
        { code: 503, from: 1, to: 2 },
        { code: 503, from: 2, to: 2 },
      ]) {
        await openRemote(page, remote, { status });
        await expectOpen(page);
        await expectNote(page);
      }
    });
    await test.step('is asked for the rest where a connection broke', async () => {
      const { path } = await openRemote(page, remote, { dies: [2] });
      await expectOpen(page);
      const [, broken, rest] = remote.asked(path);
      const start = (range: string | undefined) => Number(/=(\d+)/.exec(range ?? '')?.[1]);
      expect(start(rest?.range)).toBeGreaterThan(start(broken?.range));
      await expectNote(page);
    });
  });

  test('is given up where it does not stop failing, or every connection breaks', async ({ page, remote }) => {
    await test.step('is given up where it does not stop failing', async () => {
      const { path } = await openRemote(page, remote, { status: { code: 503 } });
      await expectRefused(page, 'source/http-status', /status 503/);
      expect(remote.asked(path)).toHaveLength(4);
    });
    await test.step('is given up where every connection breaks', async () => {
      await openRemote(page, remote, { dies: 'every', slow: { bytes: 1000, ms: 1 } }, fileOf(new Uint8Array(20_000)));
      await expectRefused(page, 'source/unreachable', /could not be reached/);
    });
  });
});

test.describe('a host that refuses', () => {
  test.use({ allowedConsole: BROWSER });

  test('with 403 or 404, other sites’ pages, or to answer at all, is told apart', async ({ page, remote }) => {
    await test.step('with 403 or 404 is asked once', async () => {
      for (const [code, finding, text] of [
        [403, 'source/forbidden', /refuses access/],
        [404, 'source/not-found', /no such file/i],
      ] as const) {
        const { path } = await openRemote(page, remote, { status: { code } });
        await expectRefused(page, finding, text);
        expect(remote.asked(path)).toHaveLength(1);
      }
    });
    await test.step('other sites’ pages is told from one that is away', async () => {
      const { path } = await openRemote(page, remote, { noCors: true });
      await expectRefused(page, 'source/no-cors', /does not let this page read/);
      await expect(page.getByRole('alert')).toContainText('add_header Access-Control-Allow-Origin');
      expect(remote.asked(path).at(-1)?.method).toBe('HEAD');
      // Whoever followed the link learns first what it is for.
      await expect(page.locator('h1')).toHaveText('This link could not be opened');
      await expect(page.locator('header').last()).toContainText(/leads to remote\.carton on \S+:\d+\./);
      await axe(page);
    });
    await test.step('to answer at all is said to be unreachable', async () => {
      const { path } = await openRemote(page, remote, { away: true });
      await expectRefused(page, 'source/unreachable', /could not be reached/);
      expect(remote.asked(path).filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(4);
    });
  });

  test('because the browser is offline is told from all others', async ({ page, remote, context }) => {
    const url = remote.put('/offline/remote.carton', fileOf(CARTON));
    await page.goto('/');
    await page.getByRole('button', { name: 'Open sample' }).click();
    await settled(page);
    const heading = await page.locator('h1').textContent();
    // Parts of the page that are still loading would be missing.
    await expect(page.getByRole('region', { name: 'Use it' })).toBeVisible();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'URL' })).toBeVisible();
    await context.setOffline(true);
    await openAddress(page, url);
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/offline');
    await expect(page.locator('h1')).toHaveText(heading ?? '');
    expect(remote.asked('/offline/remote.carton')).toHaveLength(0);
    await context.setOffline(false);
  });
});

test.describe('a host that sends something else', () => {
  test.use({ allowedConsole: BROWSER });

  const LIES = [
    ['a byte too few', { lengthOff: -1 }, 'source/bad-range'],
    ['a byte too many', { lengthOff: 1 }, 'source/bad-range'],
    ['a byte too few, and hides its headers', { lengthOff: -1, unexposed: true }, 'source/bad-range'],
    ['200 from the second request on', { noRangesFrom: 2 }, 'source/no-ranges'],
    ['another version from the second request on', { changesFrom: 2 }, 'source/changed'],
  ] as const;

  test(`is not believed: ${LIES.map(([name]) => name).join('; ')}`, async ({ page, remote }) => {
    await page.goto('/');
    for (const [at, [name, switches, code]] of LIES.entries()) {
      await openAddress(page, remote.put(`/lie-${at}/remote.carton`, fileOf(CARTON), switches));
      // The alert of the one before may still be there.
      await expect(page.getByRole('alert')).toContainText(`/lie-${at}/`, { timeout: 60_000 });
      await test.step(name, () => expectRefused(page, code, /./));
    }
  });

  test('is not believed in the middle of the file either, and at the right length by its checksum', async ({
    page,
    remote,
  }) => {
    await test.step('is not believed in the middle of the file either', async () => {
      const { path } = await openRemote(page, remote, { changesFrom: 3 });
      await expectOpen(page);
      expect(remote.asked(path)).toHaveLength(2);
      await showNote(page);
      await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/changed');
      await expect(page.getByRole('tabpanel')).not.toContainText('the true note');
      // The open package stays, and can be opened again.
      await expect(page.locator('h1')).toHaveText('Remote');
      remote.put(path, fileOf(CARTON));
      await page.getByRole('alert').getByRole('button', { name: 'Open again' }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expectNote(page);
    });
    await test.step('at the right length is found out by the checksum', async () => {
      const { path } = await openRemote(page, remote, {});
      await expectOpen(page);
      remote.put(path, fileOf(CARTON), { shifted: 3 });
      await showNote(page);
      await expect(page.getByRole('tabpanel')).toContainText(/zip\/|damaged|header/i);
      await expect(page.getByRole('tabpanel')).not.toContainText('true note');
    });
  });
});

test.describe('a host that sends only whole files', () => {
  test('is downloaded once the reader asks, shows how far it is, and can be canceled', async ({ page, remote }) => {
    for (const [name, switches, text, amount] of [
      ['plain', { noRanges: true }, /only whole files/, ' (9 MB)'],
      ['packed', { noRanges: true, gzip: 'whole', unexposed: true }, /does not say how long/, undefined],
    ] as const) {
      await test.step(`is downloaded once the reader asks: ${name}`, async () => {
        const { path } = await openRemote(page, remote, switches, fileOf(LARGE));
        await expectRefused(page, 'source/no-ranges', text);
        await axe(page, amount === undefined ? '[role="alert"]' : undefined);
        const button = page.getByRole('alert').getByRole('button', { name: /^Download all/ });
        if (amount !== undefined) await expect(button).toHaveText(`Download all${amount} and open`);
        await button.click();
        await expectOpen(page);
        await expectNote(page);
        expect(remote.asked(path).at(-1)?.range).toBeUndefined();
        // It is a local file now: the page reads all of it unasked, without another request.
        const asked = remote.asked(path).length;
        await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
        expect(remote.asked(path)).toHaveLength(asked);
        await expect.poll(() => stored(page)).toBe(1);
        // After another package opens, nothing is left.
        await page.goto('/');
        await page.getByRole('button', { name: 'Open sample' }).click();
        await settled(page);
        await expect.poll(() => stored(page)).toBe(0);
      });
    }
    await test.step('shows how far it is, and can be canceled', async () => {
      const slow = { bytes: 8_000, ms: 500 };
      await openRemote(page, remote, { noRanges: true, slow }, fileOf(LARGE));
      await page.getByRole('button', { name: /^Download all/ }).click();
      const status = page.getByRole('status', { name: 'Opening' });
      await expect(status.getByRole('progressbar', { name: 'Downloading' })).toBeVisible();
      await expect(status).toContainText(/KB of 9 MB · .*\/s · .+ left/);
      await axe(page);
      await status.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
      await expect.poll(() => stored(page)).toBe(0);
    });
  });
});

/** Downloads in the private file system of the origin. */
function stored(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('downloads', { create: true });
    let count = 0;
    for await (const _ of folder.keys()) count++;
    return count;
  });
}

test('an address with a password is refused before anything is asked', async ({ page, remote }) => {
  const url = remote.put('/secret/remote.carton', fileOf(CARTON)).replace('//', '//user:secret@');
  await page.goto(`/?url=${encodeURIComponent(url)}`);
  await settled(page);
  await expectRefused(page, 'source/bad-url', /user name or password/);
  expect(remote.asked('/secret/remote.carton')).toHaveLength(0);
});

/** 4 GiB of zeros between small files at both ends. */
function sparse(): RemoteFile {
  const size = 4 * 2 ** 30;
  const weights = size - 10_000;
  // Nothing here reads the zeros, so their checksum is not needed.
  const small: [string, string][] = [
    ['carton.toml', TOML],
    ['tensor_data/index.toml', 'tensor = []\n'],
  ];
  const manifest = [...small, ['model/weights.bin', ''] as [string, string]]
    .map(([name, data]) => `${name}=${createHash('sha256').update(data).digest('hex')}\n`)
    .sort()
    .join('');
  return sparseZip([...small, { name: 'model/weights.bin', zeros: weights }, ['MANIFEST', manifest]]);
}

test.describe('with the fixtures', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  // Those that only their content gives away, and one of each other kind. src/formats/carton/core/check/verify.test.ts opens
  // and verifies all of them from a host.
  const HOSTILE = [
    ...['hash-mismatch', 'crc-mismatch', 'bomb', 'local-name-differs', 'zstd-window'],
    ...['toml-syntax', 'traversal', 'truncated'],
  ];

  test('a hostile carton shows its code without a click', async ({ page, remote }) => {
    const folder = `${FIXTURES}carton/hostile/`;
    const expected: Record<string, { code: string; opens: boolean }> = JSON.parse(
      readFileSync(`${folder}expected.json`, 'utf8'),
    );
    for (const name of HOSTILE) {
      const { code, opens } = expected[name] as (typeof expected)[string];
      const url = remote.put(`/hostile/${name}.carton`, fileOf(readFileSync(`${folder}${name}.carton`)));
      await page.goto(`/?url=${encodeURIComponent(url)}#/problems`);
      if (opens) {
        const problem = page.getByRole('list', { name: 'Problems' }).locator(`[data-code="${code}"]`);
        await expect(problem.first(), `${name}: ${code}`).toBeVisible();
      } else await expect(page.getByRole('alert'), name).toHaveAttribute('data-code', code);
    }
  });

  test('official.carton opens from another origin with at most three requests', async ({ page, remote }) => {
    const bytes = readFileSync(`${FIXTURES}official.carton`);
    const path = '/official.carton';
    const url = remote.put(path, fileOf(bytes));
    await page.goto(`/?url=${encodeURIComponent(url)}#/schema`);
    await settled(page);
    await expect(page.getByTestId('model-hash')).toHaveText(MODEL_HASH);
    await expect(page.getByRole('table', { name: 'Inputs' })).toBeVisible();
    expect(remote.asked(path).length).toBeLessThanOrEqual(3);
    await page.getByRole('tab', { name: /^Overview/ }).click();
    // A picture that has left the screen is let go, so each is found again in its part of the page.
    for (const name of [/^Example/, 'Description']) {
      await expectPicture(page.getByRole('region', { name }));
    }
  });
});
