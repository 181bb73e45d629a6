import { useEffect, useState } from 'react';

/** The id of a section's heading. */
export function sectionId(section: string): string {
  return `edit-${section}`;
}

/**
 * A section counts as reached when its heading is this close to the upper edge, in px: the tabs, the draft's bar and a
 * few lines.
 */
const REACHED = 208;

/** Scrolling so soon after a choice comes from the choice itself, in milliseconds. */
const OWN_MS = 300;

/**
 * The section that is marked: the one with the focus while any of it is in view, else the one that somebody reads; the
 * chosen one until the page is scrolled to another.
 */
export function useSectionInView(sections: readonly string[], chosen: string | undefined): string | undefined {
  const [shown, setShown] = useState(chosen);
  const key = sections.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of them.
  useEffect(() => {
    setShown(sections.find((section) => section === chosen) ?? focusedSection(sections) ?? sections[0]);
    const from = performance.now();
    // Browsers tell of scrolling once a frame.
    const onScroll = () => {
      if (performance.now() - from <= OWN_MS) return;
      const reached = sections.filter((section) => {
        const heading = document.getElementById(sectionId(section));
        return heading !== null && heading.getBoundingClientRect().top <= REACHED;
      });
      const { scrollHeight } = document.documentElement;
      const isEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      setShown(focusedSection(sections) ?? (isEnd ? sections.at(-1) : (reached.at(-1) ?? sections[0])));
    };
    // The focus comes before the browser scrolls to it, so its section counts even where it is not in view yet.
    const onFocus = () => setShown((shown) => sectionWithFocus(sections)?.section ?? shown);
    window.addEventListener('scroll', onScroll, { passive: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('scroll', onScroll);
      document.removeEventListener('focusin', onFocus);
    };
  }, [key, chosen]);
  return shown;
}

/** The section that holds the focus, and its element. */
function sectionWithFocus(sections: readonly string[]): { section: string; element: Element } | undefined {
  const element = document.activeElement?.closest('section[aria-labelledby]');
  const section = sections.find((section) => element?.getAttribute('aria-labelledby') === sectionId(section));
  return element && section ? { section, element } : undefined;
}

/** The section that holds the focus, as long as any of it is in view. */
function focusedSection(sections: readonly string[]): string | undefined {
  const focused = sectionWithFocus(sections);
  if (!focused) return undefined;
  const { top, bottom } = focused.element.getBoundingClientRect();
  return bottom > REACHED && top < window.innerHeight ? focused.section : undefined;
}
