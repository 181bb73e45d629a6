import { isDrawing, type PictureSource } from './shown-pictures.ts';
import type { Point } from './view.ts';

/** A canvas of one pixel, to read single ones. */
let probe: CanvasRenderingContext2D | null | undefined;

/**
 * What one pixel of a picture is, in words: its red, green and blue from 0 to 255, how opaque it is where that is not
 * 255, and all as CSS writes it, `#1F17C8`; of a tensor its elements. Undefined of a drawing, and where it cannot be read.
 */
export function pixelText(source: PictureSource, drawn: HTMLImageElement | null, { x, y }: Point): string | undefined {
  if (source.kind === 'pixels') return source.valueAt(x, y);
  if (isDrawing(source) || !drawn?.complete) return undefined;
  probe ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  });
  if (!probe) return undefined;
  probe.clearRect(0, 0, 1, 1);
  probe.drawImage(drawn, x, y, 1, 1, 0, 0, 1, 1);
  return colorText(probe.getImageData(0, 0, 1, 1).data);
}

/** Where a pixel is in what the picture shows: of a tensor its column and row, also where only some are drawn. */
export function placeOf(source: PictureSource, { x, y }: Point): Point {
  const step = source.kind === 'pixels' ? source.step : 1;
  return { x: x * step, y: y * step };
}

/** "31, 23, 200 #1F17C8". */
export function colorText([red = 0, green = 0, blue = 0, alpha = 255]: Iterable<number>): string {
  const isOpaque = alpha === 255;
  const bytes = isOpaque ? [red, green, blue] : [red, green, blue, alpha];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${red}, ${green}, ${blue}${isOpaque ? '' : `, opacity ${alpha}`} #${hex.toUpperCase()}`;
}
