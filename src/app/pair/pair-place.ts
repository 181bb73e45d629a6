import { useSyncExternalStore } from 'react';
import { fragmentWithin, placeHref } from '../../model/place.ts';
import { useShownInside } from '../../widgets/place-href.ts';
import { pushStep, subscribeToAddress } from '../page-address.ts';

/** The tabs of a pair, in the page's order. */
export const PAIR_TABS = ['summary', 'fields', 'files', 'tensors'] as const;

export type PairTab = (typeof PAIR_TABS)[number];

/** What is looked at of a pair: a file of Files by its path, a tensor of Tensors by its name. */
export interface PairPlace {
  tab: PairTab;
  item?: string | undefined;
}

function parsePairPlace(fragment: string): PairPlace {
  // A fact names a line, too, which nothing here shows.
  const [, name, rest] = /^#?\/([a-z]+)(?:\/([^?]*))?(?:\?.*)?$/s.exec(fragment) ?? [];
  const tab = PAIR_TABS.find((known) => known === name);
  if (!tab) return { tab: 'summary' };
  try {
    return { tab, item: rest === undefined ? undefined : decodeURIComponent(rest) || undefined };
  } catch {
    return { tab };
  }
}

/** The place that the address names, and a function that gives the address of another one. */
export function usePairPlace(): [PairPlace, hrefOf: (place: PairPlace) => string, go: (place: PairPlace) => void] {
  const inside = useShownInside();
  const fragment = useSyncExternalStore(subscribeToAddress, () => window.location.hash);
  const hrefOf = ({ tab, item }: PairPlace) =>
    // Files and tensors have the addresses that they have in a package.
    placeHref({ tab: 'files', item }, inside).replace(/\/files(?=\/|$)/, `/${tab}`);
  const go = (place: PairPlace) => {
    const href = hrefOf(place);
    if (href !== window.location.hash) pushStep(href, window.history.state);
  };
  return [parsePairPlace(fragmentWithin(fragment, inside) ?? ''), hrefOf, go];
}
