import { isDrawing, type PictureSource } from './shown-pictures.ts';
import type { Point } from './view.ts';

/** A canvas of one pixel, to read single ones. */
let probe: CanvasRenderingContext2D | null | undefined;

/**
 * What one pixel of a picture is, in words: its red, green and blue from 0 to 255, and how opaque it is where that is
 * not 255; of a tensor its elements. Undefined of a drawing, and where it cannot be read.
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
  const [red, green, blue, alpha] = probe.getImageData(0, 0, 1, 1).data as unknown as [number, number, number, number];
  return `${red}, ${green}, ${blue}${alpha === 255 ? '' : `, opacity ${alpha}`}`;
}
