import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { axe, expect, fitsWidth, openFile, openNext, show, test } from './support.ts';

const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });

/** Texts of the first column of a table, in the order shown. */
function names(page: Page, name: string): Promise<string[]> {
  return table(page, name).locator('tbody tr > td:first-child').allInnerTexts();
}

function input(name: string, dtype: string, shape: string, more = ''): string {
  return `[[input]]\nname = ${JSON.stringify(name)}\ndtype = "${dtype}"\nshape = ${shape}\n${more}\n`;
}

const SCHEMA =
  input('b10', 'float32', '["batch", 3]', 'description = "An <b>image</b>"\ninternal_name = "scope/b:0"') +
  input('b9', 'string', '[]') +
  input('a', 'int64', '"*"') +
  input('evil \u202e\n"', 'uint8', '["batch", "batch", "*"]') +
  '[[output]]\nname = "y"\ndtype = "float32"\nshape = "batch"\n';

test('the schema is shown in its order, sorted, filtered, on a phone, and with ten thousand inputs', async ({
  page,
}, info) => {
  await test.step('the schema is shown in its order, sorted, filtered, on a phone, and marks where a symbol stands', async () => {
    const path = info.outputPath('schema.carton');
    writeCarton(path, [], SCHEMA);
    await page.goto('/');
    await openFile(page, path);
    await page.getByRole('tab', { name: /^Schema/ }).click();
    const inputs = table(page, 'Inputs');
    for (const header of ['Name', 'Type', 'Shape', 'Description', 'Internal name']) {
      await expect(inputs.getByRole('columnheader', { name: header, exact: true })).toBeVisible();
    }
    // No output has a description or an internal name.
    await expect(table(page, 'Outputs').getByRole('columnheader')).toHaveText(['Name', 'Type', 'Shape']);
    const asWritten = ['b10', 'b9', 'a', 'evil \\u202E\\n"'];
    await expect.poll(() => names(page, 'Inputs')).toEqual(asWritten);
    await expect(inputs).toContainText('batch × 3');
    await expect(inputs).toContainText('any shape');
    await expect(inputs).toContainText('scalar');
    await expect(inputs).toContainText('An <b>image</b>');
    await expect(inputs).toContainText('scope/b:0');

    const byName = inputs.getByRole('button', { name: 'Name', exact: true });
    await byName.click();
    await expect(inputs.getByRole('columnheader', { name: 'Name', exact: true })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect.poll(() => names(page, 'Inputs')).toEqual(['a', 'b9', 'b10', 'evil \\u202E\\n"']);
    await byName.press('Enter');
    await expect.poll(() => names(page, 'Inputs')).toEqual(['evil \\u202E\\n"', 'b10', 'b9', 'a']);
    await byName.press('Enter');
    await expect.poll(() => names(page, 'Inputs')).toEqual(asWritten);

    const filter = page.getByRole('textbox', { name: 'Filter inputs' });
    await filter.fill('IMAGE b1');
    await expect(inputs.locator('tbody tr')).toHaveCount(1);
    await expect(page.getByText('1 of 4')).toBeVisible();
    await filter.fill('nothing like this');
    await expect(inputs).toContainText('No match for “nothing like this”.');
    await filter.press('Escape');
    await expect(inputs.locator('tbody tr')).toHaveCount(4);

    await inputs.getByRole('button', { name: 'batch' }).first().click();
    await expect(page.getByText('batch is the size of 3 dimensions and a whole shape in 1 place')).toBeVisible();
    await expect(page.locator('[data-symbol="batch"][aria-pressed="true"]')).toHaveCount(4);
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('[aria-pressed="true"]')).toHaveCount(0);

    // At 390 px a row is two lines, and the page does not scroll sideways.
    const narrow = info.outputPath('narrow.carton');
    writeCarton(narrow, [], SCHEMA + input('x'.repeat(300), 'float32', `[${'"a_long_symbol", '.repeat(40)}]`));
    await page.setViewportSize({ width: 390, height: 844 });
    await openNext(page, narrow);
    await page.getByRole('tab', { name: /^Schema/ }).click();
    await expect.poll(() => names(page, 'Inputs')).toHaveLength(5);
    await fitsWidth(page, 390);
    await axe(page);
  });
  await test.step('ten thousand inputs sort and filter without a stutter', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const path = info.outputPath('many.carton');
    writeCarton(path, [], Array.from({ length: 10_000 }, (_, at) => input(`in_${at}`, 'float32', '["b", 3]')).join(''));
    await openNext(page, path);
    await page.getByRole('tab', { name: /^Schema/ }).click();
    const inputs = table(page, 'Inputs');
    await expect(inputs).toHaveAttribute('aria-rowcount', '10001');
    expect(await inputs.locator('tbody tr[data-index]').count()).toBeLessThan(100);
    // A shared machine may be late at any time, but not always.
    await expect(async () => {
      const start = Date.now();
      await page.getByRole('textbox', { name: 'Filter inputs' }).fill('in_9999');
      await expect(inputs.locator('tbody tr[data-index]')).toHaveCount(1);
      const took = Date.now() - start;
      await page.getByRole('textbox', { name: 'Filter inputs' }).fill('');
      expect(took).toBeLessThan(2000);
    }).toPass();
    await inputs.getByRole('button', { name: 'Name', exact: true }).click();
    await inputs.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(inputs.locator('tbody tr[data-index]').first()).toContainText('in_9999');
  });
});

test('problems are listed by severity, with what they mean and where they are, deep in a long file, too', async ({
  page,
}, info) => {
  await test.step('problems are listed by severity, with what they mean, where they are, and a filter', async () => {
    const path = info.outputPath('problems.carton');
    writeCarton(path, [], `${input('x', 'float99', '[]')}[[self_test]]\ninputs = { q = "@tensor_data/none" }\n`);
    await page.goto('/');
    await openFile(page, path);
    await page.getByRole('tab', { name: /^Problems/ }).click();
    const list = page.getByRole('list', { name: 'Problems', exact: true });
    const dtype = list.locator('[data-code="schema/dtype"]');
    await expect(dtype).toHaveAttribute('data-severity', 'error');
    await expect(dtype).toHaveAttribute('data-path', 'carton.toml');
    await expect(dtype).toContainText('What to do:');
    await expect(dtype).toContainText('dtype = "float99"');
    await expect(list.locator('[data-code="reference/tensor-missing"]')).toHaveAttribute('data-severity', 'error');
    const severities = await list
      .locator('> li')
      .evaluateAll((all) => all.map((item) => (item as HTMLElement).dataset.severity));
    expect(severities).toEqual([...severities].sort());
    await axe(page);
    await page.getByText(/^Warnings? \d/).click();
    await expect(list.locator('[data-severity="error"]')).toHaveCount(0);
    await expect(list.locator('[data-severity="warning"]')).not.toHaveCount(0);
    await page.getByText(/^All \d/).click();
    // Only the first finding of a code shows what the code means.
    await expect(list.getByText('What to do:')).toHaveCount(
      new Set(await list.locator('> li').evaluateAll((all) => all.map((item) => (item as HTMLElement).dataset.code)))
        .size,
    );
    await dtype.getByRole('link').click();
    await expect(page).toHaveURL(/#\/files\/carton\.toml\?line=\d+$/);
    const marked = page.getByRole('region', { name: 'Text of carton.toml' }).locator('[aria-current="location"]');
    await expect(marked).toHaveText('dtype = "float99"\n');
    await expect(marked).toBeInViewport();
    await expect(page.getByText(/· line \d+ is marked$/)).toBeVisible();
    await axe(page);
    await page.goBack();
    await dtype.getByRole('button', { name: 'Edit this field' }).click();
    await expect(page.getByLabel('Input 1 dtype')).toBeFocused();

    // No problems says what was checked and what was not.
    const fine = info.outputPath('fine.carton');
    writeCarton(fine, []);
    await openNext(page, fine);
    await page.getByRole('tab', { name: /^Problems/ }).click();
    const panel = page.getByRole('tabpanel');
    await expect(panel).toContainText('No problems found.');
    await expect(panel).toContainText('and the contents of all files in the package.');
  });
  await test.step('a line deep in a long file is brought into view and marked, from the address too', async () => {
    const path = info.outputPath('long.carton');
    writeCarton(path, [], `${'# a comment\n'.repeat(4000)}[[input]]\nname = "x"\ndtype = "float99"\nshape = []\n`);
    await openNext(page, path);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await show(page, '#/files/carton.toml?line=4010');
      const marked = page.locator('[aria-current="location"]');
      await expect(marked).toHaveText('dtype = "float99"\n');
      await expect(marked).toBeInViewport({ ratio: 0.5 });
      await show(page, '#/files/carton.toml?line=3');
      await expect(marked).toHaveAttribute('data-line', '3');
      await expect(marked).toBeInViewport();
      await fitsWidth(page, width);
    }
    await show(page, '#/files/carton.toml?line=99999');
    await expect(page.getByText('line 99,999 is not among them')).toBeVisible();
  });
});
