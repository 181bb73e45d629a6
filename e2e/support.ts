import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, expect, type Frame, type Locator, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

export { expect };

/** The sample that the page itself offers. */
export const SAMPLE = fileURLToPath(new URL('../public/sample.carton', import.meta.url));

/** Cartons that others wrote, beside the repository. Tests that need them are skipped where they are missing. */
export const FIXTURES = fileURLToPath(new URL('../../shared/fixtures/', import.meta.url));
export const hasFixtures = existsSync(FIXTURES);

interface Watch {
  /** Console warnings and errors that this test provokes. All others fail it. */
  allowedConsole: RegExp[];
  /** Other origins that this test asks. A request to any other origin fails it. */
  allowedOrigins: (string | RegExp)[];
  watch: undefined;
}

/**
 * The `test` of Playwright. It also fails on a console warning or error, on an unhandled rejection, and on a request to
 * another origin.
 */
export const test = base.extend<Watch>({
  allowedConsole: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  watch: [
    async ({ context, baseURL, allowedConsole, allowedOrigins }, use) => {
      const origins = [new URL(baseURL ?? '').origin, ...allowedOrigins];
      const complaints = listen(context, origins, allowedConsole);
      await use(undefined);
      expect(complaints, 'console messages, unhandled errors and requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects what must not happen, in every page of the context, in popups, and in their workers. */
function listen(context: BrowserContext, origins: (string | RegExp)[], allowed: RegExp[]): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('console', (message) => {
    if (!['warning', 'error', 'assert'].includes(message.type())) return;
    complain(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complain(`unhandled: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http') && !url.protocol.startsWith('ws')) return;
    const isAllowed = origins.some((origin) =>
      typeof origin === 'string' ? origin === url.origin : origin.test(url.origin),
    );
    if (!isAllowed) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
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

/** Rules that depend on colors, which are all that differs between the themes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page as it is, with all its frames, against the rules of axe in the light theme, and its colors in the
 * dark one too.
 * @param within checks only this selector, for example a dialog in front of a page that other tests check
 */
export async function axe(page: Page, within?: string): Promise<void> {
  await Promise.all(page.frames().map(addAxe));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colors in the middle of a transition have no meaning.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    const rules = colorScheme === 'light' ? undefined : COLOR_RULES;
    expect(await page.evaluate(violations, { within, rules }), `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** A color of axe, which parses itself. */
interface AxeColor {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString(text: string): AxeColor;
}

/** The part of axe that runs in the page. */
type Axe = typeof axeCore & { commons: { color: { Color: { prototype: AxeColor } } } };

/**
 * The script of axe. Each of its colors keeps seven numbers in seven weak maps, for a third of the time of a check.
 * Here these maps are properties of their keys.
 */
const AXE_SCRIPT = `{
  class WeakMap {
    #key = Symbol();
    has(owner) { return Object.hasOwn(owner, this.#key); }
    get(owner) { return owner[this.#key]; }
    set(owner, value) { owner[this.#key] = value; return this; }
    delete(owner) { return delete owner[this.#key]; }
  }
  class WeakSet {
    #key = Symbol();
    has(owner) { return Object.hasOwn(owner, this.#key); }
    add(owner) { owner[this.#key] = true; return this; }
    delete(owner) { return delete owner[this.#key]; }
  }
  ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
}`;

/** Adds axe to a frame that has none yet. It may talk to the frames of other origins, as a page embeds this one. */
async function addAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(AXE_SCRIPT);
  await frame.evaluate(() => {
    const { axe } = window as unknown as { axe: Axe };
    axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
    // A page has few colors. axe would parse them again for each word, for a third of its time.
    const { prototype } = axe.commons.color.Color;
    const parse = prototype.parseString;
    const known = new Map<string, Pick<AxeColor, 'r' | 'g' | 'b' | 'alpha'>>();
    prototype.parseString = function (text) {
      const color = known.get(text);
      if (color) return Object.assign(this, color);
      parse.call(this, text);
      known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
      return this;
    };
  });
}

/**
 * Runs in the page: the rules that are broken, and where. Of what passes it describes nothing. That would take most of
 * the time: axe looks for a unique selector of each element.
 */
async function violations({
  within,
  rules,
}: {
  within: string | undefined;
  rules: string[] | undefined;
}): Promise<{ rule: string; where: string[] }[]> {
  const { axe } = window as unknown as { axe: Axe };
  const found = await axe.run(within ?? document, {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  });
  return found.violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.slice(0, 5).map((node) => `${node.target.join(' ')} · ${node.failureSummary ?? ''}`),
  }));
}

/**
 * Scrolls to the picture of a part of the page and waits until it is drawn. It is looked for anew each time: a picture
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
