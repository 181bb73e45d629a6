import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { elementText } from '../../../tensor/elements.ts';
import { picturePart } from '../../../tensor/export/picture.ts';
import { cellIndex } from '../../../tensor/mapping.ts';
import { pixelElements } from '../../../tensor/pixels.ts';
import { ErrorNote } from '../../error-note.tsx';
import { PictureViewer } from '../../lightbox/picture-viewer.tsx';
import type { PictureSource } from '../../lightbox/shown-pictures.ts';
import { LoadingView } from '../../loading/loading-view.tsx';
import { visibleText } from '../../name-text.tsx';
import { loadingPicture, type PictureRead } from '../../tensor-picture/picture-read.ts';
import { levelsText, sizeText } from '../../tensor-picture/tensor-picture.tsx';
import { type ShownPicture, useFigure, usePicture } from '../view-exports.tsx';
import type { TensorViewProps } from '../view-props.ts';
import { type Drawn, type DrawnPictures, useDrawn } from './drawn.ts';
import classes from './one-picture.module.css';
import { mappingAt } from './overlay.ts';

interface Props extends Pick<TensorViewProps, 'name' | 'mapping' | 'cell' | 'onCell'> {
  of: DrawnPictures;
  number: number;
  /** It was opened on the sheet, where the focus was. */
  isOpened: boolean;
  /** Where the reader asked for it. */
  onCancel: (() => void) | undefined;
}

/** One picture, as large as there is room, and the values of its pixels. */
export function OnePicture({ of, number, onCancel, ...props }: Props) {
  const drawn = useDrawn(of, number);
  const { own, image, error, retry } = drawn;
  usePicture(own.value && exported(of, number, drawn));
  // What lies over another one is taken away as it is drawn.
  useFigure(image && of.overlay && ((canvas) => drawTo(canvas, image)));
  if (own.value && image && !error) return <Viewer {...props} of={of} read={own.value} image={image} drawn={drawn} />;
  return (
    <div className={classes.note}>
      {error ? (
        <ErrorNote error={error} onRetry={retry} />
      ) : (
        <LoadingView of={loadingPicture(own)} what="the picture" onCancel={onCancel}>
          {() => null}
        </LoadingView>
      )}
    </div>
  );
}

/** The picture at its own size. */
function exported({ pictures, drawing }: DrawnPictures, number: number, { levels }: Drawn): ShownPicture {
  const { shape, axes } = pictures;
  const isBgr = drawing.order === 'BGR' && levels.length === 3;
  const ordered = isBgr ? levels.toReversed() : levels;
  return {
    part: picturePart(mappingAt(pictures, number), shape, axes, isBgr),
    colors: { kind: 'levels', black: ordered.map(({ black }) => black), white: ordered.map(({ white }) => white) },
  };
}

function drawTo(canvas: HTMLCanvasElement, image: ImageData): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

interface ViewerProps extends Omit<Props, 'number' | 'onCancel'> {
  read: PictureRead;
  image: ImageData;
  drawn: Drawn;
}

function Viewer({ name, mapping, cell, onCell, isOpened, of, read: { plan, values }, image, drawn }: ViewerProps) {
  const { step } = plan;
  const { channels } = of.pictures.axes;
  const other = drawn.other?.values;
  const label = of.overlay?.option.companion.label;
  const picture = useMemo(() => {
    const textOf = (from: typeof values, x: number, y: number) => pixelElements(from, x, y).map(elementText).join(', ');
    const source: PictureSource = {
      kind: 'pixels',
      image,
      step,
      valueAt(x, y) {
        const own = textOf(values, x, y);
        if (!other || other.height !== values.height || other.width !== values.width) return own;
        return `${own} · ${visibleText(label ?? '')} ${textOf(other, x, y)}`;
      },
      indexAt(x, y) {
        const index = cellIndex(mapping, { row: y * step, column: x * step });
        return `[${index.map((at, dimension) => (dimension === channels ? ':' : at)).join(', ')}]`;
      },
    };
    // It is not among the pictures of the page, so its place there does not count.
    return { name: `Picture of ${visibleText(name)}`, role: undefined, source, element: document.documentElement };
  }, [name, image, step, values, other, label, mapping, channels]);
  const onPixel = useCallback(
    ({ x, y }: { x: number; y: number }) => onCell({ row: y * step, column: x * step }),
    [onCell, step],
  );
  const pixel = cell && { x: Math.floor(cell.column / step), y: Math.floor(cell.row / step) };
  const root = useRef<HTMLDivElement>(null);
  const takesFocus = useRef(isOpened);
  useEffect(() => {
    if (takesFocus.current) root.current?.querySelector<HTMLElement>('[role="application"]')?.focus();
  }, []);
  return (
    <div ref={root} className={classes.root}>
      <PictureViewer first={picture} choice={{ pixel, onPixel }} foot={footOf(of, drawn, sizeText(plan))} />
    </div>
  );
}

/** What the drawing is of, and what its colors stand for. */
function footOf({ drawing, overlay }: DrawnPictures, drawn: Drawn, size: string): ReactNode {
  const { levels, colors, missing, isFileNotDrawn } = drawn;
  if (isFileNotDrawn) return 'That file is not a picture that can be drawn here.';
  const range = overlay?.option.isOver === false ? undefined : levelsText(levels, drawing.range);
  const layer = overlay && colors && `overlay in ${colors.toLowerCase()}`;
  const holes = missing > 0 && `${formatNumberOf(missing, 'pixel')} not finite`;
  return [size, range, holes, layer].filter(Boolean).join(' · ');
}
