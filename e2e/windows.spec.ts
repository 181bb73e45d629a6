import { chromium, type Page } from '@playwright/test';
import { button, change, changes, edit, field, keptTexts } from './edit-support.ts';
import { expect, settled, test } from './support.ts';

const elsewhere = (page: Page) => page.getByRole('region', { name: 'Draft in another tab' });

test(
  'a draft is not lost between windows of their own, frozen, left and come back to',
  { tag: '@whole-browser' },
  async ({ baseURL }, info) => {
    const { launchOptions, viewport } = info.project.use;
    // Playwright keeps pages from being held while people are elsewhere.
    const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    try {
      const context = await browser.newContext({ baseURL, viewport: viewport ?? null });
      const link = `/?url=${encodeURIComponent('sample.carton')}`;
      const first = await context.newPage();
      const session = await context.newCDPSession(first);
      await first.goto(link);
      await settled(first);
      // A window without an opener has a process of its own.
      const opened = context.waitForEvent('page');
      await first.evaluate((url) => void window.open(url, '_blank', 'noopener'), link);
      const second = await opened;
      await settled(second);
      await edit(first);
      await change(first, 'Model name', 'Mine');
      await expect.poll(async () => (await keptTexts(second)).join()).toContain('Mine');
      await test.step('the first window is frozen: the second takes its draft over, and it hears of that when it wakes', async () => {
        await session.send('Page.setWebLifecycleState', { state: 'frozen' });
        await second.bringToFront();
        await second.evaluate(() => window.dispatchEvent(new Event('focus')));
        await expect(elsewhere(second)).toContainText('Another tab has unsaved changes');
        await button(second, 'Take over').click();
        await expect(changes(second)).toHaveText('1 change');
        await edit(second);
        await expect(field(second, 'Model name')).toHaveValue('Mine');
        await change(second, 'License', 'ISC');
        await expect.poll(async () => (await keptTexts(second)).join()).toContain('ISC');
        await session.send('Page.setWebLifecycleState', { state: 'active' });
        await expect(elsewhere(first)).toContainText('Another tab took over your changes');
      });
      await test.step('the first one takes it back, with what was changed there', async () => {
        await button(first, 'Take over').click();
        await expect(field(first, 'License')).toHaveValue('ISC');
        await expect(elsewhere(second)).toContainText('Another tab took over your changes');
        await expect.poll(() => keptTexts(first)).toHaveLength(1);
      });
      await test.step('people leave the page and come back: the draft is there, or offered', async () => {
        first.on('dialog', (asked) => void asked.accept());
        await first.goto('about:blank');
        // Playwright waits for a page that comes from the browser's memory in vain.
        await first.evaluate(() => void window.history.back());
        await expect(first.locator('html')).toHaveAttribute('data-state', 'ready');
        const restore = button(first, 'Restore');
        await expect(restore.or(changes(first).filter({ hasText: '2 changes' }))).toBeVisible();
        if (await restore.isVisible()) await restore.click();
        await expect(changes(first)).toHaveText('2 changes');
        await edit(first);
        await change(first, 'License', 'MIT');
        await expect.poll(async () => (await keptTexts(first)).join()).toContain('MIT');
      });
      await test.step('the window with the draft is closed: the other one is offered it', async () => {
        await first.close();
        await button(second, 'Restore').click();
        await edit(second);
        await expect(field(second, 'License')).toHaveValue('MIT');
        await expect.poll(() => keptTexts(second)).toHaveLength(1);
      });
    } finally {
      await browser.close();
    }
  },
);
