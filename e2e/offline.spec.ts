import type { BrowserContext, Page } from '@playwright/test';
import { button, change, changes, edit, keptTexts } from './edit-support.ts';
import { OfflineHost } from './offline-host.ts';
import { expect, listen, openFile, SAMPLE, settled, show, tab, test } from './support.ts';

const GREETING = { from: 'See what is inside a model package', to: 'See it in the next version' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const note = (page: Page) => page.getByRole('status', { name: 'Offline' });
const renew = (page: Page) => page.getByRole('button', { name: 'New version available: reload' });

/** Runs a story with a host of its own and a browser that was never there. Fails on what `test` fails on. */
async function story(
  browser: { newContext(): Promise<BrowserContext> },
  path: string,
  tell: (host: OfflineHost, context: BrowserContext) => Promise<void>,
  allowed: RegExp[] = [],
): Promise<void> {
  const host = new OfflineHost(path);
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
          await settled(page).catch(() => {});
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
