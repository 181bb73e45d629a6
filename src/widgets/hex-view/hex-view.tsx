import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../name-text.tsx';
import classes from './hex-view.module.css';
import { asciiText, hexOffset, hexPairs } from './rows.ts';

const ROW_HEIGHT = 20;
const PADDING = 4;

interface Props {
  /** Names the box, as "model.pt". */
  name: string;
  bytes: Uint8Array;
  /** Offset of the first byte in the file. */
  start: number;
  /** Bytes of a row. */
  width: HexWidth;
  /** The row that holds this offset is brought into view. */
  mark?: number | undefined;
  /** Offsets in the file whose rows are marked. */
  chosen?: Chosen | undefined;
  /** A row was pressed, or a key led to it. With Shift, all rows from `anchor` to it are chosen. Without it, none can be. */
  onChoose?(chosen: Chosen): void;
}

/** Chosen bytes, by offsets in the file: where choosing began, and where it is now. Both rows are chosen whole. */
export interface Chosen {
  anchor: number;
  at: number;
}

/** The bytes of the rows that are chosen, of a page that begins at `start`: from and to, counted from there. */
export function chosenPart({ anchor, at }: Chosen, start: number, width: number): [from: number, to: number] {
  const [first, last] = [Math.min(anchor, at) - start, Math.max(anchor, at) - start];
  return [first - (first % width), last - (last % width) + width];
}

type HexWidth = 8 | 16 | 32;

/** CSS pixels that rows of 16 and of 32 bytes take, with a scroll bar. */
const WIDE = 660;
const WIDEST = 1190;

/** The bytes of a row that the element with this `ref` has room for. Known before the first paint. */
export function useHexWidth(): { ref: RefObject<HTMLDivElement | null>; width: HexWidth } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<HexWidth>(16);
  useLayoutEffect(() => {
    const { current: element } = ref;
    if (!element) return;
    const measure = () => {
      const room = element.clientWidth;
      setWidth(room < WIDE ? 8 : room < WIDEST ? 16 : 32);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/**
 * A page of bytes: offset, hexadecimal, ASCII. Only the rows in view are in the document. Rows are chosen by clicks and
 * arrow keys.
 */
export function HexView({ name, bytes, start, width, mark, chosen, onChoose }: Props) {
  const box = useRef<HTMLElement>(null);
  const count = Math.ceil(bytes.length / width);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  const marked = mark === undefined ? -1 : Math.floor((mark - start) / width);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top, or at what is marked.
  useEffect(() => {
    if (marked >= 0 && marked < count) virtualizer.scrollToIndex(marked, { align: 'start' });
    else box.current?.scrollTo({ top: 0 });
  }, [start, marked]);
  const [from, to] = chosen ? chosenPart(chosen, start, width) : [0, 0];
  const choose = (row: number, isFurther: boolean) => {
    const at = start + row * width;
    onChoose?.({ anchor: isFurther && chosen ? chosen.anchor : at, at });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // Without Shift, the arrows scroll until a row is chosen.
    if (by === 0 || !onChoose || (!chosen && !event.shiftKey) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const top = Math.ceil((box.current?.scrollTop ?? 0) / ROW_HEIGHT);
    const next = chosen ? Math.floor((chosen.at - start) / width) + by : top;
    const row = Math.min(count - 1, Math.max(0, next));
    choose(row, event.shiftKey);
    virtualizer.scrollToIndex(row);
  };
  return (
    <section
      ref={box}
      className={classes.box}
      aria-label={`Bytes of ${visibleText(name)}`}
      onKeyDown={onKeyDown}
      {...SCROLLS}
    >
      <div className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start: top }) => {
          const row = bytes.subarray(index * width, (index + 1) * width);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys.
            // biome-ignore lint/a11y/noStaticElementInteractions: as above.
            <div
              key={index}
              className={classes.row}
              data-marked={(index * width >= from && index * width < to) || undefined}
              onClick={({ shiftKey }) => {
                // Text that was selected by dragging stays selected.
                if (shiftKey || document.getSelection()?.isCollapsed !== false) choose(index, shiftKey);
              }}
              style={{ transform: `translateY(${top}px)` }}
            >
              <span className={classes.offset}>{hexOffset(start + index * width)}</span>
              <span className={classes.pairs} data-width={width}>
                {hexPairs(row)}
              </span>
              <span className={classes.ascii}>{asciiText(row)}</span>
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** What scrolls must be reachable by keyboard. */
const SCROLLS = { tabIndex: 0 };
