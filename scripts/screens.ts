/**
 * Takes pictures of the built page, and measures how far it moves while it loads. `npm run screens -- --help`.
 */

import { mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { TABS } from '../src/model/place.ts';
import { serve } from './serve.mjs';

const HELP = `npm run screens -- [options] [FILE ...]

Opens each FILE in the page of dist (npm run build) and writes a picture of each view to a folder.
FILE is a package, "sample", or "empty" for the page with nothing open. Without one: empty and sample.

  --out DIR        the folder; default .cache/screens
  --views LIST     what to show, as in the address: overview,files/carton.toml; default: every tab
  --widths LIST    widths in px; below 600 as on a phone, with touch; default 1280,390
  --schemes LIST   light,dark; default both
  --click NAME     presses the button or link of this name first; more than once: one after the other
  --full           the whole page, not the first screen of it
  --no-pictures    only measures

It prints the layout shift of each view, from the start of the page, and the elements that moved the farthest.
`;

/** The picture is taken when the page has not changed for this long. Milliseconds. */
const QUIET_MS = 400;
/** A page that never rests is taken as it is. Milliseconds. */
const MAX_WAIT_MS = 15_000;
const PHONE_WIDTH = 600;

interface Shift {
  value: number;
  /** What moved the farthest, at most three, with the distance in px. */
  moved: string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: '.cache/screens' },
    views: { type: 'string', default: TABS.join(',') },
    widths: { type: 'string', default: '1280,390' },
    schemes: { type: 'string', default: 'light,dark' },
    click: { type: 'string', multiple: true, default: [] },
    full: { type: 'boolean', default: false },
    'no-pictures': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Collects the layout shifts of the page from its start. Runs in the page, before its own scripts. */
function watchShifts(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(globalThis, { boxcutterShifts: shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      const moved = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node instanceof Element ? `${node.localName}.${[...node.classList].at(-1) ?? ''}` : 'text';
        const text = node?.textContent?.trim().slice(0, 24) ?? '';
        return `${name} "${text}" by ${Math.round(to.x - from.x)}, ${Math.round(to.y - from.y)}`;
      });
      shifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function shiftOf(page: Page): Promise<Shift> {
  const shifts = await page.evaluate(
    () => (globalThis as unknown as { boxcutterShifts: { value: number; moved: string[] }[] }).boxcutterShifts,
  );
  const value = shifts.reduce((sum, shift) => sum + shift.value, 0);
  const largest = shifts.sort((a, b) => b.value - a.value);
  return { value, moved: largest.flatMap((shift) => shift.moved).slice(0, 3) };
}

/** Waits until the page has opened its package and nothing in it changes any more. */
async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.state !== 'opening', undefined, {
    timeout: MAX_WAIT_MS,
  });
  await page.evaluate(
    ([quiet, most]) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(done, most);
      }),
    [QUIET_MS, MAX_WAIT_MS] as const,
  );
}

async function show(page: Page, origin: string, file: string, view: string): Promise<void> {
  const isEmpty = file === 'empty';
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => document.documentElement.dataset.state !== undefined);
  if (!isEmpty) {
    const path = file === 'sample' ? resolve('dist/sample.carton') : resolve(file);
    await page.getByTestId('open-file').setInputFiles(path);
    await page.waitForFunction(() => /^(ready|failed)$/.test(document.documentElement.dataset.state ?? ''));
    await page.evaluate((address) => location.assign(address), `#/${view}`);
  }
  await rest(page);
  for (const name of values.click) {
    await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
    await rest(page);
  }
}

async function take(browser: Browser, origin: string, file: string, width: number, scheme: string): Promise<void> {
  const isPhone = width < PHONE_WIDTH;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  await context.addInitScript(watchShifts);
  for (const view of file === 'empty' ? ['page'] : values.views.split(',')) {
    const page = await context.newPage();
    await show(page, origin, file, view);
    const name = [
      basename(file).replace(/\.[^.]*$/, ''),
      view.replace(/[^\w.-]+/g, '-'),
      ...values.click,
      width,
      scheme,
    ];
    if (!values['no-pictures'])
      await page.screenshot({ path: join(values.out, `${name.join('-')}.png`), fullPage: values.full });
    const { value, moved } = await shiftOf(page);
    console.log(`${name.join('-')}: shift ${value.toFixed(4)}${value > 0 ? ` (${moved.join('; ')})` : ''}`);
    await page.close();
  }
  await context.close();
}

if (values.help) {
  console.log(HELP);
} else {
  mkdirSync(values.out, { recursive: true });
  const server = await serve({ port: 0 });
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  for (const file of positionals.length > 0 ? positionals : ['empty', 'sample']) {
    for (const width of values.widths.split(',').map(Number)) {
      for (const scheme of values.schemes.split(',')) {
        await take(browser, `http://localhost:${server.port}`, file, width, scheme);
      }
    }
  }
  await browser.close();
  await server.close();
}
