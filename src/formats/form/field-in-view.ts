import { type RefObject, useEffect, useRef } from 'react';
import { changesOf } from '../../model/edit/changes.ts';
import type { FieldPath, FieldValues } from '../../model/edit/field.ts';
import type { Returned } from '../../state/draft/editing.ts';
import { useApp } from '../../state/hooks.ts';
import type { Folds } from './folds.ts';

/**
 * Brings into view what Undo and Redo change. Focuses it too where the focus was lost with something removed, or where
 * an item of a list was added, removed or moved while the focus was in that list.
 */
export function useUndoneInView(form: RefObject<HTMLElement | null>, folds: Folds): void {
  const returned = useApp((state) => state.returned);
  const seen = useRef(returned);
  useEffect(() => {
    if (seen.current === returned) return;
    seen.current = returned;
    const change = returned && changedBy(returned);
    if (!change) return;
    folds.open(change.path);
    const held = document.activeElement;
    return whenShown(form, change.path, (part) => {
      const active = document.activeElement;
      const isLost = !active || active === document.body;
      // The section holds the list and the button that adds to it.
      const list = part.closest('section');
      // Do not take the focus from something that got it meanwhile.
      const isInList = change.isItem && active === held && list?.contains(active);
      if (isLost || isInList) firstField(part).focus({ preventScroll: true });
      const { top, bottom } = part.getBoundingClientRect();
      if (top < EDGE || bottom > window.innerHeight - EDGE)
        part.scrollIntoView({ block: bottom - top > window.innerHeight - 2 * EDGE ? 'start' : 'center' });
    });
  }, [returned, form, folds]);
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

/** Frames within which an item that was opened or added is rendered, also in a long list on a busy computer. */
const FRAMES = 30;

/**
 * Calls back with an element once it is there.
 *
 * @param isLast whether it is not waited for any longer
 * @returns what ends the waiting
 */
export function whenThere<T>(find: (isLast: boolean) => T | undefined, found: (element: T) => void): () => void {
  let frame = 0;
  const look = (left: number) => {
    const element = find(left === 0);
    if (element !== undefined) found(element);
    else if (left > 0) frame = requestAnimationFrame(() => look(left - 1));
  };
  look(FRAMES);
  return () => cancelAnimationFrame(frame);
}

/**
 * Calls back with the part of the form that shows a path, or the nearest one above it. Waits until an item that was
 * folded is open.
 *
 * @returns what ends the waiting
 */
function whenShown(
  form: RefObject<HTMLElement | null>,
  path: readonly (string | number)[],
  found: (part: HTMLElement) => void,
): () => void {
  const find = (isLast: boolean) => {
    const all = [...(form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    const parts = new Map(all.map((part) => [part.dataset.field, part]));
    // A folded item is in the list too.
    const item = parts.get(path.slice(0, 2).join('.'));
    const isItem = path.length > 1 && /^\d+$/.test(String(path[1])) && parts.has(String(path[0]));
    if (isItem && item?.dataset.open === undefined && !isLast) return undefined;
    return path.map((_, depth) => parts.get(path.slice(0, depth + 1).join('.'))).findLast((part) => part);
  };
  return whenThere(find, found);
}

function firstField(part: HTMLElement): HTMLElement {
  const field = '[data-focus="first"], input:not([type="checkbox"]), textarea, select';
  return (
    part.querySelector<HTMLElement>(field) ?? part.querySelector<HTMLElement>('[data-focus="fold"], button') ?? part
  );
}

/** Marks the first field of an item. It gets the focus when the item is added, or takes the place of a removed one. */
export function markFirst(input: HTMLElement | null): void {
  if (input) input.dataset.focus = 'first';
}

/** Focuses the field that the address names, as `input.0.shape`. Opens its item. */
export function useFieldInView(form: RefObject<HTMLElement | null>, folds: Folds, field: string | undefined): void {
  useEffect(() => {
    if (field === undefined) return;
    const path = field.split('.');
    folds.open(path);
    return whenShown(form, path, (part) => {
      part.scrollIntoView({ block: 'center' });
      firstField(part).focus({ preventScroll: true });
    });
  }, [form, field, folds]);
}
