import { useCallback, useSyncExternalStore } from 'react';
import { type Place, parsePlace, placeHref } from '../model/place.ts';

/** Tells this page's own changes of the address, for which the browser fires no event. */
const moved = new EventTarget();

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  window.addEventListener('popstate', onChange);
  moved.addEventListener('moved', onChange);
  return () => {
    window.removeEventListener('hashchange', onChange);
    window.removeEventListener('popstate', onChange);
    moved.removeEventListener('moved', onChange);
  };
}

/** What the address's fragment names, and how to go elsewhere (a step that "back" undoes). */
export function usePlace(): [Place | undefined, (place: Place) => void] {
  const fragment = useSyncExternalStore(subscribe, () => window.location.hash);
  const go = useCallback((place: Place) => {
    const href = placeHref(place);
    if (href === window.location.hash) return;
    window.history.pushState(null, '', href);
    moved.dispatchEvent(new Event('moved'));
  }, []);
  return [parsePlace(fragment), go];
}

/** The package that the address asks for (`?url=`), made absolute; undefined where it asks for none. */
export function useAddressedUrl(): string | undefined {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const url = new URLSearchParams(search).get('url');
  if (!url) return undefined;
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** Whether the page stands inside another one, without the shell (`?embed=1`). */
export function isEmbedded(): boolean {
  return new URLSearchParams(window.location.search).get('embed') === '1';
}

/**
 * Names the package in the address: its URL, or nothing for a local one, whose name is nobody else's business. The fragment goes too,
 * since it spoke of the package before. Returns whether the address changed.
 */
export function writeAddress(url: string | undefined): boolean {
  const target = new URL(window.location.href);
  target.hash = '';
  if (url === undefined) target.searchParams.delete('url');
  else target.searchParams.set('url', url);
  if (target.href === window.location.href) return false;
  window.history.pushState(null, '', target);
  moved.dispatchEvent(new Event('moved'));
  return true;
}
