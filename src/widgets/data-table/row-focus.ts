import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { rowAfter } from '../table-rows.ts';
import type { KeyedRow } from './shown-rows.ts';
import { ROW_HEIGHT, type VirtualRows } from './virtual-rows.ts';

/**
 * One row at a time is a tab stop; arrows move between them. A row that is chosen from elsewhere comes into view.
 *
 * @param fills the rows scroll in a box that may have become narrow beside what is chosen
 */
export function useRowFocus<Row>(
  box: RefObject<HTMLElement | null>,
  shown: readonly KeyedRow<Row>[],
  rows: VirtualRows,
  selectedKey: string | undefined,
  fills: boolean,
) {
  const [active, setActive] = useState<string>();
  const inDocument = (key: string | undefined) => rows.items.some((item) => item.key === key);
  const stop = [active, selectedKey].find(inDocument) ?? rows.items[0]?.key;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice, not another order of the rows.
  useEffect(() => {
    const chosen = selectedKey === undefined ? -1 : shown.findIndex(({ id }) => id === selectedKey);
    if (chosen >= 0 && rows.isVirtual) rows.scrollTo(chosen);
    else if (chosen >= 0 && fills) box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView(NEAREST);
  }, [rows.isVirtual, selectedKey]);

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
    let clamped = Math.min(shown.length - 1, Math.max(0, next));
    // A heading is passed over.
    if ('heading' in (shown[clamped] ?? {})) clamped += next > index || clamped === 0 ? 1 : -1;
    if (rows.isVirtual) rows.scrollTo(clamped);
    if (!focusRow(box.current, clamped)) awaited.current = clamped;
  }

  return { stop, setActive, onKeyDown };
}

const NEAREST = { block: 'nearest' } as const;

function focusRow(box: HTMLElement | null, index: number): boolean {
  const control = box?.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-row-control]`);
  control?.focus();
  return control !== null && control !== undefined;
}
