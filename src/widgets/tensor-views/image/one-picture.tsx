import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { axesPart } from '../../../tensor/export/picture.ts';
import { oneIndex, sliceText } from '../../../tensor/mapping.ts';
import { pixelText } from '../../../tensor/pixels.ts';
import type { IndexSteps } from '../../../tensor/slice.ts';
import { ErrorNote } from '../../error-note.tsx';
import { PictureViewer } from '../../lightbox/picture-viewer.tsx';
import type { PictureSource } from '../../lightbox/shown-pictures.ts';
import { LoadingView } from '../../loading/loading-view.tsx';
import { visibleText } from '../../name-text.tsx';
import { loadingPicture, type PictureRead } from '../../tensor-picture/picture-read.ts';
import { levelsText, sizeText } from '../../tensor-picture/tensor-picture.tsx';
import { drawFigure, type Figure } from '../figure.ts';
import { useFigure, usePicture } from '../view-exports.tsx';
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
  const drawn = useDrawn(of, number, 'one');
  const { own, image, error, retry } = drawn;
  const { pictures, drawing } = of;
  const shownMapping = mappingAt(pictures, number);
  const isDrawn = own.value !== undefined && image !== undefined && !error;
  usePicture(
    isDrawn
      ? {
          part: axesPart(pictures.axes, shownMapping, pictures.shape),
          colors: { kind: 'levels', levels: drawn.levels, order: drawing.order },
          slice: sliceText(shownMapping, pictures.shape),
        }
      : undefined,
  );
  useFigure(
    isDrawn
      ? (canvas) => {
          const note = [sliceText(shownMapping, pictures.shape), levelsText(drawn.levels, drawing)];
          drawFigure(canvas, imageFigure(image, visibleText(props.name), note.filter(Boolean).join(' · ')));
        }
      : undefined,
  );
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

/** CSS pixels of the longer side of a picture in a figure, at least: small ones are drawn larger by a whole factor. */
const FIGURE_SIDE = 512;

/** A picture with its name, and what its levels stand for. */
function imageFigure(image: ImageData, title: string, note: string): Figure {
  const factor = Math.max(1, Math.floor(FIGURE_SIDE / Math.max(image.width, image.height)));
  const [width, height] = [image.width * factor, image.height * factor];
  return {
    title,
    note,
    element: document.body,
    width: Math.max(width, FIGURE_SIDE / 2),
    height,
    left: 0,
    right: 0,
    above: 0,
    bottom: 0,
    draw(context) {
      const pixels = new OffscreenCanvas(image.width, image.height);
      pixels.getContext('2d')?.putImageData(image, 0, 0);
      context.imageSmoothingEnabled = false;
      context.drawImage(pixels, 0, 0, width, height);
    },
  };
}

interface ViewerProps extends Omit<Props, 'number' | 'onCancel'> {
  read: PictureRead;
  image: ImageData;
  drawn: Drawn;
}

function Viewer({ name, mapping, cell, onCell, isOpened, of, read: { plan, values }, image, drawn }: ViewerProps) {
  const { step, box } = plan;
  const other = drawn.other?.values;
  const { dtype } = of.drawing;
  const label = of.overlay?.option.companion.label;
  const otherDtype = of.overlay?.option.pictures?.dtype ?? dtype;
  const picture = useMemo(() => {
    const source: PictureSource = {
      kind: 'pixels',
      image,
      step,
      valueAt(x, y) {
        const own = pixelText(values, dtype, x, y);
        if (!other || other.height !== values.height || other.width !== values.width) return own;
        return `${own} · ${visibleText(label ?? '')} ${pixelText(other, otherDtype, x, y)}`;
      },
      indexAt(x, y) {
        const { steps } = mapping;
        const taken = steps.map((own, dimension) => {
          if (dimension === mapping.rows) return within(own, y * step, box.rows);
          return dimension === mapping.columns ? within(own, x * step, box.columns) : own;
        });
        return sliceText({ ...mapping, steps: taken }, of.pictures.shape);
      },
    };
    // It is not among the pictures of the page, so its place there does not count.
    return { name: `Picture of ${visibleText(name)}`, role: undefined, source, element: document.documentElement };
  }, [name, image, step, box, values, dtype, other, otherDtype, label, mapping, of.pictures.shape]);
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

/** Some of the indices that a picture shows along a side, from one of them on: as many as there are. */
function within({ start, step, count }: IndexSteps, at: number, length: number): IndexSteps {
  if (length === 1) return oneIndex(start + at * step);
  return { start: start + at * step, step, count: Math.min(length, count - at), isIndex: false };
}

/** What the drawing is of, and what its colors stand for. */
function footOf({ drawing, overlay }: DrawnPictures, drawn: Drawn, size: string): ReactNode {
  const { levels, colors, missing, isFileNotDrawn } = drawn;
  if (isFileNotDrawn) return 'That file is not a picture that can be drawn here.';
  const range = overlay?.option.isOver === false ? undefined : levelsText(levels, drawing);
  const layer = overlay && colors && `overlay in ${colors.toLowerCase()}`;
  const holes = missing > 0 && `${formatNumberOf(missing, 'pixel')} not finite`;
  return [size, range, holes, layer].filter(Boolean).join(' · ');
}
