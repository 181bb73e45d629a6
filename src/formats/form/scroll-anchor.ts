import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focused field at its place on the screen while things above it grow or shrink, such as problems with the
 * typed text, or a description with another line. Browsers do so only for what is scrolled out of view, and are told
 * not to meanwhile.
 */
export function useScrollAnchor(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = form.current;
    if (!box) return;
    const root = document.documentElement;
    let held: { field: Element; top: number } | undefined;
    const place = (field: Element) => field.getBoundingClientRect().top + window.scrollY;
    const hold = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      held = { field: target, top: place(target) };
      root.style.overflowAnchor = 'none';
    };
    const release = () => {
      held = undefined;
      root.style.overflowAnchor = '';
    };
    const observer = new ResizeObserver(() => {
      if (!held) return;
      const top = place(held.field);
      const moved = top - held.top;
      held.top = top;
      if (moved !== 0 && held.field.isConnected) window.scrollBy({ top: moved, behavior: 'instant' });
    });
    observer.observe(document.body);
    observer.observe(box);
    box.addEventListener('focusin', hold);
    box.addEventListener('focusout', release);
    return () => {
      observer.disconnect();
      release();
      box.removeEventListener('focusin', hold);
      box.removeEventListener('focusout', release);
    };
  }, [form]);
}
