import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowAfter } from '../table-rows.ts';
import type { KeyedRow } from './shown-rows.ts';
import { ROW_HEIGHT, type VirtualRows } from './virtual-rows.ts';

/**
 * One row at a time is a tab stop; arrows move between them. A row that is chosen from elsewhere comes into view.
 *
 * @param selected the id of the one that is chosen
 * @param fills the rows scroll in a box that may have become narrow beside what is chosen
 */
export function useRowFocus<Row>(
  box: RefObject<HTMLElement | null>,
  shown: readonly KeyedRow<Row>[],
  rows: VirtualRows,
  selected: string | undefined,
  fills: boolean,
) {
  const [active, setActive] = useState<string>();
  const inDocument = (key: string | undefined) => rows.items.some((item) => item.key === key);
  const stop = [active, selected].find(inDocument) ?? rows.items.find(({ index }) => !isHeading(shown[index]))?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice, not another order of the rows.
  useEffect(() => {
    const chosen = selected === undefined ? -1 : shown.findIndex(({ id }) => id === selected);
    if (chosen >= 0 && rows.isVirtual) rows.scrollTo(chosen);
    else if (chosen >= 0 && fills) box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView(NEAREST);
  }, [rows.isVirtual, selected]);

  const awaited = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (awaited.current !== undefined && focusRow(box.current, awaited.current)) awaited.current = undefined;
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    if (target.closest('input, textarea, select, [role="slider"]')) return;
    const index = Number(target.closest('tr')?.dataset.index);
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const next = rowAfter(event.key, index, page, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    const to = rowNear(shown, next, index);
    if (rows.isVirtual) rows.scrollTo(to);
    if (!focusRow(box.current, to)) awaited.current = to;
  }

  return { stop, setActive, onKeyDown };
}

/** The index of the row that a step to `wanted` leads to, within the rows. Headings are passed over. */
export function rowNear(shown: readonly KeyedRow<unknown>[], wanted: number, from: number): number {
  const within = Math.min(shown.length - 1, Math.max(0, wanted));
  if (!isHeading(shown[within])) return within;
  return within + (wanted > from || within === 0 ? 1 : -1);
}

function isHeading(keyed: KeyedRow<unknown> | undefined): boolean {
  return keyed !== undefined && 'heading' in keyed;
}

const NEAREST = { block: 'nearest' } as const;

function focusRow(box: HTMLElement | null, index: number): boolean {
  const control = box?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-control]`);
  control?.focus();
  return control !== null && control !== undefined;
}
