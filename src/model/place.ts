/** The tabs of an open package, in the page's order. */
export const TABS = ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'] as const;

export type Tab = (typeof TABS)[number];

/** What is looked at. It stands in the fragment of the address, which no server sees: `#/files/model/model.pt`. */
export interface Place {
  tab: Tab;
  /** Of files a path, of tensors a name. */
  item?: string;
}

/** The fragment, with its `#`. Each part of a path is percent-encoded, its slashes are kept. */
export function placeHref(place: Place): string {
  if (place.item === undefined) return `#/${place.tab}`;
  return `#/${place.tab}/${place.item.split('/').map(encodePart).join('/')}`;
}

/** The place that a fragment names; undefined where it names none. Never throws, whatever the address says. */
export function parsePlace(fragment: string): Place | undefined {
  const match = /^#?\/([a-z-]+)(?:\/(.*))?$/s.exec(fragment);
  if (!match) return undefined;
  const tab = TABS.find((name) => name === match[1]);
  if (!tab) return undefined;
  const rest = match[2];
  if (rest === undefined || rest === '') return { tab };
  try {
    return { tab, item: rest.split('/').map(decodeURIComponent).join('/') };
  } catch {
    return { tab };
  }
}

/** As `encodeURIComponent`, but lone surrogates (possible in a damaged name) become U+FFFD instead of throwing. */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
}
