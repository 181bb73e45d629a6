import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memorySource } from '../../source/memory.ts';
import { ROOT } from '../../testing/inspected.ts';
import { callsInThread } from '../../testing/worker-calls.ts';

test('gives what a run needs of the sample, and judges what comes of it', async () => {
  const sample = new Uint8Array(readFileSync(join(ROOT, 'public/sample-wasm.carton')));
  const { call } = callsInThread({ container: memorySource('a.carton', sample) });
  const { handle, package: pkg } = await call('open', { descriptor: { kind: 'url', url: 'https://one.example/a' } });
  expect(pkg.runsHere).toMatchObject({ can: true, path: 'model/model.wasm' });
  const { exports, problem } = await call('runInterface', { handle });
  expect([exports.map(({ name }) => name), problem]).toEqual([['infer'], undefined]);

  const [{ inputs = [], expected = [] } = {}] = pkg.selfTests;
  const given = await call('runInputs', { handle, bindings: inputs, limit: 10_000 });
  expect(given.map(({ name, dtype, shape }) => [name, dtype, shape])).toEqual([
    ['image', 'float32', [3, 16, 16]],
    ['temperature', 'float32', []],
  ]);
  await expect(call('runInputs', { handle, bindings: inputs, limit: 100 })).rejects.toMatchObject({
    code: 'run/too-large',
  });
  const file = { name: 'f', value: { kind: 'file' as const, path: 'misc/shapes.png' } };
  await expect(call('runInputs', { handle, bindings: [file], limit: 100 })).rejects.toMatchObject({
    code: 'run/bad-input',
  });

  const [, label = file] = expected;
  await expect(call('runInputs', { handle, bindings: [label], limit: 10 })).rejects.toMatchObject({
    code: 'run/too-large',
  });

  const outputs = await call('runInputs', { handle, bindings: expected, limit: 10_000 });
  expect(
    await call('judgeOutputs', { handle, expected, outputs: (await call('openOutputs', { outputs })).handle }),
  ).toMatchObject([
    { name: 'probability', passes: true, comparison: { beyond: 0, rtol: 1e-5, equalNan: true } },
    { name: 'label', passes: true },
    { name: 'contour', passes: true },
  ]);
  const [probability, , contour] = outputs;
  if (probability?.dtype !== 'float32' || contour?.dtype !== 'float32') throw new Error('The sample is another one.');
  const others = [
    { ...probability, shape: [9] },
    { ...contour, dtype: 'int32' as const },
  ];
  const { handle: other } = await call('openOutputs', { outputs: others });
  expect(await call('judgeOutputs', { handle, expected: [...expected, file], outputs: other })).toMatchObject([
    { passes: false, problem: 'Its shape is 9, and 3 × 3 is expected.' },
    { passes: false, problem: 'The model gave no output of this name.' },
    { passes: false, problem: 'It is int32, and float32 is expected.' },
    { passes: false, problem: 'The model gave no output of this name.' },
  ]);
});
