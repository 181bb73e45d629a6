import { describe, expect, test } from 'vitest';
import { DEFAULT_RUN_LIMITS, type RunTensor } from '../../../../model/run/run-thread.ts';
import { fixtureSource, hasFixtures } from '../../../../testing/fixtures.ts';
import { openArchive } from '../../../../testing/open-archive.ts';
import { modelHost } from './host.ts';

/** A tensor of float32. */
function floats(name: string, values: readonly number[]): RunTensor {
  const data = new Uint8Array(Float32Array.from(values).buffer);
  return { name, dtype: 'float32', shape: [values.length], data };
}

describe.skipIf(!hasFixtures)('the test model of the reference', () => {
  test('adds one', async () => {
    const file = (await openArchive(fixtureSource('carton/wasm.carton'))).open('model/model.wasm');
    const model = (await file?.read(0, file.size)) as Uint8Array<ArrayBuffer>;
    const host = modelHost();
    expect(host({ kind: 'load', model, limits: DEFAULT_RUN_LIMITS }).reply).toMatchObject({ kind: 'loaded' });
    const { reply, transfer } = host({ kind: 'infer', inputs: [floats('in1', Array(20).fill(1.5))] });
    expect(reply).toMatchObject({ outputs: [floats('out1', Array(20).fill(2.5))], memory: 18 * 65_536 });
    expect(transfer).toHaveLength(1);
  });
});
