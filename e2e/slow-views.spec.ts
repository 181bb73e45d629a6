import { readFileSync } from 'node:fs';
import { writeCarton } from './built-carton.ts';
import { fileOf, type Switches } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, boxOf, expect, show } from './support.ts';

const test = remoteTest(({ origin }) => [origin]);

const PATH = '/slow.carton';
const [SLICES, ROWS, COLUMNS] = [8, 500, 1000] as const;

/** Slices whose values are their number and a part of one. More in all than is read unasked to be checked. */
const VALUES = Float32Array.from(
  { length: SLICES * ROWS * COLUMNS },
  (_, at) => Math.floor(at / (ROWS * COLUMNS)) + ((at * 37) % 1000) / 1000,
);

for (const [view, drawing] of [
  ['heat-map', /^Heat map of/],
  ['line', /^Line of/],
] as const)
  test(`a slice that a host sends slowly is said, ended and asked again: ${view}`, async ({ page, remote }, info) => {
    const file = info.outputPath('slow.carton');
    writeCarton(file, [
      {
        name: 'slices',
        dtype: 'float32',
        shape: `[${SLICES}, ${ROWS}, ${COLUMNS}]`,
        data: new Uint8Array(VALUES.buffer),
      },
    ]);
    const switches: Switches = {};
    const url = remote.put(PATH, fileOf(readFileSync(file)), switches);
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await show(page, `#/tensors/slices?view=${view}`);
    const values = page.getByRole('region', { name: 'Values' });
    const shown = values.getByRole(view === 'line' ? 'slider' : 'application', { name: drawing });
    await expect(values.getByRole('button', { name: /^Highest 0\.999/ })).toBeVisible();
    const before = await boxOf(shown);
    switches.rate = 60_000;
    await page.getByRole('button', { name: 'dimension 0: next' }).click();
    await page.getByRole('button', { name: 'dimension 0: next' }).click();
    const cancel = values.getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeVisible();
    await expect(values.getByText(view === 'line' ? 'Reading the lines…' : 'Reading the values…')).toBeVisible();
    const dimmed = () =>
      shown.evaluate((element) => {
        let opacity = 1;
        for (let at: Element | null = element; at; at = at.parentElement)
          opacity *= Number(getComputedStyle(at).opacity);
        return opacity;
      });
    expect(await dimmed()).toBeLessThan(0.6);
    expect(await boxOf(shown)).toEqual(before);
    await cancel.click();
    await expect(values.getByText('Not read.')).toBeVisible();
    expect(await boxOf(shown)).toEqual(before);
    if (view === 'heat-map') {
      // The histogram reads the same, and would keep the reading alive.
      await expect(page.getByRole('region', { name: 'Histogram' }).getByText('Not read.')).toBeVisible();
      await axe(page);
    }
    const sent = () => remote.asked(PATH).reduce((sum, each) => sum + each.sent, 0);
    const requests = () => remote.asked(PATH).length;
    if (view === 'heat-map') {
      await page.waitForTimeout(500);
      const [bytes, asked] = [sent(), requests()];
      await page.waitForTimeout(1500);
      expect([sent(), requests()]).toEqual([bytes, asked]);
    }
    // What the histogram reads of another view is its own.
    else await page.getByRole('region', { name: 'Histogram' }).getByRole('button', { name: 'Cancel' }).click();
    delete switches.rate;
    await values.getByRole('button', { name: 'Try again' }).click();
    await expect(values.getByRole('button', { name: /^Highest 2\.999/ })).toBeVisible();
    await expect(values.getByText('Not read.')).toBeHidden();
    expect(await dimmed()).toBe(1);
    expect(await boxOf(shown)).toEqual(before);
  });
