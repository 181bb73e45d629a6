import { writeFileSync } from 'node:fs';
import { CONTAINERS, HIDINGS } from '../src/testing/pickles/hidings.ts';
import { axe, expect, openFile, openNext, test } from './support.ts';

/** Each kind of container by four kinds of hiding. The command line's test has all of them. */
const SHOWN = ['as a text', 'in gzip', 'before a PyTorch archive', 'in a zip in a tar in a zip'];

test('no container hides a pickle: the card, the problems and the rows name it', async ({ page }, info) => {
  test.setTimeout(240_000);
  await page.goto('/');
  let isFirst = true;
  for (const { kind, name: outer, build } of CONTAINERS) {
    for (const { hiding, name, data } of HIDINGS.filter((one) => SHOWN.includes(one.hiding))) {
      await test.step(`${hiding}, in ${kind}`, async () => {
        const path = info.outputPath(outer);
        writeFileSync(path, build(name, data));
        await (isFirst ? openFile : openNext)(page, path);
        isFirst = false;
        const danger = page.getByRole('list', { name: 'Trust' }).locator('li[data-tone="error"]');
        await expect(danger.first()).toContainText('A file in it calls dangerous code');
        await page.getByRole('tab', { name: /^Problems/ }).click();
        const problem = page.getByRole('list', { name: 'Problems' }).locator('[data-code="pickle/dangerous"]');
        await expect(problem.first()).toHaveAttribute('data-path', name);
        await expect(problem.first()).toContainText('os.system');
        await page.getByRole('tab', { name: /^Files/ }).click();
        await expect(page.locator(`[data-path="${name}"]`).first()).toContainText('problem');
      });
    }
  }
  await axe(page);
});
