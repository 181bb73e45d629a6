import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, expect, FIXTURES, fitsWidth, hasFixtures, openFile, openNext, SAMPLE, test } from './support.ts';

const description = (page: Page) => page.getByRole('region', { name: 'Description' });

/** Opens a carton with this description. */
async function openDescribed(page: Page, path: string, text: string): Promise<void> {
  writeCarton(path, [], '', {}, `model_description = ${JSON.stringify(text)}`);
  if (page.url() === 'about:blank') await page.goto('/');
  await openNext(page, path);
}

test('the sample shows its example, its interface, its description and how to load it, and folds on a phone', async ({
  page,
  baseURL,
}) => {
  await page.goto('/');
  await openFile(page, SAMPLE);
  const example = page.getByRole('region', { name: 'Example', exact: true });
  const side = (name: string) => example.getByRole('group', { name }).locator('[data-binding] > p:first-child');
  await expect(side('Inputs')).toHaveText([
    /^Input image float32, batch_size × 16 × 16/,
    /^Input temperature float32$/,
  ]);
  await expect(side('Sample outputs').first()).toHaveText(/^Sample output probability float32, 1 × 3$/);
  await expect(example.getByRole('link', { name: 'All 2 examples' })).toHaveAttribute('href', '#/examples/1');
  await expect(page.getByRole('region', { name: 'Inputs and outputs' })).toContainText('batch_size × 16 × 16');
  await expect(description(page).getByRole('table')).toBeVisible();
  const runs = page.getByRole('region', { name: 'What would run' });
  await expect(runs.locator('[data-fact="runs"]')).toContainText('Python, main.get_model');
  await expect(runs.locator('[data-fact="installs"]')).toContainText('1 package from files.pythonhosted.org');
  await expect(runs.locator('[data-fact]')).toHaveCount(2);
  await runs.getByText('3 options').click();
  await expect(runs).toContainText('model.threshold = 0.25 float');
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('Apache License 2.0');

  const load = page.getByRole('region', { name: 'Use it' });
  await expect(load).toContainText('carton.load("sample.carton")');
  // With the values of the example that the page shows.
  await expect(load).toContainText(
    '"image": np.asarray(Image.open("image.png").convert("L").resize((16, 16)), dtype=np.float32)[None]',
  );
  await expect(load).toContainText('"temperature": np.array(2, dtype=np.float32)');
  await expect(load.locator('[data-token="keyword"]').first()).toBeVisible();
  const picture = page.waitForEvent('download');
  await load.getByRole('button', { name: 'Save image.png' }).click();
  expect((await picture).suggestedFilename()).toBe('image.png');
  for (const [language, text] of [
    ['Rust', 'Carton::load("sample.carton"'],
    ['C++', 'carton::Carton::load("sample.carton")'],
    ['C', 'carton_load("sample.carton"'],
  ] as const) {
    await load.getByText(language, { exact: true }).click();
    await expect(load.locator('pre').last()).toContainText(text);
    await expect(load.getByRole('button', { name: `Copy ${language} code` })).toBeVisible();
  }
  await axe(page);
  await test.step('on a narrow screen what would run and the facts fold', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('heading', { name: 'Facts' })).toBeHidden();
    await page.getByText('What would run, and facts').click();
    await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'What would run' })).toBeInViewport();
    await fitsWidth(page, 390);
    await axe(page);
  });
  await test.step('a carton opened from an address is loaded from that address', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: 'Open sample' }).click();
    await expect(page.getByRole('region', { name: 'Use it' })).toContainText(
      `carton.load("${baseURL}/sample-wasm.carton")`,
    );
  });
});

test('what is not there is said, what does not fit, what is not known, and what would run', async ({ page }, info) => {
  await page.goto('/');
  await test.step('what is not there is said', async () => {
    const path = info.outputPath('bare.carton');
    writeCarton(path, []);
    await openNext(page, path);
    await expect(page.getByText('No description')).toBeVisible();
    await expect(page.getByText('No schema')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Use it' })).toContainText('does not declare its inputs');
    await axe(page);
  });
  await test.step('what does not fit stands beside the value; code that would fail is not given without saying so', async () => {
    const path = info.outputPath('misfit.carton');
    const toml =
      '[[input]]\nname = "x"\ndtype = "float99"\nshape = [2]\n[[output]]\nname = "y"\ndtype = "int8"\nshape = [4]\n' +
      '[[example]]\ninputs = { x = "@tensor_data/t" }\nsample_out = { y = "@tensor_data/t" }\n';
    writeCarton(path, [{ name: 't', dtype: 'int8', shape: '[2]', data: new Uint8Array(2) }], toml, {}, PLATFORMS);
    await openNext(page, path);
    const panel = page.getByRole('tabpanel');
    const finding = panel.locator('[data-binding="y"] [data-code]');
    await expect(finding).toHaveAttribute('data-code', 'schema/shape-mismatch');
    await expect(finding).toBeHidden();
    await panel.locator('[data-binding="y"]').getByText('1 warning').click();
    await expect(finding).toContainText('[4]');
    await expect(panel.locator('[data-binding="x"] [data-code]')).toHaveCount(0);
    const load = page.getByRole('region', { name: 'Use it' });
    await expect(load.locator('p').first()).toContainText('The reference reader rejects this carton');
    const platforms = panel.locator('dd', { hasText: 'x86_64-unknown-linux-gnu' }).getByRole('listitem');
    await expect(platforms).toHaveText([/^x86_64-unknown-linux-gnu — Linux/, /^aarch64-apple-darwin — macOS/]);
    await axe(page);
  });
  await test.step('fields that the format does not know are shown', async () => {
    const path = info.outputPath('other.carton');
    writeCarton(path, [], '', {}, 'future = { deep = [1, 2.0, "x"] }\nplain = "yes"');
    await openNext(page, path);
    const other = page.getByRole('region', { name: 'Other fields' });
    await expect(other).toContainText('{ deep = [1, 2.0, "x"] }');
    await expect(other).toContainText('plain');
  });
  await test.step('what would run names unusual hosts and possible pickles, and leads to the line of the entry point', async () => {
    const path = info.outputPath('run.carton');
    const wheel = (address: string) => `[[lockfile.locked_deps]]\nsha256 = "00"\nurl = "${address}"\n`;
    const lock = [
      'orig_deps_hash = "00"\n[[lockfile]]\nsys_platform = "linux"\n',
      wheel('https://pypi.org@evil.example/numpy-1-py3-none-any.whl'),
      wheel('https://pypi.org/\u202etxt-1-py3-none-any.whl'),
    ];
    const files = {
      'model/infer.py': "'''\ndef get_model(): not this\n'''\n\n\ndef get_model():\n  pass\n",
      'model/.carton/carton.lock': lock.join(''),
      'model/requirements.txt': 'numpy\n--extra-index-url https://xn--80ak6aa92e.example/simple\n',
      'model/w.pt': '(lp0\n.',
      'model/w.bin': '\0\0',
    };
    const bytes = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));
    const options = '[runner.opts]\nentrypoint_package = "infer"\nentrypoint_fn = "get_model"\n';
    writeCarton(path, [], options, bytes, '', 'python');
    await openNext(page, path);
    const region = page.getByRole('region', { name: 'What would run' });
    const fact = (kind: string) => region.locator(`[data-fact="${kind}"]`);
    await expect(fact('installs')).toContainText('2 packages from 2 hosts');
    await expect(fact('installs')).toContainText('Warning: carton.lock was made for a different requirements.txt');
    await expect(fact('installs')).toContainText('Warning: evil.example is an unusual host for Python packages');
    await expect(fact('installs')).toContainText(
      'Line 2 of requirements.txt looks for packages at xn--80ak6aa92e.example',
    );
    await fact('installs').getByText('Which packages', { exact: true }).click();
    await expect(fact('installs')).toContainText('\\u202Etxt');
    await expect(fact('unpickles')).toContainText('model/w.pt imports nothing');
    await expect(fact('unpickles')).not.toContainText('w.bin');
    await axe(page);
    await fact('runs').getByRole('link', { name: 'infer.get_model' }).click();
    await expect(page).toHaveURL(/#\/files\/model\/infer\.py\?line=6$/);
    await expect(page.locator('[aria-current="location"]')).toHaveAttribute('data-line', '6');
  });
});

const PLATFORMS = 'required_platforms = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin"]\n';

test.describe('a hostile description', () => {
  test.describe('while time passes', () => {
    test.use({ movesClock: true });

    test('that would keep the parser busy for minutes leaves the page alive', async ({ page }, info) => {
      await openDescribed(page, info.outputPath('slow.carton'), '*a '.repeat(10_000) + 'b* '.repeat(10_000));
      // The page answers before the parser is ended.
      await page.getByRole('tab', { name: /^Files/ }).click();
      await expect(page.getByRole('textbox', { name: 'Filter files' })).toBeVisible();
      await page.getByRole('tab', { name: 'Overview' }).click();
      await expect(description(page)).toBeVisible();
      // Its time begins once the parser has started.
      await expect(async () => {
        await page.clock.fastForward(10_000);
        await expect(description(page).getByText('rendering it takes too long')).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(description(page).getByRole('button', { name: /^Show all/ })).toBeVisible();
    });
  });

  test('is shown from its beginning or as plain text; runs nothing, asks no host, and follows no address that it should not', async ({
    page,
  }, info) => {
    // A loaded computer may take long. The page gives up after a minute by itself, and then says so.
    test.setTimeout(200_000);
    await test.step('of many pages is shown from its beginning, and whole on demand', async () => {
      const text = Array.from({ length: 3_000 }, (_, at) => `Paragraph *${at}* of a long description, with words.`);
      await openDescribed(page, info.outputPath('long.carton'), text.join('\n\n'));
      await expect(description(page)).toContainText('Paragraph 0 of', { timeout: 60_000 });
      await expect(description(page)).not.toContainText('Paragraph 2999 of');
      await description(page)
        .getByRole('button', { name: /^Show all/ })
        .click();
      await expect(description(page)).toContainText('Paragraph 2999 of', { timeout: 70_000 });
      await expect(description(page)).not.toContainText('It is shown as plain text');
    });
    await test.step('is plain text where it is nested ten thousand deep; runs nothing, asks no host', async () => {
      await openDescribed(page, info.outputPath('deep.carton'), `a\u202eb\n\n${'> '.repeat(10_000)}bottom`);
      await expect(description(page)).toContainText('nested too deeply');
      await expect(description(page)).toContainText('a\\u202Eb');
      await expect(page.getByRole('region', { name: 'Use it' })).toBeVisible();

      await openDescribed(
        page,
        info.outputPath('active.carton'),
        [
          '<script>window.pwned = 1</script>',
          '<img src=x onerror="window.pwned=1"> and [a](javascript:window.pwned=1)',
          '![b](https://one.example/b.png) ![c](https://two.example/c.png "t") ![d](http://plain.example/d.png)',
          '[e](https://one.example/e) [f](relative/path.md) ![g](relative.png) [h](data:text/html,x) ![i](@misc/none.png)',
          '[j](@misc/../model/a) <https://auto.example> mail@auto.example [k](#/files/model/a) [l](#a-heading) [^1]',
          '# A heading',
          '[^1]: A note.',
        ].join('\n\n'),
      );
      const text = description(page);
      await expect(text).toContainText('<script>window.pwned = 1</script>');
      await expect(text).toContainText('link not followed: javascript:window.pwned=1');
      await expect(text).toContainText('not in the package');
      await expect(text.getByRole('button', { name: 'Load 2 images from one.example, two.example' })).toBeVisible();
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
      const links = await text.getByRole('link').evaluateAll((all) =>
        all.map((link) => {
          const { href, target, rel, referrerPolicy } = link as HTMLAnchorElement;
          return { href: href.replace(/^http:\/\/localhost:\d+\//, '/'), target, rel, referrerPolicy };
        }),
      );
      const outside = { target: '_blank', rel: 'noopener noreferrer nofollow', referrerPolicy: 'no-referrer' };
      expect(links).toEqual([
        { href: 'https://one.example/e', ...outside },
        { href: '/#/files/misc/../model/a', target: '', rel: '', referrerPolicy: '' },
        { href: 'https://auto.example/', ...outside },
        { href: 'mailto:mail@auto.example', ...outside },
      ]);
      await axe(page);
      // The link of the footnote moves within the text and does not change the address.
      const address = page.url();
      await text.getByRole('button', { name: '1' }).click();
      await text.getByRole('button', { name: 'l', exact: true }).click();
      await expect(text.getByRole('heading', { name: 'A heading' })).toBeFocused();
      await expect(text.getByRole('button', { name: 'k', exact: true })).toHaveCount(0);
      expect(page.url()).toBe(address);
    });
  });
});

test.describe('images from other hosts', () => {
  test.use({ allowedOrigins: ['https://one.example'] });

  test('are fetched when the reader says so, without a referrer', async ({ page }, info) => {
    const asked: (string | undefined)[] = [];
    await page.route('https://one.example/**', (route) => {
      asked.push(route.request().headers().referer);
      return route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      });
    });
    await openDescribed(page, info.outputPath('remote.carton'), '![b](https://one.example/b.svg)');
    const button = description(page).getByRole('button', { name: 'Load 1 image from one.example' });
    await expect(button).toBeVisible();
    expect(asked).toEqual([]);
    await button.click();
    await expect(description(page).getByRole('img', { name: 'b' })).toHaveJSProperty('naturalWidth', 9);
    expect(asked).toEqual([undefined]);
    await expect(button).toBeHidden();
  });
});

test.describe('the fixtures', () => {
  test.skip(!hasFixtures, 'the fixtures are not beside the repository');

  test('say what cannot be read or is missing, show a picture of theirs, and name hosts', async ({ page }) => {
    await page.goto('/');
    await test.step('a carton.toml that is not there and one that cannot be read are told apart', async () => {
      const runs = page.getByRole('region', { name: 'What would run' }).locator('[data-fact="runs"]');
      const fetches = page.locator('[data-fact="downloads"]');
      await openNext(page, `${FIXTURES}carton/hostile/toml-syntax.carton`);
      const panel = page.getByRole('tabpanel');
      await expect(panel.getByText('carton.toml cannot be read', { exact: true })).toBeVisible();
      await expect(panel).toContainText('line 2, column 16: unterminated string');
      await expect(runs).toContainText('Unknown: carton.toml cannot be read');
      await expect(fetches).toContainText('Unknown: carton.toml cannot be read');
      await panel.getByRole('link', { name: 'Go to line 2' }).click();
      await expect(page.locator('[aria-current="location"]')).toHaveAttribute('data-line', '2');
      await page.getByRole('tab', { name: /^Problems/ }).click();
      const item = page.locator('[data-code="toml/syntax"]');
      await expect(item).toHaveAttribute('data-path', 'carton.toml');
      await expect(item.locator('pre')).toBeVisible();
      await expect(item.getByRole('link')).toContainText(/carton\.toml:\d+:\d+/);
      await openNext(page, `${FIXTURES}carton/hostile/no-toml.carton`);
      await expect(panel.getByText('There is no carton.toml', { exact: true })).toBeVisible();
      await expect(fetches).toContainText('Unknown: carton.toml is missing');
    });
    await test.step('media.carton shows its picture, says what is missing, and runs nothing', async () => {
      await openNext(page, `${FIXTURES}carton/media.carton`);
      await description(page).evaluate((element) => element.scrollIntoView());
      await expect(description(page).getByRole('img', { name: 'box' })).toHaveJSProperty('naturalWidth', 96);
      await expect(description(page)).toContainText('gone (not in the package)');
      await expect(description(page).getByRole('button', { name: 'Load 1 image from example.com' })).toBeVisible();
      await expect(page.getByText('Not an SPDX expression. That is allowed.')).toBeVisible();
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
      await axe(page);
    });
    await test.step('linked.carton names the host that it fetches from', async () => {
      await openNext(page, `${FIXTURES}carton/linked.carton`);
      const downloads = page.getByRole('region', { name: 'What would run' }).locator('[data-fact="downloads"]');
      await expect(downloads).toContainText('1 file from models.example');
      await downloads.getByText('Which files', { exact: true }).click();
      await expect(downloads.getByRole('link', { name: 'model/weights.bin' })).toBeVisible();
      await axe(page);
    });
  });
});
