/** The tabs of an open package, in the page's order. */
export const TABS = ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'] as const;

export type Tab = (typeof TABS)[number];

/** Takes the place of a section of `edit` where the package's metadata file is shown as text. */
export const EDIT_TEXT = 'text';

/**
 * How a place shows its item. Each stands in the address by its own key: `?view=hex&line=84`. `DETAILS` says which
 * tabs have it, and how it is written.
 */
export interface PlaceDetail {
  /** The line of a text, from 1. */
  line?: number | undefined;
  /** One of the views that the tab has for the item, such as `hex`. Undefined, or unknown to it, for its first one. */
  view?: string | undefined;
  /** The part of a tensor that is shown, as NumPy writes it: `[0,:,3]`. */
  slice?: string | undefined;
  /** The dimensions of a tensor along rows and along columns: `2,3`, and `0,` where nothing runs along columns. */
  axes?: string | undefined;
  /** The chosen element of a tensor, by its index: `0,27,3`. */
  cell?: string | undefined;
  /** The path of another file of the package, which the chosen one is compared with. */
  with?: string | undefined;
}

/** What the user looks at. It stands in the fragment of the address, which no server sees: `#/files/model/model.pt`. */
export interface Place extends PlaceDetail {
  tab: Tab;
  /** A path on the tab Files, a name on the tab Tensors, a model of a store on the Overview, and so on. */
  item?: string | undefined;
  /**
   * Which items the tab lists, where no item is chosen: on the tab Files, `linked` or `problems`. `runs`: what would
   * run. On the tab Tensors, `scan`.
   */
  show?: string | undefined;
  /** On the tab Tensors: only those of this part of the model are listed, as `isInPart` has it. */
  part?: string | undefined;
}

/** The package's metadata file as text. It names a line because the editor takes the focus where one is asked for. */
export const METADATA_TEXT = { tab: 'edit', item: EDIT_TEXT, line: 1 } as const satisfies Place;

/** The scan of all tensors, which begins where a link leads there. */
export const SCAN_PLACE = { tab: 'tensors', show: 'scan' } as const satisfies Place;

/**
 * What a page with these tabs shows of a place. Of a place on a tab that it lacks, its first tab, and what the link
 * asks to show.
 */
export function placeAmong(tabs: readonly [Tab, ...Tab[]], place: Place | undefined): Place {
  if (place && tabs.includes(place.tab)) return place;
  const [tab] = tabs;
  return place?.show === undefined ? { tab } : { tab, show: place.show };
}

type Key = 'show' | 'part' | keyof PlaceDetail;

/** How a detail of a place stands in the address. */
interface Detail {
  /** Whether it is said of a chosen item, of the list where none is, or of both. */
  of: 'item' | 'list' | 'both';
  /** The tabs that have it. All if left out. */
  tabs?: readonly Tab[];
  /** What is written. What follows an item's name and is written otherwise belongs to the name. */
  form: RegExp;
  /** Undefined where the text says nothing. */
  read(text: string): string | number | undefined;
}

/** In the order in which they are written. */
const DETAILS: Readonly<Record<Key, Detail>> = {
  show: { of: 'list', form: /^[a-z]+$/, read: String },
  // It can be any text.
  part: { of: 'both', tabs: ['tensors'], form: /^/, read: String },
  view: { of: 'item', form: /^[a-z-]{1,20}$/, read: String },
  // No text has a line number of ten digits.
  line: { of: 'item', form: /^[1-9]\d{0,8}$/, read: Number },
  // 64 dimensions, each of numbers of 16 digits.
  slice: { of: 'item', tabs: ['tensors'], form: /^\[[-\d:,]{0,3500}\]$/, read: String },
  axes: { of: 'item', tabs: ['tensors'], form: /^\d{0,2},\d{0,2}$/, read: String },
  cell: { of: 'item', tabs: ['tensors'], form: /^\d{1,16}(?:,\d{1,16}){0,63}$/, read: String },
  // A path can be any text but none.
  with: { of: 'item', tabs: ['files'], form: /^./s, read: String },
};

/**
 * The fragment, with its `#`: `#/files/model/a.py?line=84`. Percent-encodes each part of a path and keeps the slashes.
 *
 * @param inside the package that the place is in, if it lies in a file of another one: see `Inside`
 */
export function placeHref(place: Place, inside: Inside = OUTERMOST): string {
  const { tab, item } = place;
  const start = `${insideHref(inside)}/${tab}${item === undefined ? '' : `/${encodePath(item)}`}`;
  const query = (Object.keys(DETAILS) as Key[]).flatMap((key) => {
    const value = place[key];
    return value !== undefined && applies(DETAILS[key], place) ? `${key}=${encodeValue(String(value))}` : [];
  });
  return query.length > 0 ? `${start}?${query.join('&')}` : start;
}

function applies({ of, tabs }: Detail, { tab, item }: Place): boolean {
  return (tabs?.includes(tab) ?? true) && (of === 'both' || (of === 'item') === (item !== undefined));
}

/**
 * Where a package lies that is open in another one: the path of its file there. Of a package in that one two paths, and
 * so on, the outermost first. Empty for a package that lies in no other.
 */
export type Inside = readonly string[];

export const OUTERMOST: Inside = [];

/** The fragment of a package, with its `#`: `#/in/model/a.zip/in/b.npz`, and a `#` alone for the outermost one. */
export function insideHref(inside: Inside): string {
  return `#${inside.map((path) => `/in/${encodePath(path)}`).join('')}`;
}

/** Whether both name the same package. */
export function sameInside(a: Inside, b: Inside): boolean {
  return a.length === b.length && a.every((path, level) => path === b[level]);
}

/** Whether a fragment names a place in an inner package: `#/in/…`. */
export function isInner(fragment: string): boolean {
  return /^#?\/in\//.test(fragment);
}

/**
 * The file that a fragment `#/in/…` leads into, and the fragment within it. The shortest path that is a file counts.
 * Undefined where no file of the package is named, or the fragment leads into none.
 */
export function parseInner(
  fragment: string,
  isFile: (path: string) => boolean,
): { path: string; rest: string } | undefined {
  if (!isInner(fragment)) return undefined;
  const parts = fragment.slice(fragment.indexOf('/in/') + 4).split('/');
  let path: string | undefined;
  for (const [at, part] of parts.entries()) {
    try {
      const name = decodeURIComponent(part);
      path = path === undefined ? name : `${path}/${name}`;
    } catch {
      return undefined;
    }
    if (isFile(path)) return { path, rest: ['#', ...parts.slice(at + 1)].join('/') };
  }
  return undefined;
}

/**
 * The fragment within the package at `inside`. Undefined where a fragment names no place there, or a deeper package.
 */
export function fragmentWithin(fragment: string, inside: Inside): string | undefined {
  let rest = fragment;
  for (const path of inside) {
    const inner = parseInner(rest, (named) => named === path);
    if (!inner) return undefined;
    ({ rest } = inner);
  }
  return isInner(rest) ? undefined : rest;
}

/** The details at the end. A question mark within a name is percent-encoded. */
const QUERY = /\?([a-z]+=[^?&]*(?:&[a-z]+=[^?&]*)*)$/;

/** The place that a fragment names. Undefined where it names none. Never throws. */
export function parsePlace(fragment: string): Place | undefined {
  const [, name] = /^#?\/([a-z-]+)(?=[/?]|$)/.exec(fragment) ?? [];
  const tab = TABS.find((known) => known === name);
  if (!tab) return undefined;
  const asked = QUERY.exec(fragment);
  const details = asked ? detailsOf(asked[1] as string, tab) : undefined;
  const path = details && asked ? fragment.slice(0, asked.index) : fragment;
  const match = /^#?\/[a-z-]+(?:\/(.*))?$/s.exec(path);
  if (!match) return undefined;
  const item = match[1] === undefined ? undefined : decoded(match[1]) || undefined;
  const place: Place = item === undefined ? { tab } : { tab, item };
  const own = (details ?? []).filter(([key]) => applies(DETAILS[key], place));
  return { ...place, ...Object.fromEntries(own) };
}

/** The details that a query has. Undefined where it is not a query of this tab. */
function detailsOf(query: string, tab: Tab): [Key, string | number][] | undefined {
  const details: [Key, string | number][] = [];
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const key = (Object.keys(DETAILS) as Key[]).find((known) => known === pair.slice(0, equals));
    const text = decoded(pair.slice(equals + 1));
    const detail = key && DETAILS[key];
    if (key && text === undefined) continue;
    if (!key || text === undefined || !detail?.form.test(text) || detail.tabs?.includes(tab) === false)
      return undefined;
    const value = detail.read(text);
    if (value !== undefined) details.push([key, value]);
  }
  return details;
}

/** Undefined where a percent sign encodes nothing. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodePart).join('/');
}

/** The signs of a slice stay as they are: a fragment may have them, and people read them. */
function encodeValue(value: string): string {
  return encodePart(value).replace(/%(?:2C|3A|5B|5D)/g, decodeURIComponent);
}

/**
 * As `encodeURIComponent`, except that a lone surrogate, which a damaged name can have, becomes U+FFFD.
 * `encodeURIComponent` would throw.
 */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
}
