import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { pictureCount, pictureDimensions } from '../../../tensor/picture-layout.ts';
import { PixelCanvas } from '../../lightbox/pixel-canvas.tsx';
import { visibleText } from '../../name-text.tsx';
import { levelsText, sizeText } from '../../tensor-picture/tensor-picture.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { type DrawnPictures, pictureOf, useDrawn } from './drawn.ts';
import { mappingAt } from './overlay.ts';
import classes from './sheet.module.css';

/** Pixels of a picture on the sheet: as many as its place has on a screen of two pixels a CSS pixel. */
export const SHEET_PICTURE = { pixels: 256 ** 2, side: 256 };

/** CSS pixels of a picture’s place at least, with its index and the gap to the next one. `sheet.module.css` draws them so. */
const TILE_WIDTH = 128;
const TILE_HEIGHT = 148;
const PICTURE_SIDE = 112;
const SIDE = 12;

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
  const { axes, shape } = of.pictures;
  const room = useElementSize();
  const box = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(room.ref, box);
  const across = Math.max(1, Math.floor((room.width - 2 * SIDE) / TILE_WIDTH));
  const step = (room.width - 2 * SIDE) / across;
  const rows = useVirtualizer({
    count: Math.ceil(count / across),
    getScrollElement: () => box.current,
    estimateSize: () => TILE_HEIGHT,
    paddingStart: SIDE,
    paddingEnd: SIDE,
    overscan: 1,
  });
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
    const page = across * Math.max(1, Math.floor(room.height / TILE_HEIGHT));
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
                  style={{ width: step, transform: `translate(${SIDE + column * step}px, ${start}px)` }}
                >
                  <Tile of={of} number={number} isActive={number === active} onActive={setActive} onOpen={onOpen} />
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
        <span>{sizeText(pictureOf(of, 0, SHEET_PICTURE).plan)}</span>
      </div>
    </>
  );
}

interface TileProps {
  of: DrawnPictures;
  number: number;
  /** It is the one that Tab leads to. */
  isActive: boolean;
  onActive(number: number): void;
  onOpen(number: number): void;
}

function Tile({ of, number, isActive, onActive, onOpen }: TileProps) {
  const { axes, shape } = of.pictures;
  const drawn = useDrawn(of, number, SHEET_PICTURE);
  const { steps } = mappingAt(of.pictures, number);
  const index = pictureDimensions(axes, shape)
    .map((dimension) => steps[dimension]?.start)
    .join(', ');
  const { image, error } = drawn;
  const isDrawn = image !== undefined && drawn.own.error === undefined;
  return (
    <button
      type="button"
      className={classes.tile}
      tabIndex={isActive ? 0 : -1}
      data-number={number}
      aria-label={`Picture ${index}${error ? ', not read' : ''}`}
      title={error ? error.message : isDrawn ? levelsText(drawn.levels, of.drawing.range) : undefined}
      onFocus={() => onActive(number)}
      onClick={() => onOpen(number)}
    >
      <span className={classes.picture}>
        {isDrawn && <PixelCanvas image={image} label={`Picture ${index}`} style={sizeOf(image)} />}
        {error && <span className={classes.failed}>Not read</span>}
      </span>
      <span className={classes.index}>{index}</span>
    </button>
  );
}

/** As large as its place allows, small ones by a whole factor. CSS pixels. */
function sizeOf({ width, height }: ImageData) {
  const side = Math.max(width, height);
  const scale = side > PICTURE_SIDE ? PICTURE_SIDE / side : Math.floor(PICTURE_SIDE / side);
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}
