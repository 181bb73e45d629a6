import { useCallback, useState, useSyncExternalStore } from 'react';
import { repositoryName } from '../base/repository-name.ts';
import { mayBePackage } from '../formats/views.ts';
import { fragmentWithin, type Inside, type Place, parsePlace, placeHref } from '../model/place.ts';
import { useShownInside } from '../widgets/place-href.ts';

const NO_BYTES = new Uint8Array(0);

/** Announces this page's own changes of its address. The browser fires no event for `pushState`. */
const MOVED = 'boxcutter-moved';

const MOVES = ['hashchange', 'popstate', MOVED];

/** Calls `onChange` when the page's address changes. Gives the end of it. */
export function subscribeToAddress(onChange: () => void): () => void {
  for (const name of MOVES) window.addEventListener(name, onChange);
  return () => {
    for (const name of MOVES) window.removeEventListener(name, onChange);
  };
}

/**
 * The place in the shown package that the address's fragment names, and a function that goes to another one. "Back"
 * undoes such a step. While the fragment names a place in another package, which is being opened, the place stays.
 */
export function usePlace(): [Place | undefined, (place: Place) => void] {
  const inside = useShownInside();
  const fragment = useSyncExternalStore(subscribeToAddress, () => window.location.hash);
  const [last, setLast] = useState<{ inside: Inside; fragment: string }>();
  const within = fragmentWithin(fragment, inside) ?? (last?.inside === inside ? last.fragment : undefined);
  if (within !== undefined && (last?.inside !== inside || last.fragment !== within))
    setLast({ inside, fragment: within });
  const go = useCallback(
    (place: Place) => {
      const href = placeHref(place, inside);
      if (href === window.location.hash) return;
      pushStep(href, window.history.state);
    },
    [inside],
  );
  return [within === undefined ? undefined : parsePlace(within), go];
}

/** Whether what opens over the page is open. It closes where the page goes to another place. */
export function useOpenHere(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const fragment = useSyncExternalStore(subscribeToAddress, () => window.location.hash);
  const [openAt, setOpenAt] = useState<string>();
  return [openAt === fragment, (isOpen) => setOpenAt(isOpen ? fragment : undefined)];
}

/** Replaces the current fragment. "Back" no longer leads to the old one. */
export function replaceFragment(href: string): void {
  window.history.replaceState(window.history.state, '', href);
  window.dispatchEvent(new Event(MOVED));
}

/** Whether the address asks for the page without its shell, for a frame in another page (`?embed=1`). */
export function isEmbedded(): boolean {
  return new URLSearchParams(window.location.search).get('embed') === '1';
}

/** `org/name`, as people call a repository of Hugging Face, and `datasets/org/name`. */
const REPOSITORY = /^(?:(?:datasets|spaces)\/)?[\w-][\w.-]*\/[\w-][\w.-]*$/;

/** Endings of files that people look at, and that no repository is named by. */
const FILE_ENDING =
  /\.(?:csv|tsv|txt|jsonl?|ya?ml|xml|html?|md|py|ipynb|log|pdf|parquet|png|jpe?g|gif|webp|svg|wav|mp3|flac|ogg|mp4|webm)$/i;

/**
 * Resolves an address as people give it against the page's own folder. Gives a text that is not an address unchanged.
 * `org/name` and `datasets/org/name` are repositories of Hugging Face, unless they end as a package or another file
 * does, or begin as other pages there: then they are beside the page, as is `./org/name`.
 */
export function absoluteUrl(url: string): string {
  const isRepository = REPOSITORY.test(url) && repositoryName(url.split('/')) !== undefined;
  if (isRepository && !mayBePackage(url, NO_BYTES) && !FILE_ENDING.test(url)) return `https://huggingface.co/${url}`;
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** The value of `?url=` in the page's address, unchanged. Undefined if missing or empty. */
export function addressedUrl(): string | undefined {
  return new URLSearchParams(window.location.search).get('url') || undefined;
}

/**
 * The value of `?with=` in the page's address: the URL of the package that the first one is compared with, unchanged.
 * Empty where that is a file of this machine. Undefined where nothing is compared.
 */
export function addressedOther(): string | undefined {
  return new URLSearchParams(window.location.search).get('with') ?? undefined;
}

/** The parameters of an address that say what its package was when the link was made. */
export const HASH_PARAMETERS = ['hash', 'sha256'] as const;

/**
 * What the query of an address says of the file that it leads to: the hash that the package is known by, or the SHA-256
 * of the whole file. `broken` where that is not 64 hexadecimal digits, as in a link that was cut.
 */
export function sharedHashIn(
  search: string,
): { kind: (typeof HASH_PARAMETERS)[number]; sha256: string } | 'broken' | undefined {
  const query = new URLSearchParams(search);
  const kind = HASH_PARAMETERS.find((name) => query.has(name));
  if (kind === undefined || !query.get('url')) return undefined;
  const sha256 = (query.get(kind) ?? '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(sha256) ? { kind, sha256 } : 'broken';
}

/**
 * Adds a history step for a package, with `state` in `history.state`. `url` becomes `?url=`. It is undefined for a
 * local package, whose name is private and stays out of the address. `fragment` replaces the old one, which belongs to
 * another package. `other` becomes `?with=`, as `addressedOther` gives it.
 */
export function pushAddress(url: string | undefined, state: unknown, fragment = '', other?: string): void {
  const target = new URL(window.location.href);
  target.hash = fragment;
  // They are about the package that was shown before.
  for (const name of HASH_PARAMETERS) target.searchParams.delete(name);
  for (const [name, value] of Object.entries({ url, with: other })) {
    if (value === undefined) target.searchParams.delete(name);
    else target.searchParams.set(name, value);
  }
  pushStep(target.href, state);
}

/** Adds a history step, and tells the views that follow the address. */
export function pushStep(href: string, state: unknown): void {
  window.history.pushState(state, '', href);
  window.dispatchEvent(new Event(MOVED));
}

/** Calls `listener` whenever this page adds a history step. */
export function onMoved(listener: () => void): void {
  window.addEventListener(MOVED, listener);
}

/** Goes to an address in the page, as a link does. */
export function goTo(href: string): void {
  window.location.hash = href;
}
