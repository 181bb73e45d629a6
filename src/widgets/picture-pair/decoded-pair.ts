import type { PictureSource } from '../lightbox/shown-pictures.ts';
import { comparedSize, type PixelDifference, pixelDifference } from './difference.ts';

/** Two pictures in the size of the first one, or a smaller one. */
export interface DecodedPair {
  a: ImageData;
  b: ImageData;
  /** Pixels of the first picture itself. */
  size: { width: number; height: number };
  /** They are smaller than the first picture is. */
  isShrunk: boolean;
  found: PixelDifference;
}

/** Decodes and compares two pictures that may be drawn. Rejects where the browser cannot draw one of them. */
export async function decodePair(first: PictureSource, second: PictureSource): Promise<DecodedPair> {
  const [a, b] = await Promise.all([decoded(first), decoded(second)]);
  const size = sizeOf(a);
  const { width, height } = comparedSize(size);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas.');
  const pixelsOf = (image: CanvasImageSource): ImageData => {
    context.clearRect(0, 0, width, height);
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
  const [one, other] = [pixelsOf(a), pixelsOf(b)];
  const found = pixelDifference(one.data, other.data, width);
  return { a: one, b: other, size, isShrunk: width < Math.round(size.width), found };
}

async function decoded(source: PictureSource): Promise<HTMLImageElement | OffscreenCanvas> {
  if (source.kind === 'pixels') {
    const { image } = source;
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    return canvas;
  }
  const url = URL.createObjectURL(source.blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // A drawing without a size of its own is drawn by some browsers and not by others.
    if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error('The picture has no size.');
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function sizeOf(image: HTMLImageElement | OffscreenCanvas): { width: number; height: number } {
  return image instanceof HTMLImageElement
    ? { width: image.naturalWidth, height: image.naturalHeight }
    : { width: image.width, height: image.height };
}
