import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { visibleText } from '../name-text.tsx';
import classes from './hex-view.module.css';
import { asciiText, hexOffset, hexPairs } from './rows.ts';

const ROW_HEIGHT = 20;
const PADDING = 8;

interface Props {
  /** Names the box, as "model.pt". */
  name: string;
  bytes: Uint8Array;
  /** Offset of the first byte in the file. */
  start: number;
  /** Bytes of a row. */
  width: HexWidth;
  /** The row that holds this offset is brought into view and marked. */
  mark?: number | undefined;
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

/** A page of bytes: offset, hexadecimal, ASCII. Only the rows in view are in the document. */
export function HexView({ name, bytes, start, width, mark }: Props) {
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
  return (
    <section ref={box} className={classes.box} aria-label={`Bytes of ${visibleText(name)}`} {...SCROLLS}>
      <div className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start: top }) => {
          const row = bytes.subarray(index * width, (index + 1) * width);
          return (
            <div
              key={index}
              className={classes.row}
              data-marked={index === marked || undefined}
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
