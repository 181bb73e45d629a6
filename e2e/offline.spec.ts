import type { BrowserContext, Page } from '@playwright/test';
import { button, change, changes, edit, field, keptTexts } from './edit-support.ts';
import { OfflineHost } from './offline-host.ts';
import { axe, expect, listen, openFile, SAMPLE, settled, show, tab, test } from './support.ts';

const GREETING = { from: 'See what is inside a model package', to: 'See it in the next version' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const note = (page: Page) => page.getByRole('status', { name: 'Offline' });
const renew = (page: Page) => page.getByRole('button', { name: 'New version available: reload' });

const caches = (page: Page) => page.evaluate(async () => (await window.caches.keys()).length);

/** Runs a story with a host of its own and a browser that was never there. Fails on what `test` fails on. */
async function story(
  browser: { newContext(): Promise<BrowserContext> },
  at: string | OfflineHost,
  tell: (host: OfflineHost, context: BrowserContext) => Promise<void>,
  allowed: RegExp[] = [],
): Promise<void> {
  const host = typeof at === 'string' ? new OfflineHost(at) : at;
  await host.start();
  const context = await browser.newContext();
  const { complaints } = listen(context, [new URL(host.url).origin, 'http://127.0.0.1:1'], allowed);
  try {
    await tell(host, context);
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
    await host.remove();
  }
}

/** A page of the first visit, once all of it is kept. */
async function visit(host: OfflineHost, context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto(host.url);
  await expect(note(page)).toHaveText('Ready to work offline');
  return page;
}

/** Opens the sample from the disk and goes through all that is loaded late: each tab, a tensor, the form, a dialog. */
async function useAll(page: Page): Promise<void> {
  await openFile(page, SAMPLE);
  await expect(page.locator('[role="status"][data-integrity="verified"]')).toBeVisible();
  await show(page, '#/files/model/main.py');
  await expect(page.getByRole('region', { name: 'Chosen file' })).toContainText('import');
  await show(page, '#/files/misc/shapes.png');
  await expect(page.getByRole('region', { name: 'Chosen file' }).locator('img').first()).toBeVisible();
  await tab(page, 'Tensors').click();
  await page.locator('[data-name]').first().click();
  await expect(page.getByRole('region', { name: 'Chosen tensor' })).toBeVisible();
  await tab(page, 'Problems').click();
  await edit(page);
  await change(page, 'Model name', 'Mine');
  await expect(changes(page)).toHaveText('1 change');
}

test('a new version comes without harm to a draft, and by itself where nothing was done', async ({ browser }) => {
  await story(browser, '/tools/boxcutter/', async (host, context) => {
    const editing = await visit(host, context);
    await openFile(editing, SAMPLE);
    await edit(editing);
    await change(editing, 'Model name', 'Mine');
    await expect.poll(async () => (await keptTexts(editing)).join()).toContain('Mine');
    const idle = await context.newPage();
    await idle.goto(host.url);
    await expect(heading(idle)).toHaveText(GREETING.from);

    await test.step('the page in which nothing was done reloads, and no other', async () => {
      await host.deployNext(GREETING);
      await editing.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
      await expect(heading(idle)).toHaveText(GREETING.to, { timeout: 60_000 });
      await expect(renew(editing)).toBeVisible();
      await axe(editing, 'header');
      await expect(field(editing, 'Model name')).toHaveValue('Mine');
    });

    await test.step('the older page goes on, with its own files', async () => {
      await host.stop();
      await show(editing, '#/files/model/main.py');
      await expect(editing.getByRole('region', { name: 'Chosen file' })).toContainText('import');
      await tab(editing, 'Tensors').click();
      await editing.locator('[data-name]').first().click();
      await expect(editing.getByRole('region', { name: 'Chosen tensor' })).toBeVisible();
      await expect(changes(editing)).toHaveText('1 change');
      expect(await caches(idle)).toBe(2);
    });

    await test.step('once it is reloaded, the next version goes on with the draft', async () => {
      editing.once('dialog', (asked) => void asked.accept());
      await renew(editing).click();
      await expect(heading(editing)).toHaveText(GREETING.to);
      await expect(renew(editing)).toHaveCount(0);
      await openFile(editing, SAMPLE);
      await button(editing, 'Restore').click();
      await expect(changes(editing)).toHaveText('1 change');
      await expect.poll(async () => (await keptTexts(editing)).join()).toContain('Mine');
    });

    await test.step('what no page needs any more is removed', async () => {
      await expect.poll(() => caches(idle), { timeout: 60_000 }).toBe(1);
    });
  });
});

for (const path of ['/', '/tools/boxcutter/']) {
  test(`after one visit of ${path}, all works without a network`, async ({ browser }) => {
    await story(browser, path, async (host, context) => {
      const first = await visit(host, context);
      await host.stop();

      await test.step('in the page of the first visit', async () => {
        await openFile(first, SAMPLE);
        await tab(first, 'Tensors').click();
        await expect(first.locator('[data-name]').first()).toBeVisible();
      });

      const page = await context.newPage();
      await test.step('from each address of the page', async () => {
        for (const address of ['', 'index.html', '?a=b#/tensors', 'index.html?embed=1']) {
          await page.goto(`${host.url}${address}`);
          await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
          expect(page.url()).toBe(`${host.url}${address}`);
        }
        await page.goto(host.url);
        await page.reload();
        await expect(heading(page)).toHaveText(GREETING.from);
        // It was told before.
        await expect(note(page)).toHaveCount(0);
      });

      await test.step('with a file of the disk, in every tab', () => useAll(page));
    });
  });
}

test('a page that the system launches with a file does not reload while a slow disk gives that', async ({
  browser,
}) => {
  await story(browser, '/tools/boxcutter/', async (host, context) => {
    await context.addInitScript(() => {
      const setConsumer = (consumer: unknown) => Object.assign(window, { launch: consumer });
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    });
    const page = await visit(host, context);
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const handle = await root.getFileHandle('launched.txt', { create: true });
      const writable = await handle.createWritable();
      await writable.write('words');
      await writable.close();
      let give = () => {};
      const promise = new Promise<void>((resolve) => {
        give = resolve;
      });
      const file = await handle.getFile();
      Object.assign(handle, { getFile: () => promise.then(() => file) });
      Object.assign(window, { give });
      const { launch } = window as unknown as { launch(launched: { files: unknown[] }): void };
      launch({ files: [handle] });
    });
    await host.deployNext(GREETING);
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await expect(renew(page)).toBeVisible({ timeout: 60_000 });
    await expect(heading(page)).toHaveText(GREETING.from);
    await page.evaluate(() => (window as unknown as { give(): void }).give());
    await expect(page).toHaveTitle(/launched\.txt/);
  });
});

test('a kept page reads packages by ranges from the host, and its workers have the policy where the host sends none', async ({
  browser,
}) => {
  await story(browser, new OfflineHost('/', false), async (host, context) => {
    await visit(host, context);
    const page = await context.newPage();
    const answers: string[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.carton'))
        answers.push(`${response.status()} ${response.fromServiceWorker()}`);
    });
    const shell = await page.goto(`${host.url}?url=sample.carton`);
    expect(shell?.fromServiceWorker()).toBe(true);
    await settled(page);
    await expect(heading(page)).toHaveText('Circles, squares and triangles');
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer !== '206 false')).toEqual([]);
    const worker = page.workers().find((one) => one.url().includes('/worker/entry'));
    const evaluated = `try { done(eval('1')) } catch ({ name }) { done(name) }`;
    expect(await worker?.evaluate(`new Promise((done) => setTimeout(() => { ${evaluated} }, 50))`)).toBe('EvalError');
  });
});

test('a host without a service worker shows what it has, and recovery gives up a kept page that fails', async ({
  browser,
}) => {
  const allowed = [/404/, /broken on purpose/];
  await story(
    browser,
    '/tools/boxcutter/',
    async (host, context) => {
      const page = await visit(host, context);

      await test.step('after one more visit of the kept page', async () => {
        await host.deployNext(GREETING);
        host.withdraw();
        await page.goto(host.url);
        await expect(heading(page)).toHaveText(GREETING.from);
        const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
        // The host is asked twice, ten seconds apart.
        await expect.poll(registered, { timeout: 60_000 }).toBe(0);
        await page.goto(host.url);
        await expect(heading(page)).toHaveText(GREETING.to);
      });
    },
    allowed,
  );
  await story(
    browser,
    '/tools/boxcutter/',
    async (host, context) => {
      const page = await visit(host, context);

      await test.step('also where the kept page cannot start', async () => {
        await host.deployNext(GREETING);
        host.withdraw();
        await page.evaluate(async () => {
          for (const name of await window.caches.keys()) {
            const cache = await window.caches.open(name);
            const main = document.querySelector<HTMLScriptElement>('script[src*="/index-"]');
            const headers = { 'Content-Type': 'text/javascript' };
            if (main) await cache.put(main.src, new Response('throw new Error("broken on purpose")', { headers }));
          }
        });
        await page.goto(host.url);
        await page.getByRole('button', { name: 'Forget what this browser keeps and start again' }).click();
        await expect(heading(page)).toHaveText(GREETING.to);
      });
    },
    allowed,
  );
});
