/**
 * Takes pictures of the built page, and measures how far it moves while it loads. `npm run screens -- --help`.
 */

import { mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../playwright.config.ts';
import { TABS } from '../src/model/place.ts';
import { layoutShift, rest, watchShifts } from './layout-shift.ts';
import { serve } from './serve.mjs';

const HELP = `npm run screens -- [options] [FILE ...]

Opens each FILE in the page of dist (npm run build) and writes a picture of each view to a folder.
FILE is a package (a file or a folder), "sample", or "empty" for the page with nothing open. Default: empty and sample.

  --out DIR        the folder; default .cache/screens
  --views LIST     what to show, as in the URL: overview,files/carton.toml; default: every tab that it has
  --widths LIST    widths in px; below 600 as on a phone, with touch; default 1280,390
  --schemes LIST   light,dark; default both
  --click NAME     first presses the button or link of this name; repeat it to press several in order
  --full           the whole page, not only the first screen
  --no-pictures    only measures

It prints the layout shift of each view, from the start of the page, and the elements that moved the farthest.
`;

const PHONE_WIDTH = 600;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: '.cache/screens' },
    views: { type: 'string' },
    widths: { type: 'string', default: '1280,390' },
    schemes: { type: 'string', default: 'light,dark' },
    click: { type: 'string', multiple: true, default: [] },
    full: { type: 'boolean', default: false },
    'no-pictures': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Shows a tab, or a place in one, and waits until it is chosen. Gives false where the package has no such tab. */
async function showView(page: Page, view: string): Promise<boolean> {
  const [name] = view.split('/');
  await page.getByRole('tab').first().waitFor();
  const tab = page.locator(`[role="tab"][id$="-tab-${name}"]`);
  if ((await tab.count()) === 0) return false;
  // A click, because what moves after one does not count as layout shift.
  if (name === view) await tab.click();
  else await page.evaluate((address) => location.assign(address), `#/${view}`);
  await page.locator(`[role="tab"][id$="-tab-${name}"][aria-selected="true"]`).waitFor();
  await page.locator(`[role="tabpanel"][id$="-panel-${name}"]`).locator('visible=true').first().waitFor();
  return true;
}

/** Opens the file and shows the view. Gives false where it has none. Throws where the view was asked for. */
async function show(page: Page, origin: string, file: string, view: string): Promise<boolean> {
  const isEmpty = file === 'empty';
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => document.documentElement.dataset.state !== undefined);
  if (!isEmpty) {
    const path = file === 'sample' ? resolve('dist/sample.carton') : resolve(file);
    await page.getByTestId(statSync(path).isDirectory() ? 'open-folder' : 'open-file').setInputFiles(path);
    await page.waitForFunction(() => /^(ready|failed)$/.test(document.documentElement.dataset.state ?? ''));
    const isOpen = await page.evaluate(() => document.documentElement.dataset.state === 'ready');
    if (isOpen && !(await showView(page, view))) {
      if (values.views !== undefined) throw new Error(`${file} has no view ${view}.`);
      return false;
    }
  }
  await rest(page);
  for (const name of values.click) {
    await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
    await rest(page);
  }
  return true;
}

async function take(browser: Browser, origin: string, file: string, width: number, scheme: string): Promise<void> {
  const isPhone = width < PHONE_WIDTH;
  const context = await browser.newContext({
    viewport: { width, height: isPhone ? 844 : 900 },
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: isPhone,
    isMobile: isPhone,
    // It would say that the page is ready to work offline.
    serviceWorkers: 'block',
  });
  await watchShifts(context);
  for (const view of file === 'empty' ? ['page'] : (values.views?.split(',') ?? TABS)) {
    const page = await context.newPage();
    if (!(await show(page, origin, file, view))) {
      await page.close();
      continue;
    }
    const name = [
      basename(file).replace(/\.[^.]*$/, ''),
      view.replace(/[^\w.-]+/g, '-'),
      ...values.click,
      width,
      scheme,
    ];
    if (!values['no-pictures'])
      await page.screenshot({ path: join(values.out, `${name.join('-')}.png`), fullPage: values.full });
    const { value, moved } = await layoutShift(page);
    console.log(`${name.join('-')}: shift ${value.toFixed(4)}${value > 0 ? ` (${moved.slice(0, 3).join('; ')})` : ''}`);
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
