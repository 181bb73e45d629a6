import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstMapping, mapped, sliceText, withAxis, withIndex } from '../../../tensor/mapping.ts';
import { areAxes } from '../../../tensor/picture-layout.ts';
import { imageAxes, imageDirections, imageMapped } from './axes.ts';

const shape = (...sizes: number[]) => sizes.map(BigInt);
const BATCH = shape(5, 20, 30, 3);

describe('what the view directs', () => {
  it('locks channels, and numbers of pictures while all are shown', () => {
    const sheet = imageDirections(BATCH, undefined, undefined, {}, false);
    expect(sheet.axes).toEqual({ rows: 1, columns: 2, channels: 3 });
    expect([...sheet.locked]).toEqual([
      [3, 'channels'],
      [0, 'grid'],
    ]);
    expect(sheet.isSheet).toBe(true);
    expect(sliceText(sheet.mapping, BATCH)).toBe('[:, :, :, :]');
    const one = imageDirections(BATCH, undefined, withIndex(firstMapping(BATCH), BATCH, 0, 4), { one: true }, false);
    expect([...one.locked]).toEqual([[3, 'channels']]);
    expect(sliceText(one.mapping, BATCH)).toBe('[4, :, :, :]');
  });

  it('shows the picture of a chosen element, and a single picture never as a sheet', () => {
    expect(imageDirections(BATCH, undefined, undefined, {}, true).isSheet).toBe(false);
    expect(imageDirections(BATCH, undefined, undefined, { one: false }, true).isSheet).toBe(true);
    expect(imageDirections(shape(1, 20, 30), undefined, undefined, { one: false }, false).isSheet).toBe(false);
  });

  it('takes the axes that were chosen, then those of the mapping, then the likeliest', () => {
    const axes = (
      ...[, mapping, settings]: [unknown, Parameters<typeof imageAxes>[2], Parameters<typeof imageAxes>[3]]
    ) => imageAxes(BATCH, undefined, mapping, settings);
    const first = firstMapping(BATCH);
    expect(axes(0, first, {})).toEqual({ rows: 1, columns: 2, channels: 3 });
    expect(axes(0, first, { axes: '2,1' })).toEqual({ rows: 2, columns: 1, channels: 3 });
    expect(axes(0, mapped(BATCH, { rows: 2, columns: 1 }, []), {})).toEqual({ rows: 2, columns: 1, channels: 3 });
    // Rows of three channels are not a picture that somebody meant.
    expect(axes(0, mapped(BATCH, { rows: 1, columns: 3 }, []), {})).toEqual({ rows: 1, columns: 2, channels: 3 });
    expect(axes(0, first, { channels: -1 })).toEqual({ rows: 1, columns: 2, channels: undefined });
  });

  it('reads any settings as axes that the tensor has, and the same ones from its own mapping', () => {
    const sizes = fc.array(fc.constantFrom(1, 2, 3, 4, 8, 20), { minLength: 2, maxLength: 5 });
    const axes = fc.oneof(fc.string(), fc.constantFrom('0,1', '1,0', '2,1', '9,9', '1'));
    const channels = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.double(), fc.string(), fc.constant(undefined));
    fc.assert(
      fc.property(sizes, axes, channels, fc.nat(), fc.nat(), (list, chosen, channel, a, b) => {
        const of = shape(...list);
        const mapping = withAxis(withAxis(firstMapping(of), of, 'rows', a % of.length), of, 'columns', b % of.length);
        const settings = { axes: chosen, channels: channel };
        const directions = imageDirections(of, undefined, mapping, settings, false);
        expect(areAxes(directions.axes, of)).toBe(true);
        expect(directions.mapping).toMatchObject({ rows: directions.axes.rows, columns: directions.axes.columns });
        expect(imageAxes(of, undefined, directions.mapping, settings)).toEqual(directions.axes);
      }),
    );
  });
});

describe('a change of the mapper', () => {
  const sheet = imageDirections(BATCH, undefined, undefined, {}, false);

  it('opens the picture whose index is chosen, at no index of its channels', () => {
    const { mapping, settings } = imageMapped(sheet, BATCH, withIndex(sheet.mapping, BATCH, 0, 3));
    expect(settings).toEqual({ Image: { one: true } });
    expect(mapping && sliceText(mapping, BATCH)).toBe('[3, :, :, 0]');
  });

  it('keeps the axes that are chosen', () => {
    const { settings } = imageMapped(sheet, BATCH, withAxis(sheet.mapping, BATCH, 'rows', 2));
    expect(settings).toEqual({ Image: { axes: '2,1' } });
  });
});
