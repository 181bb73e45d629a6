import { describe, expect, it, test, vi } from 'vitest';
import { pythonWith, runPython } from '../../testing/python.ts';
import { decodeElements } from '../elements.ts';
import type { NumericContents } from './contents.ts';
import { keepInMemory } from './flow.ts';
import { Twister } from './twister.ts';
import { typedContents } from './typed.ts';

// Starting Python takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const python = pythonWith('numpy');

const RANDOM = `
import json, numpy
def some(seed):
    r = numpy.random.RandomState(seed)
    u = r.random_sample(700).tolist()
    return u, r.standard_normal(701).tolist()
print(json.dumps([some(seed) for seed in (0, 1, 42, 2**32 - 1)]))
`;

test.skipIf(!python)('random numbers are those of NumPy’s RandomState', () => {
  const expected: [number[], number[]][] = JSON.parse(runPython(python as string, RANDOM, new Uint8Array()).toString());
  for (const [at, seed] of [0, 1, 42, 2 ** 32 - 1].entries()) {
    const twister = new Twister(seed);
    const [uniform, normal] = expected[at] as [number[], number[]];
    expect(uniform.map(() => twister.uniform())).toEqual(uniform);
    // The last digit of a logarithm differs with the machine.
    for (const value of normal) expect(Math.abs(twister.normal() - value)).toBeLessThan(1e-14);
  }
});

describe('random values', () => {
  async function made(dtype: 'float32' | 'int8' | 'int64', values: Parameters<typeof typedContents>[0]) {
    const { contents } = await typedContents(values, keepInMemory());
    return Array.from(
      decodeElements(dtype, new Uint8Array(await (contents as NumericContents).data.arrayBuffer())),
      Number,
    );
  }
  const uniform = { kind: 'uniform', low: '-3', high: '3' } as const;

  it('are the same for one seed, as NumPy’s RandomState(7) has them', async () => {
    const typed = {
      kind: 'random',
      dtype: 'float32',
      shape: [3n],
      seed: 7,
      values: { kind: 'uniform', low: '0', high: '1' },
    } as const;
    expect(await made('float32', typed)).toEqual([0.07630829, 0.77991879, 0.43840923].map(Math.fround));
  });

  it('are whole numbers from the lowest to the highest', async () => {
    const typed = { kind: 'random', dtype: 'int8', shape: [500n], seed: 1, values: uniform } as const;
    expect([...new Set(await made('int8', typed))].sort((a, b) => a - b)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  });

  it('are refused without limits that hold', async () => {
    const ask = (values: object, dtype = 'float32', seed = 1) =>
      typedContents(
        { kind: 'random', dtype, shape: [100n], seed, values } as Parameters<typeof typedContents>[0],
        keepInMemory(),
      );
    await expect(ask({ kind: 'uniform', low: '1', high: '0' })).rejects.toMatchObject({ code: 'values/out-of-range' });
    await expect(ask({ kind: 'uniform', low: 'x', high: '0' })).rejects.toMatchObject({ code: 'values/not-a-number' });
    await expect(ask({ kind: 'normal', mean: '0', deviation: '-1' })).rejects.toMatchObject({
      code: 'values/out-of-range',
    });
    await expect(ask({ kind: 'normal', mean: '127', deviation: '9' }, 'int8')).rejects.toMatchObject({
      code: 'values/out-of-range',
    });
    await expect(ask(uniform, 'float32', -1)).rejects.toMatchObject({ code: 'values/out-of-range' });
  });
});
