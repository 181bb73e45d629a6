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
    pushStep(href, window.history.state);
  }, []);
  return [parsePlace(fragment), go];
}

/** Whether the page stands inside another one, without the shell (`?embed=1`). */
export function isEmbedded(): boolean {
  return new URLSearchParams(window.location.search).get('embed') === '1';
}

/** An address as people give it, made absolute against the page's own folder; as it stands where it is none. */
export function absoluteUrl(url: string): string {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** What the address asks for by `?url=`, as it stands there. */
export function addressedUrl(): string | undefined {
  return new URLSearchParams(window.location.search).get('url') || undefined;
}

/**
 * Adds a step to the history, and with it what `state` says of it: to a package by its URL, or to a local one, whose name is nobody
 * else's business and does not stand in the address. The fragment of before goes, since it spoke of another package.
 */
export function pushAddress(url: string | undefined, state: unknown, fragment = ''): void {
  const target = new URL(window.location.href);
  target.hash = fragment;
  if (url === undefined) target.searchParams.delete('url');
  else target.searchParams.set('url', url);
  pushStep(target.href, state);
}

/** Adds a step to the history, and tells those who show what the address says. */
export function pushStep(href: string, state: unknown): void {
  window.history.pushState(state, '', href);
  moved.dispatchEvent(new Event('moved'));
}

/** Calls whenever this page adds a step to the history. */
export function onMoved(listener: () => void): void {
  moved.addEventListener('moved', listener);
}
