import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { writeCarton } from './built-carton.ts';
import { button, bytesOf, edit } from './edit-support.ts';
import { expect, openFile, settled } from './support.ts';

const HEAD = `short_description = "Adds" # two numbers
license = "MIT"
model_description = """
# Adds

![sum](@misc/sum)
"""
future = { kept = 0x10 }
`;

const SCHEMA = `
[runner.opts]
threads = 4 # as many as cores
rate = 2.0

# What is added to.
[[input]]
name = "x"
dtype = "float32"
shape = ["batch", 3]

[[input]]
name = "y"
dtype = "float32"
shape = []
internal_name = "in/y:0"

[[output]]
name = "sum"
dtype = "float32"
shape = "*"

[[self_test]]
name = "ones"
inputs = { x = "@tensor_data/a", y = "@tensor_data/b" }

[[example]]
inputs = { x = "@misc/sum" }
sample_out = { sum = "@tensor_data/a" }
`;

const TENSOR = { dtype: 'float32', shape: '[1]', data: new Uint8Array(4) };
const GIF = Uint8Array.from(atob('R0lGODdhAQABAIABAP///wAAACwAAAAAAQABAAACAkQBADs='), (char) => char.charCodeAt(0));

/**
 * Opens a carton with a value for every field of the form, and shows the form: in a new page, or instead of one that
 * has a draft. Each in a page has a name of its own.
 */
export async function openForm(page: Page, path: string, toml = SCHEMA, head = HEAD): Promise<void> {
  writeCarton(
    path,
    [
      { ...TENSOR, name: 'a' },
      { ...TENSOR, name: 'b' },
    ],
    toml,
    { 'misc/sum': GIF, 'misc/notes (1).txt': new Uint8Array([65]) },
    head,
  );
  if (page.url() === 'about:blank') {
    await page.goto('/');
    await openFile(page, path);
  } else {
    await page.getByTestId('open-file').setInputFiles(path);
    await button(page, 'Open the other').click();
    await expect(page.getByRole('main').getByText(basename(path), { exact: true }).first()).toBeVisible();
    await settled(page);
  }
  await edit(page);
}

/** The text of carton.toml, from a download. */
export async function text(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await button(page, 'Download carton.toml').click();
  return (await bytesOf(await download)).toString('utf8');
}

/** The lines of the text that an action removes, and those that it adds. */
export async function changed(page: Page, deed: () => Promise<void>): Promise<{ gone: string[]; come: string[] }> {
  const before = (await text(page)).split('\n');
  await deed();
  const after = (await text(page)).split('\n');
  return { gone: without(before, after), come: without(after, before) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
