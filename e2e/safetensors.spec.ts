import type { Locator, Page } from '@playwright/test';
import { buildSafetensors, entryText } from '../src/testing/builders/safetensors-builder.ts';
import { withPicker } from './edit-support.ts';
import { expectVerdict, neighbours } from './neighbours.ts';
import { axe, expect, hasFixtures, openBytes, openFile, openNext, test } from './support.ts';

/** Two layers, a norm and a head, with metadata whose second text is long. */
const MODEL = buildSafetensors(
  `{"__metadata__":{"format":"pt","notes":"${'a long text '.repeat(40)}"},${[
    entryText('model.layers.0.weight', 'F32', [2, 2], 0, 16),
    entryText('model.layers.1.weight', 'BF16', [2, 2], 16, 24),
    entryText('model.norm', 'F16', [1], 24, 26),
    entryText('head', 'I64', [1], 26, 34),
  ]}}`,
  Uint8Array.from([
    ...new Uint8Array(Float32Array.of(0.1, -2, 3, 4).buffer),
    ...[0x80, 0x3f, 0x00, 0xc0, 0x80, 0x3f, 0x80, 0x3f],
    ...[0x00, 0x3c],
    ...new Uint8Array(BigInt64Array.of(2n ** 53n + 1n).buffer),
  ]),
);

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) });
}

test('a safetensors file shows its parameters, metadata, tensors and how to load it, is edited and saved', async ({
  page,
}) => {
  await withPicker(page);
  await page.goto('/');
  await openBytes(page, Uint8Array.from(MODEL), 'm.safetensors');
  await test.step('shows its parameters, metadata, tensors and how to load it', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('m.safetensors');
    const integrity = page.getByRole('status', { name: 'Integrity' });
    await expect(integrity).toHaveAttribute('data-integrity', 'unverified');
    await expect(integrity).toContainText('No checksums');
    await expect(page.getByText(/^Weights, \d+ parameters mostly in float32$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('Tensors4');
    const where = page.getByRole('region', { name: 'Where the bytes are' });
    const parts = where.getByRole('list', { name: 'Parts by their bytes' }).getByRole('link');
    await expect(parts.first()).toHaveAccessibleName('model.layers.0, 16 B, float32, 1 tensor');
    await axe(page);
    // A part leads to its tensor, by keyboard.
    await parts.first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/tensors\/./);
    await page.goBack();
    await where.getByText('Table', { exact: true }).click();
    const types = page.getByRole('table', { name: 'Parameters by type' });
    await expect(types.getByRole('row')).toHaveText([
      /float32.*4.*16 B.*40%/,
      /bfloat16.*4.*8 B.*40%/,
      /float16/,
      /int64/,
    ]);
    await expect(page.getByRole('table', { name: 'Parameters by part' }).getByRole('row')).toHaveCount(3);
    const metadata = page.getByRole('region', { name: 'Metadata' });
    await expect(metadata.getByText('480 characters')).toBeVisible();
    await metadata.getByRole('button', { name: 'Show more' }).click();
    await expect(metadata.getByText('480 characters')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact="nothing"]')).toBeVisible();
    await expect(page.getByText('from safetensors.torch import load_file')).toBeVisible();
    await page.getByText('Rust', { exact: true }).click();
    await expect(page.getByText('SafeTensors::deserialize')).toBeVisible();
    await axe(page);

    await tab(page, 'Tensors').click();
    const rows = page.getByRole('table', { name: 'Tensors' }).locator('tbody tr');
    await expect(rows).toHaveCount(4);
    // Of numbers, the largest first.
    await page.getByRole('button', { name: 'Offset' }).click();
    await expect(rows.first()).toHaveAttribute('data-name', 'head');
    await page.getByText('Tree', { exact: true }).click();
    await expect(rows).toHaveText([/model.*3 tensors.*9.*26 B/, /head/]);
    await page.getByRole('button', { name: 'model', exact: true }).click();
    await page.getByRole('button', { name: 'layers', exact: true }).click();
    await expect(page.getByRole('button', { name: 'layers', exact: true })).toHaveAttribute('aria-expanded', 'true');
    await axe(page);
    await page.locator('tr[data-name="model.layers.0.weight"]').getByRole('button').click();
    const grid = page.getByRole('grid', { name: 'Values of model.layers.0.weight' });
    await expect(grid.locator('[data-value="0.10000000149011612"]')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Statistics' }).locator('[data-stat="max"]')).toHaveText('4');
    await page.locator('tr[data-name="head"]').getByRole('button').click();
    await expect(page.locator('[data-value="9007199254740993"]').first()).toBeVisible();
    // On a phone, too.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('button', { name: 'Back to tensors' })).toBeVisible();
    await axe(page, 'article');
    await page.getByRole('button', { name: 'Back to tensors' }).click();
    await expect(rows.first()).toBeVisible();
    await axe(page);
    await tab(page, 'Overview').click();
    await axe(page);
    await page.getByText('Table', { exact: true }).click();
    await expect(types).toBeVisible();
    await axe(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('metadata and names are edited, and the chosen tensors saved to a new file', async () => {
    await tab(page, 'Edit').click();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Value of format').fill('np');
    await field('Name of a new entry').fill('license');
    await page.getByRole('button', { name: 'Add entry' }).click();
    await expect(field('Value of license')).toBeFocused();
    await field('Value of license').fill('MIT\n\nPermission is granted\n');
    // What was typed is an entry as soon as something else has the focus.
    await field('Name of a new entry').fill('author');
    await field('Value of license').focus();
    await expect(field('Value of author')).toBeVisible();
    await page.getByRole('button', { name: 'Remove author' }).click();
    await field('Name of head').fill('model.norm');
    await expect(page.getByText('Another tensor has this name.')).toBeVisible();
    await field('Name of head').fill('tail');
    await field('Name of head').press('Enter');
    await field('Find in names').fill('model.');
    await field('Replace with').fill('m.');
    await page.getByRole('button', { name: 'Rename 3 tensors' }).click();
    await field('Filter tensors').fill('layers');
    await page.getByRole('button', { name: 'Leave these 2 out' }).click();
    await expect(page.getByText('2 of 4 tensors will be saved.')).toBeVisible();
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('7 changes');
    await axe(page);

    // The tensors of the edited file are read under their new names.
    await tab(page, 'Tensors').click();
    await page.locator('tr[data-name="tail"]').getByRole('button').click();
    await expect(page.locator('[data-value="9007199254740993"]').first()).toBeVisible();

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('row', { name: /Tensor “head”, name/ })).toContainText('tail');
    await expect(review).toContainText('2 tensors are left out of the new file.');
    await review.getByRole('button', { name: 'Continue to save' }).click();
    const save = page.getByRole('dialog', { name: 'Save safetensors file' });
    await expect(save).toContainText('Everything else is copied unchanged.');
    await axe(page, '[role="dialog"]');
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved' }).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('m-edited.safetensors');
    await expect(page.getByRole('table', { name: 'Tensors' }).locator('tbody tr')).toHaveCount(2);
    await tab(page, 'Edit').click();
    await expect(field('Value of license')).toHaveValue('MIT\n\nPermission is granted\n');
    await expect(field('Name of m.norm')).toHaveValue('m.norm');
    await expect(field('Name of m.layers.0.weight')).toHaveCount(0);
  });
});

test('a broken one says what is wrong, with what can be shown', async ({ page }) => {
  await page.goto('/');
  await openBytes(page, Uint8Array.from(MODEL.slice(0, -3)), 'm.safetensors');
  await tab(page, 'Problems').click();
  const problems = page.getByRole('list', { name: 'Problems', exact: true });
  await expect(problems.locator('[data-code="safetensors/truncated"]')).toBeVisible();
  // A file without tensors is not a package inside itself.
  await openBytes(page, Uint8Array.from(Buffer.from('\x02\0\0\0\0\0\0\0{}')), 'empty.safetensors');
  await expect(page.getByRole('region', { name: 'What would run' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Packages inside' })).toHaveCount(0);
  await openBytes(page, Uint8Array.from(MODEL.slice(0, 5)), 'm.safetensors');
  await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'safetensors/too-short');
});

test.describe('with files of others', () => {
  test.skip(!hasFixtures, 'the fixtures are not there');

  test('one of each verdict opens or is refused as it should, and a folder of shards is one model', async ({
    page,
  }) => {
    await page.goto('/');
    const cases = neighbours('safetensors');
    const refused = cases.find(({ opens }) => !opens)?.path ?? '';
    await openFile(page, refused);
    await expect(page.locator('html'), refused).toHaveAttribute('data-state', 'failed');
    await expect(page.getByRole('alert'), refused).toHaveAttribute('data-code', /^safetensors\//);
    for (const verdict of cases) {
      if (!verdict.opens) continue;
      await openNext(page, verdict.path);
      await expect(page.locator('html'), verdict.path).toHaveAttribute('data-state', 'ready');
      await expectVerdict(page, verdict, verdict.path);
    }
    // What is open stays where another one is refused.
    const name = await page.locator('h1').textContent();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await openFile(page, refused);
    await expect(page.getByRole('alert'), refused).toHaveAttribute('data-code', /^safetensors\//);
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.locator('h1')).toHaveText(name ?? '');

    await test.step('a folder of shards is one model, with what is wrong with it', async () => {
      for (const verdict of neighbours('sharded')) {
        await page.locator('input[type=file][webkitdirectory]').setInputFiles(verdict.path);
        await expect(page.getByRole('heading', { level: 1, name: verdict.name, exact: true })).toBeVisible();
        await expectVerdict(page, verdict, verdict.path);
        await tab(page, 'Tensors').click();
        await expect(
          page.getByRole('table', { name: 'Tensors' }).locator('tbody tr').first(),
          verdict.path,
        ).toBeVisible();
      }
    });
  });
});

test.describe('a repository on a host', () => {
  test.use({ allowedOrigins: ['https://huggingface.co'], allowedConsole: [/status of 401/] });

  test('offers its files with their sizes, and a gated one says so', async ({ page, context }) => {
    const asked: string[] = [];
    const allow = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-Error-Code, Content-Range',
    };
    await context.route('https://huggingface.co/**', (route) => {
      const request = route.request();
      const { pathname } = new URL(request.url());
      asked.push(pathname);
      if (pathname.includes('/gated/')) {
        return route.fulfill({ status: 401, headers: { ...allow, 'X-Error-Code': 'GatedRepo' } });
      }
      if (pathname.startsWith('/api/')) {
        const files = [
          { type: 'file', path: 'README.md', size: 3 },
          { type: 'file', path: 'sub/m.safetensors', size: MODEL.length },
        ];
        return route.fulfill({ json: files, headers: allow });
      }
      const [, start = 0, end = 0] = /(\d+)-(\d+)/.exec(request.headers().range ?? '')?.map(Number) ?? [];
      const part = MODEL.slice(start, end + 1);
      const range = `bytes ${start}-${start + part.length - 1}/${MODEL.length}`;
      return route.fulfill({ status: 206, headers: { ...allow, 'Content-Range': range }, body: Buffer.from(part) });
    });
    await page.goto('/');
    const openUrl = async (url: string) => {
      await page.getByRole('textbox', { name: 'URL' }).fill(url);
      await page.getByRole('button', { name: 'Open URL' }).click();
    };
    await openUrl('https://huggingface.co/o/gated/blob/main/m.safetensors');
    await expect(page.getByRole('alert')).toHaveAttribute('data-code', 'source/forbidden');
    await expect(page.getByRole('alert')).toContainText('gated');
    await openUrl('https://hf.co/o/r');
    const choice = page.getByRole('region', { name: 'Choose a file' });
    await expect(choice.getByRole('listitem')).toHaveText([/sub\/m\.safetensors.*\d B/]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await axe(page);
    await choice.getByRole('button', { name: 'Show 1 other file' }).click();
    await expect(choice.getByRole('listitem')).toHaveCount(2);
    await choice.getByRole('button', { name: 'Open sub/m.safetensors' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('m.safetensors');
    expect(new URL(page.url()).searchParams.get('url')).toBe(
      'https://huggingface.co/o/r/resolve/main/sub/m.safetensors',
    );
    expect([...new Set(asked)]).toEqual([
      '/o/gated/resolve/main/m.safetensors',
      '/api/models/o/r/tree/main',
      '/o/r/resolve/main/sub/m.safetensors',
    ]);
  });
});
