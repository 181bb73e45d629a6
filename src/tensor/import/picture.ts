import type { ByteSource } from '../../source/source.ts';
import { isPng, type PictureSamples, pngSamples } from './png.ts';
import type { ReadableChoice } from './value-choice.ts';

/**
 * The pixels of a picture other than PNG, as a browser decodes them, without color conversion and not multiplied by
 * alpha. Rejects with `values/bad-picture`, and with `source/too-large`.
 */
export type DecodePicture = (
  picture: ByteSource,
  type: string,
  signal: AbortSignal | undefined,
) => Promise<PictureSamples>;

const CHANNEL_NAMES = { 1: 'gray', 2: 'gray and alpha', 3: 'RGB', 4: 'RGBA' };

/** A picture as height × width × channels, or height × width where it is gray. */
export async function pictureChoices(
  source: ByteSource,
  head: Uint8Array,
  type: string,
  decode: DecodePicture,
  signal?: AbortSignal,
): Promise<ReadableChoice[]> {
  const { width, height, channels, samples, notes } = isPng(head)
    ? await pngSamples(source, signal)
    : await decode(source, type, signal);
  const dtype = samples instanceof Uint16Array ? 'uint16' : 'uint8';
  const shape = [height, width, ...(channels === 1 ? [] : [channels])].map(BigInt);
  const label = `${CHANNEL_NAMES[channels]} picture, ${width} × ${height}`;
  const data = new Blob([samples]);
  return [{ key: 'picture', label, dtype, shape, notes, read: async () => ({ dtype, shape, data }) }];
}
