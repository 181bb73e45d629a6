/**
 * Draws the pictures of the installed page with Chromium: its icons, from `public/icon.svg`, and what it looks like, from
 * the page of dist. `npm run build && npm run icons` writes them to public.
 */

import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { rest } from './layout-shift.ts';
import { SCREENSHOTS } from './manifest.ts';
import { serve } from './serve.mjs';

/** The icon's part of a maskable picture. Systems cut a circle of 80 % out of it, and the box has corners. */
const MASKABLE_PART = 0.56;

/** Everybody who visits the page fetches the icons, and everybody who installs it the screenshots. */
const MAX_BYTES = 200_000;

const svg = readFileSync('public/icon.svg', 'utf8');

async function drawIcon(browser: Browser, file: string, size: number, part: number, ground: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const side = Math.round(size * part);
  const style = `margin: 0; display: grid; place-items: center; width: 100vw; height: 100vh; background: ${ground}`;
  await page.setContent(`<body style="${style}"><div style="width: ${side}px; height: ${side}px">${svg}</div></body>`);
  await page.screenshot({ path: `public/icons/${file}`, omitBackground: true });
  await page.close();
}

async function drawPage(browser: Browser, form: keyof typeof SCREENSHOTS, url: string): Promise<void> {
  const [width, height] = SCREENSHOTS[form];
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    // It would say that the page is ready to work offline.
    serviceWorkers: 'block',
  });
  await page.goto(url);
  await page.getByTestId('open-file').setInputFiles(resolve('dist/sample.carton'));
  await page.locator('html[data-state="ready"]').waitFor();
  await page.locator('[role="status"][data-integrity="verified"]').waitFor();
  await rest(page);
  const path = `public/screenshots/${form}.png`;
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}.`);
  await page.close();
}

const server = await serve({ port: 0 });
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  for (const folder of ['icons', 'screenshots']) mkdirSync(`public/${folder}`, { recursive: true });
  await drawIcon(browser, '192.png', 192, 1, 'transparent');
  await drawIcon(browser, '512.png', 512, 1, 'transparent');
  // For Safari, which rounds the corners of an opaque square.
  await drawIcon(browser, 'apple.png', 180, 0.72, '#faf9f7');
  await drawIcon(browser, 'maskable.png', 512, MASKABLE_PART, '#faf9f7');
  const url = `http://localhost:${server.port}/`;
  await drawPage(browser, 'wide', url);
  await drawPage(browser, 'narrow', url);
} finally {
  await browser.close();
  await server.close();
}
