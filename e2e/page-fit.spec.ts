import type { Page } from '@playwright/test';
import { rest } from '../scripts/layout-shift.ts';
import { TABS } from '../src/model/place.ts';
import { change, edit } from './edit-support.ts';
import { boxOf, expect, newContext, openFile, SAMPLE, show, test } from './support.ts';

/** Places of the sample that have much on them, beside its tabs. */
const PLACES = [...TABS.map((tab) => `#/${tab}`), '#/tensors/_tensor_0', '#/files/carton.toml'];

/** How far the page can be scrolled sideways, and what ends beyond the screen outside of what scrolls by itself. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
    for (const element of document.querySelectorAll('main *, header *')) {
      const { right, width } = element.getBoundingClientRect();
      if (width > 0 && right > clientWidth + 1 && !scrolls(element.parentElement))
        found.push(`${element.localName} ends at ${Math.round(right)}: ${element.textContent?.slice(0, 30)}`);
    }
    return found;
  });
}

/** The visible buttons on the color of the brand. */
function filled(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--bc-brand)';
    const { backgroundColor: brand } = getComputedStyle(probe);
    probe.remove();
    return [...document.querySelectorAll<HTMLElement>('button, a')]
      .filter((button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === brand)
      .map((button) => button.textContent);
  });
}

/** What still moves by a transition, an animation or a smooth scroll. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, transitionProperty, animationName, animationDuration, scrollBehavior } =
        getComputedStyle(element);
      const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0);
      const name = `${element.localName}.${[...element.classList].at(-1) ?? ''}`;
      return [
        lasts(transitionDuration) && transitionProperty !== 'none' ? `${name} transition ${transitionProperty}` : [],
        animationName !== 'none' && lasts(animationDuration) ? `${name} animation ${animationName}` : [],
        scrollBehavior === 'smooth' ? `${name} scrolls smoothly` : [],
      ].flat();
    }),
  );
}

test('at 200 % and 400 % nothing is cut, one button is filled, and with reduced motion nothing moves', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect.poll(() => filled(page)).toEqual(['Open file']);
  await openFile(page, SAMPLE);
  for (const place of PLACES) {
    await show(page, place);
    await rest(page);
    for (const [width, height] of [
      [1280, 900],
      [640, 450],
      [320, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => beyond(page), `${place} at ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await filled(page)).length, `filled on ${place}`).toBeLessThanOrEqual(1);
    expect(await moving(page), place).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, '#/files/carton.toml');
  await page.getByRole('button', { name: /Hash of the file$/ }).click();
  const { x, width } = await boxOf(page.getByRole('dialog', { name: 'Hash of the file' }));
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  const hash = page.getByRole('dialog').locator('code');
  expect(await hash.evaluate((code) => code.scrollWidth <= code.clientWidth)).toBe(true);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await edit(page);
  await change(page, 'Model name', 'Another');
  for (const tab of ['edit', 'overview']) {
    await show(page, `#/${tab}`);
    await expect.poll(() => filled(page)).toEqual(['Save carton']);
  }
  for (const name of ['Find', 'Help', 'Share', 'Review']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await moving(page), name).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a finger finds controls of 44 px', async ({ browser }) => {
  const context = await newContext(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto('/');
  await openFile(page, SAMPLE);
  for (const place of PLACES) {
    await show(page, place);
    await rest(page);
    // Links within text and names in it have the size of the text; the numbers of lines of code are as high as a line.
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a[href], input, summary, [role="tab"]')].flatMap(
        (control) => {
          const label = control.closest('label') ?? document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
          const boxes = [control, ...(label ? [label] : [])].map((element) => element.getBoundingClientRect());
          const width = Math.max(...boxes.map((box) => box.width));
          const height = Math.max(...boxes.map((box) => box.height));
          const isText =
            getComputedStyle(control).display === 'inline' ||
            control.matches('.mantine-Anchor-root') ||
            control.closest('table, p, code, pre, dd');
          if (isText || width === 0 || !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
            return [];
          if (control.closest('.visually-hidden, .cm-editor')) return [];
          return width < 43.5 || height < 43.5 ? `${control.outerHTML.slice(0, 90)} ${width} × ${height}` : [];
        },
      ),
    );
    expect(small, place).toEqual([]);
  }
  await context.close();
});
