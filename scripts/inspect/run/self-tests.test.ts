import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZip } from '../../../src/testing/builders/zip-builder.ts';
import { fixturePath, hasFixtures } from '../../../src/testing/fixtures.ts';
import { inspect, ROOT } from '../../../src/testing/inspected.ts';
import { modelComponent } from '../../../src/testing/wasm/component.ts';
import { modelModule } from '../../../src/testing/wasm/model-module.ts';
import { inspect as run } from '../command.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const TENSORS = { one: [1, 2], other: [1, 2.5], nan: [1, Number.NaN] };

/** A wasm carton with self-tests, each of an input and an expected output by the names of tensors. */
async function carton(name: string, model: Uint8Array, tests: readonly (readonly [string, string?])[], manifest = '') {
  const names = Object.keys(TENSORS);
  const toml = [
    'spec_version = 1\nmodel_name = "m"',
    '[runner]\nrunner_name = "wasm"\nrequired_framework_version = "=0.0.1"\nrunner_compat_version = 1',
    ...tests.map(
      ([input, output], at) =>
        `[[self_test]]\nname = "${at}"\ninputs = { a = "@tensor_data/${input}" }` +
        (output === undefined ? '' : `\nexpected_out = { a = "@tensor_data/${output}" }`),
    ),
  ].join('\n');
  const index = names.map(
    (tensor) => `[[tensor]]\nname = "${tensor}"\ndtype = "float32"\nshape = [2]\ninner = []\nfile = "${tensor}.bin"\n`,
  );
  const files: [string, string | Uint8Array][] = [
    ['carton.toml', toml],
    ['model/model.wasm', model],
    ['tensor_data/index.toml', index.join('')],
    ...Object.entries(TENSORS).map(([tensor, values]): [string, Uint8Array] => [
      `tensor_data/${tensor}.bin`,
      new Uint8Array(Float32Array.from(values).buffer),
    ]),
  ];
  const path = join(folder, name);
  await writeFile(
    path,
    buildZip([...files, ['MANIFEST', manifest]].map(([at, data]) => ({ name: at as string, data }))),
  );
  return path;
}

const results = async (...args: string[]) => {
  const { code, out } = await inspect(...args, '--run', '--json');
  return { code, results: JSON.parse(out).results };
};

describe('--run', () => {
  it('says where the bytes that ran are not those of MANIFEST', async () => {
    const path = await carton(
      'other.carton',
      modelComponent(modelModule()),
      [['one']],
      `model/model.wasm=${'0'.repeat(64)}\n`,
    );
    const { out } = await inspect(path, '--run');
    expect(out).toMatch(/^1 of 1 self-test passed\n/);
    expect(out).toMatch(/\nerror: .*model\/model\.wasm.*MANIFEST/);
    expect(JSON.parse((await inspect(path, '--run', '--json')).out).findings).toMatchObject([
      { code: 'manifest/hash-mismatch', path: 'model/model.wasm' },
    ]);
  });

  it('runs the sample that is WebAssembly, and says how far each output is', async () => {
    const path = join(ROOT, 'public/sample-wasm.carton');
    expect(await results(path)).toMatchObject({ code: 0, results: [{ name: 'One of each', result: 'pass' }] });
    const { out } = await inspect(path, '--run');
    expect(out).toMatch(/^1 of 1 self-test passed\n✓ One of each {2}[\d.]+ ms, 66 KB\n/);
    expect(out).toContain('contour  float32 3 × 64, largest difference');
  });

  it.skipIf(!hasFixtures)('runs the test model of the reference', async () => {
    const { code, results: found } = await results(fixturePath('carton/wasm.carton'));
    expect([code, found]).toMatchObject([0, [{ name: 'twenty', result: 'pass', outputs: [{ maxAbs: 0 }] }]]);
  });

  it('says which value differs, that NaN meets NaN, and what is only run', async () => {
    const path = await carton('echo.carton', modelComponent(modelModule()), [
      ['one', 'one'],
      ['one', 'other'],
      ['nan', 'nan'],
      ['one'],
    ]);
    const { code, results: found } = await results(path);
    expect(code).toBe(1);
    expect(found).toMatchObject([
      { result: 'pass' },
      { result: 'fail', outputs: [{ passes: false, maxAbs: 0.5, at: [1], beyond: 1, rtol: 1e-5, atol: 1e-8 }] },
      { result: 'pass' },
      { result: 'pass', expects: false },
    ]);
    const { out } = await inspect(path, '--run');
    expect(out).toContain('a  fails: float32 2, largest difference 0.5 at [1], 1 of 2 differ by more than rtol');
    expect(out).toContain('It ran. No output is expected of it.');
  });

  it('stops what does not end, and goes on with the next test', async () => {
    const loops =
      '(if (f32.eq (f32.load (i32.load offset=12 (local.get $in))) (f32.const 1)) (then (loop $l (br $l))))';
    const echo =
      '(i32.store (i32.const 16) (local.get $in)) (i32.store (i32.const 20) (local.get $count)) (i32.const 16)';
    const path = await carton('loop.carton', modelComponent(modelModule({ infer: `${loops} ${echo}` })), [
      ['one', 'one'],
      ['one', 'one'],
    ]);
    const { code, results: found } = await results(path, '--run-time', '0.5');
    const stopped = { result: 'stopped', error: { code: 'run/too-long' } };
    expect([code, found]).toMatchObject([1, [stopped, stopped]]);
  }, 60_000);

  it('ends with a Ctrl-C', async () => {
    const model = modelComponent(modelModule({ infer: '(loop $l (br $l)) (i32.const 0)' }));
    const path = await carton('endless.carton', model, [['one']]);
    const controller = new AbortController();
    let err = '';
    const print = { out: () => {}, err: (text: string) => (err += text), signal: controller.signal };
    setTimeout(() => controller.abort(), 500);
    expect(await run([path, '--run'], print)).toBe(2);
    expect(err).toBe('Canceled.\n');
  }, 60_000);

  it('tells a test that traps from a model that cannot run', async () => {
    const trap = await carton('trap.carton', modelComponent(modelModule({ infer: 'unreachable' })), [['one']]);
    expect(await results(trap)).toMatchObject({ code: 1, results: [{ result: 'error', error: { code: 'run/trap' } }] });
    const core = await carton('core.carton', modelModule(), [['one'], ['one']]);
    const refused = { result: 'error', error: { code: 'run/other-interface' } };
    expect(await results(core)).toMatchObject({ code: 2, results: [refused, refused] });
    const large = await results(trap, '--run-memory', '0.01');
    expect(large).toMatchObject({ code: 2, results: [{ error: { code: 'run/too-large' } }] });
    const none = await carton('none.carton', modelComponent(modelModule()), []);
    expect(await inspect(none, '--run')).toMatchObject({ code: 0, out: 'There are no self-tests to run.\n' });
  }, 60_000);

  it('says why the models of other runners do not run here', async () => {
    const { code, err } = await inspect(join(ROOT, 'public/sample.carton'), '--run');
    expect([code, err]).toEqual([2, 'Its runner needs Python, and what the model imports.\n']);
  });

  it('takes limits that are numbers, and nothing that prints something else', async () => {
    for (const args of [
      ['--run-time', '0', '--run'],
      ['--run-memory', 'much', '--run'],
      ['--run-time', '5'],
      ['--run', '--scan'],
      ['--run', '--verify'],
      ['--run', '--strict'],
    ])
      expect((await inspect('a.carton', ...args)).err).toContain('--run');
  });
});
