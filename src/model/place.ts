/** The tabs of an open package, in the page's order. */
export const TABS = ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'] as const;

export type Tab = (typeof TABS)[number];

/** Takes the place of a section of `edit` where the package's metadata file is shown as text. */
export const EDIT_TEXT = 'text';

/** What the user looks at. It stands in the fragment of the address, which no server sees: `#/files/model/model.pt`. */
export interface Place {
  tab: Tab;
  /** A path on the tab Files, a name on the tab Tensors, and so on. */
  item?: string;
  /** The line of a text, from 1. */
  line?: number | undefined;
  /** Which items the tab lists, where no item is chosen: on the tab Files, `linked` or `problems`. */
  show?: string | undefined;
}

/**
 * The fragment, with its `#`: `#/files/model/a.py?line=84`. Percent-encodes each part of a path and keeps the slashes.
 */
export function placeHref({ tab, item, line, show }: Place): string {
  if (item === undefined) return show === undefined ? `#/${tab}` : `#/${tab}?show=${show}`;
  const path = item.split('/').map(encodePart).join('/');
  return `#/${tab}/${path}${line === undefined ? '' : `?line=${line}`}`;
}

/**
 * The line, after the item. A question mark within a name is percent-encoded. No text has a line number of ten digits.
 */
const LINE = /\?line=([1-9]\d{0,8})$/;

/** The place that a fragment names. Undefined where it names none. Never throws. */
export function parsePlace(fragment: string): Place | undefined {
  const match = /^#?\/([a-z-]+)(?:\?show=([a-z]+)|\/(.*))?$/s.exec(fragment);
  if (!match) return undefined;
  const tab = TABS.find((name) => name === match[1]);
  if (!tab) return undefined;
  const [, , show, rest] = match;
  if (show !== undefined) return { tab, show };
  if (rest === undefined || rest === '') return { tab };
  const line = LINE.exec(rest);
  const path = line ? rest.slice(0, line.index) : rest;
  try {
    const item = path.split('/').map(decodeURIComponent).join('/');
    if (item === '') return { tab };
    return line ? { tab, item, line: Number(line[1]) } : { tab, item };
  } catch {
    return { tab };
  }
}

/**
 * As `encodeURIComponent`, except that a lone surrogate, which a damaged name can have, becomes U+FFFD.
 * `encodeURIComponent` would throw.
 */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
}
