/** The tabs of an open package, in the page's order. */
export const TABS = ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'] as const;

export type Tab = (typeof TABS)[number];

/** Stands in place of a section of `edit` where the package's description is shown as text. */
export const EDIT_TEXT = 'text';

/** What is looked at. It stands in the fragment of the address, which no server sees: `#/files/model/model.pt`. */
export interface Place {
  tab: Tab;
  /** Of files a path, of tensors a name. */
  item?: string;
  /** Of a text: the line that is meant, from 1. */
  line?: number | undefined;
}

/** The fragment, with its `#`: `#/files/model/a.py?line=84`. Each part of a path is percent-encoded, its slashes are kept. */
export function placeHref({ tab, item, line }: Place): string {
  if (item === undefined) return `#/${tab}`;
  const path = item.split('/').map(encodePart).join('/');
  return `#/${tab}/${path}${line === undefined ? '' : `?line=${line}`}`;
}

/** What follows the item. A question mark within a name is percent-encoded; nine digits are more lines than any text has. */
const LINE = /\?line=([1-9]\d{0,8})$/;

/** The place that a fragment names; undefined where it names none. Never throws, whatever the address says. */
export function parsePlace(fragment: string): Place | undefined {
  const match = /^#?\/([a-z-]+)(?:\/(.*))?$/s.exec(fragment);
  if (!match) return undefined;
  const tab = TABS.find((name) => name === match[1]);
  if (!tab) return undefined;
  const rest = match[2];
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

/** As `encodeURIComponent`, but lone surrogates (possible in a damaged name) become U+FFFD instead of throwing. */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
}
