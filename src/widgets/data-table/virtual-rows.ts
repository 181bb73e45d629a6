import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';

/**
 * Tables with more rows keep only those in view in the document. In shorter ones, the browser's find sees every row.
 */
const VIRTUAL_FROM = 200;

/** Height of a row of one line, with its border. */
export const ROW_HEIGHT = 34;

export type VirtualRows = ReturnType<typeof useVirtualRows>;

/**
 * The rows that are in the document, and the heights of those before and behind them.
 *
 * @param first where the box is scrolled to at first
 * @param rowHeight of most rows, in CSS pixels
 */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  shown: readonly { id: string }[],
  first: number,
  rowHeight = ROW_HEIGHT,
) {
  const isVirtual = shown.length > VIRTUAL_FROM;
  // With another function the virtualizer measures all rows again.
  const keyOf = useCallback((index: number) => shown[index]?.id ?? index, [shown]);
  const virtualizer = useVirtualizer({
    count: shown.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 12,
    initialOffset: first,
  });
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index);
  if (!isVirtual) {
    const items = shown.map(({ id }, index) => ({ key: id, index }));
    return { isVirtual, items, before: 0, after: 0, scrollTo, measure: undefined };
  }
  const seen = virtualizer.getVirtualItems();
  return {
    isVirtual,
    items: seen.map(({ key, index }) => ({ key: String(key), index })),
    before: seen[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (seen.at(-1)?.end ?? 0),
    scrollTo,
    measure: virtualizer.measureElement,
  };
}
