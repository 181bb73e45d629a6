import { expect, test } from 'vitest';
import { mapPixels, NAN_COLOR } from '../../../tensor/color-map.ts';
import { drawLayers, type Layer } from './drawing.ts';

const pixels = mapPixels('gray');
const layer = (colors: readonly number[], columns: number, more: Partial<Layer> = {}): Layer => ({
  row: 0,
  column: 0,
  height: colors.length / columns,
  width: columns,
  steps: { rows: 1, columns: 1 },
  columns,
  colors: Uint16Array.from(colors),
  ...more,
});

function drawn(
  width: number,
  height: number,
  layers: Layer[],
  view: { x: number; y: number; width: number; height: number },
) {
  const target = new Uint32Array(width * height);
  drawLayers(target, { width, height }, view, layers, pixels);
  return Array.from(target, (pixel) => (pixel === 0 ? undefined : pixel & 255));
}

test('each pixel has the color of the bin at its middle', () => {
  const all = { x: 0, y: 0, width: 2, height: 2 };
  expect(drawn(4, 2, [layer([1, 2, 3, 4], 2)], all)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  expect(drawn(2, 2, [layer([1, 2, 3, 4], 2)], { x: 1, y: 1, width: 1, height: 1 })).toEqual([4, 4, 4, 4]);
  const halves = layer([7, 9], 1, { height: 4, width: 3, steps: { rows: 2, columns: 3 } });
  expect(drawn(3, 4, [halves], { x: 0, y: 0, width: 3, height: 4 })).toEqual([7, 7, 7, 7, 7, 7, 9, 9, 9, 9, 9, 9]);
});

test('a finer layer lies over the coarse one, where it is', () => {
  const coarse = layer([50], 1, { height: 4, width: 4, steps: { rows: 4, columns: 4 } });
  const fine = layer([1, 2, 3, 4], 2, { row: 1, column: 2 });
  expect(drawn(4, 4, [coarse, fine], { x: 0, y: 0, width: 4, height: 4 })).toEqual([
    50, 50, 50, 50, 50, 50, 1, 2, 50, 50, 3, 4, 50, 50, 50, 50,
  ]);
});

test('a mark is striped where there is room', () => {
  const target = new Uint32Array(144);
  drawLayers(target, { width: 12, height: 12 }, { x: 0, y: 0, width: 1, height: 1 }, [layer([NAN_COLOR], 1)], pixels);
  expect(new Set(target)).toEqual(new Set([0xffff00ff, 0xffffffff]));
  drawLayers(
    target,
    { width: 12, height: 12 },
    { x: 0, y: 0, width: 3, height: 3 },
    [layer(new Array(9).fill(NAN_COLOR), 3)],
    pixels,
  );
  expect(new Set(target)).toEqual(new Set([0xffff00ff]));
});
