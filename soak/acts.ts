import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Random } from '../bench/random.ts';
import { dropFile } from '../bench/steps.ts';
import { fileOf, type RemoteServer, type Switches } from '../e2e/remote-server.ts';
import { dropFiles } from '../e2e/support.ts';
import type { SoakFile } from './files.ts';

/** What the acts of a run have. */
export interface Soak {
  readonly page: Page;
  readonly remote: RemoteServer;
  readonly files: readonly SoakFile[];
  /** Numbers for this open alone, so that a run can begin at it. */
  random: Random;
}

/** Milliseconds that an act waits for an element. What is not there by then is not there for this package. */
const WAIT = 600;
/** Milliseconds that a download may take to begin. */
const SAVED_WITHIN = 3_000;
/** Milliseconds until a page that is opening must have opened, refused, or said that it cannot. */
const OPENED_WITHIN = 60_000;
/** Hosts that do not do as they should. All end in a package or an error within `OPENED_WITHIN`. */
const HOSTS: readonly Switches[] = [
  {},
  { unexposed: true },
  { noRanges: true },
  { changesFrom: 2 },
  { lengthOff: -3 },
  { shifted: 5 },
  { dies: [2] },
  { gzip: 'parts' },
  { status: { code: 503, from: 2, to: 2 } },
  { slow: { bytes: 64 * 1024, ms: 20 } },
  { redirect: '/in-circles' },
];

export const below = (random: Random, count: number) => random.next() % count;
const oneOf = <T>(random: Random, list: readonly T[]) => list[below(random, list.length)] as T;

/** Clicks one of the elements that are shown. Gives whether there was one that could be clicked. */
async function click({ random }: Soak, found: Locator): Promise<boolean> {
  const all = await found.filter({ visible: true }).all();
  if (all.length === 0) return false;
  return oneOf(random, all)
    .click({ timeout: WAIT, noWaitAfter: true })
    .then(
      () => true,
      () => false,
    );
}

const button = ({ page }: Soak, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

function go({ page }: Soak, hash: string): Promise<void> {
  return page.evaluate((place) => {
    window.location.hash = place;
  }, hash);
}

/** Whether an element is shown in time. Playwright's own wait holds on to what it finds, and with it to the page around. */
async function appears(locator: Locator, timeout = WAIT): Promise<boolean> {
  for (const until = Date.now() + timeout; ; ) {
    if (await locator.first().isVisible()) return true;
    if (Date.now() > until) return false;
    await locator.page().waitForTimeout(50);
  }
}

/** Waits until nothing is being opened. Answers the question whether changes are to be left. Rejects where it hangs. */
export async function settle({ page }: Soak): Promise<string> {
  const leave = page.getByRole('button', { name: /^(Open the other|Leave)$/ });
  const until = Date.now() + OPENED_WITHIN;
  for (;;) {
    if (await leave.isVisible()) await leave.click({ timeout: WAIT }).catch(() => {});
    const state = await page.locator('html').getAttribute('data-state');
    if (state && state !== 'opening') return state;
    if (Date.now() > until) throw new Error(`still ${state} after ${OPENED_WITHIN / 1000} s`);
    await page.waitForTimeout(50);
  }
}

/** Closes what lies over the page. */
async function closeDialogs({ page }: Soak): Promise<void> {
  for (
    let time = 0;
    time < 3 && (await page.getByRole('dialog').or(page.getByRole('menu')).first().isVisible());
    time++
  ) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(100);
  }
}

type Act = (soak: Soak) => Promise<boolean>;

/** Ways to open something. Each gives whether something was opened. */
export const OPENINGS: Readonly<Record<string, Act>> = {
  async file(soak) {
    await dropFile(soak.page, oneOf(soak.random, soak.files).path);
    return true;
  },
  async canceled(soak) {
    await dropFile(soak.page, oneOf(soak.random, soak.files).path);
    await click(soak, button(soak, 'Cancel'));
    return true;
  },
  async host(soak) {
    const { random, remote } = soak;
    const { path } = oneOf(random, soak.files);
    const at = `/${below(random, 2 ** 31)}/${encodeURIComponent(basename(path))}`;
    remote.put('/in-circles', fileOf(new Uint8Array()), { redirect: '/in-circles' });
    const url = remote.put(at, fileOf(readFileSync(path)), oneOf(random, HOSTS));
    return openUrl(soak, url);
  },
  async shelf(soak) {
    const files = Array.from({ length: 3 + below(soak.random, 5) }, () => oneOf(soak.random, soak.files).path);
    await dropFiles(
      soak.page,
      [...new Set(files)].map((path) => ({ name: basename(path), bytes: readFileSync(path) })),
    );
    await settle(soak);
    if (below(soak.random, 2) === 0) await click(soak, soak.page.locator('table [data-path]').getByRole('button'));
    return true;
  },
  async pair(soak) {
    const files = Array.from({ length: 2 }, () => oneOf(soak.random, soak.files).path);
    await dropFiles(
      soak.page,
      [...new Set(files)].map((path) => ({ name: basename(path), bytes: readFileSync(path) })),
    );
    await settle(soak);
    if (await click(soak, button(soak, 'Compare these two'))) {
      await settle(soak);
      await click(soak, soak.page.getByRole('tab'));
      await click(soak, button(soak, /^(Compare values|Compare it)/));
      await click(soak, soak.page.locator('[data-diff]').getByRole('button'));
    }
    return true;
  },
};

/** Opens an address by the menu that opens things, without leaving the page. */
async function openUrl(soak: Soak, url: string): Promise<boolean> {
  const field = soak.page.getByRole('textbox', { name: 'URL' });
  if (!(await field.first().isVisible())) await click(soak, button(soak, 'Open'));
  if (!(await appears(field))) return false;
  await field.first().fill(url);
  await field.first().press('Enter');
  return true;
}

/** What is done with an open package. Each gives whether it could be done with this one. */
export const ACTS: Readonly<Record<string, Act>> = {
  tab: (soak) => click(soak, soak.page.getByRole('tab')),
  async tensor(soak) {
    const { page } = soak;
    await go(soak, '#/tensors');
    const rows = page.locator('tr[data-name]');
    if (!(await appears(rows)) || !(await click(soak, rows))) return false;
    for (let time = 0; time < 3; time++) {
      await page.waitForTimeout(below(soak.random, 150));
      if (!(await click(soak, page.locator('label:has(input[type=radio])')))) break;
    }
    return true;
  },
  async mapping({ page, random }) {
    const field = page.getByRole('textbox', { name: 'Slice' });
    if (!(await field.isVisible())) return false;
    await field.fill(oneOf(random, ['[0]', '[:, 0]', '[::2]', '[-1]', '[0, :]', '[1:3]']));
    await field.press('Enter');
    return true;
  },
  async file(soak) {
    const { page } = soak;
    await go(soak, '#/files');
    const rows = page.locator('[role=row][data-path]');
    if (!(await appears(rows)) || !(await click(soak, rows))) return false;
    await page.waitForTimeout(below(soak.random, 200));
    await click(soak, page.getByRole('region', { name: 'Chosen file' }).locator('label:has(input[type=radio])'));
    return true;
  },
  async verification(soak) {
    const check = button(soak, /^Check all/);
    if (!(await check.first().isVisible())) {
      const status = soak.page.getByRole('status', { name: 'Integrity' }).getByRole('button');
      if (!(await click(soak, status)) || !(await appears(check, 500))) return false;
    }
    const isDone = await click(soak, check);
    if (below(soak.random, 3) === 0) await click(soak, button(soak, 'Cancel'));
    await closeDialogs(soak);
    return isDone;
  },
  async scan(soak) {
    await go(soak, '#/tensors');
    return click(soak, button(soak, /^(Scan|Compute statistics)$/));
  },
  async edit(soak) {
    const { page, random } = soak;
    await go(soak, '#/edit');
    const fields = '[data-field] input[type=text], [data-field] input:not([type]), [data-field] textarea';
    if (!(await appears(page.locator(fields)))) return false;
    // Playwright holds on to each element that it fills, and with it the form: in the page, nobody does.
    const isFocused = await page.evaluate(
      ([selector, drawn]) => {
        const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((field) => field.checkVisibility());
        const field = all[drawn % all.length];
        field?.focus();
        return field !== undefined && field === document.activeElement;
      },
      [fields, random.next()] as const,
    );
    if (isFocused) await page.keyboard.insertText(`soaked ${random.next()}`);
    await page.waitForTimeout(below(random, 400));
    return isFocused;
  },
  undo: (soak) => click(soak, button(soak, /^(Undo|Redo)$/)),
  async added(soak) {
    await go(soak, '#/files');
    const { path } = oneOf(soak.random, soak.files);
    const isGiven = await soak.page.evaluate(
      ([name, base64]) => {
        const input = document.querySelector<HTMLInputElement>('[data-testid=add-files]');
        if (!input) return false;
        const transfer = new DataTransfer();
        transfer.items.add(new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name));
        input.files = transfer.files;
        return input.dispatchEvent(new Event('change', { bubbles: true }));
      },
      [basename(path), readFileSync(path, 'base64')] as const,
    );
    if (!isGiven) return false;
    await appears(soak.page.locator('[data-change="added"]'));
    await closeDialogs(soak);
    return true;
  },
  async saving(soak) {
    const { page, random } = soak;
    if (!(await click(soak, button(soak, /^Save (carton|model|file|zip|archive|weights)/)))) return false;
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: /^Save( without checking)?$/ });
    if (!(await appears(save))) {
      await closeDialogs(soak);
      return false;
    }
    const downloading = page.waitForEvent('download', { timeout: SAVED_WITHIN }).catch(() => undefined);
    await click(soak, save);
    if (below(random, 3) === 0) await click(soak, dialog.getByRole('button', { name: 'Cancel' }));
    const download = await downloading;
    await download?.delete().catch(() => {});
    await closeDialogs(soak);
    return download !== undefined;
  },
  async exported(soak) {
    if (!(await click(soak, button(soak, 'Export')))) return false;
    const downloading = soak.page.waitForEvent('download', { timeout: SAVED_WITHIN }).catch(() => undefined);
    await click(soak, soak.page.getByRole('menuitem'));
    await (await downloading)?.delete().catch(() => {});
    await closeDialogs(soak);
    return true;
  },
  async inside(soak) {
    const links = soak.page.locator('main a[href*="#/in/"]');
    if (!(await click(soak, links))) return false;
    await settle(soak);
    return true;
  },
  async offered(soak) {
    const offer = soak.page.getByRole('region', { name: 'Kept draft', exact: true });
    if (!(await click(soak, offer.getByRole('button')))) return false;
    await click(soak, button(soak, 'Discard it'));
    return true;
  },
  async travel({ page, random }) {
    await page.evaluate((steps) => window.history.go(steps), oneOf(random, [-1, -2, 1, -1]));
    await page.waitForTimeout(100);
    return true;
  },
  async compared(soak) {
    const { page } = soak;
    if (!(await click(soak, button(soak, /^Compare…$/)))) return false;
    await click(soak, page.getByRole('dialog').getByRole('listitem').getByRole('button'));
    await closeDialogs(soak);
    return true;
  },
  /** Ends a thread, as a browser that needs its memory does: without a word. */
  async killed({ page, random }) {
    const workers = page.workers();
    if (workers.length === 0) return false;
    await oneOf(random, workers)
      .evaluate('self.close()')
      .catch(() => {});
    return true;
  },
};

/** Takes the draft of the open package back for good. Gives whether there was one with changes. */
export async function discard(soak: Soak): Promise<boolean> {
  await closeDialogs(soak);
  if (!(await click(soak, button(soak, 'Review')))) return false;
  if (
    !(await click(soak, button(soak, 'Discard all changes'))) &&
    !(await appears(button(soak, 'Discard all changes')))
  )
    return false;
  await click(soak, button(soak, 'Discard all changes'));
  return click(soak, button(soak, 'Discard them'));
}

/** Goes to the empty page, without a reload. */
export async function leave(soak: Soak): Promise<void> {
  const { page } = soak;
  await closeDialogs(soak);
  await page.evaluate(() => {
    // The visit that a page begins with, as `src/app/opening/visit.ts` names it.
    for (let time = 0; time < 2; time++) window.history.pushState({ visit: 'start' }, '', './');
    window.history.back();
  });
  const until = Date.now() + OPENED_WITHIN;
  while ((await settle(soak)) !== 'empty') {
    if (Date.now() > until) throw new Error('the page does not go back to where nothing is open');
    await page.waitForTimeout(100);
  }
}

/** Discards all kept drafts, in their list on the empty page. */
export async function discardKept(soak: Soak): Promise<void> {
  const list = soak.page.getByRole('region', { name: 'Kept drafts', exact: true });
  while (await appears(list.getByRole('button', { name: /^Discard: / }))) {
    await click(soak, list.getByRole('button', { name: /^Discard: / }));
    if (!(await click(soak, button(soak, 'Discard it')))) await click(soak, button(soak, 'Discard it'));
    await soak.page.waitForTimeout(100);
  }
}
