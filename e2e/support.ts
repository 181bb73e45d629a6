import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Watch {
  /** Console warnings and errors that this test provokes. All others fail it. */
  allowedConsole: RegExp[];
  /** Other origins that this test asks. A request to any other origin fails it. */
  allowedOrigins: (string | RegExp)[];
  watch: undefined;
}

/**
 * The `test` of Playwright. It also fails on a console warning or error, on an unhandled rejection, and on a request to
 * another origin.
 */
export const test = base.extend<Watch>({
  allowedConsole: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  watch: [
    async ({ context, baseURL, allowedConsole, allowedOrigins }, use) => {
      const origins = [new URL(baseURL ?? '').origin, ...allowedOrigins];
      const complaints = listen(context, origins, allowedConsole);
      await use(undefined);
      expect(complaints, 'console messages, unhandled errors and requests to other hosts').toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects what must not happen, in every page of the context, in popups, and in their workers. */
function listen(context: BrowserContext, origins: (string | RegExp)[], allowed: RegExp[]): string[] {
  const complaints: string[] = [];
  const complain = (text: string) => {
    if (!allowed.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  context.on('console', (message) => {
    if (!['warning', 'error', 'assert'].includes(message.type())) return;
    complain(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complain(`unhandled: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http') && !url.protocol.startsWith('ws')) return;
    const isAllowed = origins.some((origin) =>
      typeof origin === 'string' ? origin === url.origin : origin.test(url.origin),
    );
    if (!isAllowed) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
}

/** Opens a file with the input of the page. Waits until it is shown or refused. */
export async function openFile(page: Page, path: string): Promise<void> {
  await page.getByTestId('open-file').setInputFiles(path);
  await settled(page);
}

/** Waits until the page has opened or refused its input. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', /^(ready|failed)$/, { timeout: 30_000 });
}

/**
 * Checks the page as it is against the rules of axe, in the light and the dark theme.
 * @param within checks only this selector, for example a dialog in front of a page that other tests check
 */
export async function axe(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colors in the middle of a transition have no meaning.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    const builder = new AxeBuilder({ page });
    const { violations } = await (within === undefined ? builder : builder.include(within)).analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.slice(0, 5).map((node) => `${node.target.join(' ')} · ${node.failureSummary ?? ''}`),
    }));
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
