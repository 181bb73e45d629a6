import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { type Place, placeHref } from '../src/model/place.ts';
import { axe, expect, openFile, show, test } from './support.ts';

/** Spoofed hosts, overrides of the text's direction, names and addresses with line breaks. */
const HOMOGRAPH = fileURLToPath(new URL('../../shared/fixtures/carton/homograph.carton', import.meta.url));

const DIRECTION = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/;
const CYRILLIC_APPLE = '\u0430pple';

test.skip(!existsSync(HOMOGRAPH), 'Needs the fixture homograph.carton');

/** Opens the carton. Its pictures on other hosts must not be asked for. */
async function openHomograph(page: Page): Promise<void> {
  await page.goto('/');
  await openFile(page, HOMOGRAPH);
}

/** What the page says, also in tooltips and labels. Nobody sees the attributes that begin with `data-`. */
function said(page: Page): Promise<string> {
  return page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes]);
    const seen = attributes.filter(({ name }) => !name.startsWith('data-')).map(({ value }) => value);
    return [document.title, document.documentElement.textContent, ...seen].join('\n');
  });
}

const go = (page: Page, place: Place) => show(page, placeHref(place));

/** Clicks a copy button. Returns what it says, and what is on the clipboard. */
async function copied(page: Page, context: BrowserContext, name: string, nth = 0) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).nth(nth);
  await button.click();
  await expect(button).toHaveAccessibleName(new RegExp(`^${name}: Copied`));
  return {
    said: ((await button.getAttribute('aria-label')) ?? '').replace(`${name}: `, ''),
    text: await page.evaluate(() => navigator.clipboard.readText()),
  };
}

test('hosts are named, no tab draws an override of the direction, and what is copied is harmless', async ({
  page,
  context,
}) => {
  await openHomograph(page);
  await test.step('facts and description name the host that a link leads to', async () => {
    const facts = page.getByRole('region', { name: 'Facts' });
    const homepage = facts.getByRole('link', { name: 'xn--pple-43d.com/login' });
    await expect(homepage).toHaveAttribute('href', 'https://xn--pple-43d.com/login');
    await expect(homepage).toHaveAttribute('title', 'https://xn--pple-43d.com/login');
    await expect(facts).toContainText('evil.example/x (user name left out)');
    await expect(facts).not.toContainText('github.com');
    const repository = facts.getByRole('link', { name: 'evil.example/x', exact: true });
    await expect(repository).toHaveAttribute('href', 'https://evil.example/x');

    const description = page.getByRole('region', { name: 'Description' });
    const login = description.getByRole('link', { name: 'https://good.example/login' });
    await expect(login).toHaveAttribute('title', 'https://evil.example/login');
    await expect(description).toContainText('https://good.example/login (leads to evil.example)');
    await expect(description.getByRole('link', { name: 'https://xn--pple-43d.com/' })).toHaveAttribute(
      'title',
      'https://xn--pple-43d.com/',
    );
    await expect(description).toContainText('plain \\u202Egnp.exe');
    await expect(description.getByRole('link', { name: '\\u202Emoc.elpmaxe.doog//:sptth' })).toBeVisible();
    const load = description.getByRole('button', { name: /^Load 3 images from/ });
    await expect(load).toContainText('xn--pple-43d.com, evil.example, a.evil.example');

    expect(await page.content()).not.toContain(CYRILLIC_APPLE);
    await axe(page);
  });
  await test.step('no tab draws an override of the direction', async () => {
    for (const [tab, text] of [
      ['overview', '\\u202E'],
      ['schema', '\\u202E'],
      ['files', '\\u202E'],
      ['problems', 'MANIFEST'],
    ] as const) {
      await go(page, { tab });
      await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('id', new RegExp(`-tab-${tab}$`));
      await expect(page.getByRole('tabpanel')).toContainText(text);
      expect(await said(page), tab).not.toMatch(DIRECTION);
    }
  });
  await test.step('links name the host that is asked, and what is copied of them is one address', async () => {
    await go(page, { tab: 'files', item: 'model/w.bin' });
    const addresses = page.getByRole('list', { name: 'URLs' });
    await expect(addresses.getByRole('listitem')).toHaveText([
      /https:\/\/evil\.example\/;touch%20\/tmp\/pwned; \(control characters left out\)/,
      /^xn--pple-43d\.comhttps:\/\/xn--pple-43d\.com\/w\.bin/,
      /https:\/\/evil\.example\/%E2%80%AEgnp\.bin/,
      /^evil\.examplehttps:\/\/evil\.example\/w\.bin \(user name left out\)/,
      /^good\.examplehttps:\/\/good\.example\/x \(control characters left out\)/,
    ]);
    const results = [];
    for (let nth = 0; nth < 5; nth++) results.push(await copied(page, context, 'Copy URL', nth));
    expect(results).toEqual([
      { text: 'https://evil.example/;touch%20/tmp/pwned;', said: 'Copied, escaped, control characters left out' },
      { text: 'https://xn--pple-43d.com/w.bin', said: 'Copied, escaped' },
      { text: 'https://evil.example/%E2%80%AEgnp.bin', said: 'Copied, escaped' },
      { text: 'https://evil.example/w.bin', said: 'Copied, user name left out' },
      { text: 'https://good.example/x', said: 'Copied, escaped, control characters left out' },
    ]);
    expect(await page.content()).not.toContain(CYRILLIC_APPLE);
  });
  await test.step('the path that is copied of an unsafe name is one line, and says so', async () => {
    for (const [path, text] of [
      ['misc/new\nline.txt', 'misc/new\\nline.txt'],
      ['misc/tab\there', 'misc/tab\\there'],
      ['misc/a\u202egpj.exe', 'misc/a\\u202Egpj.exe'],
    ] as const) {
      await go(page, { tab: 'files', item: path });
      await expect(page.getByRole('heading', { level: 2, name: text.slice(5) })).toBeVisible();
      expect(await copied(page, context, 'Copy path')).toEqual({
        text,
        said: 'Copied, with hidden characters shown',
      });
    }
    await go(page, { tab: 'files', item: 'misc/paypal.txt' });
    await expect(page.getByRole('heading', { level: 2, name: 'paypal.txt' })).toBeVisible();
    expect(await copied(page, context, 'Copy path')).toEqual({ text: 'misc/paypal.txt', said: 'Copied' });
  });
});
