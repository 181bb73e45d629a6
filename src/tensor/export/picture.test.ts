import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { firstMapping, withIndex, withStep } from '../mapping.ts';
import { areAxes, pictureMapping } from '../picture-layout.ts';
import { planPicture, readPicture } from '../picture-reading.ts';
import { pixelElements } from '../pixels.ts';
import { readNumbers } from '../plane.ts';
import { NumericReader } from '../reader.ts';
import { partCount, partValues } from './part.ts';
import { axesPart } from './picture.ts';

test('the picture that is taken away is the one that is drawn', async () => {
  const sizes = fc.array(fc.constantFrom(1, 2, 3, 4, 5), { minLength: 2, maxLength: 4 });
  const random = fc.array(fc.nat(), { minLength: 5, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(sizes, random, async (list, [a = 0, b = 0, c = 0, index = 0, step = 0]) => {
      const shape = list.map(BigInt);
      const count = list.reduce<number>((all, size) => all * size, 1);
      const sides = { rows: a % list.length, columns: b % list.length };
      const axes = [
        { ...sides, channels: c % list.length },
        { ...sides, channels: undefined },
      ].find((each) => areAxes(each, shape));
      fc.pre(axes !== undefined);
      if (!axes) return;
      const data = new Uint8Array(Uint32Array.from({ length: count }, (_, at) => at).buffer);
      const reader = new NumericReader(memorySource('t', data), 'uint32', count);
      let mapping = pictureMapping(firstMapping(shape), shape, axes);
      for (const [dimension, { isIndex }] of mapping.steps.entries())
        if (isIndex) mapping = withIndex(mapping, shape, dimension, index % 5);
      mapping = withStep(mapping, shape, axes.columns, 1 + (step % 2));
      const plan = planPicture(mapping, shape, axes);
      const drawn = await readPicture(plan, (plane) => readNumbers(reader, plane));
      const expected: number[] = [];
      for (let y = 0; y < plan.height; y++)
        for (let x = 0; x < plan.width; x++) expected.push(...pixelElements(drawn, x, y).map(Number));
      const part = axesPart(axes, mapping, shape);
      const values: number[] = [];
      for await (const some of partValues(reader, part)) values.push(...Array.from(some, Number));
      expect(values).toEqual(expected);
      expect(partCount(part)).toBe(expected.length);
    }),
  );
});
