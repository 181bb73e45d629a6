import { readFileSync } from 'node:fs';
import {
  axe,
  dropFiles,
  expect,
  expectPicture,
  FIXTURES,
  hasFixtures,
  openFile,
  openNext,
  SAMPLE,
  settled,
  tab,
  test,
} from './support.ts';

const TABS = ['Overview', 'Schema', 'Tensors', 'Examples', 'Self-tests', 'Files', 'Problems'];
const MODEL_HASH = 'f1cae5143a92a44e3a7e1d9c32a0245065dfb6e0f1e91c18b5e44356d081dfb5';

test('the sample opens from its button; its address, back and forward show it and a local file again', async ({
  page,
}) => {
  await test.step('the sample opens from its button, and its address shows it again', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open sample' }).click();
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    const title = await page.title();
    expect(title).toMatch(/ · Boxcutter$/);
    await page.reload();
    await settled(page);
    await expect(page).toHaveTitle(title);
  });
  await test.step('back and forward find a local file again, and a reload says that it is not kept', async () => {
    const sample = await page.title();
    const bytes = readFileSync(SAMPLE);
    await dropFiles(page, [{ name: 'local.carton', bytes }]);
    const origin = page.getByText('This computer');
    await expect(origin).toBeVisible();
    await tab(page, 'Files').click();
    await page.goBack();
    await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
    await expect(origin).toBeVisible();
    await page.goBack();
    await expect(origin).toHaveCount(0);
    await expect(page).toHaveTitle(sample);
    await page.goForward();
    await expect(origin).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    await expect(page.getByRole('status')).toContainText('Reloading closed local.carton.');
    await expect(page.getByRole('status').getByRole('button', { name: 'Open it again' })).toBeVisible();
    await page.goBack();
    await settled(page);
    await expect(page).toHaveTitle(sample);
    await page.goBack();
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    await expect(page.getByRole('status')).toHaveCount(0);
  });
  await expect(page.locator('h1')).toBeVisible();
});

test('axe finds nothing on any tab of the sample; its menu, its hash and its reader work', async ({
  page,
  context,
}) => {
  test.slow();
  await page.goto('/');
  await openFile(page, SAMPLE);
  await test.step('axe finds nothing on any tab of the sample', async () => {
    for (const name of TABS) {
      await tab(page, name).click();
      await expect(page.getByRole('tabpanel')).toBeVisible();
      await axe(page);
    }
  });
  await test.step('a hash that is pasted is called same or different', async () => {
    await tab(page, 'Overview').click();
    const hash = (await page.getByTestId('model-hash').textContent()) ?? '';
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    await page.getByRole('button', { name: 'Compare with a hash you trust' }).click();
    const field = page.getByRole('textbox', { name: 'Compare with a hash you trust' });
    await field.fill(` sha256:${hash.toUpperCase()} `);
    await expect(page.getByRole('status', { name: 'Comparison' })).toContainText('same');
    await field.fill('0'.repeat(64));
    await expect(page.getByRole('status', { name: 'Comparison' })).toContainText('different');
    await axe(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
  });
  await test.step('the menu Open has all ways to open, and works by keyboard', async () => {
    await expect(page.getByRole('button', { name: 'Open file' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Open', exact: true }).focus();
    await page.keyboard.press('Enter');
    for (const name of ['Open file', 'Open folder', 'Open sample']) {
      await expect(page.getByRole('button', { name })).toBeFocused();
      await page.keyboard.press('Tab');
    }
    await expect(page.getByRole('textbox', { name: 'URL' })).toBeFocused();
    await page.keyboard.type('javascript:alert(1)');
    await expect(page.getByRole('button', { name: 'Open URL' })).toBeEnabled();
    await axe(page, '[role="dialog"]');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/bad-url');
    await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: 'Open file' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open sample' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeFocused();
  });
  await test.step('what cannot be opened leaves the open package as it is, and says so', async () => {
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const heading = await page.locator('h1').textContent();
    await tab(page, 'Schema').click();
    await dropFiles(page, [{ name: 'page.carton', bytes: Buffer.from('<html>404 not found</html>') }]);
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'zip/not-a-zip');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await expect(page.locator('h1')).toHaveText(heading ?? '');
    await expect(tab(page, 'Schema')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('a reader that dies is replaced, and the package is open again', async () => {
    // This needs Chromium’s debugging protocol.
    if (context.browser()?.browserType().name() !== 'chromium') return;
    const session = await context.newCDPSession(page);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    // The worker throws outside of any call, as a bug would.
    await page.workers()[0]?.evaluate(() => {
      setTimeout(() => {
        throw new Error('the reader dies');
      });
    });
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'internal/worker-died');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await tab(page, 'Files').click();
    await expect(page.locator('[data-path="carton.toml"]')).toBeVisible();
  });
});

test('the last of two files dropped one after the other is shown, and several at once are a folder', async ({
  page,
}) => {
  await test.step('the last of two files dropped one after the other is the one shown', async () => {
    await page.goto('/');
    const bytes = readFileSync(SAMPLE);
    await dropFiles(page, [{ name: 'first.zip', bytes: Buffer.from('no zip') }]);
    await dropFiles(page, [{ name: 'second.carton', bytes }]);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('several files at once are a folder of loose files', async () => {
    await dropFiles(page, [
      { name: 'a.bin', bytes: Buffer.from('a') },
      { name: 'b.bin', bytes: Buffer.from('b') },
    ]);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    await expect(page.locator('h1')).toHaveText('2 files');
    await expect(page.locator('[data-path]')).toHaveCount(2);
    await axe(page);
  });
});

test('an invalid address is refused in words', async ({ page }) => {
  await page.goto('/?url=javascript:alert(1)');
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/bad-url');
  await expect(page.getByRole('button', { name: 'Open file' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue('javascript:alert(1)');
});

test('a package can be opened, read and left by keyboard alone', { tag: '@whole-browser' }, async ({ page }) => {
  await page.goto('/');
  // The first controls are those of the bar. The controls of the page follow.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file' }).focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(SAMPLE);
  await settled(page);
  await expect(page.locator('h1')).toBeFocused();
  await tab(page, 'Overview').focus();
  for (const name of TABS.slice(1)) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, name)).toBeFocused();
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  }
  await page.goBack();
  await expect(tab(page, 'Files')).toHaveAttribute('aria-selected', 'true');
});

test.describe('with the fixtures', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  test('official.carton shows what is in it; axe finds nothing on its tabs at 390 px, nor where all is broken', async ({
    page,
  }) => {
    test.slow();
    await page.goto('/');
    await dropFiles(page, [{ name: 'official.carton', bytes: readFileSync(`${FIXTURES}official.carton`) }]);
    await settled(page);
    await expect(page).toHaveTitle('Test Model · Boxcutter');
    await expect(page.locator('h1')).toHaveText('Test Model');
    await expect(page.getByTestId('model-hash')).toHaveText(MODEL_HASH);
    await expect(page.getByRole('status', { name: 'Integrity' })).toHaveAttribute('data-integrity', 'verified');
    // One picture is in the description. The other is in an example, whose file has no extension.
    // A picture that has left the screen is let go, so each is found again in its part of the page.
    for (const name of [/^Example/, 'Description']) {
      await expectPicture(page.getByRole('region', { name }));
    }
    // Its example gives one of seven inputs. The code leaves out the others, and does not make values up for them.
    const use = page.getByRole('region', { name: 'Use it' });
    await expect(use).toContainText('# Left out: "a", "b", "c", "d", "e", "g"');
    await expect(use).not.toContainText('placeholders');
    await axe(page);

    await tab(page, 'Schema').click();
    const first = (name: string) => page.getByRole('table', { name }).locator('tbody tr > td:first-child');
    await expect(first('Inputs')).toHaveText(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    await expect(first('Outputs')).toHaveText(['y']);
    await expect(page.getByRole('table', { name: 'Inputs' })).toContainText('batch_size × 3 × 512 × 512');

    await page.goto(`${page.url().split('#')[0]}#/tensors/_tensor_0`);
    const strings = page.getByRole('grid', { name: 'Values of _tensor_0' });
    await expect(strings.locator('[data-value]')).toHaveCount(3);
    expect(
      await strings
        .locator('[data-value]')
        .evaluateAll((cells) => cells.map((c) => c.getAttribute('data-value')).join('')),
    ).toMatch(/[\u0c00-\u0c7f].*\p{Extended_Pictographic}/su);
    await page.locator('[data-name="_tensor_3"]').first().click();
    const scalar = page.getByRole('grid', { name: 'Values of _tensor_3' });
    await expect(scalar.locator('[data-value]')).toHaveAttribute('data-value', '5');

    await page.goto(`${page.url().split('#')[0]}#/files/model/main.py`);
    await expect(page.locator('.shiki, [data-language="python"]').first()).toBeVisible();

    await tab(page, 'Problems').click();
    const problems = page.getByRole('list', { name: 'Problems' });
    await expect(problems.locator('[data-code="schema/dtype-mismatch"]').first()).toHaveAttribute(
      'data-severity',
      'warning',
    );
    await expect(problems.locator('[data-code="schema/shape-mismatch"]').first()).toHaveAttribute(
      'data-severity',
      'warning',
    );
    await expect(problems.locator('> li:not([data-severity="warning"])')).toHaveCount(0);
    await test.step('axe finds nothing on any tab, at 390 px too', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const name of TABS) {
        await tab(page, name).click();
        await axe(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
      }
    });
    await test.step('axe finds nothing where everything is broken', async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await openNext(page, `${FIXTURES}carton/hostile/toml-syntax.carton`);
      for (const name of TABS) {
        await tab(page, name).click();
        await axe(page);
      }
    });
  });
});

test('a browser that cannot choose a folder says what to do instead', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory');
  });
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText(
    'This browser cannot choose a folder. Choose all its files instead.',
  );
  await expect(page.getByRole('button', { name: 'Open folder' })).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Open' }).getByRole('button', { name: 'Open file' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open folder' })).toHaveCount(0);
});
