import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { axesPart } from '../../../tensor/export/picture.ts';
import { sliceText } from '../../../tensor/mapping.ts';
import { pictureCount } from '../../../tensor/picture-layout.ts';
import type { PictureRange } from '../../../tensor/pixels.ts';
import type { Extent } from '../../../tensor/plane-view.ts';
import { PixelCanvas } from '../../lightbox/pixel-canvas.tsx';
import { visibleText } from '../../name-text.tsx';
import { levelsText, sizeText } from '../../tensor-picture/tensor-picture.tsx';
import { usePicture } from '../view-exports.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { type DrawnPictures, pictureOf, useDrawn } from './drawn.ts';
import { mappingAt, pictureIndex } from './overlay.ts';
import classes from './sheet.module.css';
import { sheetGrid, tileSize, WHOLE_FROM } from './sheet-grid.ts';

/** Around all pictures. CSS pixels. */
const SIDE = 12;

/** Ranges that come from the values of each picture. */
const MEASURED: readonly PictureRange[] = ['automatic', 'min to max'];

interface Props extends Pick<TensorViewProps, 'name'> {
  /** Its mapping takes every picture. */
  of: DrawnPictures;
  /** "24 RGB images". */
  words: string;
  /** Pictures shown. */
  count: number;
  /** The picture that was opened last. The focus comes back to it. */
  opened: number | undefined;
  onOpen(number: number): void;
}

/** All pictures of a batch beside each other, each with its index below. Those in view are read. A press opens one. */
export function Sheet({ of, name, words, count, opened, onOpen }: Props) {
  const { drawing, pictures } = of;
  const { axes, shape } = pictures;
  const room = useElementSize();
  const box = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(room.ref, box);
  const { plan } = pictureOf(of, 0, 'sheet');
  const inner = { width: Math.max(1, room.width - 2 * SIDE), height: Math.max(1, room.height - 2 * SIDE) };
  const grid = sheetGrid(inner, count, plan);
  const { across } = grid;
  // Places stand in the middle where they do not fill the width.
  const left = SIDE + Math.floor((inner.width - Math.min(across, count) * grid.width) / 2);
  const rows = useVirtualizer({
    count: Math.ceil(count / across),
    getScrollElement: () => box.current,
    estimateSize: () => grid.height,
    paddingStart: SIDE,
    paddingEnd: SIDE,
    overscan: 1,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured again only when their height changes.
  useEffect(() => rows.measure(), [grid.height]);
  const [active, setActive] = useState(Math.min(opened ?? 0, count - 1));
  const isAwaited = useRef(opened !== undefined);
  // The one that the focus goes to may not be in the document yet.
  useEffect(() => {
    if (!isAwaited.current || room.width === 0) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-number="${active}"]`);
    if (!element) return rows.scrollToIndex(Math.floor(active / across));
    isAwaited.current = false;
    element.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const page = across * Math.max(1, Math.floor(room.height / grid.height));
    const by: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -across,
      ArrowDown: across,
      PageUp: -page,
      PageDown: page,
      Home: -active,
      End: count - 1 - active,
    };
    const move = by[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = active + move;
    const to = next < 0 || next >= count ? active : next;
    rows.scrollToIndex(Math.floor(to / across));
    isAwaited.current = true;
    setActive(to);
  };
  const own = mappingAt(pictures, active);
  usePicture({
    part: axesPart(axes, own, shape),
    colors: { kind: 'levels', range: drawing.range, order: drawing.order },
    slice: sliceText(own, shape),
  });
  const shown = room.width === 0 ? [] : rows.getVirtualItems();
  const all = pictureCount(axes, shape);
  return (
    <>
      <div ref={ref} className={classes.box}>
        {/* biome-ignore lint/a11y/useSemanticElements: only those in view are in the document, at places of their own. */}
        <div
          role="list"
          aria-label={`Pictures of ${visibleText(name)}`}
          className={classes.list}
          style={{ height: rows.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {shown.flatMap(({ index: row, start }) =>
            Array.from({ length: Math.min(across, count - row * across) }, (_, column) => {
              const number = row * across + column;
              return (
                // biome-ignore lint/a11y/useSemanticElements: as above.
                <div
                  key={number}
                  role="listitem"
                  aria-setsize={count}
                  aria-posinset={number + 1}
                  className={classes.item}
                  style={{
                    width: grid.width,
                    height: grid.height,
                    transform: `translate(${left + column * grid.width}px, ${start}px)`,
                  }}
                >
                  <Tile
                    of={of}
                    number={number}
                    room={grid.picture}
                    isActive={number === active}
                    onActive={setActive}
                    onOpen={onOpen}
                  />
                </div>
              );
            }),
          )}
        </div>
      </div>
      <div className={classes.foot}>
        <span>
          {words}
          {count < all && `, the first ${formatCount(count)} shown`}
        </span>
        <span>
          {sizeText(plan)}
          {MEASURED.includes(drawing.range) && ' · the range of each by itself'}
        </span>
      </div>
    </>
  );
}

interface TileProps {
  of: DrawnPictures;
  number: number;
  /** For the picture. */
  room: Extent;
  /** It is the one that Tab leads to. */
  isActive: boolean;
  onActive(number: number): void;
  onOpen(number: number): void;
}

function Tile({ of, number, room, isActive, onActive, onOpen }: TileProps) {
  const drawn = useDrawn(of, number, 'sheet');
  const index = pictureIndex(of.pictures, number);
  const { image, error } = drawn;
  const size = image && tileSize(image, room);
  const isDrawn = image !== undefined && drawn.own.error === undefined;
  return (
    <button
      type="button"
      className={classes.tile}
      tabIndex={isActive ? 0 : -1}
      data-number={number}
      aria-label={`Picture ${index}${error ? ', not read' : ''}`}
      title={error ? error.message : isDrawn ? levelsText(drawn.levels, of.drawing) : undefined}
      onFocus={() => onActive(number)}
      onClick={() => onOpen(number)}
    >
      <span className={classes.picture} style={room}>
        {isDrawn && (
          <PixelCanvas
            image={image}
            label={`Picture ${index}`}
            style={size}
            data-pixels={(size && size.width >= WHOLE_FROM * image.width) || undefined}
          />
        )}
        {error && <span className={classes.failed}>Not read</span>}
      </span>
      <span className={classes.index}>{index}</span>
    </button>
  );
}
