import { draftsFile } from './drafts-file.ts';
import { nextVersion } from './kept-page.ts';
import { forgetKept, keptEntries } from './kept-stores.ts';
import { STYLE } from './recovery-style.ts';
import { KEPT_STORES, THEME_SETTING } from './stores.ts';

/** UTF-16 units that are shown of an error's message, which may quote a file. */
const MAX_MESSAGE = 500;

/** How long a browser may take to begin reading what it saves, in milliseconds. */
const REVOKE_AFTER_MS = 60_000;

/** What the page was doing until it failed (`data-state`) while it was still starting. */
const STARTING: readonly (string | undefined)[] = [undefined, 'empty'];

/**
 * Shows that the page has failed, why, and how to go on: again, or without what the browser keeps. Uses nothing of the
 * page but its colors, and does without them too. Gives the element, for the page that is there after all.
 */
export function drawRecovery(reason: unknown): HTMLElement {
  const title = element('h1', isStart() ? 'Boxcutter could not start' : 'Boxcutter stopped');
  title.tabIndex = -1;
  const root = element('main');
  root.id = 'recovery';
  root.append(title, element('p', 'Something failed, so nothing can be shown. The browser says:'));
  root.append(element('pre', messageOf(reason)));
  const actions = element('div');
  // What is kept of the page for offline use may be what fails, and a later version may be there by now.
  const again = button('Try again', () => void nextVersion().then(reload, reload), 'main');
  again.addEventListener('click', () => {
    again.disabled = true;
  });
  actions.append(again);
  root.append(actions);
  // What another site shows in a frame could be made to look like something else to press.
  if (window.self === window.top) void offerToForget(root, actions);
  chooseTheme();
  addStyle();
  document.body.append(root);
  document.title = 'Boxcutter';
  title.focus();
  return root;
}

function reload(): void {
  window.location.reload();
}

/** Offers to forget what the browser keeps, and to download the drafts first. */
async function offerToForget(root: HTMLElement, actions: HTMLElement): Promise<void> {
  const drafts = await keptEntries(KEPT_STORES.drafts).catch(() => undefined);
  const count = drafts?.length ?? 0;
  const counted = count === 1 ? '1 draft' : `${count} drafts`;
  const text = element('p', 'If it fails every time, the reason may be what this browser keeps for Boxcutter: ');
  text.append('recent packages, kept drafts and settings. ');
  if (count > 0) text.append(`${counted} ${count === 1 ? 'is' : 'are'} kept here: download first.`);
  if (!drafts) text.append('Boxcutter cannot tell whether drafts are kept here.');
  actions.before(text);
  const status = element('p');
  status.setAttribute('role', 'status');
  root.append(status);

  const download = button(`Download ${counted}`, () => void save());
  const forget = button('Forget what this browser keeps and start again', () => (count > 0 ? ask() : void start()));
  if (count > 0) actions.append(download);
  actions.append(forget);

  async function save(): Promise<void> {
    download.disabled = true;
    status.textContent = 'Reading the drafts…';
    try {
      saveFile(await draftsFile(), 'boxcutter-drafts.json');
      status.textContent = `${counted} downloaded, with the added files.`;
    } catch (error) {
      status.textContent = `The drafts could not be read: ${messageOf(error)}`;
    }
    download.disabled = false;
  }

  function ask(): void {
    status.textContent = `This deletes ${counted} for good. It cannot be undone.`;
    const keep = button(count === 1 ? 'Keep it' : 'Keep them', () => {
      sure.remove();
      keep.remove();
      forget.hidden = false;
      status.textContent = '';
      forget.focus();
    });
    const sure = button('Forget all and start again', () => void start(), 'danger');
    forget.hidden = true;
    actions.append(keep, sure);
    keep.focus();
  }

  async function start(): Promise<void> {
    status.textContent = 'Forgetting…';
    await forgetKept();
    // Without what the address names, which may be the reason too.
    window.location.replace(window.location.pathname);
  }
}

/** The policy of the page takes no style elements. */
function addStyle(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}

/** Light or dark, as the page would be, unless it has said so already. */
function chooseTheme(): void {
  const { dataset } = document.documentElement;
  if (dataset.mantineColorScheme !== undefined) return;
  try {
    const chosen = window.localStorage.getItem(THEME_SETTING);
    const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    dataset.mantineColorScheme = isDark ? 'dark' : 'light';
  } catch {
    // It may be what has failed.
  }
}

function saveFile(file: Blob, name: string): void {
  const link = element('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

function isStart(): boolean {
  return STARTING.includes(document.documentElement.dataset.state);
}

function messageOf(reason: unknown): string {
  const message = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  return message.slice(0, MAX_MESSAGE);
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function button(text: string, press: () => void, kind?: 'main' | 'danger'): HTMLButtonElement {
  const made = element('button', text);
  made.type = 'button';
  if (kind) made.dataset.kind = kind;
  made.addEventListener('click', press);
  return made;
}
