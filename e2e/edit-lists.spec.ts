import { changed, openForm, text } from './edit-form-support.ts';
import { button, change, changes, dialog, editAs, field } from './edit-support.ts';
import { axe, expect, show, test, toMiddle } from './support.ts';

test('inputs are renamed where they are used, shapes written as people do, self-tests put together', async ({
  page,
}, testInfo) => {
  await openForm(page, testInfo.outputPath('form.carton'));
  await test.step('shapes are written as people write them', async () => {
    await expect(field(page, 'Input 1 shape')).toHaveValue('batch, 3');
    await expect(field(page, 'Input 2 shape')).toHaveValue('');
    await expect(field(page, 'Output 1 shape')).toHaveValue('*');
    expect(await changed(page, () => change(page, 'Input 1 shape', '*'))).toEqual({
      gone: ['shape = ["batch", 3]'],
      come: ['shape = "*"'],
    });
    expect(await changed(page, () => change(page, 'Input 2 shape', 'batch,512'))).toEqual({
      gone: ['shape = []'],
      come: ['shape = ["batch", 512]'],
    });
    await expect(field(page, 'Input 2 shape')).toHaveValue('batch, 512');
    // While typing there was a valid shape. The field keeps the one from before.
    await field(page, 'Output 1 shape').fill('batch, 3, 512');
    await expect(field(page, 'Output 1 shape')).not.toHaveAccessibleDescription(/Any shape/);
    await change(page, 'Output 1 shape', 'batch, 3, 512 512');
    await expect(page.getByText('1 field unfinished')).toBeVisible();
    await expect(field(page, 'Output 1 shape')).toHaveAccessibleDescription(/A comma is missing.*keeps \*/);
    await editAs(page, 'carton.toml');
    await expect(page.getByRole('textbox', { name: 'carton.toml' })).toContainText('shape = "*"');
    await editAs(page, 'Form');
    await expect(field(page, 'Output 1 shape')).toHaveValue('batch, 3, 512 512');
    await field(page, 'Output 1 shape').press('Escape');
    await expect(page.getByText('1 field unfinished')).toHaveCount(0);
    await expect(field(page, 'Output 1 shape')).toHaveValue('*');
    await field(page, 'Input 2 shape').fill('batch, -1');
    await expect(field(page, 'Input 2 shape')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Input 2 shape')).toHaveAccessibleDescription(/A size is 0 or more.*keeps batch, 512/);
    expect(await text(page)).toContain('shape = ["batch", 512]');
    expect(await changed(page, () => change(page, 'Output 1 shape', ''))).toEqual({
      gone: ['shape = "*"'],
      come: ['shape = []'],
    });
    // A shape says how it is read while it is typed.
    await field(page, 'Output 1 shape').fill('scalar');
    await expect(field(page, 'Output 1 shape')).toHaveAccessibleDescription(
      '1 dimension: a size named “scalar”. For a scalar, leave the field empty.',
    );
    await field(page, 'Output 1 shape').press('Escape');
    await field(page, 'Output 1 dtype').selectOption('int64');
    await change(page, 'Input 1 description', 'A picture');
    await change(page, 'Input 1 internal name', 'x:0');
    const now = await text(page);
    for (const line of ['dtype = "int64"', 'description = "A picture"', 'internal_name = "x:0"'])
      expect(now).toContain(line);
  });
  await test.step('renaming an input renames it in self-tests and examples, as one step', async () => {
    await expect(field(page, 'Input 1 name')).toHaveAccessibleDescription(
      'Renaming also updates 1 self-test and 1 example.',
    );
    const { gone, come } = await changed(page, () => change(page, 'Input 1 name', 'image'));
    expect(gone).toEqual([
      'name = "x"',
      'inputs = { x = "@tensor_data/a", y = "@tensor_data/b" }',
      'inputs = { x = "@misc/sum" }',
    ]);
    expect(come).toEqual([
      'name = "image"',
      'inputs = { image = "@tensor_data/a", y = "@tensor_data/b" }',
      'inputs = { image = "@misc/sum" }',
    ]);
    await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Rename input x to image/);
    await button(page, 'Undo').click();
    await expect(field(page, 'Input 1 name')).toHaveValue('x');
    // Typed text survives a pause and a click in the bar, even before the field loses the focus.
    await field(page, 'Input 1 name').fill('left');
    expect(await text(page)).toContain('inputs = { left = "@misc/sum" }');
    await field(page, 'Input 1 name').press('End');
    await page.keyboard.type('er');
    await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Rename input left to lefter/);
  });
  await test.step('self-tests and examples are put together from the tensors and files there are', async () => {
    const slot = (name: string) => page.getByRole('group', { name, exact: true });
    const sum = slot('Self-test 1 output sum');
    await sum.getByRole('button', { name: /^choose a tensor/ }).click();
    await expect(field(page, 'Self-test 1 output sum value')).toBeFocused();
    await toMiddle(field(page, 'Self-test 1 output sum value'));
    await page.keyboard.type('a');
    await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveCount(2);
    const b = page.getByRole('option', { name: /^@tensor_data\/b/ });
    // Its only value.
    await expect(b.getByText('0', { exact: true })).toBeVisible();
    await b.click();
    await expect(sum.getByRole('button', { name: /^Change/ })).toBeFocused();
    expect(await text(page)).toMatch(/expected_out = \{ sum = "@tensor_data\/b" \}/);
    await sum.getByRole('button', { name: /^Change/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(sum.getByRole('button', { name: /^type a value/ })).toBeFocused();
    expect(await text(page)).not.toContain('expected_out');

    // A new self-test asks for all inputs of the schema.
    await button(page, 'Add self-test').click();
    const left = slot('Self-test 2 input lefter');
    await expect(slot('Self-test 2 input y')).toBeVisible();
    await left.getByRole('button', { name: /^choose a tensor/ }).click();
    await toMiddle(field(page, 'Self-test 2 input lefter value'));
    await field(page, 'Self-test 2 input lefter value').click();
    await page.getByRole('option', { name: /^@tensor_data\/b/ }).click();
    expect(await text(page)).toContain('inputs = { lefter = "@tensor_data/b" }');
    await button(page, 'Remove self-test 2').click();

    // A name that the schema does not have.
    await button(page, 'Add example').click();
    await expect(field(page, 'Example 2 name')).toBeFocused();
    await page.keyboard.type('second');
    await page.getByRole('button', { name: 'Add input to example 2' }).click();
    await expect(field(page, 'Example 2 new input name')).toBeFocused();
    await toMiddle(field(page, 'Example 2 new input name'));
    await page.keyboard.type('other');
    await page.keyboard.press('Tab');
    await expect(field(page, 'Example 2 new input value')).toBeFocused();
    await page.keyboard.type('misc/');
    await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(slot('Example 2 input other')).toContainText('misc/');
    await slot('Example 2 input other')
      .getByRole('button', { name: /^Change/ })
      .click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await field(page, 'Example 2 input other name').fill('another');
    await page.keyboard.press('Enter');
    await expect(slot('Example 2 input another').getByRole('button', { name: /^Change/ })).toBeFocused();
    await button(page, 'Move example 2 up').click();
    await expect(field(page, 'Example 1 name')).toHaveValue('second');
    await button(page, 'Remove self-test 1').click();
    const now = await text(page);
    expect(now).not.toContain('[[self_test]]');
    expect(now.indexOf('"second"')).toBeLessThan(now.indexOf('{ lefter = "@misc/sum" }'));
  });
});

test.describe('while time passes', () => {
  test.use({ movesClock: true });

  test('a name that another input has counts only when the field is left', async ({ page }, testInfo) => {
    await openForm(page, testInfo.outputPath('form.carton'));
    await field(page, 'Input 2 name').fill('x');
    await page.clock.fastForward(5000);
    await expect(changes(page)).toHaveText('No changes');
    await field(page, 'Input 2 name').fill('xs');
    await page.clock.fastForward(5000);
    await expect(changes(page)).toHaveText('2 changes');
    await change(page, 'Input 2 name', 'x');
    await expect(field(page, 'Input 2 name')).toHaveAccessibleDescription(/Another input has the same name/);
  });
});

test('the form and the text are two ways to edit, and inputs are added, moved and removed by keyboard', async ({
  page,
}, testInfo) => {
  await openForm(page, testInfo.outputPath('form.carton'));
  await test.step('the sections stand in the address, and the text is one of two ways to edit', async () => {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Outputs' }).click();
    await expect(page).toHaveURL(/#\/edit\/outputs$/);
    await expect(page.getByRole('heading', { name: 'Outputs', exact: true })).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Outputs', exact: true })).toBeFocused();
    await editAs(page, 'carton.toml');
    await expect(page).toHaveURL(/#\/edit\/text$/);
    const editor = page.getByRole('textbox', { name: 'carton.toml' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('=');
    await expect(page.getByText(/carton\.toml/).first()).toBeVisible();
    await editAs(page, 'Form');
    await expect(page.getByText('Fix the text to see the form again.')).toBeVisible();
    await button(page, 'Fix the text').click();
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    await editAs(page, 'Form');
    await expect(field(page, 'Model name')).toHaveValue('Built');
    await expect(page.getByRole('region', { name: 'Other fields' })).toContainText('{ kept = 16 }');
  });
  await test.step('inputs are added, moved and removed by keyboard, and the focus goes along', async () => {
    await button(page, 'Move input 2 up').focus();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Input 1 name')).toHaveValue('y');
    await expect(button(page, 'Move input 1 down')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Move input 2 up')).toBeFocused();
    await expect(field(page, 'Input 2 name')).toHaveValue('y');
    await button(page, 'Add input').focus();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Input 3 name')).toBeFocused();
    await page.keyboard.type('z');
    await page.keyboard.press('Enter');
    expect(await text(page)).toContain('[[input]]\nname = "z"\ndtype = "float32"\nshape = "*"\n');
    await button(page, 'Remove input 1').focus();
    await page.keyboard.press('Enter');
    await expect(field(page, 'Input 1 name')).toBeFocused();
    await expect(field(page, 'Input 1 name')).toHaveValue('y');
    expect(await text(page)).not.toContain('What is added to.');
    for (const _ of [1, 2]) await button(page, 'Remove input 1').click();
    await expect(page.getByText('No inputs. List what the model takes')).toBeVisible();
    await expect(button(page, 'Add input')).toBeFocused();
    // Undo says what it did, and moves the focus to what came back.
    for (const _ of [1, 2]) await page.keyboard.press('Control+z');
    await expect(page.getByRole('status', { name: 'Last step' })).toHaveText(/^Undone: Remove input/);
    await expect(field(page, 'Input 1 name')).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(dialog(page, 'Save carton')).toBeVisible();
  });
});

test('many items and wrong ones: beside their fields, in view, folded, dragged and removed', async ({
  page,
}, testInfo) => {
  await test.step('what is wrong stands beside its field, and values of another type can be replaced', async () => {
    await openForm(
      page,
      testInfo.outputPath('wrong.carton'),
      '\n[[input]]\nname = 5\ndtype = "complex64"\nshape = [1.5]\n',
      'license = 3\nrequired_platforms = "all"\noutput = "none"\n',
    );
    await expect(field(page, 'License')).toHaveValue('3');
    await expect(field(page, 'License')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Input 1 dtype')).toHaveAccessibleDescription(/complex64/);
    await change(page, 'License', 'MIT');
    await change(page, 'Input 1 name', 'x');
    await change(page, 'Input 1 shape', '1, 5');
    await field(page, 'Input 1 dtype').selectOption('int8');
    await field(page, 'Required platforms').fill('wasm32-wasi');
    await field(page, 'Required platforms').press('Enter');
    await button(page, 'Add output').click();
    await change(page, 'Output 1 name', 'y');
    const now = await text(page);
    for (const line of [
      'license = "MIT"',
      'name = "x"',
      'dtype = "int8"',
      'shape = [1, 5]',
      'required_platforms = ["wasm32-wasi"]',
    ])
      expect(now).toContain(line);
    await expect(page.locator('[data-code][data-severity="error"]')).toHaveCount(0);
    await expect(field(page, 'Input 1 dtype')).not.toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('of a thousand inputs only those in view are there, and all can be reached', async () => {
    const inputs = Array.from({ length: 1000 }, (_, i) => `\n[[input]]\nname = "in${i}"\ndtype = "int8"\nshape = []\n`);
    await openForm(page, testInfo.outputPath('thousand.carton'), inputs.join(''));
    const list = page.getByRole('list', { name: 'Inputs' });
    await expect(field(page, 'Input 1 name')).toHaveValue('in0');
    expect(await list.getByRole('listitem').count()).toBeLessThan(30);
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(field(page, 'Input 1000 name')).toHaveCount(0);
    await page.getByRole('button', { name: 'Input 1000: in999 · int8 · scalar' }).click();
    await expect(field(page, 'Input 1000 name')).toHaveValue('in999');
    await button(page, 'Move input 1000 up').click();
    await expect(button(page, 'Move input 999 up')).toBeFocused();
    await button(page, 'Add input').click();
    await expect(field(page, 'Input 1001 name')).toBeFocused();
    await list.evaluate((box) => box.scrollTo(0, 0));
    await expect(field(page, 'Input 1 name')).toBeVisible();
    // The focused row stays, however far it is scrolled away.
    await expect(field(page, 'Input 1001 name')).toBeFocused();
    await axe(page, 'ul[aria-label="Inputs"]');
  });
  await test.step('items fold, are duplicated, dragged and removed, several as one step', async () => {
    const inputs = ['a', 'b', 'c', 'd', 'e'].map(
      (name) => `\n[[input]]\nname = "${name}"\ndtype = "int8"\nshape = [2]\n`,
    );
    await openForm(page, testInfo.outputPath('five.carton'), inputs.join(''));
    const names = async () => [...(await text(page)).matchAll(/^name = "(\w+)"/gm)].map(([, name]) => name).join('');
    // Of a long list, the first item is open.
    await expect(field(page, 'Input 1 name')).toHaveValue('a');
    await expect(field(page, 'Input 2 name')).toHaveCount(0);
    await page.getByRole('button', { name: 'Input 2: b · int8 · 2' }).click();
    await expect(field(page, 'Input 2 name')).toHaveValue('b');
    await page.getByRole('button', { name: 'Input 2: b' }).click();
    await expect(field(page, 'Input 2 name')).toHaveCount(0);
    await axe(page, 'ul[aria-label="Inputs"]');

    await button(page, 'Duplicate input 2').click();
    await expect(field(page, 'Input 3 name')).toHaveValue('b_2');
    await expect(field(page, 'Input 3 name')).toBeFocused();
    await button(page, 'Undo').click();

    await expect(button(page, 'Drag input 6')).toHaveCount(0);

    // By the keyboard.
    await button(page, 'Drag input 5').focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Picked up input 5 of 5.')).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText('Moved to 4 of 5.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByText('Dropped at 4 of 5.')).toBeAttached();
    await expect(page.getByRole('button', { name: /^Input 4: e/ })).toBeVisible();
    await expect(button(page, 'Drag input 4')).toBeFocused();
    await expect.poll(names).toBe('abced');
    // With a pointer.
    await button(page, 'Drag input 2').scrollIntoViewIfNeeded();
    await button(page, 'Drag input 2').hover();
    await page.mouse.down();
    const last = await button(page, 'Drag input 5').boundingBox();
    await page.mouse.move((last?.x ?? 0) + 8, (last?.y ?? 0) + 12, { steps: 12 });
    await page.mouse.up();
    await expect.poll(names).toBe('acedb');

    for (const number of [1, 3]) await page.getByRole('checkbox', { name: `Select input ${number}` }).check();
    await button(page, 'Remove 2 inputs').click();
    await expect.poll(names).toBe('cdb');
    await button(page, 'Undo').click();
    await expect.poll(names).toBe('acedb');

    // What an address leads to is opened.
    await show(page, '#/edit/input.4.shape');
    await expect(field(page, 'Input 5 shape')).toBeFocused();
    // A section carries the count of its errors, and the one with the focus is marked.
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await expect(sections.getByRole('link', { name: 'Inputs' })).toHaveAttribute('aria-current', 'location');
    await field(page, 'Required framework version').fill('new');
    await expect(sections.getByRole('link', { name: 'Runner 1 error' })).toHaveAttribute('aria-current', 'location');
  });
});
