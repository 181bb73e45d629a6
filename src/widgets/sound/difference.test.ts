import { expect, it } from 'vitest';
import { soundDifference } from './difference.ts';

const samples = (...values: number[]) => Float32Array.from(values);

it('of two sounds is found sample by sample, in every channel', () => {
  const found = soundDifference([samples(0, 0.5, -0.5), samples(1, 0, 0)], [samples(0, 0.25, 0.5), samples(1, 0, 0)]);
  expect(found).toEqual({
    channels: [samples(0, 0.25, -1), samples(0, 0, 0)],
    samples: 6,
    differing: 2,
    largest: 1,
    at: 2,
  });
});

it('of a sound and itself is silence', () => {
  const sound = [samples(0.1, -0.2)];
  expect(soundDifference(sound, sound)).toMatchObject({ differing: 0, largest: 0 });
});

it.each([
  ['of other channels', [samples(0)], [samples(0), samples(0)]],
  ['of another length', [samples(0)], [samples(0, 0)]],
])('is none of sounds %s', (_, a, b) => expect(soundDifference(a, b)).toBeUndefined());
