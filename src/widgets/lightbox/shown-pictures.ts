import { formatCount } from '../../base/amounts.ts';
import type { PictureCost } from '../../picture/cost.ts';
import type { Size } from './view.ts';

/** Where the pixels of a shown picture come from. */
export type PictureSource =
  /** A file that may be drawn. The fields are those of `Picture`. */
  | {
      kind: 'file';
      blob: Blob;
      size: { width: number; height: number } | undefined;
      cost: PictureCost | undefined;
      isAsked: boolean;
    }
  /** A drawn tensor, of which every `step`th row and column is a pixel. `indexAt`: where in the tensor the pixel is. */
  | {
      kind: 'pixels';
      image: ImageData;
      step: number;
      valueAt(x: number, y: number): string;
      indexAt?(x: number, y: number): string;
    };

/** A picture that stands on the page and may be drawn. */
export interface ShownPicture {
  /** For those who do not see it, without invisible characters. */
  name: string;
  /** What it is of, as an input of an example. It stands before the name. */
  role: string | undefined;
  source: PictureSource;
  /** Its place on the page. */
  element: HTMLElement;
}

/** Whether a picture consists of shapes, which have no pixels of their own. */
export function isDrawing(source: PictureSource): boolean {
  return source.kind === 'file' && source.blob.type === 'image/svg+xml';
}

/** "584 × 224 pixels". */
export function pictureSizeText(size: Size, source: PictureSource): string {
  return `${sidesText(size)} ${isDrawing(source) ? 'drawing' : 'pixels'}`;
}

/** "584 × 224". A drawing may be 583.7 wide. */
export function sidesText({ width, height }: Size): string {
  return `${formatCount(Math.round(width))} × ${formatCount(Math.round(height))}`;
}

/** The role of a picture and its name. Empty where it has neither. */
export function fullName(name: string, role: string | undefined): string {
  return [role, name].filter(Boolean).join(': ');
}

const shown = new Set<ShownPicture>();

/** Adds a picture to those of the page. The function that it gives takes it out again. */
export function addShownPicture(picture: ShownPicture): () => void {
  shown.add(picture);
  return () => void shown.delete(picture);
}

/** The pictures that can be seen on the page, in its order. */
export function shownPictures(): readonly ShownPicture[] {
  return [...shown]
    .filter(({ element }) => element.isConnected && element.getClientRects().length > 0)
    .sort((a, b) => (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}
