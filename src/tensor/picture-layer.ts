import { type ColorMapName, MAP_COLORS, mapColors, type Rgb } from './color-map.ts';
import { DTYPES, type NumericDtype } from './dtype.ts';
import type { PictureValues } from './picture-reading.ts';
import { pictureLevels } from './pixels.ts';

/** Colors of a mask: where it is 0, nothing is drawn; where it is white, the color. */
const MASK_COLORS: Readonly<Record<string, Rgb>> = {
  Red: [230, 30, 40],
  Green: [0, 170, 90],
  Blue: [30, 110, 240],
  Yellow: [250, 200, 0],
};

/** Color maps of depth, from the least value to the greatest. */
const DEPTH_MAPS: Readonly<Record<string, ColorMapName>> = { Viridis: 'viridis', Magma: 'magma', Gray: 'gray' };

const CLASSES = 'Classes';

/** The colors that a mask or depth can have on another picture. */
export const LAYER_COLORS: readonly string[] = [...Object.keys(MASK_COLORS), CLASSES, ...Object.keys(DEPTH_MAPS)];

/** What a layer of this type has at first. Classes are whole numbers above 1. */
export function layerColors(dtype: NumericDtype, values: PictureValues): string {
  const [level] = pictureLevels(values, { dtype, range: 'min to max', order: 'RGB' });
  if (!level || (level.black >= 0 && level.white <= 1)) return 'Red';
  if (DTYPES[dtype].kind === 'float') return 'Magma';
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
 * The pixels of a gray picture that is laid over another one: RGBA, row by row. A mask is as opaque as it is white,
 * depth covers all, and of classes, 0 and negative values are transparent. So is what is not finite.
 *
 * @param colors one of `LAYER_COLORS`
 */
export function layerPixels(
  values: PictureValues,
  dtype: NumericDtype,
  colors: string,
): Uint8ClampedArray<ArrayBuffer> {
  const part = values.parts[0] as ArrayLike<number | bigint>;
  const map = DEPTH_MAPS[colors];
  const mask = MASK_COLORS[colors];
  const [level = { black: 0, white: 1 }] = pictureLevels(values, {
    dtype,
    range: map ? 'min to max' : 'automatic',
    order: 'RGB',
  });
  const span = level.white / 2 - level.black / 2;
  const data = new Uint8ClampedArray(4 * part.length);
  const colorOf = layerColor(map, mask);
  for (let pixel = 0; pixel < part.length; pixel++) {
    const value = Number(part[pixel]);
    if (!Number.isFinite(value)) continue;
    const share = span > 0 ? Math.max(0, Math.min(1, (value / 2 - level.black / 2) / span)) : 0;
    const opacity = map ? 1 : mask ? share : Math.round(value) > 0 ? 1 : 0;
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
function layerColor(map: ColorMapName | undefined, mask: Rgb | undefined): (value: number, share: number) => Rgb {
  if (mask) return () => mask;
  if (map) {
    const colors = mapColors(map);
    return (_, share) => colors[Math.round((MAP_COLORS - 1) * share)] as Rgb;
  }
  const kept = Array.from({ length: KEPT_CLASSES }, (_, at) => classColor(at));
  return (value) => kept[Math.round(value)] ?? classColor(Math.round(value));
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
