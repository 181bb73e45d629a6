import { readFileSync, writeFileSync } from 'node:fs';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { writeCarton } from './built-carton.ts';
import { changed, openForm, text } from './edit-form-support.ts';
import { button, change, changes, edit, entriesOf, field } from './edit-support.ts';
import { axe, expect, openFile, tab, test, toMiddle } from './support.ts';

test('fields have their names, change their line alone, search and preview', async ({ page }, testInfo) => {
  await openForm(page, testInfo.outputPath('form.carton'));
  await test.step('every field has the name that people script by, once', async () => {
    const fields = ['name', 'dtype', 'shape', 'description', 'internal name'];
    for (const name of [
      ...['Model name', 'Short description', 'Description', 'License', 'Repository', 'Homepage', 'Required platforms'],
      ...['Runner name', 'Required framework version', 'Runner compat version'],
      ...['Input 1', 'Input 2', 'Output 1'].flatMap((item) => fields.map((what) => `${item} ${what}`)),
    ])
      await expect(field(page, name), name).toHaveCount(1);
    await axe(page);
  });
  await test.step('text fields change their line alone, and an optional one goes when it is emptied', async () => {
    expect(await changed(page, () => change(page, 'Short description', 'Adds "two" 数'))).toEqual({
      gone: ['short_description = "Adds" # two numbers'],
      come: [expect.stringMatching(/^short_description = .*two.*数.* # two numbers$/)],
    });
    await expect(page.getByText('12 of 100')).toBeVisible();
    expect(await changed(page, () => change(page, 'Repository', 'https://example.com/r'))).toEqual({
      gone: [],
      come: ['repository = "https://example.com/r"'],
    });
    expect(await changed(page, () => change(page, 'License', ''))).toEqual({ gone: ['license = "MIT"'], come: [] });
    expect(await changed(page, () => change(page, 'Runner name', 'python'))).toEqual({
      gone: ['runner_name = "noop"'],
      come: ['runner_name = "python"'],
    });
    expect(await changed(page, () => change(page, 'Required framework version', '1.2'))).toEqual({
      gone: ['required_framework_version = "=1.0.0"'],
      come: ['required_framework_version = "1.2"'],
    });
    await expect(page.getByText('Means at least 1.2.0 and below 2.0.0.')).toBeVisible();
    expect(await changed(page, () => change(page, 'Runner compat version', '7'))).toEqual({
      gone: ['runner_compat_version = 1'],
      come: ['runner_compat_version = 7'],
    });
    // Enter makes no line, nor does the end of a line that is pasted. Several lines stay lines.
    const description = field(page, 'Output 1 description');
    const before = await description.inputValue();
    await description.fill('One line\n');
    await description.press('Enter');
    await expect(description).toHaveValue('One line');
    await page.keyboard.insertText(',\nand another\n');
    await expect(description).toHaveValue('One line,\nand another\n');
    await expect(description).toBeFocused();
    await description.fill('One line again');
    await expect(description).toBeFocused();
    await description.fill(before);
    await change(page, 'Runner compat version', '-7');
    await expect(page.getByText('It must be a non-negative whole number. The draft keeps 7.')).toBeVisible();
    expect(await text(page)).toContain('\nrunner_compat_version = 7\n');
    expect(await text(page)).toContain('\nfuture = { kept = 0x10 }\n');
  });
  await test.step('options keep their types: an integer is not a float', async () => {
    expect(await changed(page, () => change(page, 'Runner option 2 value', '3'))).toEqual({
      gone: ['rate = 2.0'],
      come: ['rate = 3.0'],
    });
    await change(page, 'Runner option 1 value', '1.5');
    await expect(page.getByText('It must be a whole number. The draft keeps 4.')).toBeVisible();
    expect(
      await changed(page, async () => {
        await field(page, 'Runner option 1 type').selectOption('float');
      }),
    ).toEqual({ gone: ['threads = 4 # as many as cores'], come: ['threads = 1.5 # as many as cores'] });
    expect(await changed(page, () => change(page, 'Runner option 1 name', 'num_threads'))).toEqual({
      gone: ['threads = 1.5 # as many as cores'],
      come: ['num_threads = 1.5 # as many as cores'],
    });
    await change(page, 'Runner option 1 name', 'rate');
    await expect(page.getByText('Another option has this name. The draft keeps num_threads.')).toBeVisible();
    await field(page, 'Runner option 1 name').press('Escape');
    await expect(field(page, 'Runner option 1 name')).toHaveValue('num_threads');
    expect(
      await changed(page, async () => {
        await button(page, 'Add runner option').click();
        await expect(field(page, 'Runner option 3 name')).toBeFocused();
        await page.keyboard.type('on.off');
        await page.keyboard.press('Enter');
        // A type asks for its value, and is not a mistake.
        for (const [type, asked] of [
          ['integer', /^Type a whole number/],
          ['boolean', /^Choose true or false/],
        ] as const) {
          await field(page, 'Runner option 3 type').selectOption(type);
          await expect(field(page, 'Runner option 3 value')).toHaveAccessibleDescription(asked);
          await expect(field(page, 'Runner option 3 value')).not.toHaveAttribute('aria-invalid', 'true');
        }
        await field(page, 'Runner option 3 value').selectOption('true');
      }),
    ).toEqual({ gone: [], come: ['"on.off" = true'] });
    expect(
      await changed(page, async () => {
        await button(page, 'Remove runner option 2').click();
      }),
    ).toEqual({ gone: ['rate = 3.0'], come: [] });
  });
  await test.step('a license is searched by its name, and any text will do', async () => {
    await toMiddle(field(page, 'License'));
    await field(page, 'License').fill('MIT OR gnu affero');
    await field(page, 'License').fill('MIT OR affero');
    await page.getByRole('option', { name: /^AGPL-3\.0-only/ }).click();
    await expect(field(page, 'License')).toHaveValue('MIT OR AGPL-3.0-only');
    await expect(page.getByText('MIT License; GNU Affero General Public License v3.0 only')).toBeVisible();
    await field(page, 'License').fill('apache-2.0');
    // The list of suggestions lies over what stands below the field.
    await field(page, 'License').press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    await button(page, 'Fix: Write the license as Apache-2.0').click();
    await expect(field(page, 'License')).toHaveValue('Apache-2.0');
    await expect(field(page, 'License')).toBeFocused();
    await expect(page.getByRole('button', { name: /^Fix:/ })).toHaveCount(0);
    await field(page, 'License').fill('ask me');
    await expect(page.getByText('Not an SPDX expression. That is allowed.')).toBeVisible();
    expect(await text(page)).toContain('\nlicense = "ask me"\n');
  });
  await test.step('the description is written or previewed, and takes pictures and links to files', async () => {
    const preview = page.getByRole('region', { name: 'Preview' });
    const show = (mode: string) => page.getByText(mode, { exact: true }).click();
    await show('Preview');
    await expect(preview.getByRole('img', { name: 'sum' })).toBeVisible();
    await expect(field(page, 'Description')).toBeHidden();
    await show('Write');
    await expect(preview).toHaveCount(0);
    await field(page, 'Description').fill('Before after');
    await field(page, 'Description').evaluate((area) => (area as HTMLTextAreaElement).setSelectionRange(7, 7));
    // The list closes where the form is drawn again at that moment, as for the change above.
    await expect(async () => {
      await toMiddle(field(page, 'Insert a picture or file'));
      await field(page, 'Insert a picture or file').fill('sum');
      await page.getByRole('option', { name: /^misc\/sum/ }).click({ timeout: 2000 });
    }).toPass();
    await expect(field(page, 'Description')).toHaveValue('Before ![sum](@misc/sum)after');
    await expect(field(page, 'Description')).toBeFocused();
    await page.keyboard.type(', ');
    const picker = field(page, 'Insert a picture or file');
    await toMiddle(picker);
    await picker.fill('notes');
    // Another window takes the focus: what was typed stays.
    await picker.evaluate((input) => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    await expect(page.getByRole('option', { name: /^misc\/notes/ })).toBeVisible();
    await expect(picker).toHaveValue('notes');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Description')).toHaveValue(
      'Before ![sum](@misc/sum), [notes (1).txt](@misc/notes%20%281%29.txt)after',
    );
    await show('Preview');
    await expect(preview.getByRole('img', { name: 'sum' })).toBeVisible();
    await expect(preview.getByRole('link', { name: 'notes (1).txt' })).toHaveAttribute(
      'href',
      '#/files/misc/notes%20(1).txt',
    );
  });
  await test.step('platforms are chosen among the usual ones or typed, and said in words', async () => {
    const platforms = field(page, 'Required platforms');
    await toMiddle(platforms);
    await platforms.fill('wasm32-wasi');
    await platforms.press('Enter');
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
    // All words must match, in any order. The list stays for the next choice.
    await platforms.fill('linux arm');
    await expect(options).toHaveText([/^aarch64-unknown-linux-gnu/, /^aarch64-unknown-linux-musl/]);
    await options.first().click();
    await expect(platforms).toHaveValue('');
    await expect(page.getByRole('option', { name: /^x86_64-pc-windows-msvc/ })).toBeVisible();
    const chosen = page.getByRole('list', { name: 'Chosen platforms' });
    await expect(chosen.getByRole('listitem')).toHaveText([
      'wasm32-wasi WASI on WebAssembly',
      'aarch64-unknown-linux-gnu Linux on 64-bit Arm',
    ]);
    // What is not a triple is never added.
    await platforms.fill('x86-linux');
    await expect(page.getByText(/^No match\./)).toBeVisible();
    await platforms.press('Enter');
    await expect(platforms).toHaveAccessibleDescription(
      /This is not a target triple: “?"?x86"?”? is not an architecture/,
    );
    await expect(platforms).toHaveValue('x86-linux');
    await platforms.fill('windows');
    await page.keyboard.press('Enter');
    await expect(platforms).toHaveAccessibleDescription(/This is not a target triple. Choose one/);
    await expect(chosen.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(chosen.getByRole('listitem')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await button(page, 'Remove platform aarch64-unknown-linux-gnu').click();
    await expect(button(page, 'Remove platform x86_64-pc-windows-msvc')).toBeFocused();
    expect(await text(page)).toMatch(/\nrequired_platforms = \["wasm32-wasi", "x86_64-pc-windows-msvc"\]\n/);
    await button(page, 'Remove platform wasm32-wasi').click();
    await page.keyboard.press('Enter');
    await expect(platforms).toBeFocused();
    expect(await text(page)).not.toContain('required_platforms');
  });
});

test('what has one right spelling is mended under Problems, too, and so is MANIFEST', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('mended.carton');
  writeCarton(path, [], '', {}, 'license = "mit"\n');
  const files = [...(await entriesOf(readFileSync(path)))].map(([name, { data }]) => ({ name, data }));
  for (const file of files)
    if (file.name === 'MANIFEST')
      file.data = Buffer.from(`${file.data.toString().trim().split('\n').reverse().join('\n')}\n`);
  writeFileSync(path, buildZip(files));
  await page.goto('/');
  await openFile(page, path);
  await tab(page, 'Problems').click();
  const problems = page.getByRole('list', { name: 'Problems' }).locator('[data-code]');
  await expect(problems).toHaveCount(3);
  await button(page, 'Fix: Rewrite MANIFEST and the tensor index').click();
  await expect(changes(page)).toHaveText('an updated MANIFEST');
  await expect(problems).toHaveCount(1);
  await expect(tab(page, 'Problems')).toBeFocused();
  await button(page, 'Fix: Write the license as MIT').click();
  await expect(page.getByRole('tabpanel').getByText(/^No problems found/)).toBeVisible();
  await expect(changes(page)).toHaveText('1 change, an updated MANIFEST');
  for (let step = 0; step < 2; step++) await button(page, 'Undo').click();
  await expect(problems).toHaveCount(3);
  // The page says the same beside the fields of the form.
  await edit(page);
  await button(page, 'Fix: Rewrite MANIFEST and the tensor index').click();
  await expect(page.getByRole('list', { name: 'Problems without a field' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeFocused();
});
