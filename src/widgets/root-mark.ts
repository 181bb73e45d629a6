import { useLayoutEffect } from 'react';

/**
 * Sets `data-NAME` on the document's root element while it is wanted, for style sheets far away. A `:has()` there would
 * cost a new style of the whole page with every letter that is typed.
 */
export function useRootMark(name: 'fills' | 'form-sections' | 'checklist' | 'dialog', isWanted = true): void {
  useLayoutEffect(() => {
    if (!isWanted) return;
    const { documentElement: root } = document;
    const attribute = `data-${name}`;
    // One dialog may open another.
    const before = Number(root.getAttribute(attribute));
    root.setAttribute(attribute, String(before + 1));
    return () => {
      const left = Number(root.getAttribute(attribute)) - 1;
      if (left > 0) root.setAttribute(attribute, String(left));
      else root.removeAttribute(attribute);
    };
  }, [name, isWanted]);
}
