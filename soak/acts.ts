import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Random } from '../bench/random.ts';
import { dropFile } from '../bench/steps.ts';
import { fileOf, type RemoteServer, type Switches } from '../e2e/remote-server.ts';
import type { SoakFile } from './files.ts';

/** What the acts of a run have. */
export interface Soak {
  readonly page: Page;
  readonly session: CDPSession;
  readonly remote: RemoteServer;
  readonly files: readonly SoakFile[];
  /** The path of a carton that is not checked by itself, where it is on a host. */
  readonly unchecked: string;
  /** Numbers for this open alone, so that a run can begin at it. */
  random: Random;
}

/** Milliseconds that an act waits for an element. What is not there by then is not there for this package. */
const WAIT = 1_500;
/** Milliseconds that a download may take to begin. */
const SAVED_WITHIN = 3_000;
/** Milliseconds until a page that is opening must have opened, refused, or said that it cannot. */
const OPENED_WITHIN = 60_000;
/** Milliseconds until a file must be shown, once nothing is being opened. */
const SHOWN_WITHIN = 3_000;
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

/** A file: a built one every other time. */
function drawn({ random, files }: Soak): string {
  const isBuilt = below(random, 2) === 0;
  const some = files.filter((file) => file.isBuilt === isBuilt);
  return oneOf(random, some.length > 0 ? some : files).path;
}

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

/** Shows a tab of the package. Gives whether there is one that begins like this. */
async function go({ page }: Soak, name: string): Promise<boolean> {
  if (!(await page.getByRole('tab', { name: new RegExp(`^${name}`) }).count())) return false;
  await page.evaluate((place) => {
    window.location.hash = place;
  }, `#/${name.toLowerCase()}`);
  return true;
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

/** Gives files of the disk to the page, as its dialog for files does. Playwright's own way holds on to the input. */
async function give({ session }: Soak, files: readonly string[]): Promise<void> {
  const expression = 'document.querySelector("[data-testid=open-file]")';
  const { result } = await session.send('Runtime.evaluate', { expression });
  const objectId = result.objectId as string;
  await session.send('DOM.setFileInputFiles', { files: [...new Set(files)], objectId });
  await session.send('Runtime.releaseObject', { objectId });
}

/** Whether the page comes to show the name of a file that it was given, or says that it cannot open it. */
async function isShown(soak: Soak, path: string): Promise<boolean> {
  for (const until = Date.now() + SHOWN_WITHIN; Date.now() < until; await soak.page.waitForTimeout(50)) {
    await settle(soak);
    if ((await soak.page.locator('body').textContent())?.includes(basename(path))) return true;
  }
  return false;
}

/** Ways to open something. Each gives whether something was opened. */
export const OPENINGS: Readonly<Record<string, Act>> = {
  async file(soak) {
    const path = drawn(soak);
    await give(soak, [path]);
    return isShown(soak, path);
  },
  async dropped(soak) {
    // Over open files, it would be added to them.
    await leave(soak);
    const path = drawn(soak);
    await dropFile(soak.page, path);
    return isShown(soak, path);
  },
  async canceled(soak) {
    await give(soak, [drawn(soak)]);
    return click(soak, button(soak, 'Cancel'));
  },
  async host(soak) {
    const path = drawn(soak);
    return (await openHosted(soak, path, oneOf(soak.random, HOSTS))) && isShown(soak, path);
  },
  async checked(soak) {
    if (!(await openHosted(soak, soak.unchecked, {}))) return false;
    await isShown(soak, soak.unchecked);
    return check(soak);
  },
  async shelf(soak) {
    const files = Array.from({ length: 3 + below(soak.random, 5) }, () => drawn(soak));
    await give(soak, files);
    if (!(await isShown(soak, files[0] as string))) return false;
    if (below(soak.random, 2) === 0) await click(soak, soak.page.locator('table [data-path]').getByRole('button'));
    return true;
  },
  async pair(soak) {
    const files = Array.from({ length: 2 }, () => drawn(soak));
    await give(soak, files);
    if (!(await isShown(soak, files[0] as string))) return false;
    if (await click(soak, button(soak, 'Compare these two'))) {
      await settle(soak);
      await click(soak, soak.page.getByRole('tab'));
      await click(soak, button(soak, /^(Compare values|Compare it)/));
      await click(soak, soak.page.locator('[data-diff]').getByRole('button'));
    }
    return true;
  },
};

/** Opens a file from a host of these manners. Gives whether the page could be asked to. */
function openHosted(soak: Soak, path: string, manners: Switches): Promise<boolean> {
  const { random, remote } = soak;
  const at = `/${below(random, 2 ** 31)}/${encodeURIComponent(basename(path))}`;
  remote.put('/in-circles', fileOf(new Uint8Array()), { redirect: '/in-circles' });
  return openUrl(soak, remote.put(at, fileOf(readFileSync(path)), manners));
}

/** Asks for the package to be checked, on its page or in its card of trust, and for an end of it every third time. */
async function check(soak: Soak): Promise<boolean> {
  const status = soak.page.getByRole('status', { name: 'Integrity' }).getByRole('button');
  const begin = button(soak, /^Check all/);
  if (!(await appears(begin)) && !((await click(soak, status)) && (await appears(begin)))) return false;
  const isBegun = await click(soak, begin);
  if (below(soak.random, 3) === 0) await click(soak, button(soak, 'Cancel'));
  await closeDialogs(soak);
  return isBegun;
}

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
    const rows = page.locator('tr[data-name]');
    if (!(await go(soak, 'Tensors')) || !(await appears(rows)) || !(await click(soak, rows))) return false;
    for (let time = 0; time < 3; time++) {
      await page.waitForTimeout(below(soak.random, 150));
      if (!(await click(soak, page.locator('label:has(input[type=radio])')))) break;
    }
    return true;
  },
  async mapping(soak) {
    const { page, random } = soak;
    const field = page.getByRole('textbox', { name: 'Slice' });
    if (!(await field.isVisible()) && !((await ACTS.tensor?.(soak)) && (await appears(field)))) return false;
    await field.fill(oneOf(random, ['[0]', '[:, 0]', '[::2]', '[-1]', '[0, :]', '[1:3]']));
    await field.press('Enter');
    return true;
  },
  async file(soak) {
    const { page } = soak;
    const rows = page.locator('[role=row][data-path]');
    if (!(await go(soak, 'Files')) || !(await appears(rows)) || !(await click(soak, rows))) return false;
    await page.waitForTimeout(below(soak.random, 200));
    await click(soak, page.getByRole('region', { name: 'Chosen file' }).locator('label:has(input[type=radio])'));
    return true;
  },
  async scan(soak) {
    if (!(await go(soak, 'Tensors'))) return false;
    return click(soak, button(soak, /^(Scan|Compute statistics)$/));
  },
  async edit(soak) {
    const { page, random } = soak;
    if (!(await go(soak, 'Edit'))) return false;
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
    if (!(await go(soak, 'Files'))) return false;
    const path = drawn(soak);
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
    if (below(random, 2) === 0) await ACTS.edit?.(soak);
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
    if (!(await click(soak, button(soak, 'Export')))) {
      await ACTS.tensor?.(soak);
      if (!(await click(soak, button(soak, 'Export')))) return false;
    }
    const downloading = soak.page.waitForEvent('download', { timeout: SAVED_WITHIN }).catch(() => undefined);
    await click(soak, soak.page.getByRole('menuitem'));
    await (await downloading)?.delete().catch(() => {});
    await closeDialogs(soak);
    return true;
  },
  async inside(soak) {
    const links = soak.page.locator('main a[href*="#/in/"]');
    if (!(await click(soak, links))) {
      if (!(await ACTS.file?.(soak)) || !(await appears(links)) || !(await click(soak, links))) return false;
    }
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
    // Before the page is the empty one that the browser began with.
    const isDone = await page.evaluate(
      (steps) => {
        const { length } = navigation.entries();
        const to = (navigation.currentEntry?.index ?? 0) + steps;
        if (to < 0 || to >= length) return false;
        window.history.go(steps);
        return true;
      },
      oneOf(random, [-1, -2, 1, -1]),
    );
    await page.waitForTimeout(100);
    return isDone;
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
