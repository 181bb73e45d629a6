import { buildLibrary } from '../src/testing/builders/model-library.ts';
import { buildTar } from '../src/testing/builders/tar-builder.ts';
import { expectVerdict, neighbours } from './neighbours.ts';
import { axe, expect, hasFixtures, openBytes, openNext, settled, tab, test } from './support.ts';

test('a tar is a model library of TVM, or lists its files', async ({ page }) => {
  await page.goto('/');
  await test.step('a model library of TVM: memory, graph, functions, parameters, and how to use it', async () => {
    await openBytes(page, Buffer.from(buildLibrary()), 'sine.tar');
    await expect(page.getByRole('heading', { level: 1, name: 'sine' })).toBeVisible();
    const memory = page.getByRole('table', { name: 'Memory of the main function' });
    await expect(memory.getByRole('row')).toHaveText([/Total.*400/, /Workspace.*300.*75%/, /Constants.*25%/, /Inputs/]);
    await expect(page.getByRole('table', { name: 'Workspaces of operator functions' })).toContainText('fused_dense');
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact="runs"]')).toContainText(
      'compiles 1 source file',
    );
    await expect(page.getByRole('table', { name: 'Graph' })).toContainText('fused_dense');
    await expect(page.getByRole('list', { name: /^Functions of/ })).toContainText(
      'int32_t fused_dense(float* x, float* y)',
    );
    await expect(page.getByText('cc -O2 -c', { exact: false }).first()).toBeVisible();
    await settled(page);
    await axe(page);
    await page
      .getByRole('list', { name: /^Functions of/ })
      .getByRole('link', { name: 'fused_dense' })
      .click();
    await expect(page).toHaveURL(/lib0\.c\?line=3$/);
    await expect(page.getByText('return fused_relu(x)')).toBeVisible();
    await tab(page, 'Tensors').click();
    await expect(page.getByRole('table', { name: 'Tensors' }).locator('[data-name="p0"]')).toBeVisible();
  });
  await test.step('a tar of any other kind lists its files, and says which of two counts', async () => {
    const bytes = buildTar([
      { name: 'a.txt', data: 'first' },
      { name: './a.txt', data: 'second' },
      { name: 'mod.so', data: 'x' },
      { name: 'mod.json', data: '{}' },
    ]);
    await openBytes(page, Buffer.from(bytes), 'mod.tar');
    await expect(page.getByText('A package of tvmc (TVM)').first()).toBeVisible();
    await expect(
      page.getByRole('treegrid', { name: 'Files' }).or(page.getByRole('table', { name: 'Files' })),
    ).toContainText('mod.so');
    await tab(page, 'Problems').click();
    await expect(page.locator('[data-code="tar/duplicate-name"]')).toBeVisible();
    await expect(page.locator('[data-code="tar/tvmc-package"]')).toBeVisible();
  });
});

test.describe('libraries that others made', () => {
  test.skip(!hasFixtures, 'needs ../shared');

  test('have their verdicts, one of each', async ({ page }) => {
    await page.goto('/');
    for (const verdict of neighbours('mlf')) {
      await openNext(page, verdict.path);
      await expectVerdict(page, verdict, verdict.path);
    }
  });
});
