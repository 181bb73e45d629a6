import { cases, line, RUNNER, SOUND, toml } from './carton-examples.ts';
import { type DocumentSection, factIn, inPackage } from './row.ts';

const test = (parts: string) => cases(`[[self_test]]\n${parts}\n`);
const example = (parts: string) => cases(`[[example]]\n${parts}\n`);
const runnerWith = (from: string, to: string) => toml({ runner: RUNNER.replace(from, to) });
const TENSOR_A = { name: 'x', value: { kind: 'tensor', tensor: 'a' } };
const TENSOR_S = { name: 'y', value: { kind: 'tensor', tensor: 's' } };
const ofTest = (key: 'name' | 'description' | 'inputs' | 'expected') =>
  inPackage(({ selfTests }) => selfTests[0]?.[key]);
const ofExample = (key: 'name' | 'description' | 'inputs' | 'outputs') =>
  inPackage(({ examples }) => examples[0]?.[key]);
/** Takes a part of the runner, as Edit has it. */
const runner = (key: string) => inPackage(({ own }) => (own as { runner: Record<string, unknown> }).runner[key]);

const CASE_ROWS: DocumentSection = {
  heading: 'Self-tests and examples',
  rows: [
    {
      defines:
        '`self_test` (optional) is test data for basic self-tests. `inputs` and `outputs` must be specified for it.',
      shown: { where: 'Self-tests', in: SOUND, by: inPackage(({ selfTests }) => selfTests.length), gives: 1 },
      checked: [{ code: 'schema/absent', in: toml({ schema: '' }) }],
      edited: {
        where: 'Edit, “Self-tests”',
        in: test('inputs = { x = "@tensor_data/a" }'),
        set: 'self_test.0.name=other',
        by: ofTest('name'),
        gives: 'other',
      },
    },
    {
      defines: '`name` and `description` of a self-test are optional.',
      shown: { where: 'Self-tests', in: SOUND, by: ofTest('description'), gives: 'It runs.' },
      checked: [{ code: 'schema/wrong-type', in: test('name = 1\ninputs = { x = "@tensor_data/a" }') }],
    },
    {
      defines: '`inputs` of a self-test is required. It maps names of inputs to tensors (`@tensor_data/…`).',
      shown: { where: 'Self-tests, “Inputs”', in: SOUND, by: ofTest('inputs'), gives: [TENSOR_A] },
      checked: [
        { code: 'schema/missing-field', in: test('name = "a"') },
        { code: 'schema/self-test-empty', in: test('inputs = {}') },
        { code: 'schema/unknown-binding', in: test('inputs = { w = "@tensor_data/a" }') },
        { code: 'reference/syntax', in: test('inputs = { x = "@misc/a.png" }') },
        { code: 'reference/tensor-missing', in: test('inputs = { x = "@tensor_data/gone" }') },
      ],
    },
    {
      defines: '`expected_out` (optional) is compared with the output, similar to `np.allclose`.',
      shown: { where: 'Self-tests, “Expected outputs”', in: SOUND, by: ofTest('expected'), gives: [TENSOR_S] },
      checked: [
        {
          code: 'schema/unknown-binding',
          in: test('inputs = { x = "@tensor_data/a" }\nexpected_out = { w = "@tensor_data/s" }'),
        },
      ],
      left: 'the page loads no model, so it does not compare outputs.',
    },
    {
      defines: '`example` (optional) is example inputs and outputs. `inputs` and `outputs` must be specified for it.',
      shown: { where: 'Examples; the first on Overview', in: SOUND, by: ofExample('name'), gives: 'first' },
      checked: [
        { code: 'schema/absent', in: toml({ schema: '' }) },
        { code: 'schema/example-empty', in: example('inputs = {}\nsample_out = {}') },
      ],
      edited: {
        where: 'Edit, “Examples”',
        in: SOUND,
        set: 'example.0.name=other',
        by: ofExample('name'),
        gives: 'other',
      },
    },
    {
      defines: '`name` and `description` of an example are optional.',
      shown: { where: 'Examples', in: SOUND, by: ofExample('description'), gives: 'A picture' },
      checked: [{ code: 'schema/wrong-type', in: example('name = 1\ninputs = {}\nsample_out = {}') }],
    },
    {
      defines:
        '`inputs` and `sample_out` of an example refer to `tensor_data` or `misc`. They need not be runnable: pictures and sounds can be among them.',
      shown: {
        where: 'Examples, with the picture',
        in: SOUND,
        by: inPackage(({ examples }) => [examples[0]?.inputs, examples[0]?.outputs]),
        gives: [[{ name: 'x', value: { kind: 'file', path: 'misc/a.png' } }], [TENSOR_S]],
      },
      checked: [
        { code: 'reference/syntax', in: example('inputs = { x = "a.png" }\nsample_out = {}') },
        { code: 'reference/file-missing', in: example('inputs = { x = "@misc/b.png" }\nsample_out = {}') },
      ],
    },
  ],
};

const RUNNER_ROWS: DocumentSection = {
  heading: 'Runner',
  rows: [
    {
      defines: '`runner_name` is a string, the name of the runner that the model requires.',
      shown: { where: 'Overview, “Runner”', in: SOUND, by: factIn('Runner'), gives: 'noop =1.0.0' },
      checked: [
        { code: 'schema/missing-field', in: line('runner_name = "noop"', '') },
        { code: 'schema/wrong-type', in: line('runner_name = "noop"', 'runner_name = 1') },
        { code: 'meta/runner', in: line('runner_name = "noop"', 'runner_name = "other"') },
      ],
      edited: {
        where: 'Edit, “Runner name”',
        in: SOUND,
        set: 'runner.runner_name=torchscript',
        by: factIn('Runner'),
        gives: 'torchscript =1.0.0',
      },
    },
    {
      defines: '`required_framework_version` is a version requirement, as the crate `semver` parses it.',
      shown: {
        where: 'Overview, “Runner”, with the range in words',
        in: SOUND,
        by: runner('required_framework_version'),
        gives: '=1.0.0',
      },
      checked: [
        { code: 'schema/missing-field', in: line('required_framework_version = "=1.0.0"', '') },
        { code: 'schema/version-req', in: runnerWith('"=1.0.0"', '"v1 || v2"') },
      ],
      edited: {
        where: 'Edit, “Required framework version”',
        in: SOUND,
        set: 'runner.required_framework_version=>=2',
        by: runner('required_framework_version'),
        gives: '>=2',
      },
    },
    {
      defines: '`runner_compat_version` is a version of the contents of `model`.',
      shown: { where: 'Overview, “Runner compat version”', in: SOUND, by: factIn('Runner compat version'), gives: '2' },
      checked: [
        { code: 'schema/missing-field', in: line('runner_compat_version = 2', '') },
        { code: 'schema/wrong-type', in: line('runner_compat_version = 2', 'runner_compat_version = "2"') },
      ],
      edited: {
        where: 'Edit, “Runner compat version”',
        in: SOUND,
        set: 'runner.runner_compat_version=1',
        by: factIn('Runner compat version'),
        gives: '1',
      },
    },
    {
      defines:
        '`runner.opts` (optional) are options that the runner handles, different for every runner. They can be overridden at run time.',
      shown: { where: 'Overview, “What would run”', in: SOUND, by: runner('opts'), gives: { num_threads: 1n } },
      checked: [{ code: 'schema/wrong-type', in: runnerWith('[runner.opts]\nnum_threads = 1', 'opts = 1') }],
      edited: {
        where: 'Edit, “Options”',
        in: SOUND,
        set: 'runner.opts.num_threads=4',
        by: runner('opts'),
        gives: { num_threads: 4n },
      },
    },
    {
      defines: 'Runners should warn of options that they do not understand.',
      left: 'it speaks of runners. Which options other runners understand is unknown to Boxcutter.',
    },
    {
      defines: 'Unknown tables and fields are ignored.',
      shown: {
        where: 'Overview, “Other fields”; they stay when a carton is saved',
        in: line('model_name = "doc"', 'future = 1'),
        by: inPackage(({ own, findings }) => [(own as { other: unknown }).other, findings]),
        gives: [[{ path: 'future', value: 1n }], []],
      },
    },
  ],
};

/** `[[self_test]]`, `[[example]]` and `[runner]` of carton.toml, and fields that it does not know. */
export const CASE_SECTIONS: readonly DocumentSection[] = [CASE_ROWS, RUNNER_ROWS];
