import { expect, test } from 'vitest';
import { actualsOf, matchOutputs } from './match-outputs.ts';

const tensor = (name: string) => ({ name, dtype: 'float32', shape: [] });
const npy = (handle: number, stem: string) => ({ handle, name: `${stem}.npy`, tensors: [tensor(stem)] });

function matched(outputs: readonly string[], files: Parameters<typeof actualsOf>[0]) {
  const found = matchOutputs(
    outputs.map((name) => ({ name })),
    actualsOf(files),
  );
  return Object.fromEntries([...found].map(([name, { target }]) => [name, [target.handle, target.tensor]]));
}

test('files and arrays called as outputs fall into place', () => {
  expect(matched(['y', 'scores:0'], [npy(1, 'scores_0'), npy(2, 'y'), npy(3, 'x')])).toEqual({
    y: [2, 'y'],
    'scores:0': [1, 'scores_0'],
  });
  const archive = { handle: 4, name: 'y.npz', tensors: [tensor('b'), tensor('y')] };
  expect(matched(['y', 'b'], [archive])).toEqual({ y: [4, 'y'], b: [4, 'b'] });
  // The one that came last, and the exact name before a similar one.
  expect(matched(['y'], [npy(1, 'y'), npy(2, 'y')])).toEqual({ y: [2, 'y'] });
  expect(matched(['out.0'], [npy(1, 'out.0'), npy(2, 'out_0')])).toEqual({ 'out.0': [1, 'out.0'] });
});

test('one result is that of one output, whatever it is called', () => {
  expect(matched(['y'], [npy(1, 'result')])).toEqual({ y: [1, 'result'] });
  expect(matched(['y', 'z'], [npy(1, 'result')])).toEqual({});
  expect(matched(['y'], [npy(1, 'a'), npy(2, 'b')])).toEqual({});
});
