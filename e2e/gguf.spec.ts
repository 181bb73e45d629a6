import type { Locator, Page } from '@playwright/test';
import { buildGguf, text, texts, u32 } from '../src/testing/builders/gguf-builder.ts';
import { privateFile, withPicker } from './edit-support.ts';
import { expectVerdict, neighbours } from './neighbours.ts';
import { axe, expect, hasFixtures, openBytes, openFile, openNext, test } from './support.ts';

const TOKENS = Array.from({ length: 700 }, (_, index) => (index === 3 ? 'Ġhello' : `token-${index}`));

/** Two rows of Q8_0: the scale 0.5, and of the first row the values 0, 0.5, 1 … */
const Q8_0 = Uint8Array.from([
  0x00,
  0x38,
  ...Array.from({ length: 32 }, (_, at) => at),
  0x00,
  0x38,
  ...Array(32).fill(0xff),
]);

const MODEL = buildGguf({
  keyValues: [
    ['general.architecture', text('llama')],
    ['general.name', text('Tiny Llama')],
    ['general.license', text('apache-2.0')],
    ['general.file_type', u32(7)],
    ['general.quantization_version', u32(2)],
    ['llama.context_length', u32(131_072)],
    ['llama.attention.layer_norm_rms_epsilon', { type: 'float32', value: 1e-5 }],
    ['tokenizer.ggml.model', text('gpt2')],
    ['tokenizer.ggml.tokens', texts(TOKENS)],
    ['tokenizer.chat_template', text('{% for message in messages %}{{ message.content }}{% endfor %}')],
  ],
  tensors: [
    { name: 'token_embd.weight', type: 'Q8_0', ne: [32, 2], data: Q8_0 },
    { name: 'blk.0.ffn.weight', type: 'Q8_1', ne: [32, 1], data: new Uint8Array(36).fill(0xab) },
    { name: 'output_norm.weight', type: 'F32', ne: [4] },
  ],
});

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) });
}

/** Loads the value of a key from a file. */
async function load(page: Page, key: string, bytes: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Load the value of ${key} from a file` }).click();
  await (await chooser).setFiles({ name: 't.jinja', mimeType: '', buffer: Buffer.from(bytes) });
}

test('a GGUF file shows its key-values, its template, and values of its quantized tensors, is edited and saved', async ({
  page,
}) => {
  await withPicker(page);
  await page.goto('/');
  await openBytes(page, Uint8Array.from(MODEL), 'm.gguf');
  await test.step('shows its key-values, its template, and values of its quantized tensors', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiny Llama');
    const facts = page.getByRole('region', { name: 'Facts' });
    await expect(page.getByText(/^Text generation, .* parameters in .* bits each$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'At a glance' })).toContainText('131,072');
    await expect(facts).toContainText('Q8_0');
    await expect(facts).toContainText('Apache License 2.0');
    await expect(page.getByRole('region', { name: 'What would run' }).locator('[data-fact="nothing"]')).toBeVisible();
    const template = page.getByRole('region', { name: 'Text of tokenizer.chat_template' });
    await expect(template).toHaveAttribute('data-language', 'jinja');
    const rows = page.getByRole('table', { name: 'Key-values' }).locator('tbody tr[data-key]');
    await expect(rows).toHaveCount(10);
    await expect(rows.nth(6)).toContainText('float320.00001');

    // The items of a list, and a search through all of them, by keyboard.
    const open = page.getByRole('button', { name: 'Show the items of tokenizer.ggml.tokens' });
    await open.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('region', { name: 'Items of tokenizer.ggml.tokens' });
    await expect(items.getByRole('listitem')).toHaveCount(256);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Search 700 items')).toBeFocused();
    await page.keyboard.type('TOKEN-69');
    await expect(items.getByRole('listitem')).toHaveText([
      '69token-69',
      ...Array.from({ length: 10 }, (_, at) => `${690 + at}token-${690 + at}`),
    ]);
    await axe(page);
    // A token is shown as its text, with what is stored beside it.
    await page.getByLabel('Search 700 items').fill(' hello');
    await expect(items.getByRole('listitem')).toHaveText(['3“ hello” Ġhello']);
    await expect(rows.nth(8)).toContainText('“ hello” Ġhello, “token-4”');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Next items' }).click();
    await expect(items.locator('[data-index="511"]')).toHaveText('511token-511');
    await page.getByLabel('Filter key-values').fill('context');
    await expect(rows).toHaveCount(1);

    await expect(page.getByText('llama-cli -m m.gguf')).toBeVisible();
    await page.getByText('Ollama', { exact: true }).click();
    await expect(page.getByText('ollama create m -f Modelfile')).toBeVisible();

    // The bar of tabs moves as the page above it gets shorter. A click in that moment meets nothing.
    await expect(async () => {
      await tab(page, 'Tensors').click();
      await expect(tab(page, 'Tensors')).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
    }).toPass();
    await page.locator('tr[data-name="token_embd.weight"]').getByRole('button').click();
    const grid = page.getByRole('grid', { name: 'Values of token_embd.weight' });
    await expect(grid.locator('[data-value="0.5"]').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Statistics' }).locator('[data-stat="max"]')).toHaveText('15.5');
    const detail = page.getByRole('region', { name: 'Facts of the tensor' });
    await expect(detail).toContainText('Shape, ggml’s order (ne)32 × 2');
    await expect(detail).toContainText('8.5: blocks of 32 elements in 34 bytes');
    await axe(page);
    // A type whose values are not read shows its bytes. On a phone, too.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Back to tensors' }).click();
    await page.locator('tr[data-name="blk.0.ffn.weight"]').getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Bytes of m.gguf' })).toContainText('ab ab ab ab');
    await axe(page);
    await page.getByRole('button', { name: 'Back to tensors' }).click();
    await tab(page, 'Overview').click();
    await expect(rows).toHaveCount(10);
    await expect(page.locator('html')).toHaveJSProperty('scrollWidth', 390);
    await axe(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step('key-values are edited, reviewed and saved, and the tensors stay', async () => {
    await tab(page, 'Edit').click();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Value of general.name').fill('A longer name than before');
    await field('Value of llama.context_length').fill('-1');
    await expect(page.getByText('“-1” is not a whole number from 0 to 4294967295.')).toBeVisible();
    await field('Value of llama.context_length').fill('4096');
    await field('Value of llama.context_length').press('Enter');
    await expect(page.getByText('700 items')).toBeHidden();
    await field('New key').fill('my.numbers');
    await page.getByRole('button', { name: 'Add key' }).click();
    await expect(field('Value of my.numbers')).toBeFocused();
    // The value is a text at first. What is pasted keeps its line ends, and so does a file.
    await page.keyboard.insertText('{% if a %}\n{{ b }}\n\n{% endif %}\n');
    await expect(field('Value of my.numbers')).toHaveValue('{% if a %}\n{{ b }}\n\n{% endif %}\n');
    await load(page, 'my.numbers', Uint8Array.of(0xff, 0xfe));
    await expect(page.getByText('“t.jinja” is not UTF-8 text.')).toBeVisible();
    await load(page, 'my.numbers', new Uint8Array(256 * 1024 + 1));
    await expect(page.getByText('“t.jinja” has 262 KB. A value can have up to 262 KB.')).toBeVisible();
    await load(page, 'my.numbers', Buffer.from('\ufeff{{ c }}\r\n{{ d }}\r\n'));
    await expect(field('Value of my.numbers')).toHaveValue('{{ c }}\n{{ d }}\n');
    await expect(page.getByText('t.jinja')).toHaveCount(0);
    await field('New key').fill('my.template');
    await field('Value of my.numbers').focus();
    await load(page, 'my.template', Buffer.from('{{ c }}\r\n{{ d }}\r\n'));
    await field('Type of my.numbers').selectOption('array of int8');
    await field('Items, one a line of my.numbers').fill('1\n-2');
    await field('Items, one a line of my.numbers').blur();
    await field('Type of general.architecture').selectOption('uint32');
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('5 changes');
    await axe(page);

    // What llama.cpp would refuse is said before saving.
    await tab(page, 'Problems').click();
    const problems = page.getByRole('list', { name: 'Problems', exact: true });
    await expect(problems.locator('[data-code="gguf/key-type"]')).toBeVisible();
    await tab(page, 'Edit').click();
    await field('Type of general.architecture').selectOption('string');
    await field('Value of general.architecture').fill('llama');
    await expect(page.getByRole('status', { name: 'Changes' })).toHaveText('4 changes');

    // Lists lie elsewhere in the edited file.
    await tab(page, 'Overview').click();
    await page.getByRole('button', { name: 'Show the items of tokenizer.ggml.tokens' }).click();
    await expect(page.getByRole('region', { name: 'Items of tokenizer.ggml.tokens' })).toContainText('255token-255');

    await page.getByRole('button', { name: 'Review', exact: true }).click();
    const review = page.getByRole('dialog', { name: 'Review changes' });
    await expect(review.getByRole('row', { name: /Key “my.numbers”/ })).toContainText('["1","-2"] (array of int8)');
    await expect(review.getByRole('row', { name: /Key “my.template”/ })).toContainText('{{ c }}\\r\n{{ d }}\\r');
    await review.getByRole('button', { name: 'Continue to save' }).click();
    const save = page.getByRole('dialog', { name: 'Save GGUF file' });
    await save.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog', { name: 'Saved' }).getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A longer name than before');
    await tab(page, 'Edit').click();
    await expect(field('Items, one a line of my.numbers')).toHaveValue('1\n-2');
    await expect(field('Value of my.template')).toHaveValue('{{ c }}\n{{ d }}\n');
    const saved = await privateFile(page, 'm-edited.gguf');
    expect(saved?.includes('my.template')).toBe(true);
    expect(saved?.includes('{{ c }}\r\n{{ d }}\r\n')).toBe(true);
    // The bar of tabs moves as the page above it gets shorter. A click in that moment meets nothing.
    await expect(async () => {
      await tab(page, 'Tensors').click();
      await expect(tab(page, 'Tensors')).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 });
    }).toPass();
    await page.locator('tr[data-name="token_embd.weight"]').getByRole('button').click();
    await expect(page.getByRole('region', { name: 'Statistics' }).locator('[data-stat="max"]')).toHaveText('15.5');
  });
});

test.describe('with files of others', () => {
  test.skip(!hasFixtures, 'the fixtures are not there');

  test('one of each verdict opens or is refused as it should', async ({ page }) => {
    await page.goto('/');
    for (const verdict of neighbours('gguf').sort((one, other) => Number(one.opens) - Number(other.opens))) {
      if (!verdict.opens) {
        await openFile(page, verdict.path);
        await expect(page.getByRole('alert'), verdict.path).toHaveAttribute('data-code', /^gguf\//);
        continue;
      }
      await openNext(page, verdict.path);
      await expect(page.locator('html'), verdict.path).toHaveAttribute('data-state', 'ready');
      await expectVerdict(page, verdict, verdict.path);
    }
  });
});
