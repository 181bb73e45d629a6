import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../../base/bytes.ts';
import { MAX_FINDINGS_PER_CODE } from '../../../../base/findings.ts';
import { parseCartonToml } from '../read/carton-toml.ts';
import { checkNesting, parseTensorIndex } from '../read/tensor-index.ts';
import { checkCarton } from './check.ts';

const RUNNER = '[runner]\nrunner_name = "noop"\nrequired_framework_version = "1"\nrunner_compat_version = 1\n';

const spec = (side: string, name: string, dtype: string, shape: string) =>
  `[[${side}]]\nname = "${name}"\ndtype = "${dtype}"\nshape = ${shape}\n`;

/** Tensors as `name dtype [shape]`, or `name = inner inner`. */
function tensors(...lines: string[]): string {
  return lines
    .map((line) => {
      const nested = /^(\w+) = (.*)$/.exec(line);
      if (nested)
        return `[[tensor]]\nname = "${nested[1]}"\ndtype = "nested"\ninner = ${JSON.stringify(nested[2]?.split(' '))}\n`;
      const [name, dtype, ...shape] = line.split(' ');
      return `[[tensor]]\nname = "${name}"\ndtype = "${dtype}"\nshape = ${shape.join(' ')}\nfile = "${name}.bin"\ninner = []\n`;
    })
    .join('');
}

function check(toml: string, index: string, listed: string[] = []) {
  const parsed = parseCartonToml(encodeUtf8(`spec_version = 1\n${toml}${RUNNER}`));
  const read = parseTensorIndex(encodeUtf8(index));
  expect([...parsed.findings, ...read.findings]).toEqual([]);
  if (!parsed.toml) throw new Error('no TOML');
  const findings = checkCarton({
    toml: parsed.toml,
    places: parsed.places,
    tensors: read.tensors,
    lists: (path) => listed.includes(path),
  });
  return findings.map(({ code, line }) => `${code} ${line}`);
}

const IN =
  spec('input', 'x', 'float32', '["n", 3]') + spec('input', 'y', 'int8', '["n"]') + spec('output', 'o', 'int64', '"*"');
const test = (inputs: string, out = '') =>
  `[[self_test]]\ninputs = { ${inputs} }\n${out && `expected_out = { ${out} }\n`}`;

describe('checkCarton', () => {
  it('finds nothing where everything fits', () => {
    const toml = `${IN}${test('x = "@tensor_data/a", y = "@tensor_data/b"', 'o = "@tensor_data/c"')}`;
    expect(check(toml, tensors('a float32 [2, 3]', 'b int8 [2]', 'c int64 []'))).toEqual([]);
  });

  it.each([
    ['a tensor that is not there', test('x = "@tensor_data/gone"'), ['reference/tensor-missing 15']],
    ['a name that is not in the schema', test('z = "@tensor_data/a"'), ['schema/unknown-binding 15']],
    ['an output given as an input', test('o = "@tensor_data/a"'), ['schema/unknown-binding 15']],
    ['another dtype', test('x = "@tensor_data/f64"'), ['schema/dtype-mismatch 15']],
    ['another number of dimensions', test('x = "@tensor_data/flat"'), ['schema/shape-mismatch 15']],
    ['another size', test('x = "@tensor_data/wide"'), ['schema/shape-mismatch 15']],
    ['a symbol with two values', test('x = "@tensor_data/a", y = "@tensor_data/b5"'), ['schema/symbol-conflict 15']],
    [
      'a symbol with another value elsewhere, once',
      test('x = "@tensor_data/a"') + test('y = "@tensor_data/b5"') + test('y = "@tensor_data/b5"'),
      ['schema/symbol-varies 16'],
    ],
    [
      'no batch size that differs',
      spec('input', 'b', 'float32', '["batch_size", 3]') +
        test('b = "@tensor_data/a"') +
        test('b = "@tensor_data/five"'),
      [],
    ],
    ['a part of a nested tensor', test('x = "@tensor_data/part"'), ['tensor/inner-reused 15']],
    ['dtype and shape', test('x = "@tensor_data/b5"'), ['schema/dtype-mismatch 15', 'schema/shape-mismatch 15']],
    ['a file that is listed', '[[example]]\ninputs = { x = "@misc/a.png" }\nsample_out = {}\n', []],
    [
      'a file that is not',
      '[[example]]\ninputs = { x = "@misc/b.png" }\nsample_out = {}\n',
      ['reference/file-missing 15'],
    ],
    [
      'a way out of misc',
      '[[example]]\ninputs = { x = "@misc/../a" }\nsample_out = {}\n',
      ['reference/file-missing 15'],
    ],
    ['two inputs of one name', spec('input', 'x', 'int8', '[]'), ['schema/duplicate-name 15']],
  ])('tells of %s', (_, toml, expected) => {
    const index = tensors(
      'a float32 [2, 3]',
      'f64 float64 [2, 3]',
      'flat float32 [6]',
      'wide float32 [2, 4]',
      'b5 int8 [5]',
      'five float32 [5, 3]',
      'part float32 [2, 3]',
      'whole = part',
    );
    expect(check(IN + toml, index, ['misc/a.png'])).toEqual(expected);
  });

  it.each([
    ['an empty symbol', '["n", "", ""]', ['schema/symbol-empty 5']],
    ['an empty shape', '""', ['schema/symbol-empty 5']],
    ['a dimension that is a shape elsewhere', '["n", "s"]', ['schema/symbol-kind 9']],
    ['a symbol of one kind, and “*” of both', '["n", "*"]', []],
  ])('tells of %s in the schema', (_, shape, expected) => {
    const schema =
      spec('input', 'x', 'int8', shape) + spec('input', 'y', 'int8', '"s"') + spec('output', 'o', 'int8', '"*"');
    expect(check(schema, 'tensor = []')).toEqual(expected);
  });

  it('lets “*” differ, and a symbol stand for a whole shape', () => {
    const schema =
      spec('output', 'o', 'int8', '[]') +
      spec('input', 'x', 'int8', '["*", "*"]') +
      spec('input', 'y', 'int8', '"s"') +
      spec('input', 'z', 'int8', '"s"');
    const index = tensors('a int8 [2, 3]', 'b int8 [2, 3]', 'c int8 [3, 2]');
    expect(check(schema + test('x = "@tensor_data/a", y = "@tensor_data/a", z = "@tensor_data/b"'), index)).toEqual([]);
    expect(check(schema + test('y = "@tensor_data/a", z = "@tensor_data/c"'), index)).toEqual([
      'schema/symbol-conflict 19',
    ]);
  });

  it('holds the parts of a nested tensor against the schema', () => {
    const index = tensors('a int8 [2]', 'b int8 [5]', 'n = a b', 'c float32 [1]', 'm = c');
    const one = (dtype: string, shape: string) => spec('input', 'x', dtype, shape) + spec('output', 'o', 'int8', '[]');
    const use = (name: string) => test(`x = "@tensor_data/${name}"`);
    expect(check(one('int8', '["rows", "*"]') + use('n'), index)).toEqual([]);
    expect(check(one('int8', '[2, "*"]') + use('n'), index)).toEqual([]);
    expect(check(one('int8', '"*"') + use('n'), index)).toEqual([]);
    expect(check(one('int8', '[3, "*"]') + use('n'), index)).toEqual(['schema/shape-mismatch 11']);
    expect(check(one('int8', '["*"]') + use('n'), index)).toEqual(['schema/shape-mismatch 11']);
    expect(check(one('int8', '["*", "same"]') + use('n'), index)).toEqual(['schema/symbol-conflict 11']);
    expect(check(one('int8', '"*"') + use('m'), index)).toEqual(['schema/dtype-mismatch 11']);
  });

  it('says nothing about tensors where the index is not known', () => {
    const { toml, places } = parseCartonToml(
      encodeUtf8(`spec_version = 1\n${IN}${test('x = "@tensor_data/a"')}${RUNNER}`),
    );
    if (!toml) throw new Error('no TOML');
    expect(checkCarton({ toml, places, lists: () => false })).toEqual([]);
  });

  it('repeats no long name in every finding', () => {
    const name = 'S'.repeat(1_000_000);
    const parts = JSON.stringify(Array(3000).fill('x'));
    const index = parseTensorIndex(
      encodeUtf8(`${tensors('x float32 [1]')}[[tensor]]\nname = "${name}"\ndtype = "nested"\ninner = ${parts}\n`),
    );
    const nesting = checkNesting(index);
    const parsed = parseCartonToml(
      encodeUtf8(
        `spec_version = 1\n${spec('input', 'x', 'int8', `["${name}", 2]`)}${spec('output', 'o', 'int64', '"*"')}${test('x = "@tensor_data/x"').repeat(3000)}${RUNNER}`,
      ),
    );
    if (!parsed.toml) throw new Error('no TOML');
    const fits = checkCarton({ toml: parsed.toml, places: parsed.places, tensors: index.tensors, lists: () => true });
    expect(new Set([...nesting, ...fits].map(({ code }) => code))).toEqual(
      new Set(['tensor/inner-reused', 'schema/dtype-mismatch', 'schema/shape-mismatch']),
    );
    expect(nesting.at(-1)?.more).toBe(3000 - 1 - MAX_FINDINGS_PER_CODE);
    for (const { message } of [...nesting, ...fits]) expect(message.length).toBeLessThanOrEqual(1000);
  });
});
