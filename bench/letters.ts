import type { Page } from '@playwright/test';
import { REST, showTensors } from './steps.ts';

/** The text that is typed into a field, and the milliseconds between two letters: those of a fast typist. */
const LETTERS = 'the name of something longer';
const LETTER_MS = 40;

/** The text that is typed into a filter, and the milliseconds between two keys: those of somebody who looks. */
const FILTERED = 'layers.77.mlp.gate';
const FILTER_MS = 150;

/** Types into fields of the form. Gives what `slowLetter` gives. */
export async function typeIntoFields(page: Page, fields: readonly string[]): Promise<number> {
  await page.getByRole('tab', { name: /^Edit/ }).click();
  for (const field of fields) {
    const box = page.getByLabel(field, { exact: true });
    await unfold(page, field);
    await box.click();
    await box.press('End');
    await page.waitForTimeout(REST);
    await page.evaluate('boxcutterBench.letters(true)');
    await page.keyboard.type(LETTERS, { delay: LETTER_MS });
    await page.evaluate('boxcutterBench.letters(false)');
  }
  return slowLetter(page, fields.length * LETTERS.length);
}

/** Types into the filter of the tensors, and takes it out again. Gives what `slowLetter` gives. */
export async function typeIntoFilter(page: Page): Promise<number> {
  await showTensors(page);
  const filter = page.getByRole('textbox', { name: 'Filter tensors' });
  await filter.click();
  await page.waitForTimeout(REST);
  await page.evaluate('boxcutterBench.letters(true)');
  await page.keyboard.type(FILTERED, { delay: FILTER_MS });
  for (let letter = 0; letter < FILTERED.length; letter++) {
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(FILTER_MS);
  }
  return slowLetter(page, 2 * FILTERED.length);
}

/** Types a new name of a file into its row. Gives what `slowLetter` gives. */
export async function typeNewName(page: Page, path: string): Promise<number> {
  await page.evaluate(`location.hash = ${JSON.stringify(`#/files/${path}`)}`);
  const row = page.locator(`[role=row][data-path="${path}"]`);
  await row.click();
  await row.press('F2');
  await page.waitForTimeout(REST);
  await page.evaluate('boxcutterBench.letters(true)');
  await page.keyboard.type(LETTERS, { delay: LETTER_MS });
  await page.evaluate('boxcutterBench.letters(false)');
  return slowLetter(page, LETTERS.length);
}

/**
 * The 95th percentile of the time that one letter takes, in milliseconds. Rejects where the page has recorded fewer
 * letters than `typed`.
 */
async function slowLetter(page: Page, typed: number): Promise<number> {
  const taken = (await page.evaluate('boxcutterBench.taken()')) as number[];
  if (taken.length < typed) throw new Error(`only ${taken.length} letters were typed`);
  taken.sort((one, other) => one - other);
  return taken[Math.ceil(taken.length * 0.95) - 1] as number;
}

/** Opens the item of a list that has the field: "Input 7 name". Long lists begin folded. */
async function unfold(page: Page, field: string): Promise<void> {
  const [, list, number] = /^(Input|Output) (\d+) /.exec(field) ?? [];
  if (list === undefined) return;
  const place = `#/edit/${list.toLowerCase()}.${Number(number) - 1}.name`;
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.waitForTimeout(REST);
}
