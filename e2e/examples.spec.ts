import { writeCarton } from './built-carton.ts';
import { axe, expect, FIXTURES, hasFixtures, openFile, openNext, SAMPLE, show, test } from './support.ts';

test.describe('the fixtures', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  test('self-tests and examples show their data, what does not fit, and media of every kind', async ({ page }) => {
    await test.step('official: its self-test shows its data and what does not fit the schema, its example a picture', async () => {
      await page.goto('/');
      await openFile(page, `${FIXTURES}official.carton`);
      await page.getByRole('tab', { name: /^Self-tests/ }).click();
      const one = page.getByRole('article', { name: 'a_self_test' });
      await expect(one.locator('[data-binding="b"]')).toContainText('😂😍');
      await expect(one.locator('[data-binding="b"]')).toContainText('Some Telugu: ');
      await expect(one.locator('[data-binding="b"] [data-code]')).toHaveAttribute('data-code', 'schema/dtype-mismatch');
      await expect(one.locator('[data-binding="b"] [data-code]')).toHaveAttribute('data-severity', 'warning');
      await expect(one.locator('[data-binding="y"] [data-code]')).toHaveAttribute('data-code', 'schema/shape-mismatch');
      await expect(one.locator('[data-binding="a"] [data-code]')).toHaveCount(0);
      await expect(one).toContainText('np.allclose');
      // What is wrong is a word beside the value, and the whole on demand.
      const place = one.locator('[data-binding="b"]').getByRole('link', { name: /^carton\.toml:\d+/ });
      await expect(place).toBeHidden();
      await one.locator('[data-binding="b"]').getByText('1 warning').click();
      await expect(place).toBeVisible();
      await axe(page);
      await one.locator('[data-binding="b"]').getByRole('link', { name: '_tensor_0' }).click();
      await expect(page.getByRole('grid', { name: 'Values of _tensor_0' })).toBeVisible();

      // Its example shows the picture that has no extension.
      await page.getByRole('tab', { name: /^Examples/ }).click();
      const pictures = page.getByRole('tabpanel').getByRole('img');
      await expect(pictures.first()).toBeVisible();
      await expect
        .poll(() => pictures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);
      // As large as the card allows, without a blur.
      await expect.poll(async () => (await pictures.first().boundingBox())?.width).toBeGreaterThan(300);
      await axe(page);
    });
    await test.step('media of every kind are shown as what they are, at both widths', async () => {
      await openNext(page, `${FIXTURES}carton/media.carton`);
      await page.getByRole('tab', { name: /^Examples/ }).click();
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(page.getByRole('tabpanel').locator('[data-binding]').first()).toBeVisible();
        await expect(page.getByRole('tabpanel').locator('img, [data-sound], video').first()).toBeVisible();
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await axe(page);
      }
    });
  });
});

test('a thousand examples come in pages and have addresses; what a self-test lacks is said', async ({ page }, info) => {
  await test.step('a thousand examples come in pages, load as they come near, and have addresses', async () => {
    const path = info.outputPath('many.carton');
    const toml = Array.from(
      { length: 1000 },
      (_, at) =>
        `[[example]]\nname = "Case ${at + 1}"\ndescription = "<b>Line</b> \\u202Egnp.exe"\ninputs = { x = "@tensor_data/t${at}" }\nsample_out = { y = "@misc/y" }\n`,
    ).join('\n');
    writeCarton(
      path,
      Array.from({ length: 1000 }, (_, at) => ({
        name: `t${at}`,
        dtype: 'int64',
        shape: '[]',
        data: new Uint8Array(new BigInt64Array([BigInt(at) - 5n]).buffer),
      })),
      toml,
      { 'misc/y': new TextEncoder().encode('yes') },
    );
    await page.goto('/');
    await openFile(page, path);
    await page.getByRole('tab', { name: /^Examples/ }).click();
    const first = page.getByRole('article', { name: 'Case 1', exact: true });
    await expect(first.locator('[data-binding="x"] [data-value]')).toHaveAttribute('data-value', '-5');
    await expect(first).toContainText('<b>Line</b> \\u202Egnp.exe');
    await expect(page.getByRole('article', { name: 'Case 20' }).locator('[data-binding]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Examples, next page' }).click();
    const chosen = page.getByRole('article', { name: 'Case 21' });
    await expect(chosen).toBeInViewport();
    // Right below the bar of the tabs, with a gap of 12 px.
    await expect.poll(async () => Math.abs(((await chosen.boundingBox())?.y ?? 0) - 58)).toBeLessThan(3);
    await show(page, '#/examples/1000');
    const last = page.getByRole('article', { name: 'Case 1000' });
    await expect(last).toBeInViewport();
    await expect(last.locator('[data-binding="x"] [data-value]')).toHaveAttribute('data-value', '994');
    await axe(page);
  });
  await test.step('a self-test without expected outputs only has to run, and references to nothing say so', async () => {
    const path = info.outputPath('built.carton');
    writeCarton(
      path,
      [{ name: 't', dtype: 'float32', shape: '[0, 3]', data: new Uint8Array(0) }],
      `[[self_test]]\ninputs = { x = "@tensor_data/t", z = "@tensor_data/none" }\n`,
    );
    await openNext(page, path);
    await page.getByRole('tab', { name: /^Self-tests/ }).click();
    const one = page.getByRole('article', { name: 'Self-test 1' });
    await expect(one).toContainText('The model only has to run');
    await expect(one.locator('[data-binding="x"]')).toContainText('no values');
    await expect(one.locator('[data-binding="z"]')).toContainText('No such tensor');
    await one.locator('[data-binding="z"]').getByText('1 error').click();
    await expect(one.locator('[data-binding="z"] [data-code="reference/tensor-missing"]')).toBeVisible();
    await axe(page);
    await page.getByRole('tab', { name: /^Examples/ }).click();
    await expect(page.getByText('No examples')).toBeVisible();
    await axe(page);
  });
});

test('the names of the schema say how a tensor is a picture, and the guess can be changed', async ({ page }) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  await page.getByRole('tab', { name: /^Self-tests/ }).click();
  const input = page.locator('[data-binding="image"]');
  const picture = input.getByRole('img', { name: 'Picture of _tensor_0' });
  const way = input.getByRole('combobox', { name: 'Read as' });
  /** Whether the picture is drawn, and whether it is gray all over. */
  const colors = () =>
    picture.evaluate((element) => {
      // A copy: browsers warn of canvases that are read again and again.
      const copy = new OffscreenCanvas(16, 16).getContext('2d');
      copy?.drawImage(element as HTMLCanvasElement, 0, 0);
      const data = copy?.getImageData(0, 0, 16, 16).data ?? [];
      let color = 0;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) return 'nothing';
        if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) color++;
      }
      return color > 0 ? 'color' : 'gray';
    });
  // `batch_size × 16 × 16`: three pictures, where the shape alone would be one in color.
  await expect(way).toHaveValue('0');
  await expect(way.getByRole('option')).toHaveText(['3 gray images', 'One RGB image, channels first']);
  await expect.poll(colors).toBe('gray');
  await expect(input).toContainText('16 × 16 · 0 is black, 1 is white');
  await expect(picture).toHaveCSS('border-radius', '0px');
  await input.getByRole('button', { name: 'batch_size: next' }).click();
  await expect(input.getByRole('textbox', { name: 'batch_size index, 0 to 2' })).toHaveValue('1');
  await expect.poll(colors).toBe('gray');
  await axe(page);
  await way.selectOption('One RGB image, channels first');
  await expect.poll(colors).toBe('color');
  await expect(input.getByRole('textbox')).toHaveCount(0);
});
