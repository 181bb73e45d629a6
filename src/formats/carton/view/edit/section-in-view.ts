import { useEffect, useState } from 'react';
import { type Section, sectionId } from './sections.ts';

/** How far below the upper edge a section's heading counts as reached, in px: the draft's bar and a few lines. */
const REACHED = 160;

/** Scrolling that follows a choice so soon, in milliseconds, is its own. */
const OWN_MS = 300;

/** The section that is read: the one that was chosen, until the page is scrolled to another. */
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
