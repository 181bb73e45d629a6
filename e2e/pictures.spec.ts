import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { PLAIN_DRAWINGS } from '../src/testing/builders/plain-drawings.ts';
import { writeCarton } from './built-carton.ts';
import { axe, expect, openNext, scrollTo, test } from './support.ts';

const PICTURES = fileURLToPath(new URL('../../shared/fixtures/carton/pictures/', import.meta.url));

const SVG = 'xmlns="http://www.w3.org/2000/svg" width="400" height="300"';

const description = (page: Page) => page.getByRole('region', { name: 'Description' });
const drawButtons = (page: Page) => description(page).getByRole('button', { name: 'Draw it anyway' });

/** Opens a carton with these files in misc, and a description that shows each. */
async function openPictures(
  page: Page,
  path: string,
  files: Record<string, string | Uint8Array>,
  text = shownIn(files),
  toml = '',
) {
  const misc = Object.fromEntries(
    Object.entries(files).map(([name, data]) => [`misc/${name}`, typeof data === 'string' ? Buffer.from(data) : data]),
  );
  writeCarton(path, [], toml, misc, `model_description = ${JSON.stringify(text)}`);
  if (page.url() === 'about:blank') await page.goto('/');
  await openNext(page, path);
}

function shownIn(files: Record<string, unknown>): string {
  return Object.keys(files)
    .map((name) => `![${name}](@misc/${name})`)
    .join('\n\n');
}

/** An animation that rests on its first frame for ten minutes, so that showing it costs little. */
function longGif(width: number, height: number, frames: number): Uint8Array {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('21f90404ffff0000' + '2c000000000100010000' + '0202440100', 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A tab is opened and left again, each within the time that a click may take. */
async function expectAnswers(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Files/ }).click();
  await expect(page.getByRole('treegrid', { name: 'Files' })).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(description(page)).toBeVisible();
}

test('drawings and a GIF that would keep the browser busy ask first, each by itself, and the page answers', async ({
  page,
}, info) => {
  await test.step('drawings that would keep the browser busy ask first, each by itself, and the page answers', async () => {
    const copies = [0, 1, 2, 3].map((at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(30)}</g>`).join('');
    const files = {
      'copies.svg': `<svg ${SVG}><rect id="l0" width="9" height="9"/>${copies}<use href="#l4"/></svg>`,
      'filter.svg': `<svg ${SVG}><filter id="f">${'<feMorphology radius="300"/>'.repeat(2_000)}</filter><rect filter="url(#f)" width="400" height="300"/></svg>`,
      'small-filter.svg': `<svg ${SVG}><filter id="f"><feOffset/></filter><rect filter="url(#f)" width="400" height="300"/></svg>`,
      'rules.svg': `<svg ${SVG}><style>${'g g g g g rect{fill:red}'.repeat(900)}</style>${'<g>'.repeat(40)}${'<rect/>'.repeat(5_000)}${'</g>'.repeat(40)}</svg>`,
      'markers.svg': `<svg ${SVG}><marker id="m"><circle r="200"/></marker><path marker-mid="url(#m)" d="M0 0${'L9 9 1 1'.repeat(5_000)}"/></svg>`,
      'dashes.svg': `<svg ${SVG}><path stroke="red" stroke-width="9" stroke-dasharray=".01" d="M0 0${'L400 300L0 0'.repeat(99)}"/></svg>`,
      'stops.svg': `<svg ${SVG}><radialGradient id="g">${'<stop offset=".5"/>'.repeat(9_000)}</radialGradient>${'<rect fill="url(#g)" width="400" height="300"/>'.repeat(900)}</svg>`,
      'plain.svg': PLAIN_DRAWINGS['a plot of matplotlib'] as string,
    };
    await openPictures(page, info.outputPath('drawings.carton'), files);
    const asking = description(page).locator('p', { has: page.getByRole('button', { name: 'Draw it anyway' }) });
    const why = {
      'copies.svg': 'This drawing repeats parts inside parts that it repeats',
      'filter.svg': 'not plain (filter)',
      'small-filter.svg': 'not plain (filter)',
      'rules.svg': 'style rules that are not plain',
      'markers.svg': 'not plain (marker)',
      'dashes.svg': 'may slow down your browser',
      'stops.svg': 'a gradient with too many stops',
    };
    for (const [name, reason] of Object.entries(why)) {
      const one = asking.filter({ has: page.getByRole('link', { name, exact: true }) });
      await scrollTo(one);
      await expect(one).toContainText(reason);
    }
    await expectAnswers(page);
    const plain = description(page).getByRole('img', { name: 'plain.svg' });
    await scrollTo(plain);
    await expect.poll(() => plain.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(614);
    await axe(page);

    const one = asking.filter({ has: page.getByRole('link', { name: 'small-filter.svg', exact: true }) });
    await one.getByRole('button', { name: 'Draw it anyway' }).click();
    const drawn = description(page).getByRole('img', { name: 'small-filter.svg' });
    await expect(drawn).toHaveJSProperty('naturalWidth', 400);
    await expect(drawButtons(page)).toHaveCount(Object.keys(why).length - 1);
  });
  await test.step('a GIF whose first frame is larger than it says asks first, in an example too', async () => {
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAQBAAAALAAAAACAPoA+AAICRAEAOw==', 'base64');
    const toml = '[[example]]\nname = "One"\ninputs = { x = "@misc/a.gif" }\nsample_out = {}\n';
    await openPictures(page, info.outputPath('gif.carton'), { 'a.gif': gif }, undefined, toml);
    const reason = '16,000 × 16,000 pixels. Showing it takes about 3.1 GB of memory';
    await expect(description(page)).toContainText(reason);
    await expect(drawButtons(page)).toHaveCount(1);
    await expectAnswers(page);
    await page.getByRole('tab', { name: /^Examples/ }).click();
    const example = page.getByRole('article', { name: 'One' });
    await expect(example).toContainText(reason);
    await expect(example.getByRole('button', { name: 'Draw it anyway' })).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);
  });
});

test('pictures are drawn on the screen alone, no more than fit together, and nothing moves', async ({ page }, info) => {
  // Each counts as 805 ms of work, as much as one may take. All that are shown at once may take 2,000.
  const wide = longGif(4_000, 400, 250);
  const text = Array.from({ length: 30 }, (_, at) => `![wide ${at}](@misc/wide.gif)`).join('\n\n');
  await openPictures(page, info.outputPath('wide.carton'), { 'wide.gif': wide }, text);
  const shown = description(page).locator('img:not([data-ahead])');
  // Only what is near the screen is there. What comes later above the description moves it down.
  await expect(async () => {
    await description(page).evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect(drawButtons(page).first()).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await expect(shown.first()).toHaveJSProperty('naturalWidth', 4_000);
  await expect(shown).toHaveCount(2);
  await expectAnswers(page);

  // Once all are read, the place of each is known.
  const pictures = async () => (await description(page).getByRole('img').count()) + (await drawButtons(page).count());
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    expect(await pictures()).toBe(30);
  }).toPass();
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  const first = await description(page).evaluate((element) => element.getBoundingClientRect().top + window.scrollY);
  for (const top of [first, before, before / 2]) {
    await page.evaluate((to) => window.scrollTo(0, to), top);
    await expect(shown).toHaveCount(2);
    for (const image of await shown.all()) await expect(image).toBeInViewport();
    expect(await height()).toBe(before);
  }
  await axe(page);
});

test.describe('the cartons that took the page down', () => {
  test.skip(!existsSync(PICTURES), 'the fixtures are not beside the repository');

  test('are not drawn before the reader says so', async ({ page }) => {
    await page.goto('/');
    for (const [name, reason] of [
      ['gif-1x1-frame-16000', '16,000 × 16,000 pixels'],
      ['svg-bgnest-6x10', 'a style that is not plain'],
      ['svg-blurchain', 'not plain (filter)'],
      ['svg-cssblur', 'not plain (filter)'],
      ['svg-use-3x10-leaf100', 'repeats parts inside'],
    ] as const) {
      await openNext(page, `${PICTURES}${name}.carton`);
      await expect(description(page)).toContainText(reason);
      await expect(drawButtons(page)).toHaveCount(1);
      await expectAnswers(page);
      await expect(page.locator('img'), name).toHaveCount(0);
    }
  });
});
