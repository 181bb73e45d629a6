/**
 * Takes the two pictures of the README, light and dark: the Overview of the sample in the page of dist.
 * `npm run build && npm run readme-pictures` writes them to docs/.
 */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { rest } from './layout-shift.ts';
import { serve } from './serve.mjs';

/** As wide as the page's content with its margins, and as high as its first example. */
const VIEWPORT = { width: 1280, height: 1060 };
/** Sharp on dense screens too. Twice as many pixels would make the files too large. */
const SCALE = 1.5;
/** Readers load both files with the README. */
const MAX_BYTES = 300_000;

const server = await serve({ port: 0 });
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      viewport: VIEWPORT,
      deviceScaleFactor: SCALE,
      colorScheme,
      reducedMotion: 'reduce',
      // It would say that the page is ready to work offline.
      serviceWorkers: 'block',
    });
    await page.goto(`http://localhost:${server.port}/`);
    await page.getByTestId('open-file').setInputFiles(resolve('dist/sample.carton'));
    await page.locator('html[data-state="ready"]').waitFor();
    await page.locator('[role="status"][data-integrity="verified"]').waitFor();
    await rest(page);
    const path = `docs/overview-${colorScheme}.png`;
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}.`);
    console.log(`${path}: ${size} bytes`);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
