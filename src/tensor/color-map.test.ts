import { expect, test } from 'vitest';
import { COLOR_MAPS, MAP_COLORS, MARK_COLORS, mapColors, mapPixels, NAN_COLOR, type Rgb } from './color-map.ts';

/** How light a color is, as the eye has it, from 0 to 1. */
function lightness([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part / 255) ** 2.2;
  return (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)) ** (1 / 2.2);
}

const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

test('viridis, magma and cividis have the published ends and middles', () => {
  const at = (name: 'viridis' | 'magma' | 'cividis', index: number) => mapColors(name)[index];
  expect([at('viridis', 0), at('viridis', 255)]).toEqual([
    [68, 1, 84],
    [253, 231, 37],
  ]);
  expect(distance(at('viridis', 128) as Rgb, [33, 145, 140])).toBeLessThan(4);
  expect(distance(at('magma', 0) as Rgb, [0, 0, 4])).toBeLessThan(4);
  expect(distance(at('magma', 255) as Rgb, [252, 253, 191])).toBeLessThan(4);
  expect(distance(at('cividis', 128) as Rgb, [124, 123, 120])).toBeLessThan(12);
});

test('maps go from dark to light without turning back; the diverging one is lightest in its middle', () => {
  for (const name of COLOR_MAPS) {
    const lights = mapColors(name).map(lightness);
    const rises = name === 'diverging' ? lights.slice(0, 120) : lights;
    for (let at = 8; at < rises.length; at += 8) expect(rises[at]).toBeGreaterThan((rises[at - 8] as number) - 0.005);
    if (name !== 'diverging') continue;
    expect(Math.max(...lights)).toBeCloseTo(lights[128] as number, 1);
    expect(Math.abs((lights[0] as number) - (lights[255] as number))).toBeLessThan(0.15);
  }
});

test('marks are like no color of any map, and like none of each other', () => {
  const marks = MARK_COLORS.map(([color]) => color);
  for (const name of COLOR_MAPS)
    for (const color of mapColors(name)) for (const mark of marks) expect(distance(color, mark)).toBeGreaterThan(60);
  expect(distance(marks[0] as Rgb, marks[1] as Rgb)).toBeGreaterThan(100);
  expect(distance(marks[1] as Rgb, marks[2] as Rgb)).toBeGreaterThan(100);
});

test('a map is inverted, and its pixels are those of an ImageData', () => {
  expect(mapColors('magma', true)).toEqual(mapColors('magma').reverse());
  const bytes = new Uint8Array(mapPixels('viridis').buffer);
  expect([...bytes.slice(0, 4)]).toEqual([68, 1, 84, 255]);
  expect([...bytes.slice(4 * NAN_COLOR, 4 * NAN_COLOR + 4)]).toEqual([255, 0, 255, 255]);
  expect(bytes).toHaveLength(4 * (MAP_COLORS + 3));
});
