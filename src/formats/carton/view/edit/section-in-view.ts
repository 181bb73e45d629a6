import { useEffect, useState } from 'react';
import { type Section, sectionId } from './sections.ts';

/**
 * A section counts as reached when its heading is this close to the upper edge, in px: the tabs, the draft's bar and a
 * few lines.
 */
const REACHED = 208;

/** Scrolling so soon after a choice comes from the choice itself, in milliseconds. */
const OWN_MS = 300;

/** The section that somebody reads: the chosen one, until the page is scrolled to another. */
export function useSectionInView(sections: readonly Section[], chosen: string | undefined): string | undefined {
  const [shown, setShown] = useState(chosen);
  const key = sections.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of them.
  useEffect(() => {
    setShown(chosen);
    const from = performance.now();
    let frame = 0;
    const look = () => {
      frame = 0;
      const reached = sections.filter((section) => {
        const heading = document.getElementById(sectionId(section));
        return heading !== null && heading.getBoundingClientRect().top <= REACHED;
      });
      const { scrollHeight } = document.documentElement;
      const isEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      setShown(isEnd ? sections.at(-1) : reached.at(-1));
    };
    const onScroll = () => {
      if (performance.now() - from > OWN_MS && frame === 0) frame = requestAnimationFrame(look);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
    };
  }, [key, chosen]);
  return shown;
}
