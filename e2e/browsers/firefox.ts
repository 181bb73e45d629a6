import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core';
import { type Driver, elementOf, type Key, type Target } from './driver.ts';

/** How long Firefox may take for one command, in milliseconds. It only ends what hangs. */
const MOST_MS = 60_000;

/**
 * Starts Firefox without a window, driven by WebDriver BiDi.
 *
 * @param program the program of Firefox
 * @param folder where it saves downloads
 */
export async function startFirefox(program: string, folder: string): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: {
      // Downloads are saved without a question.
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
      'browser.download.always_ask_before_handling_new_types': false,
    },
  });
  const complaints: string[] = [];
  const listen = (page: Page) => {
    page.setDefaultTimeout(MOST_MS);
    page.on('console', async (message) => {
      if (!['warn', 'error', 'assert'].includes(message.type())) return;
      const complaint = complaints.push(`console: ${message.text()}`) - 1;
      // Of an error, the text is only that it is one.
      const texts = message
        .args()
        .map((arg) => arg.evaluate((value) => String((value as Error | null)?.stack ?? value)).catch(() => ''));
      complaints[complaint] += ` ${(await Promise.all(texts)).join(' ')}`;
    });
    page.on('pageerror', (error) => complaints.push(`unhandled: ${String(error)}`));
    page.on('request', (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith('http') && hostname !== 'localhost') complaints.push(`request: ${request.url()}`);
    });
    return page;
  };
  let page = listen(await browser.newPage());

  async function element(target: Target): Promise<ElementHandle<HTMLElement>> {
    const handle = await page.evaluateHandle(elementOf, target);
    const found = handle.asElement() as ElementHandle<HTMLElement> | null;
    if (!found) throw new Error(`There is no ${JSON.stringify(target)}.`);
    return found;
  }
  async function press(key: Key | 'a', control?: 'control') {
    if (control) await page.keyboard.down('Control');
    await page.keyboard.press(key);
    if (control) await page.keyboard.up('Control');
  }

  return {
    version: (await browser.version()).replace('firefox/', 'Firefox '),
    downloads: folder,
    complaints,
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    run: (act, ...args) => page.evaluate(act as never, ...args) as never,
    click: async (target) => (await element(target)).click(),
    async fill(target, text) {
      await (await element(target)).click();
      await press('a', 'control');
      await page.keyboard.type(text);
    },
    async choose(target, path) {
      const input = await element({ ...target, hidden: true });
      await (input as unknown as ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    press,
    async reopen() {
      const before = page;
      page = listen(await browser.newPage());
      await before.close();
    },
    screen: async () => Buffer.from(await page.screenshot()),
    end: () => browser.close(),
  };
}
