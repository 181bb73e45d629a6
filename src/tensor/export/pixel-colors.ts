import type { ChannelOrder, Level, PictureRange } from '../pixels.ts';

/** How numbers become pixels. Plain data, which crosses to the worker. */
export type PixelColors = PixelLevels | PixelMap;

/** One, three or four channels of levels. A pixel with a value that is not finite is transparent. */
export interface PixelLevels {
  kind: 'levels';
  /** Of each channel. Undefined: as `pictureLevels` chooses them for the range. */
  levels?: readonly Level[] | undefined;
  /** “automatic” unless it says otherwise. */
  range?: PictureRange | undefined;
  /** What the first three channels are. RGB unless it says otherwise. */
  order?: ChannelOrder | undefined;
}

/** Colors of a scale, of one channel. */
export interface PixelMap {
  kind: 'map';
  /** Red, green and blue of each color, from the lowest values to the highest. */
  colors: Uint8Array;
  /** The values at which one color ends and the next begins, ascending: one fewer than colors. So any scale is possible. */
  bounds: Float64Array;
  /** Red, green and blue of NaN, of Infinity and of -Infinity. Undefined: transparent. */
  others?: Uint8Array | undefined;
}

/** A map whose colors are evenly spaced from `low` to `high`. */
export function evenMap(colors: Uint8Array, low: number, high: number, others?: Uint8Array): PixelMap {
  const count = colors.length / 3;
  // Of shares, because the difference of two float64 may be beyond what a float64 holds.
  const bounds = Float64Array.from({ length: count - 1 }, (_, at) => {
    const share = (at + 1) / count;
    return low * (1 - share) + high * share;
  });
  return { kind: 'map', colors, bounds, others };
}

/** Writes pixels: of each element, or of `channels` elements together, so many samples. */
export type PaintPixels = (values: ArrayLike<number>, pixels: Uint8Array) => void;

/**
 * Paints levels, as `picturePixels` does.
 *
 * @param levels of each channel
 * @param samples of a pixel: as many as channels, or 4 where what is not finite is to be transparent
 * @param depth bits of a sample. Those of 16 are written big-endian, as PNG has them
 */
export function levelPainter(
  levels: readonly Level[],
  order: ChannelOrder,
  samples: 1 | 3 | 4,
  depth: 8 | 16 = 8,
): PaintPixels {
  const full = 2 ** depth - 1;
  const bytes = samples * (depth / 8);
  const channels = levels.length;
  // Of halves, because the difference of two float64 may be beyond what a float64 holds.
  const dark = levels.map(({ black }) => black / 2);
  const factors = levels.map(({ black, white }) => (white > black ? full / (white / 2 - black / 2) : 0));
  const channelOf = Array.from({ length: samples }, (_, sample) =>
    channels === 1 ? 0 : order === 'BGR' && sample < 3 ? 2 - sample : sample,
  );
  return (values, pixels) => {
    const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    const write = (at: number, level: number) => {
      if (depth === 8) clamped[at] = level;
      else view.setUint16(at, Math.round(Math.max(0, Math.min(full, level))));
    };
    for (let from = 0, to = 0; from < values.length; from += channels, to += bytes) {
      let isNumber = true;
      for (let sample = 0; sample < samples; sample++) {
        if (sample === 3 && channels < 4) {
          write(to + 3 * (depth / 8), full);
          break;
        }
        const channel = channelOf[sample] as number;
        const value = values[from + channel] as number;
        if (!Number.isFinite(value)) isNumber = false;
        write(to + sample * (depth / 8), (value / 2 - (dark[channel] as number)) * (factors[channel] as number));
      }
      if (!isNumber) pixels.fill(0, to, to + bytes);
    }
  };
}

/** Paints the colors of a map, as RGBA. */
export function mapPainter({ colors, bounds, others }: PixelMap): PaintPixels {
  return (values, pixels) => {
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      const isNumber = Number.isFinite(value);
      const table = isNumber ? colors : others;
      if (!table) continue;
      const entry = isNumber ? colorAt(bounds, value) : Number.isNaN(value) ? 0 : value > 0 ? 1 : 2;
      pixels[4 * at] = table[3 * entry] as number;
      pixels[4 * at + 1] = table[3 * entry + 1] as number;
      pixels[4 * at + 2] = table[3 * entry + 2] as number;
      pixels[4 * at + 3] = 255;
    }
  };
}

/** How many bounds a value has reached. */
function colorAt(bounds: Float64Array, value: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
