import { throwIfAborted } from '../../base/abort.ts';
import { BadFileError } from '../../base/errors.ts';
import { type RasterType, readRaster } from '../../picture/raster.ts';
import { pictureReadBytes } from '../../picture/reading.ts';
import type { DecodePicture } from '../../tensor/import/picture.ts';
import { checkPixels, type PictureSamples } from '../../tensor/import/png.ts';

/** Not every browser has it, nor do the worker's own types know it. */
interface Decoder {
  decode(): Promise<{
    image: {
      displayWidth: number;
      displayHeight: number;
      copyTo(to: Uint8Array, options: { format: 'RGBA' }): Promise<unknown>;
      close(): void;
    };
  }>;
  close(): void;
}
type DecoderClass = new (options: {
  data: Uint8Array;
  type: string;
  colorSpaceConversion: 'none';
  preferAnimation: false;
}) => Decoder;

/**
 * Decodes a picture in the browser. Of those with alpha, the decoder gives samples that are not multiplied by it, where
 * the browser has one; a canvas multiplies and divides again, and says so.
 */
export const decodePicture: DecodePicture = async (picture, type, signal) => {
  const head = await picture.read(0, Math.min(picture.size, pictureReadBytes(type as RasterType)), signal);
  const size = readRaster(head, type as RasterType, head.length >= picture.size);
  if (!size) throw unreadable('its size cannot be told');
  // The largest that any part states: decoders allocate memory for them.
  checkPixels(size.width, size.height, 4);
  const bytes = await picture.read(0, picture.size, signal);
  throwIfAborted(signal);
  const isJpeg = type === 'image/jpeg';
  const { ImageDecoder } = globalThis as { ImageDecoder?: DecoderClass };
  try {
    const found = isJpeg || !ImageDecoder ? await byCanvas(bytes, type) : await byDecoder(ImageDecoder, bytes, type);
    throwIfAborted(signal);
    const notes = size.frames > 1 && !isJpeg ? ['It is the first picture of an animation.'] : [];
    return samplesOf(found, [...notes, ...found.notes]);
  } catch (error) {
    throwIfAborted(signal);
    throw unreadable('the browser cannot decode it', error);
  }
};

function unreadable(why: string, cause?: unknown): BadFileError {
  return new BadFileError('values/bad-picture', `The picture cannot be read: ${why}.`, { cause });
}

interface Decoded {
  width: number;
  height: number;
  rgba: Uint8Array;
  notes: string[];
}

async function byDecoder(ImageDecoder: DecoderClass, data: Uint8Array, type: string): Promise<Decoded> {
  const decoder = new ImageDecoder({ data, type, colorSpaceConversion: 'none', preferAnimation: false });
  try {
    const { image } = await decoder.decode();
    const { displayWidth: width, displayHeight: height } = image;
    const rgba = new Uint8Array(4 * width * height);
    await image.copyTo(rgba, { format: 'RGBA' });
    image.close();
    return { width, height, rgba, notes: ['Samples are those that this browser decodes.'] };
  } finally {
    decoder.close();
  }
}

async function byCanvas(bytes: Uint8Array, type: string): Promise<Decoded> {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type });
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('there is no canvas');
  canvas.drawImage(bitmap, 0, 0);
  bitmap.close();
  const rgba = new Uint8Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const notes = ['Samples are those that this browser decodes. Those of another program may differ by 1 or 2.'];
  if (hasAlpha(rgba)) notes.push('Colors of pixels that are not opaque are rounded.');
  return { width, height, rgba, notes };
}

function hasAlpha(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}

/** RGB where every pixel is opaque. */
function samplesOf({ width, height, rgba }: Decoded, notes: readonly string[]): PictureSamples {
  if (hasAlpha(rgba)) return { width, height, channels: 4, samples: rgba as Uint8Array<ArrayBuffer>, notes };
  const samples = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; to < samples.length; from += 4) {
    samples[to++] = rgba[from] as number;
    samples[to++] = rgba[from + 1] as number;
    samples[to++] = rgba[from + 2] as number;
  }
  return { width, height, channels: 3, samples, notes };
}
