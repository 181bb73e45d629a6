import type { Page } from '@playwright/test';
import { TABS } from '../src/model/place.ts';
import { writeCarton } from './built-carton.ts';
import { button, change, changes, DIALOG, edit, field } from './edit-support.ts';
import {
  axe,
  boxOf,
  expect,
  expectAt,
  FIXTURES,
  fitsWidth,
  hasFixtures,
  openFile,
  openNext,
  SAMPLE,
  show,
  tab,
  test,
} from './support.ts';

const tabs = (page: Page) => page.getByRole('tablist');
const integrity = (page: Page) => page.getByRole('status', { name: 'Integrity' });
const share = (page: Page) => page.getByRole('button', { name: 'Share' });

/** The highest the tabs of a phone may begin, in CSS pixels. */
const TABS_BEGIN = 380;

test('every tab but the Overview has one bar of 46 px with the name, what can be trusted, tabs and Share', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await expect(integrity(page)).toHaveAttribute('data-integrity', 'verified');
  const heading = page.getByRole('heading', { level: 1 });
  // What a stranger calls a package does not stand alone.
  const origin = page.locator('[data-names] p').getByText('sample.carton', { exact: true });
  const names = ['Schema', 'Tensors', 'Examples', 'Self-tests', 'Files', 'Problems', 'Edit'];
  await test.step('the same on each', async () => {
    for (const name of names) {
      await tab(page, name).click();
      await expectAt(page.getByRole('tabpanel'), { y: 52 + 46 });
      await expect(heading).toHaveText('Circles, squares and triangles');
      for (const one of [origin, heading, tabs(page), integrity(page), share(page)]) {
        await expect(one).toHaveCount(1);
        const { y, height } = await boxOf(one);
        expect(y, name).toBeGreaterThanOrEqual(52 - 1);
        expect(y + height, name).toBeLessThanOrEqual(52 + 46 + 1);
      }
    }
  });
  await test.step('its popovers open and close by keyboard', async () => {
    const about = heading.getByRole('button');
    await about.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Circles, squares and triangles' });
    await expect(dialog).toContainText('This computer');
    await expect(dialog.getByTestId('model-hash')).toHaveText(/^[0-9a-f]{64}$/);
    // The tip of the button in focus belongs to no landmark.
    await axe(page, DIALOG);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(about).toBeFocused();
    for (const mark of ['Matches its MANIFEST', 'Loading it runs Python', 'No problems found']) {
      const button = page.getByRole('button', { name: mark });
      await button.press('Enter');
      const card = page.getByRole('dialog', { name: 'Trust in detail' });
      await expect(card.getByRole('listitem')).toHaveCount(3);
      await axe(page, DIALOG);
      await page.keyboard.press('Escape');
      await expect(card).toBeHidden();
      await expect(button).toBeFocused();
    }
    // A link in it closes it, and the focus goes along.
    await page.getByRole('button', { name: 'Loading it runs Python' }).press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Show what would run' }).press('Enter');
    await expect(page).toHaveURL(/#\/overview\?show=runs$/);
    await expect(tab(page, 'Overview')).toBeFocused();
  });
  await test.step('it stays at the top while a long page scrolls', async () => {
    await tab(page, 'Edit').click();
    await page.getByRole('heading', { name: 'Examples' }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 600);
    await expect.poll(async () => (await boxOf(tabs(page))).y).toBeLessThanOrEqual(1);
    // Also behind a dialog, which does not let it scroll.
    await button(page, 'Save carton').click();
    await expect(page.getByRole('dialog', { name: 'Save carton' })).toBeVisible();
    expect((await boxOf(tabs(page))).y).toBeLessThanOrEqual(1);
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
    await page.keyboard.press('Escape');
  });
});

test('a draft joins the bar: in a menu, or with all its buttons where there is room', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await edit(page);
  // Whatever is typed, the tabs stay where they are.
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await fitsWidth(page, width);
    let x = Number.NaN;
    const isAtRest = async () => {
      const before = x;
      ({ x } = await boxOf(tab(page, 'Schema')));
      return x === before;
    };
    await expect.poll(isAtRest).toBe(true);
    for (const name of ['Another', 'A name that is much longer than the one before it was', 'A']) {
      await field(page, 'Model name').fill(name);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(changes(page)).toHaveText('1 change');
      await expectAt(tab(page, 'Schema'), { x });
    }
    await field(page, 'Model name').fill('Circles, squares and triangles');
    await expect(changes(page)).toHaveText('No changes');
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await change(page, 'Model name', 'Another');
  for (const name of ['Edit', 'Schema', 'Overview']) {
    await tab(page, name).click();
    await page.getByRole('button', { name: '1 change: actions' }).click();
    for (const item of ['Undo', 'Redo', 'Review'])
      await expect(page.getByRole('menuitem', { name: item })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Save carton')).toBeInViewport();
    for (const one of ['Undo', 'Redo']) await expect(button(page, one)).toHaveCount(name === 'Edit' ? 1 : 0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await tab(page, 'Edit').click();
  for (const name of ['Undo', 'Redo', 'Review', 'Save carton', 'Download carton.toml'])
    await expect(button(page, name)).toHaveCount(1);
  const { y, height } = await boxOf(button(page, 'Save carton'));
  expect(y + height).toBeLessThanOrEqual(52 + 46);
  await axe(page);
  await button(page, 'Undo').click();
  await expect(changes(page)).toHaveText('No changes');
});

test('on a phone the head of every tool is low, and where the window is lower still it scrolls away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  const panel = page.getByRole('tabpanel');
  for (const name of TABS.filter((name) => name !== 'overview')) {
    await show(page, `#/${name}`);
    await expect.poll(async () => (await boxOf(panel)).y, name).toBeLessThanOrEqual(150);
  }
  // As zoomed to 400 %: the panes have the whole window.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const place of ['#/files', '#/files/model/main.py', '#/tensors/_tensor_0']) {
    await show(page, place);
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expectAt(panel, { y: 0, height: 256 });
    }).toPass();
    await axe(page);
  }
});

test('on a phone a tensor takes the place of the list: the head stays whole, and Back leads to its row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await openFile(page, SAMPLE);
  await tab(page, 'Tensors').click();
  const row = page.locator('tr[data-name="_tensor_4"]').getByRole('button');
  await row.click();
  await expect(page.getByRole('grid', { name: 'Values of _tensor_4' })).toBeVisible();
  // Lower than two bars of 52 px, without a hole.
  for (const one of [integrity(page), share(page), page.getByRole('heading', { level: 2, name: 'contour' })]) {
    const { y, height } = await boxOf(one);
    expect(y).toBeGreaterThanOrEqual(52 - 1);
    expect(y + height).toBeLessThanOrEqual(104);
  }
  await axe(page);
  await page.getByRole('button', { name: 'Back to tensors' }).click();
  await expect(row).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('grid', { name: 'Values of _tensor_4' })).toBeVisible();
  // Escape leads back, too, from a tensor as from a file.
  await page.getByRole('heading', { level: 2, name: 'contour' }).focus();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
  await show(page, '#/files');
  await page.locator('[data-path="carton.toml"]').click();
  await expect(page.getByRole('heading', { level: 2, name: 'carton.toml' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-path="carton.toml"]')).toBeFocused();
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
