import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import { axe } from './axe.ts';
import { RemoteServer } from './remote-server.ts';

export { axe, expect };

/** The sample that the page itself offers. */
export const SAMPLE = fileURLToPath(new URL('../public/sample.carton', import.meta.url));

/** Cartons that others wrote, beside the repository. Tests that need them are skipped where they are missing. */
export const FIXTURES = fileURLToPath(new URL('../../shared/fixtures/', import.meta.url));
export const hasFixtures = existsSync(FIXTURES);

/** What the tests of a worker share. A `test` with more of it would have workers of its own. */
interface Shared {
  /** The context of a worker's tests, once one of them has asked for it. */
  kept: { context?: BrowserContext };
  /** A host of files on loopback, which starts with the first test that names it. */
  remote: RemoteServer;
}

interface Watch {
  /** Console warnings and errors that this test provokes. All others fail it. */
  allowedConsole: RegExp[];
  /** Other origins that this test asks. A request to any other origin fails it. */
  allowedOrigins: (string | RegExp)[];
  /** Whether `page.clock` moves the time of the page. Such a test has a context of its own, which keeps its clock. */
  movesClock: boolean;
  watch: undefined;
}

/**
 * The `test` of Playwright. It also fails on a console warning or error, on an unhandled rejection, and on a request to
 * another origin.
 *
 * The tests of a worker share a context, and with it the page's scripts as the browser keeps them. That is a tenth of
 * the time of all. Each test has a new page, and nothing of the one before it: no draft, no setting, no permission.
 *
 * The context is made once: `test.use` changes no size, language or script of it. A test asks its page for these
 * (`setViewportSize`, `emulateMedia`, `addInitScript`), or makes a context of its own and closes it.
 */
export const test = base.extend<Watch, Shared>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
  kept: [async ({}, use) => use({}), { scope: 'worker' }],
  remote: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const server = new RemoteServer();
      await server.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  movesClock: [false, { option: true }],
  context: async ({ browser, kept, movesClock }, use) => {
    if (movesClock) {
      const context = await newContext(browser);
      await context.clock.install();
      await use(context);
      return context.close();
    }
    kept.context ??= await newContext(browser);
    const { context } = kept;
    await use(context);
    await Promise.all(context.pages().map((page) => page.close()));
    await context.unrouteAll();
    await context.clearPermissions();
    await context.setOffline(false);
  },
  page: async ({ context, baseURL }, use) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(baseURL ?? '').origin, storageTypes: 'all' });
    await session.detach();
    // Playwright answers the dialog of an input alone. A test of this one brings its own.
    await page.addInitScript(() => {
      window.showOpenFilePicker = undefined;
    });
    await use(page);
  },
  allowedConsole: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  watch: [
    async ({ context, baseURL, allowedConsole, allowedOrigins }, use) => {
      const origins = [new URL(baseURL ?? '').origin, ...allowedOrigins];
      const { complaints, forget } = listen(context, origins, allowedConsole);
      await use(undefined);
      forget();
      expect(complaints, 'console messages, unhandled errors and requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Collects what must not happen, in every page of the context, in popups, and in their workers, until `forget` is
 * called.
 */
export function listen(context: BrowserContext, origins: (string | RegExp)[], allowed: RegExp[]) {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (!['warning', 'error', 'assert'].includes(message.type())) return;
    complain(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => complain(`unhandled: ${error.error().stack ?? error.error().message}`);
  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http') && !url.protocol.startsWith('ws')) return;
    const isAllowed = origins.some((origin) =>
      typeof origin === 'string' ? origin === url.origin : origin.test(url.origin),
    );
    if (!isAllowed) complaints.push(`request: ${request.url()}`);
  };
  context.on('console', onConsole);
  context.on('weberror', onError);
  context.on('request', onRequest);
  const forget = () => {
    context.off('console', onConsole);
    context.off('weberror', onError);
    context.off('request', onRequest);
  };
  return { complaints, forget };
}

/**
 * A context in which the page finds no service worker, as where a browser forbids them. Keeping the page for offline use
 * would take a second of each test, and `e2e/offline.spec.ts` has contexts of its own for that.
 */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined });
  });
  return context;
}

/** The tab whose name begins like this. */
export const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

/** The row of a file under Files. */
export const row = (page: Page, path: string) => page.locator(`[role=row][data-path="${path}"]`);

/** Opens a file where another one may be open. Waits until it stands in its place. */
export async function openNext(page: Page, path: string): Promise<void> {
  await page.getByTestId('open-file').setInputFiles(path);
  await expect(page.getByRole('main').getByText(basename(path), { exact: true }).first()).toBeVisible();
  await settled(page);
}

/** Opens a file with the input of the page. Waits until it is shown or refused. */
export async function openFile(page: Page, path: string): Promise<void> {
  await page.getByTestId('open-file').setInputFiles(path);
  await settled(page);
}

/** Opens a file of these bytes, as `openFile` does. */
export async function openBytes(page: Page, bytes: Uint8Array, name = 'made.carton'): Promise<void> {
  const buffer = Buffer.from(bytes);
  await page.getByTestId('open-file').setInputFiles({ name, mimeType: 'application/zip', buffer });
  await settled(page);
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where an element is. Fails where it is not drawn. */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not drawn.`);
  return box;
}

/** Waits until an element is where `place` says, to a pixel: fonts and rounding move it by less, which nobody sees. */
export async function expectAt(locator: Locator, place: Partial<Box>): Promise<void> {
  const asideOf = async () => {
    // A picture comes and goes with its place on the screen.
    const box = await locator.boundingBox();
    return Math.max(
      ...Object.entries(place).map(([side, at]) =>
        Math.abs((box?.[side as keyof Box] ?? Number.POSITIVE_INFINITY) - at),
      ),
    );
  };
  await expect.poll(asideOf, `pixels aside of ${JSON.stringify(place)}`).toBeLessThanOrEqual(1);
}

/** Goes to a place of the page: `#/files/a.py`. */
export async function show(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, place);
}

/** Waits until the page has opened or refused its input. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', /^(ready|failed)$/, { timeout: 30_000 });
}

/**
 * Scrolls to the picture of a part of the page and waits until it is drawn. It is looked for again each time: a picture
 * comes and goes with its place on the screen.
 */
export async function expectPicture(region: Locator): Promise<void> {
  const widthOf = () =>
    region.evaluate((element) => {
      const image = element.querySelector('img');
      (image ?? element).scrollIntoView({ block: 'center' });
      return image?.complete ? image.naturalWidth : 0;
    });
  await expect.poll(widthOf).toBeGreaterThan(100);
}

/**
 * Brings a field into the middle of the window, before its list of suggestions opens. The list goes where its field
 * leaves the window, and what stands above the field may still grow.
 */
export async function toMiddle(field: Locator): Promise<void> {
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** Scrolls to an element that may be replaced while it comes, as a picture is that is drawn only on the screen. */
export async function scrollTo(locator: Locator): Promise<void> {
  await expect(() => locator.scrollIntoViewIfNeeded({ timeout: 5_000 })).toPass();
}

/** Drops files on the window as a file manager does. */
export async function dropFiles(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  // The page listens.
  await expect(page.locator('html')).toHaveAttribute('data-state', /./);
  await page.evaluate(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true, composed: true }),
        );
      }
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  );
}

/** Holds that nothing is wider than the window, in CSS pixels. The page follows a window that has changed in a later frame. */
export async function fitsWidth(page: Page, width: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}
