import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

export { expect };

interface Watch {
  /** Console messages of level warning or error that this test means to provoke. All others fail it. */
  allowedConsole: RegExp[];
  /** Origins besides the page's own that this test means to reach. A request to any other fails it. */
  allowedOrigins: (string | RegExp)[];
  watch: undefined;
}

/** Playwright's `test`, which also fails on a console warning or error, an unhandled rejection, or a request to another origin. */
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

/** Collects what must not happen. Covers every page of the context, popups included, and their workers. */
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

/** Opens a file by the page's input, and waits until it is shown or refused. */
export async function openFile(page: Page, path: string): Promise<void> {
  await page.getByTestId('open-file').setInputFiles(path);
  await settled(page);
}

/** Waits until the page has opened, or refused, what it was given. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-state', /^(ready|failed)$/, { timeout: 30_000 });
}

/**
 * Holds the page, as it stands, against axe's rules in the light and the dark theme; or only what is `within`, a selector, such as a dialog
 * before a long page that other tests hold against them.
 */
export async function axe(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colours in the middle of a transition are nobody's choice.
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
