import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import {
  axe,
  boxOf,
  expect,
  expectAt,
  FIXTURES,
  hasFixtures,
  openFile,
  openNext,
  SAMPLE,
  show,
  test,
} from './support.ts';

const tabs = (page: Page) => page.getByRole('tablist');
const integrity = (page: Page) => page.getByRole('status', { name: 'Integrity' });
const share = (page: Page) => page.getByRole('button', { name: 'Share' });

/** The highest the tabs of a phone may begin, in CSS pixels. */
const TABS_BEGIN = 380;

test('on scrolling, the tabs stay in a bar of 46 px, and what can be trusted and Share move into it', async ({
  page,
}) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
  await share(page).focus();
  const compare = page.getByRole('button', { name: 'Compare with a hash you trust' });
  const { x, width } = await boxOf(compare);
  const back = page.getByRole('button', { name: 'Circles, squares and triangles' });
  // The page is too short to scroll until the Overview is loaded.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(back).toBeVisible({ timeout: 1000 });
  }).toPass();
  // What stands beside Share does not move into its place: a line that wraps differently would move the page.
  await expectAt(compare, { x, width });
  // One of each: what had the focus keeps it.
  await expect(share(page)).toBeFocused();
  for (const one of [tabs(page), integrity(page), share(page)]) {
    await expect(one).toHaveCount(1);
    // The page grows and shrinks while it loads.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const { y, height } = await boxOf(one);
      expect(y).toBeGreaterThanOrEqual(-1);
      expect(y + height).toBeLessThanOrEqual(46 + 1);
    }).toPass();
  }
  await expect(integrity(page).getByRole('link')).toHaveAttribute('title', 'Matches its MANIFEST');
  await axe(page);
  await back.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(back).toHaveCount(0);
  await expect(share(page)).toHaveCount(1);
});

test('on a phone the tabs begin high up, below one line that says what can be trusted, and empty ones come last', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await test.step('the tabs begin high up, below one line that says what can be trusted', async () => {
    const files = hasFixtures ? [SAMPLE, `${FIXTURES}official.carton`, `${FIXTURES}carton/media.carton`] : [SAMPLE];
    for (const file of files) {
      await openNext(page, file);
      await show(page, '#/overview');
      expect((await boxOf(tabs(page))).y, file).toBeLessThanOrEqual(TABS_BEGIN);
    }
    const trust = page.getByRole('list', { name: 'Trust' });
    const { x, y, height: folded } = await boxOf(trust);
    expect(folded).toBeLessThanOrEqual(46 + 1);
    const details = page.getByRole('button', { name: 'Trust in detail', exact: true });
    await details.press('Enter');
    await expect(details).toHaveAttribute('aria-expanded', 'true');
    await details.click();
    await expect(details).toHaveAttribute('aria-expanded', 'false');
    // All of the line unfolds the card.
    await page.mouse.click(x + 20, y + 20);
    await expect(details).toHaveAttribute('aria-expanded', 'true');
    expect((await boxOf(trust)).height).toBeGreaterThan(2 * folded);
    await axe(page);
  });
  await test.step('the tabs that a package leaves empty come last', async () => {
    const path = info.outputPath('bare.carton');
    writeCarton(path, []);
    await page.setViewportSize({ width: 390, height: 844 });
    await openNext(page, path);
    const names = page.getByRole('tab');
    await expect(names).toHaveText([
      ...[/^Overview/, /^Files/, /^Problems/, /^Edit/],
      ...[/^Schema/, /^Tensors/, /^Examples/, /^Self-tests/],
    ]);
    // There is room for their order.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(names.nth(1)).toHaveText(/^Schema/);
  });
});
