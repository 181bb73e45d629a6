import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlace, placeHref } from '../../model/place.ts';
import { firstMapping, sliceText, withAxis, withIndex, withStep } from '../../tensor/mapping.ts';
import { detailOf, ofDifference, stateOf } from './tensor-state.ts';

test('what is shown of a tensor comes back from its address', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat(1000)),
      (sizes, random) => {
        const next = (below: number) => Number(random.next().value) % below;
        const shape = sizes.map(BigInt);
        let mapping = firstMapping(shape);
        for (let turn = 0; turn < 5; turn++) {
          const dimension = next(shape.length);
          if (next(2) === 0) mapping = withAxis(mapping, shape, next(2) === 0 ? 'rows' : 'columns', dimension);
          else if (dimension !== mapping.rows && dimension !== mapping.columns)
            mapping = withIndex(mapping, shape, dimension, next(6));
          else mapping = withStep(mapping, shape, dimension, 2);
        }
        const detail = detailOf({ view: 'Heat map', mapping }, shape);
        const href = placeHref({ tab: 'tensors', item: 'a/b', ...detail });
        expect(href).not.toContain('%5B');
        const { tab: _, item: __, ...read } = parsePlace(href) ?? { tab: 'files' };
        expect(read).toEqual(detail);
        expect(stateOf(read, shape)).toEqual({ view: 'Heat map', mapping, index: undefined });
      },
    ),
  );
});

test('nothing is written of what is as at first', () => {
  const shape = [2n, 3n, 4n];
  expect(detailOf({}, shape)).toEqual({});
  expect(detailOf({ view: 'Numbers', mapping: firstMapping(shape) }, shape)).toEqual({});
  expect(detailOf({ index: [1, 2, 3] }, shape)).toEqual({ cell: '1,2,3' });
});

test('a cell leads to its plane, and what does not fit the tensor is left out', () => {
  const shape = [2n, 3n, 4n];
  const led = stateOf({ cell: '1,2,3' }, shape);
  expect([led.index, led.mapping && sliceText(led.mapping, shape)]).toEqual([[1, 2, 3], '[1, :, :]']);
  const refused = stateOf({ view: 'film', slice: '[9]', axes: '7,1', cell: '1,2' }, shape);
  expect(refused).toEqual({ view: undefined, mapping: firstMapping(shape), index: undefined });
  expect(stateOf({ cell: '2,0,0' }, shape).index).toBeUndefined();
});

test('a difference is shown in colors around 0 until others are chosen', () => {
  expect(ofDifference({}).settings?.['Heat map']).toEqual({ map: 'diverging', range: 'symmetrical' });
  const chosen = { view: 'Heat map' as const, settings: { 'Heat map': { map: 'magma', range: 'all', zoom: 2 } } };
  expect(ofDifference(chosen)).toEqual(chosen);
});
