import { type MouseEvent, useState } from 'react';
import { fragmentWithin, parsePlace } from '../model/place.ts';
import { useShownInside } from '../widgets/place-href.ts';
import { focusChosenTab, focusTab } from './focus.ts';

/**
 * For what opens over the page and has links to places in the package. A press on one closes it, also where the page is
 * there already, and the focus goes to the tab that it leads to: what had the focus before may be gone there.
 */
export function useLeavingLinks(
  isOpen: boolean,
  close: () => void,
): { returnFocus: boolean; onClick(event: MouseEvent): void } {
  const inside = useShownInside();
  const [isLeft, setLeft] = useState(false);
  if (isOpen && isLeft) setLeft(false);
  return {
    returnFocus: !isLeft,
    onClick({ target, ctrlKey, metaKey, shiftKey }) {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null;
      // Such a press opens another tab of the browser.
      if (!link || ctrlKey || metaKey || shiftKey) return;
      const within = fragmentWithin(link.hash, inside);
      const place = within === undefined ? undefined : parsePlace(within);
      if (!place) return;
      setLeft(true);
      close();
      focusTab(place.tab);
      // On a phone, the tabs may be shown only there.
      const check = () => requestAnimationFrame(() => document.activeElement === document.body && focusChosenTab());
      if (link.hash === window.location.hash) check();
      else window.addEventListener('hashchange', check, { once: true });
    },
  };
}
