import { type RefObject, useEffect, useRef } from 'react';
import type { FieldPath, FieldValues } from '../../../../model/field.ts';
import { useApp } from '../../../../state/hooks.ts';
import type { Returned } from '../../../../state/open-draft.ts';
import { changesOf } from '../../core/changes.ts';

/**
 * Brings into view what Undo and Redo change. Focuses it too where the focus was lost with something removed, or where
 * an item of a list was added, removed or moved while the focus was in that list.
 */
export function useReturned(form: RefObject<HTMLElement | null>): void {
  const returned = useApp((state) => state.returned);
  const seen = useRef(returned);
  useEffect(() => {
    if (seen.current === returned) return;
    seen.current = returned;
    const box = form.current;
    const change = returned && changedBy(returned);
    const part = box && change && shownPart(box, change.path);
    if (!part) return;
    const active = document.activeElement;
    const isLost = !active || active === document.body;
    // The section holds the list and the button that adds to it.
    const list = part.closest('section');
    if (isLost || (change.isItem && list?.contains(active))) {
      const target = part.querySelector<HTMLElement>('[data-focus="first"], input, textarea, select') ?? part;
      target.focus({ preventScroll: true });
    }
    const { top, bottom } = part.getBoundingClientRect();
    if (top < EDGE || bottom > window.innerHeight - EDGE)
      part.scrollIntoView({ block: bottom - top > window.innerHeight - 2 * EDGE ? 'start' : 'center' });
  }, [returned, form]);
}

/** What the tabs and the draft's bar may cover at the upper or lower edge, in px. */
const EDGE = 130;

/** The first change, and whether it is about an item of a list as a whole. */
function changedBy(returned: Returned): { path: FieldPath; isItem: boolean } | undefined {
  const before = returned.before as FieldValues | undefined;
  const now = returned.now as FieldValues | undefined;
  if (!before || !now) return undefined;
  const [change] = changesOf(before, now);
  if (!change) return undefined;
  const { path, kind } = change;
  const [list, index] = path;
  if (kind === 'moved' && typeof list === 'string') {
    const [old, own] = [before[list], now[list]];
    const at = Array.isArray(old) && Array.isArray(own) ? own.findIndex((item, i) => item !== old[i]) : -1;
    return { path: at < 0 ? path : [list, at], isItem: true };
  }
  const left = typeof list === 'string' ? now[list] : undefined;
  // For a removed item: the item that has its place now, or the last one.
  if (kind === 'removed' && path.length === 2 && typeof index === 'number' && Array.isArray(left) && left.length > 0)
    return { path: [list as string, Math.min(index, left.length - 1)], isItem: true };
  const isItem = path.length === 2 && typeof index === 'number' && kind !== 'changed';
  return { path, isItem };
}

/** The part of the form that shows a path, or the nearest one above it. */
function shownPart(box: HTMLElement, path: readonly (string | number)[]): HTMLElement | undefined {
  const parts = new Map(
    [...box.querySelectorAll<HTMLElement>('[data-field]')].map((part) => [part.dataset.field, part]),
  );
  for (let length = path.length; length > 0; length--) {
    const found = parts.get(path.slice(0, length).join('.'));
    if (found) return found;
  }
  return undefined;
}

/** Focuses the field that the address names: `input.0.shape`. */
export function goToField(box: HTMLElement, field: string): void {
  const part = shownPart(box, field.split('.'));
  if (!part) return;
  part.scrollIntoView({ block: 'center' });
  const target = part.querySelector<HTMLElement>('input, textarea, select, button') ?? part;
  target.focus({ preventScroll: true });
}
