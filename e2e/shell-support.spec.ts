import type { BrowserContext, Page } from '@playwright/test';
import { axe, expect, openFile, SAMPLE, test } from './support.ts';

/**
 * Waits until the browser tells of a fault. It fails nothing itself where that does not come: these tests must fail by
 * what support.ts makes of it.
 */
function complaint(context: BrowserContext): Promise<unknown> {
  const limit = { timeout: 20_000 };
  const events = [context.waitForEvent('weberror', limit), context.waitForEvent('console', limit)];
  return Promise.any(events).catch(() => undefined);
}

/** Tests of the tests: support.ts must make each of these fail. */
test.describe('a test fails', () => {
  test.beforeEach(() => test.fail());

  for (const level of ['warn', 'error'] as const) {
    test(`on console.${level}`, async ({ page }) => {
      await page.goto('/');
      await page.evaluate((name) => console[name]('said by the test'), level);
    });
  }

  test('on an unhandled rejection', async ({ page, context }) => {
    await page.goto('/');
    const said = complaint(context);
    await page.evaluate(() => void Promise.reject(new Error('by the test')));
    await said;
  });

  test('on an error in a worker', async ({ page, context }) => {
    await page.goto('/');
    await openFile(page, SAMPLE);
    const said = complaint(context);
    await page.workers()[0]?.evaluate(() => void Promise.reject(new Error('by the test')));
    await said;
  });
});

test.describe('a test fails on a request to another origin', () => {
  test.use({ allowedConsole: [/./] });

  test('even if it is on the same machine', async ({ page, baseURL }) => {
    test.fail();
    await page.goto('/');
    const other = (baseURL ?? '').replace('localhost', '127.0.0.1');
    await page.evaluate((url) => fetch(url).catch(() => {}), other);
  });
});

test.describe('a test', () => {
  test.describe.configure({ mode: 'serial' });
  let left: BrowserContext;

  test('leaves a setting, a draft, a private file, a cookie and a permission', async ({ page, context }) => {
    left = context;
    await context.grantPermissions(['clipboard-read']);
    await page.goto('/');
    await page.evaluate(async () => {
      localStorage.setItem('setting', '1');
      await cookieStore.set('cookie', '1');
      await new Promise((resolve) => {
        indexedDB.open('draft').onsuccess = resolve;
      });
      const folder = await navigator.storage.getDirectory();
      await folder.getFileHandle('private', { create: true });
    });
  });

  test('and the next one does not find them, in the same context', async ({ page, context }) => {
    expect(context).toBe(left);
    await page.goto('/');
    expect(
      await page.evaluate(async () => {
        const files: string[] = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
        const databases = (await indexedDB.databases()).map(({ name }) => name);
        const { state } = await navigator.permissions.query({ name: 'clipboard-read' as PermissionName });
        return { setting: localStorage.getItem('setting'), cookie: document.cookie, files, state, databases };
      }),
    ).toEqual({
      setting: null,
      cookie: '',
      files: [],
      state: 'prompt',
      databases: expect.not.arrayContaining(['draft']),
    });
  });
});

test.describe('axe finds', () => {
  const OTHER = 'http://other.example/';
  test.use({ allowedOrigins: [new URL(OTHER).origin] });

  /** Shows a page that only this test has. */
  async function show(page: Page, html: string, url = '/made'): Promise<void> {
    const body = `<!doctype html><html lang="en"><title>Made</title><main><h1>Made</h1>${html}</main></html>`;
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }));
    if (url === '/made') await page.goto(url);
  }

  test('nothing where nothing is wrong', async ({ page }) => {
    await show(page, '<button>Named</button>');
    await axe(page);
  });

  test('colors that are wrong in the dark theme alone', async ({ page }) => {
    const style = ':root { color-scheme: light dark } p { background: white; color: light-dark(black, #eee) }';
    await show(page, `<style>${style}</style><p>Read me</p>`);
    await expect(axe(page)).rejects.toThrow(/axe, dark.*color-contrast/s);
  });

  test('a button without a name, in the part that it is given and in no other', async ({ page }) => {
    await show(page, '<div id="good"><button>Named</button></div><div id="bad"><button></button></div>');
    await axe(page, '#good');
    await expect(axe(page, '#bad')).rejects.toThrow(/axe, light.*button-name/s);
  });

  test('what is wrong in a frame of another origin', async ({ page }) => {
    await show(page, '<button></button>', OTHER);
    await show(page, `<iframe title="Other" src="${OTHER}"></iframe>`);
    await expect(page.frameLocator('iframe').getByRole('button')).toBeVisible();
    await expect(axe(page)).rejects.toThrow(/button-name.*iframe button/s);
  });
});
