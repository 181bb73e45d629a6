import { describe, expect, test } from 'vitest';
import { DEFAULT_RUN_LIMITS, type RunLimits, type RunReply, type RunTensor } from '../../../../model/run/run-thread.ts';
import { fixtureSource, hasFixtures } from '../../../../testing/fixtures.ts';
import { openArchive } from '../../../../testing/open-archive.ts';
import { modelComponent } from '../../../../testing/wasm/component.ts';
import { HOSTILE_BUDGET, hostileComponents } from '../../../../testing/wasm/hostile-components.ts';
import { modelModule } from '../../../../testing/wasm/model-module.ts';
import { modelHost } from './host.ts';

/** A tensor of float32. */
function floats(name: string, values: readonly number[]): RunTensor {
  const data = new Uint8Array(Float32Array.from(values).buffer);
  return { name, dtype: 'float32', shape: [values.length], data };
}

/** What comes of a model: of loading it, or of running it once. */
function ran(
  model: Uint8Array<ArrayBuffer>,
  inputs: readonly RunTensor[],
  limits: RunLimits = DEFAULT_RUN_LIMITS,
): { stage: 'load' | 'infer'; reply: RunReply } {
  const host = modelHost();
  const { reply } = host({ kind: 'load', model, limits });
  return reply.kind === 'loaded'
    ? { stage: 'infer', reply: host({ kind: 'infer', inputs }).reply }
    : { stage: 'load', reply };
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

test('each run begins with what the model was at first', () => {
  const counts = `
    (i32.store (i32.const 1024) (i32.add (i32.load (i32.const 1024)) (i32.const 1)))
    (i32.store (i32.const 20) (i32.ne (i32.load (i32.const 1024)) (i32.const 1)))
    (i32.const 16)`;
  const host = modelHost();
  host({ kind: 'load', model: modelComponent(modelModule({ infer: counts })), limits: DEFAULT_RUN_LIMITS });
  for (let run = 0; run < 3; run++)
    expect(host({ kind: 'infer', inputs: [] }).reply).toMatchObject({ kind: 'outputs', outputs: [] });
});

test('a trap says so, and the next run works', () => {
  const traps = '(if (i32.eqz (local.get $count)) (then unreachable)) (i32.const 16)';
  const host = modelHost();
  host({ kind: 'load', model: modelComponent(modelModule({ infer: traps })), limits: DEFAULT_RUN_LIMITS });
  expect(host({ kind: 'infer', inputs: [] }).reply).toMatchObject({
    error: { code: 'run/trap', message: 'The model stopped with an error: unreachable.' },
  });
  expect(host({ kind: 'infer', inputs: [floats('a', [1])] }).reply).toMatchObject({ kind: 'outputs' });
});

test('inputs beyond the limit, and of types that no model takes, are refused', () => {
  const model = modelComponent(modelModule());
  const limits = { memory: 10 * 65_536, time: 1000 };
  const large = ran(model, [floats('a', Array(163_840).fill(0))], limits);
  expect(large.reply).toMatchObject({ error: { code: 'run/too-large' } });
  const half: RunTensor = { name: 'h', dtype: 'float16', shape: [1], data: new Uint8Array(2) };
  expect(ran(model, [half]).reply).toMatchObject({ error: { code: 'run/bad-input' } });
});

test('a limit beyond what a memory can have still lets a model run', () => {
  const { reply } = ran(modelComponent(modelModule()), [floats('a', [1])], { memory: 2 ** 36, time: 1000 });
  expect(reply).toMatchObject({ kind: 'outputs', outputs: [floats('a', [1])] });
});

const limits = { memory: HOSTILE_BUDGET, time: 1000 };

test.each(hostileComponents().filter(({ comesTo }) => comesTo !== 'endless'))(
  '$name: $comesTo',
  (hostile) => {
    const { stage, reply } = ran(hostile.bytes(), [floats('in', [1, 2])], limits);
    const comesTo = reply.kind === 'outputs' ? 'runs' : stage === 'load' ? 'refused' : 'fails';
    expect(comesTo, JSON.stringify(reply)).toBe(hostile.comesTo);
    if (reply.kind === 'outputs') expect(reply.memory).toBeLessThanOrEqual(HOSTILE_BUDGET);
    else
      expect(reply).toMatchObject({
        error: { code: expect.stringMatching(/^run\//), message: expect.stringMatching(/^[A-Z].{10,}\.$/s) },
      });
    expect(globalThis).not.toHaveProperty('ran');
  },
  60_000,
);
