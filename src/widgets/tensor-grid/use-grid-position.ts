import { type RefObject, type UIEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Cell, TensorPlane } from '../../tensor/mapping.ts';
import { AXIS_START, type Axis, type AxisPosition, isSeen, positionAt, revealing, scrolledTo } from './axis.ts';

/** Room between a chosen cell and the edge of the screen, as high as what stays there. CSS pixels. */
const PAGE_EDGE = 56;

/** Pixels of a scrolling element within its border, without its scroll bars. */
export interface BoxSize {
  width: number;
  height: number;
  /** Whether it is known, or guessed. */
  isMeasured: boolean;
}

/** The size of an element, which is drawn again when it changes. */
export function useBoxSize(box: RefObject<HTMLElement | null>): BoxSize {
  const [size, setSize] = useState<BoxSize>({ width: 960, height: 560, isMeasured: false });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setSize({ width: element.clientWidth, height: element.clientHeight, isMeasured: true });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

interface Scrolled {
  box: RefObject<HTMLDivElement | null>;
  size: BoxSize;
  row: Axis;
  column: Axis;
  plane: TensorPlane;
  active: Cell;
}

/** Where a grid stands, and what moves it. */
export interface GridPosition {
  position: { row: AxisPosition; column: AxisPosition };
  onScroll(event: UIEvent<HTMLElement>): void;
  onScrollEnd(event: UIEvent<HTMLElement>): void;
  /** Brings the cell with this id, once it is drawn, into view of the screen. */
  showOnScreen(id: string): void;
}

/** Follows the scrolling of a grid, and brings its active cell into view when that becomes another one. */
export function useGridPosition({ box, size, row, column, plane, active }: Scrolled): GridPosition {
  const [position, setPosition] = useState({ row: AXIS_START, column: AXIS_START });

  /** Puts the element where the position says, and keeps what it made of it. */
  const place = useCallback(
    (next: typeof position) => {
      const element = box.current;
      if (!element) return;
      element.scrollTop = next.row.scroll;
      element.scrollLeft = next.column.scroll;
      setPosition({
        row: { offset: next.row.offset, scroll: element.scrollTop },
        column: { offset: next.column.offset, scroll: element.scrollLeft },
      });
    },
    [box],
  );

  /** Where the element has been scrolled to. */
  function scrolled(element: HTMLElement): typeof position {
    return {
      row: scrolledTo(row, position.row, element.scrollTop),
      column: scrolledTo(column, position.column, element.scrollLeft),
    };
  }

  /** Moves a scaled scroll bar to the grid's true position. During a scroll, this would end the scroll's motion. */
  function align({ currentTarget: element }: UIEvent<HTMLElement>): void {
    const now = scrolled(element);
    const next = { row: positionAt(row, now.row.offset), column: positionAt(column, now.column.offset) };
    const isOff =
      Math.abs(next.row.scroll - now.row.scroll) > 1 || Math.abs(next.column.scroll - now.column.scroll) > 1;
    if (isOff) place(next);
  }

  // Wherever it was chosen: here, by its index, or by the address.
  const activeKey = `${active.row},${active.column}`;
  const revealed = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a scroll is not undone, only another cell brought into view.
  useLayoutEffect(() => {
    // Of a grid that grows or shrinks, the cell stays whole if it is in view.
    const isNew = revealed.current !== activeKey;
    revealed.current = activeKey;
    if (!isNew && !isSeen(row, position.row, active.row)) return;
    place({
      row: revealing(row, position.row, active.row),
      column: revealing(column, position.column, active.column),
    });
  }, [activeKey, plane, size.isMeasured, size.width, size.height]);

  return {
    position,
    onScroll: ({ currentTarget }) => setPosition(scrolled(currentTarget)),
    onScrollEnd: align,
    showOnScreen: useShowOnScreen(),
  };
}

/** A cell that was chosen by a key or its index may be in view in the grid, but not on the screen. */
function useShowOnScreen(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    const cell = wanted.current === undefined ? null : document.getElementById(wanted.current);
    if (!cell) return;
    wanted.current = undefined;
    const { top, bottom } = cell.getBoundingClientRect();
    if (bottom > window.innerHeight - PAGE_EDGE) window.scrollBy(0, bottom - window.innerHeight + PAGE_EDGE);
    else if (top < PAGE_EDGE) window.scrollBy(0, top - PAGE_EDGE);
  });
  return (id) => {
    wanted.current = id;
  };
}
