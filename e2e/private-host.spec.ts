import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fileOf } from './remote-server.ts';
import { remoteTest } from './remote-test.ts';
import { axe, expect, SAMPLE, settled } from './support.ts';

/** The page at a public name: the production build, which the browser gets from the tests' server. */
const PUBLIC = 'https://boxcutter.example';

/** A public host of files. */
const FILES = 'https://files.example';

const test = remoteTest((remote) => [remote.origin, remote.otherOrigin, PUBLIC, FILES]);

test.beforeEach(async ({ page, baseURL, context }) => {
  // Browsers ask people before a public page may ask hosts of the local network.
  await context.grantPermissions(['local-network-access'], { origin: PUBLIC }).catch(() => {});
  await page.route(`${PUBLIC}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}` }) });
  });
});

const question = (page: Page) => page.getByRole('dialog', { name: 'Open a file from your own network?' });

test('a link into the reader’s own network asks first on a public page, and names the host', async ({
  page,
  remote,
}) => {
  const url = remote.put('/linked.carton', fileOf(readFileSync(SAMPLE)));
  const { host } = new URL(url);
  const link = `${PUBLIC}/?url=${encodeURIComponent(url)}`;
  await page.goto(link);
  await expect(question(page)).toContainText(`asks to read a file from ${host}`);
  await expect(question(page).getByRole('button', { name: 'Don’t open' })).toBeFocused();
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(question(page)).toHaveCount(0);
  const field = page.getByRole('textbox', { name: 'URL' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(url);
  expect(remote.asked('/linked.carton')).toEqual([]);

  await test.step('a URL that people give themselves is not asked about', async () => {
    await field.press('Enter');
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
    expect(remote.asked('/linked.carton').length).toBeGreaterThan(0);
  });

  await test.step('Open opens it, and is asked once on a page', async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await question(page).getByRole('button', { name: 'Open', exact: true }).click();
    await settled(page);
    const title = await page.title();
    await page
      .getByTestId('open-file')
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await expect(page).toHaveTitle(/^a\.txt/);
    await page.goBack();
    await expect(page).toHaveTitle(title);
  });

  await test.step('so is the second package of a comparison', async () => {
    await page.goto('about:blank');
    const first = encodeURIComponent(`${PUBLIC}/sample.carton`);
    await page.goto(`${PUBLIC}/?url=${first}&with=${encodeURIComponent(url)}`);
    await expect(question(page)).toContainText(`asks to read a file from ${host}`);
    await question(page).getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Comparison', exact: true })).toBeVisible();
  });

  await test.step('and one that is compared with a file that is still to be chosen', async () => {
    await page.goto('about:blank');
    const asked = remote.asked('/linked.carton').length;
    await page.goto(`${PUBLIC}/?with=${encodeURIComponent(url)}`);
    await expect(question(page)).toContainText(`asks to read a file from ${host}`);
    await question(page).getByRole('button', { name: 'Don’t open' }).click();
    await expect(page.getByText('This link compares a file that you choose with')).toBeVisible();
    const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') };
    await page.getByTestId('open-file').setInputFiles(file);
    await expect(page).toHaveTitle(/^a\.txt/);
    expect(remote.asked('/linked.carton')).toHaveLength(asked);
  });

  await test.step('the same link does not ask on a page that is there itself', async () => {
    await page.goto(`/?url=${encodeURIComponent(url)}`);
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  });
});

test('a public host that leads into the reader’s own network is named afterwards', async ({ page, remote }) => {
  const url = remote.put('/inside.carton', fileOf(readFileSync(SAMPLE)));
  const { host } = new URL(url);
  const head = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };
  await page.route(`${FILES}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/redirects') return route.fulfill({ status: 302, headers: { ...head, Location: url } });
    return route.fulfill({ status: 200, headers: { ...head, 'x-carton-dl-url': url }, body: 'a page' });
  });

  await test.step('before anything is asked there, where its answer says so', async () => {
    await page.goto(`${PUBLIC}/?url=${FILES}/names`);
    const alert = page.getByRole('alert');
    await expect(alert).toHaveAttribute('data-code', 'source/private-host');
    expect(remote.asked('/inside.carton')).toEqual([]);
    await axe(page, '[role="alert"]');
    await alert.getByRole('button', { name: `Open from ${host}` }).click();
    await settled(page);
    await expect(page.locator('html')).toHaveAttribute('data-state', 'ready');
  });

  await test.step('in the origin line and in a warning, where it redirects', async () => {
    await page.goto('about:blank');
    await page.goto(`${PUBLIC}/?url=${FILES}/redirects`);
    await settled(page);
    await expect(page.getByText(`(sent by ${host}, your own network)`)).toBeVisible();
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await expect(page.getByText(`files.example redirected to ${host}, which sent the file.`).first()).toBeVisible();
  });
});
