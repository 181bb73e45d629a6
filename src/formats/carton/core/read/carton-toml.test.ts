import type * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { MAX_FINDINGS_PER_CODE } from '../../../../base/findings.ts';
import { MAX_PLATFORMS } from '../limits.ts';
import type { CartonToml } from './carton-fields.ts';
import type { CartonExample, CartonRunner, CartonSelfTest, CartonSpec, cartonTomlSchema } from './carton-schema.ts';
import { parseCartonToml } from './carton-toml.ts';

const RUNNER = '[runner]\nrunner_name = "python"\nrequired_framework_version = "=3.11"\nrunner_compat_version = 1\n';
const read = (text: string) => parseCartonToml(encodeUtf8(text));
const told = (text: string) => read(text).findings.map(({ code, line, column }) => `${code} ${line}:${column}`);

describe('parseCartonToml', () => {
  it('has a schema that gives the fields of the type', () => {
    type Schema = v.InferOutput<typeof cartonTomlSchema>;
    expectTypeOf<keyof Schema>().toEqualTypeOf<keyof Omit<CartonToml, 'other'>>();
    expectTypeOf<keyof Schema['runner']>().toEqualTypeOf<keyof CartonRunner>();
    expectTypeOf<keyof NonNullable<Schema['input']>[number]>().toEqualTypeOf<keyof CartonSpec>();
    expectTypeOf<keyof NonNullable<Schema['self_test']>[number]>().toEqualTypeOf<keyof CartonSelfTest>();
    expectTypeOf<keyof NonNullable<Schema['example']>[number]>().toEqualTypeOf<keyof CartonExample>();
    // Held by the compiler; here only so that the test is not empty.
    expect(read(`spec_version = 1\n${RUNNER}`).findings).toEqual([]);
  });

  it('says where [runner] belongs if its fields are at the top level', () => {
    const said = (text: string) => read(text).findings.map(({ message }) => message);
    const fields = 'runner_name = "python"\nrequired_framework_version = "=3.11"\n';
    expect(said(`spec_version = 1\n${fields}`)).toEqual([
      '"runner" is missing. Write [runner] in a line above runner_name and required_framework_version.',
    ]);
    expect(said('spec_version = 1\n')).toEqual(['"runner" is missing.']);
  });

  it('reads every field of the format document', () => {
    const { toml, findings } = read(`spec_version = 1
model_name = "m"
short_description = "s"
model_description = "d"
license = "MIT"
repository = "https://example.com/r"
homepage = "https://example.com/h"
required_platforms = ["x86_64-unknown-linux-gnu"]
[[input]]
name = "x"
dtype = "float32"
shape = ["batch", 3, 9007199254740993]
description = "in"
internal_name = "ns/x:0"
[[output]]
name = "y"
dtype = "string"
shape = "*"
[[self_test]]
name = "t"
description = "td"
inputs = { x = "@tensor_data/a" }
expected_out = { y = "@tensor_data/b" }
[[example]]
name = "e"
description = "ed"
inputs = { x = "@misc/a.png" }
sample_out = { y = "@tensor_data/b" }
${RUNNER}[runner.opts]
threads = 4
ratio = 1.0
name = "n"
fast = true
`);
    expect(findings).toEqual([]);
    expect(toml).toEqual({
      spec_version: 1n,
      model_name: 'm',
      short_description: 's',
      model_description: 'd',
      license: 'MIT',
      repository: 'https://example.com/r',
      homepage: 'https://example.com/h',
      required_platforms: ['x86_64-unknown-linux-gnu'],
      input: [
        {
          name: 'x',
          dtype: 'float32',
          shape: ['batch', 3n, 9007199254740993n],
          description: 'in',
          internal_name: 'ns/x:0',
        },
      ],
      output: [{ name: 'y', dtype: 'string', shape: '*' }],
      self_test: [
        { name: 't', description: 'td', inputs: { x: '@tensor_data/a' }, expected_out: { y: '@tensor_data/b' } },
      ],
      example: [{ name: 'e', description: 'ed', inputs: { x: '@misc/a.png' }, sample_out: { y: '@tensor_data/b' } }],
      runner: {
        runner_name: 'python',
        required_framework_version: '=3.11',
        runner_compat_version: 1n,
        opts: { threads: 4n, ratio: 1, name: 'n', fast: true },
      },
      other: [],
    });
  });

  it('leaves out what is wrong and keeps the rest', () => {
    const { toml, findings } = read(`spec_version = "1"
model_name = 5
short_description = "kept"
required_platforms = ["wasm32", 5, "b"]
[[input]]
name = "x"
dtype = "float16"
shape = [1, -1]
[[input]]
name = "y"
dtype = "int8"
shape = []
[[self_test]]
inputs = { a = "@tensor_data/a", b = "@misc/b", c = 5 }
[runner]
runner_name = "python"
[runner.opts]
ok = 1
list = [1]
`);
    expect(toml).toEqual({
      short_description: 'kept',
      required_platforms: ['wasm32', 'b'],
      input: [{ name: 'x' }, { name: 'y', dtype: 'int8', shape: [] }],
      self_test: [{ inputs: { a: '@tensor_data/a' } }],
      runner: { runner_name: 'python', opts: { ok: 1n } },
      other: [],
    });
    expect(findings.map(({ code, line, column }) => `${code} ${line}:${column}`).sort()).toEqual(
      [
        'schema/wrong-type 1:16',
        'schema/wrong-type 2:14',
        'schema/wrong-type 4:33',
        'schema/platform 4:36',
        'schema/dtype 7:9',
        'schema/shape 8:9',
        'reference/syntax 14:38',
        'schema/wrong-type 14:53',
        'schema/missing-field 15:1',
        'schema/missing-field 15:1',
        'schema/wrong-type 19:8',
      ].sort(),
    );
    expect(findings.find(({ code }) => code === 'schema/dtype')?.message).toBe(
      'Input 1, "dtype" must be a dtype of the format, not "float16".',
    );
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Self-test 1, "inputs", "c" must be /),
    );
  });

  it.each([
    ['a list where a table must be', `spec_version = 1\ninput = [1]\n${RUNNER}`, ['schema/wrong-type 2:10']],
    ['a table where a list must be', `spec_version = 1\n[input]\nname = "x"\n${RUNNER}`, ['schema/wrong-type 2:1']],
    ['a list as the runner', 'spec_version = 1\n[[runner]]\nrunner_name = "x"', ['schema/wrong-type 2:1']],
    [
      'a date as a table of inputs',
      `spec_version = 1\n[[self_test]]\ninputs = 1979-05-27\n${RUNNER}`,
      ['schema/wrong-type 3:10'],
    ],
    ['a negative version', `spec_version = -1\n${RUNNER}`, ['schema/wrong-type 1:16']],
    ['another version', `spec_version = 2\n${RUNNER}`, ['schema/spec-version 1:16']],
    ['no runner', 'spec_version = 1\n', ['schema/missing-field 1:1']],
    [
      '101 characters, one of two units',
      `spec_version = 1\nshort_description = "${'a'.repeat(100)}🥳"\n${RUNNER}`,
      ['meta/short-description 2:21'],
    ],
    ['100 characters of two units', `spec_version = 1\nshort_description = "${'🥳'.repeat(100)}"\n${RUNNER}`, []],
  ])('judges %s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('keeps and judges no more platforms than there can be', () => {
    const list = Array.from({ length: 5000 }, (_, n) => `"p${n}"`).join(', ');
    const { toml, findings } = read(`spec_version = 1\nrequired_platforms = [${list}]\n${RUNNER}`);
    expect(toml?.required_platforms).toHaveLength(MAX_PLATFORMS);
    expect(
      findings.map(({ code, more }) => [code, more]).filter(([code, more]) => more || code !== 'schema/platform'),
    ).toEqual([
      ['schema/too-many-platforms', undefined],
      ['schema/platform', MAX_PLATFORMS - MAX_FINDINGS_PER_CODE],
    ]);
  });

  it('lists thousands of unknown fields table by table, without looking for their places', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${i} = 1`).join('\n');
    const namesOf = (count: number) => {
      const text = `[[input]]\n${keys(count)}\n[late]\n[runner]\nown = 1\n`;
      return parseCartonToml(encodeUtf8(text)).toml?.other.map(({ path }) => path) ?? [];
    };
    expect(namesOf(5).slice(-2)).toEqual(['late', 'runner.own']);
    expect(namesOf(5)[0]).toBe('input.0.k0');
    expect(namesOf(3000)).toHaveLength(3002);
    expect(namesOf(3000)[0]).toBe('late');
  });

  it('keeps unknown fields, by path, in the order of the file', () => {
    const { toml, findings } = read(`2 = "two"
1 = "one"
spec_version = 1
future = { key = 1.0, when = 1979-05-27 }
[[input]]
name = "x"
unit = "m"
dtype = "int8"
shape = []
${RUNNER}extra = [1, 2.5]
[__proto__]
"a b" = 9007199254740993
`);
    expect(findings).toEqual([]);
    expect(toml?.other).toEqual([
      { path: '2', value: 'two' },
      { path: '1', value: 'one' },
      { path: 'future', value: { key: 1, when: '1979-05-27' } },
      { path: 'input.0.unit', value: 'm' },
      { path: 'runner.extra', value: [1n, 2.5] },
      { path: '__proto__', value: { 'a b': 9007199254740993n } },
    ]);
  });

  it('takes any name for an input or an option', () => {
    const { toml, findings } = read(`spec_version = 1
[[self_test]]
[self_test.inputs]
constructor = "@tensor_data/a"
__proto__ = "@tensor_data/b"
"" = "@tensor_data/c"
prototype = 5
${RUNNER}[runner.opts]
__proto__ = 1
constructor = []
`);
    expect(Object.entries(toml?.self_test?.[0]?.inputs ?? {})).toEqual([
      ['constructor', '@tensor_data/a'],
      ['__proto__', '@tensor_data/b'],
      ['', '@tensor_data/c'],
    ]);
    expect(Object.entries(toml?.runner.opts ?? {})).toEqual([['__proto__', 1n]]);
    expect(findings.map(({ line }) => line)).toEqual([7, 14]);
  });
});
