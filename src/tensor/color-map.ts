import { COLOR_TABLES } from './color-tables.ts';

/** The color maps, in the order of the page. */
export const COLOR_MAPS = ['viridis', 'magma', 'cividis', 'gray', 'diverging'] as const;

export type ColorMapName = (typeof COLOR_MAPS)[number];

/** Colors of a map. */
export const MAP_COLORS = 256;

/** Which color stands for a bin that holds such a value, after those of the map. */
export const NAN_COLOR = MAP_COLORS;
export const POSITIVE_INFINITY_COLOR = MAP_COLORS + 1;
export const NEGATIVE_INFINITY_COLOR = MAP_COLORS + 2;

export type Rgb = readonly [red: number, green: number, blue: number];

/** Colors that no map has, each with another that is drawn in stripes over it where there is room. */
export const MARK_COLORS: readonly (readonly [color: Rgb, stripe: Rgb])[] = [
  [
    [255, 0, 255],
    [255, 255, 255],
  ],
  [
    [255, 110, 0],
    [0, 0, 0],
  ],
  [
    [0, 255, 255],
    [0, 0, 0],
  ],
];

/** The colors of a map from the lowest value to the highest, or inverted. */
export function mapColors(name: ColorMapName, isInverted = false): Rgb[] {
  const bytes =
    name === 'gray' ? undefined : Uint8Array.from(atob(COLOR_TABLES[name]), (character) => character.charCodeAt(0));
  const colors = Array.from({ length: MAP_COLORS }, (_, at): Rgb => {
    const part = (channel: number) => (bytes ? (bytes[3 * at + channel] as number) : at);
    return [part(0), part(1), part(2)];
  });
  return isInverted ? colors.reverse() : colors;
}

/** A color as the pixel of an `ImageData`, whose bytes are red, green, blue and opacity. */
export function pixelOf([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The pixels of a map and of the marks: at 0 the lowest value, at `NAN_COLOR` and after it the marks. */
export function mapPixels(name: ColorMapName, isInverted = false): Uint32Array {
  return Uint32Array.from([...mapColors(name, isInverted), ...MARK_COLORS.map(([color]) => color)], pixelOf);
}

/** A map as the gradient of a style sheet, towards the right or upwards. */
export function mapGradient(name: ColorMapName, isInverted: boolean, towards: 'right' | 'top'): string {
  const stops = mapColors(name, isInverted).filter((_, at) => at % 15 === 0);
  return `linear-gradient(to ${towards}, ${stops.map((rgb) => `rgb(${rgb.join(' ')})`).join(', ')})`;
}
