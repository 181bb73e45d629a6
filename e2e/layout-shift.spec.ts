import { existsSync, readFileSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import config from '../playwright.config.ts';
import { layoutShift, rest, watchShifts } from '../scripts/layout-shift.ts';
import { TABS } from '../src/model/place.ts';
import { writeCarton } from './built-carton.ts';
import { change, edit, keptTexts } from './edit-support.ts';
import { fileOf, RemoteServer } from './remote-server.ts';
import {
  boxOf,
  expect,
  expectAt,
  FIXTURES,
  hasFixtures,
  newContext,
  openBytes,
  openFile,
  SAMPLE,
  settled,
  test,
} from './support.ts';

/** What may move by itself on a tab, of the whole screen. */
const MAX_SHIFT = 0.02;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TABLET = { viewport: { width: 768, height: 1024 } };
const SCREEN = { viewport: { width: 1280, height: 800 } };

/** Files whose views put their tools in the head of the file once they are there. */
const CHOSEN = ['files/model/main.py', 'files/misc/shapes.png', 'files/model/weights.safetensors?view=hex'];

/** Loads the page for each tab, by its address, and says how far each moved. */
async function shifts(
  browser: Browser,
  path: string,
  screen: typeof PHONE | typeof SCREEN,
  tabs: readonly string[] = TABS,
): Promise<Record<string, string>> {
  const server = new RemoteServer();
  await server.start();
  const context = await newContext(browser, screen);
  await watchShifts(context);
  const url = server.put('/a.carton', fileOf(readFileSync(path)));
  const large: Record<string, string> = {};
  const page = await context.newPage();
  for (const tab of tabs) {
    // Another fragment alone would load nothing.
    await page.goto('about:blank');
    await page.goto(`/?url=${encodeURIComponent(url)}#/${tab}`);
    await settled(page);
    await expect(page.getByRole('tab', { selected: true })).toHaveAttribute(
      'id',
      new RegExp(`-tab-${tab.split('/')[0]}$`),
    );
    await rest(page);
    const { value, moved } = await layoutShift(page);
    if (value > MAX_SHIFT) large[tab] = `${value.toFixed(4)}: ${moved.slice(0, 4).join('; ')}`;
  }
  await context.close();
  await server.stop();
  return large;
}

test.describe('what comes later has its room', () => {
  test('on every tab of the sample', async ({ browser }) => {
    expect(await shifts(browser, SAMPLE, SCREEN)).toEqual({});
  });

  test('on every tab of the sample on a phone', async ({ browser }) => {
    expect(await shifts(browser, SAMPLE, PHONE, [...TABS, ...CHOSEN])).toEqual({});
  });

  test('on every tab of the sample on a tablet', async ({ browser }) => {
    expect(await shifts(browser, SAMPLE, TABLET, [...TABS, ...CHOSEN])).toEqual({});
  });

  for (const [name, ...tabs] of [
    ['official.carton', 'overview', 'schema', 'examples', 'problems'],
    ['carton/media.carton', 'overview', 'examples'],
  ] as const) {
    test(`on the tabs of ${name} that have more than those of the sample`, async ({ browser }) => {
      test.skip(!existsSync(FIXTURES + name), 'needs the shared fixtures');
      expect(await shifts(browser, FIXTURES + name, SCREEN, tabs)).toEqual({});
    });
  }

  test('on the tabs of a large package whose lists are long', async ({ browser }, info) => {
    const path = info.outputPath('large.carton');
    const tensors = Array.from({ length: 200 }, (_, at) => ({
      name: `weights ${at}`,
      dtype: 'float32',
      shape: '[64, 64]',
      data: new Uint8Array(4 * 64 * 64).fill(at),
    }));
    const misc = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`misc/${at % 20}/${at}.txt`, Buffer.from(`${at}\n`.repeat(100))]),
    );
    const examples = Array.from(
      { length: 40 },
      (_, at) => `[[example]]\nname = "Example ${at}"\n[example.inputs]\nx = "@tensor_data/weights ${at}"\n`,
    );
    writeCarton(
      path,
      tensors,
      examples.join('\n'),
      misc,
      `model_description = """${'A paragraph.\n\n'.repeat(300)}"""`,
    );
    expect(await shifts(browser, path, SCREEN, ['overview', 'tensors', 'examples', 'files'])).toEqual({});
  });

  test('on a phone, for what verifying finds wrong', async ({ browser }) => {
    test.skip(!hasFixtures, 'needs the shared fixtures');
    const path = `${FIXTURES}carton/hostile/hash-mismatch.carton`;
    expect(await shifts(browser, path, PHONE, ['problems', 'overview'])).toEqual({});
  });

  test('when a file of this computer is opened, a draft is offered, and something else cannot be opened', async ({
    browser,
  }) => {
    const context = await newContext(browser, SCREEN);
    await watchShifts(context);
    const page = await context.newPage();
    await page.goto('/');
    await openFile(page, SAMPLE);
    await rest(page);
    const opened = await layoutShift(page);
    expect(opened.value, opened.moved.join('; ')).toBeLessThanOrEqual(MAX_SHIFT);
    await edit(page);
    await change(page, 'Model name', 'Another');
    await expect.poll(() => keptTexts(page)).toHaveLength(1);
    page.on('dialog', (question) => void question.accept());
    await page.reload();
    await openFile(page, SAMPLE);
    await expect(page.getByRole('region', { name: 'Kept draft' })).toBeVisible();
    await rest(page);
    const { value, moved } = await layoutShift(page);
    expect(value, moved.join('; ')).toBeLessThanOrEqual(MAX_SHIFT);

    const { y } = await boxOf(page.locator('h1'));
    await openBytes(page, new TextEncoder().encode('not a zip'), 'bad.carton');
    await expect(page.getByRole('alert')).toBeInViewport();
    await expectAt(page.locator('h1'), { y });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await context.close();
  });

  test('when a dialog opens beside a scroll bar', async ({ baseURL }) => {
    // Playwright hides scroll bars.
    const browser = await chromium.launch({ ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
    const page = await browser.newPage(SCREEN);
    await page.goto(baseURL ?? '');
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0);
    const { x } = await boxOf(page.locator('h1'));
    await page.getByRole('button', { name: 'Help' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAt(page.locator('h1'), { x });
    await browser.close();
  });
});
