/**
 * What a journey asks of a browser, whatever protocol drives it. Everything goes through what people have: a mouse, keys
 * and the dialog for files. `run` looks at the page.
 */
export interface Driver {
  /** The browser and its version: `Firefox 140.3`. */
  readonly version: string;
  /** The folder that the browser saves downloads into. */
  readonly downloads: string;
  /** What must not happen, as the browser tells it: console errors, unhandled errors, requests to other origins. */
  readonly complaints: string[];
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function in the page, and waits for its promise. It is sent as text: it sees its arguments alone. */
  run<A extends unknown[], T>(act: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  /** Clicks an element. Rejects where it is not there, hidden or covered. */
  click(target: Target): Promise<void>;
  /** Types a text in place of what a field has. */
  fill(target: Target, text: string): Promise<void>;
  /** Gives a file of the disk to an input for files. */
  choose(target: Target, path: string): Promise<void>;
  /** Presses a key, with Control held down where `control` is set. */
  press(key: Key, control?: 'control'): Promise<void>;
  /** Goes on in a new tab, and closes the one before, as people do who come back later. */
  reopen(): Promise<void>;
  /** A PNG of what is on the screen. */
  screen(): Promise<Buffer>;
  /** Ends the browser and all that it has started. */
  end(): Promise<void>;
}

/** A letter, or a key by its name in the DOM. */
export type Key = 'Enter' | 'Escape' | 'ArrowDown' | 'k';

/** An element that is visible: one of a selector, the first whose accessible name matches. */
export interface Target {
  css: string;
  /** The source of a regular expression. */
  name?: string;
  /** Only inside of this selector. */
  within?: string;
  /** Also where it is not drawn, as inputs for files are. */
  hidden?: boolean;
}

const exactly = (name: string) => `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`;

export const button = (name: string | RegExp, within?: string): Target => ({
  css: 'button, [role="button"]',
  name: typeof name === 'string' ? exactly(name) : name.source,
  ...(within ? { within } : {}),
});
export const tab = (name: string): Target => ({ css: '[role="tab"]', name: `^${name}` });
export const field = (name: string): Target => ({ css: 'input, textarea, [role="textbox"]', name: exactly(name) });
/** Something by its selector alone. */
export const one = (css: string): Target => ({ css });

/**
 * The element of a target in the page that runs this; null where there is none. For elements that are not hidden, the
 * name is that of `aria-labelledby`, `aria-label`, the label of a field, or else the text.
 */
export function elementOf({ css, name, within, hidden }: Target): Element | null {
  const textOf = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const by = element.getAttribute('aria-labelledby');
    if (by)
      return by
        .split(' ')
        .map((id) => textOf(document.getElementById(id)))
        .join(' ');
    const label = element.getAttribute('aria-label');
    if (label) return label;
    const [first] = (element as HTMLInputElement).labels ?? [];
    return textOf(first ?? element);
  };
  const pattern = name === undefined ? undefined : new RegExp(name);
  for (const root of within ? document.querySelectorAll(within) : [document]) {
    for (const element of root.querySelectorAll(css)) {
      if (!hidden && (element.getClientRects().length === 0 || element.closest('[aria-hidden="true"], [inert]')))
        continue;
      if (!pattern || pattern.test(nameOf(element))) return element;
    }
  }
  return null;
}
