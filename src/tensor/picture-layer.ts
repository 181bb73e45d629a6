import type { NumericDtype } from './dtype.ts';
import type { PictureValues } from './picture-reading.ts';
import { pictureLevels } from './pixels.ts';

type Rgb = readonly [number, number, number];

/** Colors of a mask: where it is 0, nothing is drawn; where it is white, the color. */
const MASK_COLORS: Readonly<Record<string, Rgb>> = {
  Red: [230, 30, 40],
  Green: [0, 170, 90],
  Blue: [30, 110, 240],
  Yellow: [250, 200, 0],
};

/** Colors of depth from the nearest to the farthest value, evenly spaced. Each is lighter than the one before. */
const DEPTH_RAMPS: Readonly<Record<string, readonly Rgb[]>> = {
  'Dark to light': [
    [40, 10, 90],
    [120, 25, 125],
    [200, 65, 90],
    [245, 140, 50],
    [250, 235, 150],
  ],
  Gray: [
    [0, 0, 0],
    [255, 255, 255],
  ],
};

const CLASSES = 'Classes';

/** The colors that a mask or depth can have on another picture. */
export const LAYER_COLORS: readonly string[] = [...Object.keys(MASK_COLORS), CLASSES, ...Object.keys(DEPTH_RAMPS)];

/** What a layer of this type has at first. Classes are whole numbers above 1. */
export function layerColors(dtype: NumericDtype, values: PictureValues): string {
  const [level] = pictureLevels(values, { dtype, range: 'min to max', order: 'RGB' });
  if (!level || (level.black >= 0 && level.white <= 1 && !dtype.includes('float'))) return 'Red';
  if (dtype.includes('float')) return level.black >= 0 && level.white <= 1 ? 'Red' : 'Dark to light';
  return level.white < CLASS_LIMIT ? CLASSES : 'Red';
}

/** Whole numbers below this are classes: masks of one class are often 0 and 255. */
const CLASS_LIMIT = 255;

/** Turns the hue by the golden angle, so that classes next to each other differ most. Degrees. */
const GOLDEN_ANGLE = 137.508;

/** The color of a class, from 1. */
export function classColor(index: number): Rgb {
  const hue = (index * GOLDEN_ANGLE) % 360;
  const channel = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (0.52 - 0.43 * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

/**
 * The pixels of a gray picture that is laid over another one: RGBA, row by row. A mask is as opaque as it is white, what
 * is no class (0, negative) is transparent, and depth covers all. What is not finite is transparent.
 *
 * @param colors one of `LAYER_COLORS`
 */
export function layerPixels(
  values: PictureValues,
  dtype: NumericDtype,
  colors: string,
): Uint8ClampedArray<ArrayBuffer> {
  const part = values.parts[0] as ArrayLike<number | bigint>;
  const ramp = DEPTH_RAMPS[colors];
  const mask = MASK_COLORS[colors];
  const [level = { black: 0, white: 1 }] = pictureLevels(values, {
    dtype,
    range: ramp ? 'min to max' : 'automatic',
    order: 'RGB',
  });
  const span = level.white / 2 - level.black / 2;
  const data = new Uint8ClampedArray(4 * part.length);
  const colorOf = layerColor(ramp, mask);
  for (let pixel = 0; pixel < part.length; pixel++) {
    const value = Number(part[pixel]);
    if (!Number.isFinite(value)) continue;
    const share = span > 0 ? Math.max(0, Math.min(1, (value / 2 - level.black / 2) / span)) : 0;
    const opacity = ramp ? 1 : mask ? share : Math.round(value) > 0 ? 1 : 0;
    if (opacity === 0) continue;
    const color = colorOf(value, share);
    data[4 * pixel] = color[0];
    data[4 * pixel + 1] = color[1];
    data[4 * pixel + 2] = color[2];
    data[4 * pixel + 3] = 255 * opacity;
  }
  return data;
}

/** Classes whose colors are kept. There are as many as the values of a hostile tensor. */
const KEPT_CLASSES = 4096;

/** The color of a value, each made once. */
function layerColor(ramp: readonly Rgb[] | undefined, mask: Rgb | undefined): (value: number, share: number) => Rgb {
  if (mask) return () => mask;
  if (ramp) {
    const colors = Array.from({ length: 256 }, (_, at) => rampColor(ramp, at / 255));
    return (_, share) => colors[Math.round(255 * share)] as Rgb;
  }
  const kept = Array.from({ length: KEPT_CLASSES }, (_, at) => classColor(at));
  return (value) => kept[Math.round(value)] ?? classColor(Math.round(value));
}

/** The color at a share of a ramp, between its two nearest ones. */
function rampColor(ramp: readonly Rgb[], share: number): Rgb {
  const at = Math.min(ramp.length - 2, Math.floor(share * (ramp.length - 1)));
  const [from, to] = [ramp[at] as Rgb, ramp[at + 1] as Rgb];
  const part = share * (ramp.length - 1) - at;
  const mixed = (channel: 0 | 1 | 2) => from[channel] + (to[channel] - from[channel]) * part;
  return [mixed(0), mixed(1), mixed(2)];
}

/**
 * The pixels of a picture with a layer over it, which has the same size. All are RGBA, row by row.
 *
 * @param opacity of the layer, from 0 to 1
 */
export function laidOver(
  picture: Uint8ClampedArray,
  layer: Uint8ClampedArray,
  opacity: number,
): Uint8ClampedArray<ArrayBuffer> {
  if (picture.length !== layer.length) throw new RangeError('A layer must have the size of its picture.');
  const data = new Uint8ClampedArray(picture);
  for (let at = 0; at < data.length; at += 4) {
    const over = ((layer[at + 3] as number) / 255) * opacity;
    const under = ((picture[at + 3] as number) / 255) * (1 - over);
    const all = over + under;
    if (all === 0) continue;
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = ((layer[channel] as number) * over + (picture[channel] as number) * under) / all;
    data[at + 3] = 255 * all;
  }
  return data;
}
