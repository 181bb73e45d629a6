import { test } from './support.ts';

/** Tests of the tests: support.ts must make each of these fail. */
test.describe('a test fails', () => {
  test.beforeEach(() => test.fail());

  for (const level of ['warn', 'error'] as const) {
    test(`on console.${level}`, async ({ page }) => {
      await page.goto('/');
      await page.evaluate((name) => console[name]('said by the test'), level);
    });
  }

  test('on an unhandled rejection', async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => void Promise.reject(new Error('by the test')));
    await page.waitForTimeout(200);
  });

  test('on an error in a worker', async ({ page }) => {
    await page.goto('/');
    await page.route('**/worker/broken.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('by the test')" }),
    );
    await page.evaluate(() => void new Worker('worker/broken.js', { type: 'module' }));
    await page.waitForTimeout(500);
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
