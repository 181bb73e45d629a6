import { expect, it } from 'vitest';
import type { DecodedDtype } from '../../../tensor/dtype.ts';
import { firstMapping, sliceText, withStep } from '../../../tensor/mapping.ts';
import { pictureMapping } from '../../../tensor/picture-layout.ts';
import type { TensorAccess, TensorCompanion } from '../view-props.ts';
import { imageAxes } from './axes.ts';
import { type DrawnPictures, pictureOf } from './drawn.ts';
import { mappingAt, overlayOptions, pictureNumber, type ShownPictures } from './overlay.ts';

const shape = (...sizes: number[]) => sizes.map(BigInt);
const ACCESS: TensorAccess = {
  of: '',
  cells: async () => [],
  numbers: async () => new Uint8Array(),
  hasBits: false,
  holds: () => false,
  envelopes: async () => [],
  shrunk: () => Promise.reject(new Error('unused')),
  holdsShrunk: () => false,
  unaskedBytes: 0,
  isRemote: false,
};

function picturesOf(...sizes: number[]): ShownPictures {
  const of = shape(...sizes);
  const axes = imageAxes(of, undefined, firstMapping(of), {});
  return { dtype: 'uint8', shape: of, axes, mapping: pictureMapping(firstMapping(of), of, axes) };
}

const tensor = (label: string, dtype: DecodedDtype, ...sizes: number[]): TensorCompanion => ({
  kind: 'tensor',
  key: `tensor ${label}`,
  label,
  dtype,
  shape: shape(...sizes),
  stated: undefined,
  access: ACCESS,
});

const FILE: TensorCompanion = { kind: 'file', key: 'file a', label: 'scene', draw: async () => undefined };

const labels = (of: ShownPictures, ...companions: TensorCompanion[]) =>
  overlayOptions(of, companions).map(({ label }) => label);

it('lays gray pictures of the same size over others, as many as there are or one for all', () => {
  const mask = tensor('mask', 'bool', 1, 20, 30);
  expect(labels(picturesOf(20, 30, 3), mask)).toEqual(['mask on it']);
  expect(labels(picturesOf(5, 20, 30, 3), mask)).toEqual(['mask on it']);
  expect(labels(picturesOf(5, 20, 30, 3), tensor('masks', 'uint8', 5, 1, 20, 30))).toEqual(['masks on it']);
  expect(labels(picturesOf(4, 20, 30, 3), tensor('masks', 'uint8', 5, 20, 30))).toEqual([]);
  expect(labels(picturesOf(20, 30), mask, tensor('photo', 'float32', 3, 20, 30), FILE)).toEqual([
    'mask on it',
    'On mask',
    'On photo',
    'On scene',
  ]);
  expect(labels(picturesOf(20, 30), tensor('turned', 'uint8', 30, 20), tensor('text', 'string', 20, 30))).toEqual([]);
  // Colors cover all.
  expect(labels(picturesOf(20, 30, 3), tensor('photo', 'uint8', 20, 30, 3), FILE)).toEqual([]);
});

it('shows the part of the other picture that is shown of this one', () => {
  const of = picturesOf(20, 30, 3);
  const part = { ...of, mapping: withStep(of.mapping, of.shape, 0, 2) };
  const [option] = overlayOptions(part, [tensor('mask', 'uint8', 1, 20, 30)]);
  expect(option?.pictures && sliceText(mappingAt(option.pictures, 0), option.pictures.shape)).toBe('[:, ::2, :]');
  // A file is drawn whole.
  const gray = picturesOf(20, 30);
  expect(labels({ ...gray, mapping: withStep(gray.mapping, gray.shape, 0, 2) }, FILE)).toEqual([]);
});

it('numbers pictures as the tensor has them, and shows the one for all with each', () => {
  const of = picturesOf(4, 5, 20, 30);
  for (const number of [0, 7, 19]) expect(pictureNumber({ ...of, mapping: mappingAt(of, number) })).toBe(number);
  expect(pictureNumber({ ...picturesOf(20, 30), mapping: mappingAt(picturesOf(20, 30), 7) })).toBe(0);
});

it('draws means of a large picture, but not of one whose values choose the colors of a layer', () => {
  const pictures = picturesOf(5000, 5000);
  const [under] = overlayOptions(pictures, [FILE]);
  const of: DrawnPictures = {
    access: { ...ACCESS, unaskedBytes: 2 ** 28 },
    pictures,
    drawing: { dtype: 'uint8', range: 'automatic', order: 'RGB' },
    overlay: undefined,
  };
  expect(pictureOf(of, 0, 'one').plan).toMatchObject({ step: 3, box: { rows: 3, columns: 3 } });
  const layer = { ...of, overlay: under && { option: under, colors: 'Classes', opacity: 1 } };
  expect(pictureOf(layer, 0, 'one').plan).toMatchObject({ step: 3, box: { rows: 1, columns: 1 } });
  // Of a host, no more is read than the view asks for anyway.
  const remote = { ...of, access: { ...ACCESS, unaskedBytes: 8_000_000 } };
  expect(pictureOf(remote, 0, 'one').plan).toMatchObject({ step: 3, box: { rows: 1, columns: 3 } });
});
