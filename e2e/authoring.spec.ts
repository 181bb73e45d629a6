import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { buildNpy, hasNumPy, padded, pythonJson } from '../src/testing/builders/numpy-files.ts';
import { buildZip } from '../src/testing/builders/zip-builder.ts';
import { hasPython, referenceRules } from '../src/testing/reference-rules.ts';
import { openForm, text } from './edit-form-support.ts';
import { button, bytesOf, changes, dialog, entriesOf, field, withoutPicker } from './edit-support.ts';
import { colorPng } from './png.ts';
import { axe, expect, openBytes, settled, tab, test } from './support.ts';

/** A .npy file of numbers. */
function npy(descr: string, shape: readonly number[], data: ArrayBufferView): Uint8Array {
  const sizes = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return buildNpy({
    header: padded(`{'descr': '${descr}', 'fortran_order': False, 'shape': ${sizes}, }`),
    data: bytes,
  });
}

const X = Float32Array.from({ length: 256 }, (_, at) => Math.fround(Math.sin(at)));
const Y = Float32Array.from([0.1, 0.7, 0.2]);
const X_NPY = npy('<f4', [1, 16, 16], X);
const Y_NPY = npy('<f4', [1, 3], Y);

interface Dropped {
  name: string;
  bytes: Uint8Array;
}

/** Drops files on an element, as a mouse does. */
async function drop(page: Page, at: Locator, files: readonly Dropped[]): Promise<void> {
  const listed = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }));
  const dataTransfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, bytes } of list) made.items.add(new File([Uint8Array.from(bytes)], name));
    return made;
  }, listed);
  await at.dispatchEvent('dragover', { dataTransfer });
  await at.dispatchEvent('drop', { dataTransfer });
}

/** The row of an input or output: "Example 1 input x". */
const slot = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** A folder as a publisher has it. */
function folder(root: string): string {
  const files = {
    'infer.py': 'def get_model(): ...\n',
    'README.md': '# Shapes\n\nTells shapes apart.\n\n![A triangle](triangle.png)\n',
    'triangle.png': colorPng(64, 64, (x, y) => (x < y ? [0, 0, 0] : [255, 255, 255])),
    'x.npy': X_NPY,
    'y.npy': Y_NPY,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

/** The tensors of a saved carton, as Python's zipfile and NumPy read them. */
const READ = `
import io, json, sys, zipfile
import numpy, tomllib
with zipfile.ZipFile(sys.argv[1]) as carton:
    toml = tomllib.loads(carton.read('carton.toml').decode())
    index = tomllib.loads(carton.read('tensor_data/index.toml').decode())
    tensors = {}
    for tensor in index['tensor']:
        data = carton.read('tensor_data/' + tensor['file'])
        tensors[tensor['name']] = numpy.frombuffer(data, tensor['dtype']).reshape(tensor['shape'])
print(json.dumps({'toml': toml, 'tensors': {name: [str(t.dtype), list(t.shape), t.flatten().tolist()] for name, t in tensors.items()}}))
`;

test(
  'a folder becomes a carton with schema, example and self-test in at most 30 actions',
  { tag: '@whole-browser' },
  async ({ page }, info) => {
    test.slow();
    await withoutPicker(page);
    let actions = 0;
    /** One thing that a person does. */
    const act = async <T>(deed: Promise<T>): Promise<T> => {
      actions++;
      return deed;
    };
    const root = folder(join(info.outputPath(), 'shapes'));
    const dropped = (name: string): Dropped => ({ name, bytes: readFileSync(join(root, name)) });

    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-state', 'empty');
    await act(button(page, 'New package').click());
    const chooser = page.waitForEvent('filechooser');
    await act(
      dialog(page, 'New package')
        .getByRole('button', { name: /^From a folder/ })
        .click(),
    );
    await act((await chooser).setFiles(root));
    await expect(field(page, 'Entry point')).toHaveValue('infer.get_model');
    const made = page.waitForEvent('download');
    await act(button(page, 'Save carton').click());
    await bytesOf(await made);
    await act(button(page, 'Done').click());

    await act(tab(page, 'Edit').click());
    await act(button(page, 'Add example').click());
    await act(field(page, 'Example 1 name').fill('A triangle'));
    // Both at once, on the example: nothing is declared yet, so that is offered.
    await act(drop(page, page.locator('[data-field="example.0"]'), [dropped('x.npy'), dropped('y.npy')]));
    const offered = page.getByRole('group', { name: 'Values without a place' });
    await expect(offered.getByRole('button', { name: 'Declare input x: float32, 1 × 16 × 16' })).toBeVisible();
    await expect(offered.getByRole('button', { name: 'Declare output y: float32, 1 × 3' })).toBeVisible();
    await act(offered.getByRole('button', { name: 'Declare all: input x, output y' }).click());
    await expect(offered).toHaveCount(0);
    await expect(slot(page, 'Example 1 input x')).toContainText('0 0.841471 0.909297 … 253 more');
    await expect(slot(page, 'Example 1 output y')).toContainText('0.1 0.7 0.2');
    // All of it is one step.
    await expect(changes(page)).toContainText(/change/);
    await button(page, 'Undo').click();
    await expect(field(page, 'Input 1 name')).toHaveCount(0);
    await expect(slot(page, 'Example 1 input x')).toHaveCount(0);
    await button(page, 'Redo').click();
    await expect(field(page, 'Input 1 name')).toHaveValue('x');

    await act(button(page, 'Add self-test').click());
    await act(field(page, 'Self-test 1 name').fill('triangle'));
    await act(button(page, 'Copy from the example A triangle').click());
    await expect(slot(page, 'Self-test 1 output y')).toContainText('0.1 0.7 0.2');
    await act(button(page, 'Save carton').click());
    await expect(dialog(page, 'Save carton')).toContainText('match MANIFEST.Will not load: carton.lock is missing.');
    const asked = page.waitForEvent('download');
    await act(dialog(page, 'Save carton').getByRole('button', { name: 'Save', exact: true }).click());
    const saved = await bytesOf(await asked);
    await act(button(page, 'Done').click());
    expect(actions).toBeLessThanOrEqual(18);
    await settled(page);

    await openBytes(page, saved, 'again.carton');
    await expect(page.getByText('again.carton', { exact: true })).toBeVisible();
    await tab(page, 'Self-tests').click();
    await expect(page.locator('[data-binding="y"]')).toContainText('0.7');
    const entries = await entriesOf(saved);
    expect([...entries.keys()]).toEqual(expect.arrayContaining(['tensor_data/x_0.bin', 'tensor_data/y_0.bin']));
    const path = join(info.outputPath(), 'saved.carton');
    writeFileSync(path, saved);
    // Python's own zipfile has no zstd: the same files, stored.
    const stored = join(info.outputPath(), 'stored.carton');
    writeFileSync(stored, buildZip([...entries].map(([name, { data }]) => ({ name, data }))));
    const inspected = spawnSync('npm', ['run', '-s', 'inspect', '--', path, '--json'], { encoding: 'utf8' });
    expect(
      JSON.parse(inspected.stdout).findings.filter(({ severity }: { severity: string }) => severity === 'error'),
    ).toEqual([]);
    if (hasPython) expect(referenceRules(stored)).toContain('tensor_data/x_0.bin');
    if (!hasNumPy) return;
    const { toml, tensors } = pythonJson<{ toml: Record<string, unknown>; tensors: Record<string, unknown> }>(
      READ,
      stored,
    );
    expect(tensors).toEqual({
      x_0: ['float32', [1, 16, 16], [...X]],
      y_0: ['float32', [1, 3], [...Y]],
    });
    expect(toml.input).toEqual([{ name: 'x', dtype: 'float32', shape: [1, 16, 16] }]);
    expect(toml.output).toEqual([{ name: 'y', dtype: 'float32', shape: [1, 3] }]);
    expect(toml.example).toMatchObject([
      { name: 'A triangle', inputs: { x: '@tensor_data/x_0' }, sample_out: { y: '@tensor_data/y_0' } },
    ]);
    expect(toml.self_test).toMatchObject([
      { inputs: { x: '@tensor_data/x_0' }, expected_out: { y: '@tensor_data/y_0' } },
    ]);
  },
);

const SCHEMA = `
[[input]]
name = "x"
dtype = "float32"
shape = ["batch", 3]

[[input]]
name = "ids"
dtype = "int64"
shape = ["batch"]

[[input]]
name = "text"
dtype = "string"
shape = []

[[output]]
name = "mask"
dtype = "uint8"
shape = ["*", "*"]

[[self_test]]
name = "ones"
inputs = { x = "@tensor_data/a", ids = "@tensor_data/b" }

[[example]]
name = "First"
inputs = {}
sample_out = {}
`;

test('values that do not fit say so at their field, and nothing is converted unasked', async ({ page }, info) => {
  test.slow();
  await withoutPicker(page);
  await openForm(page, join(info.outputPath(), 'values.carton'), SCHEMA, '');
  const x = slot(page, 'Example 1 input x');
  await x.scrollIntoViewIfNeeded();

  await test.step('another type is converted only by a press, which says what is lost', async () => {
    const wide = npy('<f8', [2, 3], Float64Array.of(0.1, 0.5, 2, 1 / 3, 1e-3, 7));
    await drop(page, x, [{ name: 'x.npy', bytes: wide }]);
    const asked = x.getByRole('group', { name: 'Values of x.npy' });
    await expect(asked).toContainText('x.npy is float64, 2 × 3, and float32, batch × 3 is declared.');
    await expect(changes(page)).toHaveText('No changes');
    const option = asked.getByRole('button', { name: /^Convert float64 → float32/ });
    await expect(option).toContainText('rounds 3 of 6 values');
    await axe(page);
    await option.press('Enter');
    await expect(x).toContainText('0.1 0.5 2 … 3 more');
    await expect(button(page, 'Undo')).toHaveAccessibleDescription(/Add input x of example First/);
  });

  await test.step('a symbol has one size in all values', async () => {
    const ids = slot(page, 'Example 1 input ids');
    await drop(page, ids, [{ name: 'ids.npy', bytes: npy('<i8', [3], BigInt64Array.of(1n, 2n, 3n)) }]);
    await expect(ids).toContainText('batch is 2 in the other values.');
    await ids.getByRole('button', { name: 'Close' }).click();
    // A value that the type cannot hold names itself.
    await drop(page, ids, [{ name: 'ids.csv', bytes: Buffer.from('1\n9223372036854775808\n') }]);
    await expect(ids).toContainText('9223372036854775808');
    await expect(ids.getByRole('group')).not.toContainText('Convert');
    await ids.getByRole('button', { name: /^(Close|Leave it out)$/ }).click();
    // A table with a hole is refused at its place.
    await drop(page, ids, [{ name: 'ids.csv', bytes: Buffer.from('1,2\n3,\n') }]);
    await expect(ids).toContainText('Row 2, column 2 is empty.');
    await ids.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('int64 is typed exactly, with errors at their cell', async () => {
    const ids = slot(page, 'Example 1 input ids');
    await ids.getByRole('button', { name: /^type a value/ }).click();
    await expect(ids.getByLabel('Shape')).toHaveValue('2');
    const [first, second] = [ids.getByLabel(/^Value at \[0\]/), ids.getByLabel(/^Value at \[1\]/)];
    await expect(first).toBeFocused();
    await first.fill('9007199254740993');
    await page.keyboard.press('ArrowRight');
    await expect(second).toBeFocused();
    await second.fill('0x1.5');
    await expect(second).toHaveAttribute('aria-invalid', 'true');
    await ids.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(ids).toContainText('[1]: “0x1.5” is not a number.');
    await expect(second).toBeFocused();
    await axe(page);
    await second.fill('-0x1F');
    await page.keyboard.press('Enter');
    await expect(ids).toContainText('9007199254740993 -31');
    await expect(ids.getByRole('button', { name: /^Change/ })).toBeFocused();
  });

  await test.step('text is typed in its row', async () => {
    const row = slot(page, 'Example 1 input text');
    await row.getByRole('button', { name: /^type a value/ }).press('Enter');
    await page.keyboard.type('A "quoted" text');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('“A "quoted" text”');
  });

  await test.step('a grid is filled from a spreadsheet, and changed', async () => {
    const mask = slot(page, 'Example 1 output mask');
    await mask.getByRole('button', { name: /^type a value/ }).click();
    const first = mask.getByLabel(/^Value at \[0, 0\]/);
    await first.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1\t2\t3\n4\t5\t256\n');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(mask.getByLabel('Shape')).toHaveValue('2, 3');
    await expect(mask.getByLabel(/^Value at \[1, 2\]: 256 does not fit uint8/)).toHaveAttribute('aria-invalid', 'true');
    await mask.getByLabel(/^Value at \[1, 2\]/).fill('255');
    await mask.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(mask).toContainText('1 2 3 … 3 more');
    // The cells of a tensor that is there are changed one by one.
    await mask.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitem', { name: 'Type a value…' }).click();
    await expect(mask.getByLabel(/^Value at \[1, 2\]/)).toHaveValue('255');
    await mask.getByLabel(/^Value at \[0, 0\]/).fill('0');
    await mask.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(mask).toContainText('0 2 3 … 3 more');
    await button(page, 'Undo').click();
    await expect(mask).toContainText('1 2 3 … 3 more');
    await button(page, 'Redo').click();
  });

  await test.step('a value is reused, and another is removed', async () => {
    const test1 = slot(page, 'Self-test 1 input x');
    await test1.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitem', { name: 'Reuse from example First' }).click();
    await expect(test1).toContainText('0.1 0.5 2 … 3 more');
    await x.getByRole('button', { name: /^Change/ }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await expect(x.getByRole('button', { name: /^type a value/ })).toBeFocused();
    expect(await text(page)).toContain('inputs = { x = "@tensor_data/x_0", ids = "@tensor_data/b" }');
  });

  const download = page.waitForEvent('download');
  await button(page, 'Save carton').click();
  await dialog(page, 'Save carton').getByRole('button', { name: 'Save', exact: true }).click();
  const entries = await entriesOf(await bytesOf(await download));
  expect([...new BigInt64Array(Uint8Array.from(entries.get('tensor_data/ids_0.bin')?.data ?? []).buffer)]).toEqual([
    9007199254740993n,
    -31n,
  ]);
  expect([...(entries.get('tensor_data/mask_0.bin')?.data ?? [])]).toEqual([0, 2, 3, 4, 5, 255]);
  expect(entries.get('tensor_data/text_0.toml')?.text).toContain('A \\"quoted\\" text');
});

test('files without a place of their own are asked about, and pictures can stay files', async ({ page }, info) => {
  test.slow();
  await openForm(page, join(info.outputPath(), 'placed.carton'), SCHEMA, '');
  const example = page.locator('[data-field="example.0"]');
  await example.scrollIntoViewIfNeeded();
  await drop(page, example, [
    { name: 'given/ids.npy', bytes: npy('<i8', [2], BigInt64Array.of(4n, 5n)) },
    { name: 'other.npy', bytes: npy('<f4', [1, 3], Float32Array.of(1, 2, 3)) },
    { name: 'photo.png', bytes: colorPng(4, 4, () => [1, 2, 3]) },
  ]);
  await expect(slot(page, 'Example 1 input ids')).toContainText('4 5');
  const offered = page.getByRole('group', { name: 'Values without a place' });
  await expect(offered).toContainText('other.npy (float32, 1 × 3) is named like no input or output.');
  await axe(page);
  const other = offered.locator('[data-unplaced="other.npy"]');
  await other.getByRole('button', { name: /^Use it as/ }).click();
  await page.getByRole('menuitem', { name: 'Output mask' }).click();
  const mask = slot(page, 'Example 1 output mask');
  await expect(mask).toContainText('other.npy is float32, 1 × 3, and uint8, any × any is declared.');
  await mask.getByRole('button', { name: /^Convert float32 → uint8/ }).click();
  await expect(mask).toContainText('1 2 3');
  await offered.getByRole('button', { name: 'Add the file as input' }).click();
  await expect(page.getByText('Added misc/photo.png.')).toBeVisible();
  await expect(offered).toHaveCount(0);
  await expect(slot(page, 'Example 1 input x')).toContainText('misc/photo.png');

  await test.step('the arrays of an .npz find their rows', async () => {
    const zip = buildZip([
      { name: 'ids.npy', data: npy('<i8', [2], BigInt64Array.of(6n, 7n)) },
      { name: 'mask.npy', data: npy('|u1', [1, 2], Uint8Array.of(1, 0)) },
    ]);
    await drop(page, example, [{ name: 'all.npz', bytes: zip }]);
    await expect(slot(page, 'Example 1 input ids')).toContainText('6 7');
    await expect(mask).toContainText('1 0');
    await button(page, 'Undo').click();
    await expect(slot(page, 'Example 1 input ids')).toContainText('4 5');
    await expect(mask).toContainText('1 2 3');
  });

  await test.step('values that are dropped elsewhere in the form are asked where they belong', async () => {
    await drop(page, page.getByRole('heading', { name: 'About', exact: true }), [
      { name: 'ids.npy', bytes: npy('<i8', [1], BigInt64Array.of(9n)) },
    ]);
    const offer = page.getByRole('group', { name: 'Dropped values' });
    await expect(offer.getByRole('button', { name: 'Add to a new example' })).toBeFocused();
    await axe(page);
    await offer.getByRole('button', { name: 'Add to a new self-test' }).click();
    await expect(slot(page, 'Self-test 2 input ids')).toContainText('9');
    await expect(offer).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a tensor is added by itself, and a list of tensors is typed', async () => {
    await tab(page, 'Tensors').click();
    await button(page, 'New tensor').click();
    const adding = dialog(page, 'New tensor');
    await drop(page, adding.getByText('Drop a'), [
      { name: 'half.npy', bytes: npy('<f2', [2], Uint16Array.of(0x3c00, 0x4000)) },
    ]);
    await adding.getByRole('button', { name: /^Convert float16 → float32/ }).click();
    await expect(adding).toContainText('float32, 2');
    await expect(adding.getByLabel('Name')).toHaveValue('half_0');
    await axe(page, '[role="dialog"]');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(adding).toHaveCount(0);
    await expect(page.locator('[role=row][data-name="half_0"]')).toBeVisible();
    await button(page, 'New tensor').click();
    await adding.getByRole('button', { name: /^type a value/ }).click();
    await adding.getByRole('button', { name: 'A list of tensors' }).click();
    await adding.getByRole('button', { name: 'Add tensor' }).click();
    await adding
      .locator('[data-part="0"]')
      .getByLabel(/^Value$/)
      .fill('NaN');
    await adding.locator('[data-part="1"]').getByLabel('Shape').fill('2');
    await adding.locator('[data-part="1"]').getByText('Fill', { exact: true }).click();
    await adding.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(adding).toContainText('nested, of 2');
    await adding.getByLabel('Name').fill('list');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.locator('[role=row][data-name="list"]')).toContainText('2 inside');
  });
});
