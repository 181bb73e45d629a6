import { useLayoutEffect } from 'react';

/**
 * Sets `data-NAME` on the document's root element while it is wanted, for style sheets far away. A `:has()` there would
 * cost a new style of the whole page with every letter that is typed.
 */
export function useRootMark(name: 'fills' | 'form-sections' | 'checklist', isWanted = true): void {
  useLayoutEffect(() => {
    const { documentElement: root } = document;
    root.toggleAttribute(`data-${name}`, isWanted);
    return () => root.removeAttribute(`data-${name}`);
  }, [name, isWanted]);
}
