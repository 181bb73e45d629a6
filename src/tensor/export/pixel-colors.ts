/** How numbers become pixels. Plain data, which crosses to the worker. */
export type PixelColors = PixelLevels | PixelMap;

/**
 * One to four channels of levels. What is not finite is transparent, of one and of three channels.
 */
export interface PixelLevels {
  kind: 'levels';
  /**
   * The values of black and of white: of all channels, or of each. Undefined: 0 and 255 of uint8, 0 and 1 of what lies
   * within, else the least and the largest finite value.
   */
  black?: readonly number[] | undefined;
  white?: readonly number[] | undefined;
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

/** Writes pixels: of each element, or of `channels` elements together, `samples` bytes. */
export type PaintPixels = (values: ArrayLike<number>, pixels: Uint8Array) => void;

/** Which levels are black and white, once they are known, one for each channel. */
export interface KnownLevels {
  black: readonly number[];
  white: readonly number[];
}

/**
 * Paints levels.
 *
 * @param samples bytes of a pixel: as many as channels, or 4 where what is not finite is to be transparent
 */
export function levelPainter({ black, white }: KnownLevels, channels: number, samples: 1 | 3 | 4): PaintPixels {
  const lows = Array.from({ length: channels }, (_, channel) => (black[channel] ?? black[0] ?? 0) / 2);
  const factors = lows.map((low, channel) => {
    const width = (white[channel] ?? white[0] ?? 0) / 2 - low;
    return width === 0 ? 0 : 255 / width;
  });
  return (values, pixels) => {
    const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    for (let from = 0, to = 0; from < values.length; from += channels, to += samples) {
      let isNumber = true;
      for (let sample = 0; sample < samples; sample++) {
        if (sample >= channels && sample === 3) break;
        const channel = channels === 1 ? 0 : sample;
        const value = values[from + channel] as number;
        if (!Number.isFinite(value)) isNumber = false;
        // Of halves, because the difference of two float64 may be beyond what a float64 holds.
        clamped[to + sample] = (value / 2 - (lows[channel] as number)) * (factors[channel] as number);
      }
      if (samples === 4 && channels < 4) clamped[to + 3] = isNumber ? 255 : 0;
      else if (samples === 4 && !isNumber) clamped[to + 3] = 0;
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
