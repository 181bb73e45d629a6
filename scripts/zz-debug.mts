import { chromium } from '@playwright/test';
import { serve } from './serve.mjs';

const server = await serve({ port: 0 });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const context = await browser.newContext();
context.on('console', (m) => console.log('console', m.type(), m.text()));
context.on('weberror', (m) => console.log('weberror', m.error()));
context.on('serviceworker', (w) => console.log('sw', w.url()));
context.on('requestfailed', (r) => console.log('failed', r.url(), r.failure()?.errorText));
const page = await context.newPage();
await page.goto(`http://localhost:${server.port}/`);
await page.waitForTimeout(1000);
const t0 = Date.now();
await page.evaluate(() => navigator.serviceWorker.ready);
console.log('ready after', Date.now() - t0);
console.log(
  await page.evaluate(async () => {
    const r = await navigator.serviceWorker.getRegistration();
    const keys = await caches.keys();
    return {
      ready: document.readyState,
      i: r?.installing?.state,
      w: r?.waiting?.state,
      a: r?.active?.state,
      keys,
      n: keys[0] && (await (await caches.open(keys[0])).keys()).length,
      ls: { ...localStorage },
    };
  }),
);
await browser.close();
await server.close();
