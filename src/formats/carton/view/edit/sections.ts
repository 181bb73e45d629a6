import { useEffect, useState } from 'react';
import type { FieldFindings } from './field-findings.ts';

/** The form's sections, in its order. The address names them: `#/edit/inputs`. */
export const SECTIONS = ['about', 'runner', 'inputs', 'outputs', 'self-tests', 'examples', 'other'] as const;

export type Section = (typeof SECTIONS)[number];

export const SECTION_LABELS: Readonly<Record<Section, string>> = {
  about: 'About',
  runner: 'Runner',
  inputs: 'Inputs',
  outputs: 'Outputs',
  'self-tests': 'Self-tests',
  examples: 'Examples',
  other: 'Other fields',
};

export function isSection(item: string | undefined): item is Section {
  return SECTIONS.some((section) => section === item);
}

export function sectionId(section: Section): string {
  return `edit-${section}`;
}

/** The sections of the lists. */
const LISTS: Readonly<Record<string, Section>> = {
  input: 'inputs',
  output: 'outputs',
  self_test: 'self-tests',
  example: 'examples',
};

/** The number of errors that each section shows. Sections without any are left out. */
export function sectionErrors({ fields, items }: FieldFindings): ReadonlyMap<Section, number> {
  const counts = new Map<Section, number>();
  for (const [path, findings] of [...fields, ...items]) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const [key = ''] = path.split('.');
    const section = LISTS[key] ?? (key === 'runner' ? 'runner' : 'about');
    if (errors > 0) counts.set(section, (counts.get(section) ?? 0) + errors);
  }
  return counts;
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
export function useSectionInView(sections: readonly Section[], chosen: string | undefined): string | undefined {
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
function sectionWithFocus(sections: readonly Section[]): { section: Section; element: Element } | undefined {
  const element = document.activeElement?.closest('section[aria-labelledby]');
  const section = sections.find((section) => element?.getAttribute('aria-labelledby') === sectionId(section));
  return element && section ? { section, element } : undefined;
}

/** The section that holds the focus, as long as any of it is in view. */
function focusedSection(sections: readonly Section[]): Section | undefined {
  const focused = sectionWithFocus(sections);
  if (!focused) return undefined;
  const { top, bottom } = focused.element.getBoundingClientRect();
  return bottom > REACHED && top < window.innerHeight ? focused.section : undefined;
}
