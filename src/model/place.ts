/** The tabs of an open package, in the page's order. */
export const TABS = ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'] as const;

export type Tab = (typeof TABS)[number];

/** Takes the place of a section of `edit` where the package's metadata file is shown as text. */
export const EDIT_TEXT = 'text';

/** What the user looks at. It stands in the fragment of the address, which no server sees: `#/files/model/model.pt`. */
export interface Place {
  tab: Tab;
  /** A path on the tab Files, a name on the tab Tensors, a model of a store on the Overview, and so on. */
  item?: string;
  /** The line of a text, from 1. */
  line?: number | undefined;
  /**
   * Which items the tab lists, where no item is chosen: on the tab Files, `linked` or `problems`. `runs`: what would
   * run.
   */
  show?: string | undefined;
  /** On the tab Tensors: only those of this part of the model are listed, as `isInPart` has it. */
  part?: string | undefined;
}

/** The package's metadata file as text. It names a line because the editor takes the focus where one is asked for. */
export const METADATA_TEXT = { tab: 'edit', item: EDIT_TEXT, line: 1 } as const satisfies Place;

/**
 * What a page with these tabs shows of a place. Of a place on a tab that it lacks, its first tab, and what the link
 * asks to show.
 */
export function placeAmong(tabs: readonly [Tab, ...Tab[]], place: Place | undefined): Place {
  if (place && tabs.includes(place.tab)) return place;
  const [tab] = tabs;
  return place?.show === undefined ? { tab } : { tab, show: place.show };
}

/**
 * The fragment, with its `#`: `#/files/model/a.py?line=84`. Percent-encodes each part of a path and keeps the slashes.
 *
 * @param inside the package that the place is in, if it lies in a file of another one: see `Inside`
 */
export function placeHref({ tab, item, line, show, part }: Place, inside: Inside = OUTERMOST): string {
  const start = `${insideHref(inside)}/${tab}${item === undefined ? '' : `/${encodePath(item)}`}`;
  if (item !== undefined && line !== undefined) return `${start}?line=${line}`;
  if (item === undefined && show !== undefined) return `${start}?show=${show}`;
  return part === undefined ? start : `${start}?part=${encodePart(part)}`;
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

/**
 * The line, after the item. A question mark within a name is percent-encoded. No text has a line number of ten digits.
 */
const LINE = /\?line=([1-9]\d{0,8})$/;

/** The part of the tensors, at the end. It has no question mark that is not percent-encoded. */
const PART = /\?part=([^?]*)$/;

/** The place that a fragment names. Undefined where it names none. Never throws. */
export function parsePlace(fragment: string): Place | undefined {
  const asked = /^#?\/tensors(?=[/?])/.test(fragment) ? PART.exec(fragment) : null;
  const match = /^#?\/([a-z-]+)(?:\?show=([a-z]+)|\/(.*))?$/s.exec(asked ? fragment.slice(0, asked.index) : fragment);
  if (!match) return undefined;
  const tab = TABS.find((name) => name === match[1]);
  if (!tab) return undefined;
  const [, , show, rest] = match;
  const part = asked ? decoded(asked[1] ?? '') : undefined;
  const list: Place = part === undefined ? { tab } : { tab, part };
  if (show !== undefined) return { ...list, show };
  if (rest === undefined || rest === '') return list;
  const line = LINE.exec(rest);
  const item = decoded(line ? rest.slice(0, line.index) : rest);
  if (item === undefined || item === '') return list;
  return line ? { ...list, item, line: Number(line[1]) } : { ...list, item };
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

/**
 * As `encodeURIComponent`, except that a lone surrogate, which a damaged name can have, becomes U+FFFD.
 * `encodeURIComponent` would throw.
 */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
}
