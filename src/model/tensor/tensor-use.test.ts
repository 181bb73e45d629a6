import { expect, test } from 'vitest';
import type { Binding, TensorInfo } from '../package.ts';
import { tensorElements, tensorSize, wholeSize } from './tensor-size.ts';
import {
  companionBindings,
  declarationOf,
  fileUses,
  specIndex,
  statedShape,
  tensorRoles,
  tensorUses,
} from './tensor-use.ts';

const tensor = (name: string, of: string): Binding => ({ name, value: { kind: 'tensor', tensor: of } });

test('uses have names for people and a place, in the package’s order', () => {
  const uses = tensorUses({
    tensors: [{ name: 'all', dtype: 'nested', shape: [], inner: ['b', 'a'] }],
    selfTests: [
      { name: ' ', inputs: [tensor('x', 'a')], expected: [tensor('y', 'b')] },
      { inputs: [tensor('x', 'a')] },
    ],
    examples: [
      {
        name: 'A cat',
        inputs: [tensor('x', 'a'), { name: 'z', value: { kind: 'file', path: 'misc/a' } }],
        outputs: [tensor('y', 'a')],
      },
    ],
  });
  expect(uses.get('a')?.map(({ label }) => label)).toEqual([
    'Self-test 1, input x',
    'Self-test 2, input x',
    'A cat, input x',
    'A cat, output y',
    'all, part 1',
  ]);
  expect(uses.get('b')?.map(({ label }) => label)).toEqual(['Self-test 1, expected output y', 'all, part 0']);
  expect(uses.get('a')?.map(({ place }) => `${place.tab}/${place.item}`)).toEqual([
    'self-tests/1',
    'self-tests/2',
    'examples/1',
    'examples/1',
    'tensors/all',
  ]);
});

test('the other values of the cases that use a tensor are told, each once', () => {
  const file: Binding = { name: 'z', value: { kind: 'file', path: 'misc/a' } };
  const cases = {
    examples: [
      { inputs: [tensor('x', 'a'), file], outputs: [tensor('y', 'b'), tensor('again', 'a')] },
      { inputs: [tensor('x', 'c')], outputs: [] },
    ],
    selfTests: [{ inputs: [tensor('other', 'b'), tensor('x', 'a')], expected: [tensor('w', 'd')] }],
  };
  expect(companionBindings(cases, 'a')).toEqual([file, tensor('y', 'b'), tensor('w', 'd')]);
  expect(companionBindings(cases, 'none')).toEqual([]);
});

test('files are values, too', () => {
  const file: Binding = { name: 'z', value: { kind: 'file', path: 'misc/a' } };
  const uses = fileUses({ selfTests: [], examples: [{ inputs: [file, tensor('x', 'a')], outputs: [file] }] });
  expect([...uses.keys()]).toEqual(['misc/a']);
  expect(uses.get('misc/a')).toMatchObject([
    { label: 'Example 1, input z', place: { tab: 'examples', item: '1' } },
    { label: 'Example 1, output z' },
  ]);
});

test('a tensor is called what uses it first, a part after its nested tensor, and one without a use has no role', () => {
  const nested = (name: string, ...inner: string[]): TensorInfo => ({ name, dtype: 'nested', shape: [], inner });
  const pack = {
    tensors: [nested('_tensor_0', '_tensor_1', 'a', '_tensor_1'), nested('lone', '_tensor_3')],
    selfTests: [{ inputs: [tensor(' ', 'a'), tensor('x', 'a'), tensor('rows', '_tensor_0')] }],
    examples: [{ inputs: [tensor('y', 'a'), tensor('__proto__', 'constructor')], outputs: [] }],
  };
  expect([...tensorRoles(pack, tensorUses(pack))]).toEqual([
    ['a', 'x'],
    ['_tensor_0', 'rows'],
    ['constructor', '__proto__'],
    ['_tensor_1', 'rows, part 0'],
  ]);
});

test('names that every object has are treated like any other', () => {
  const uses = tensorUses({ tensors: [], selfTests: [{ inputs: [tensor('x', '__proto__')] }], examples: [] });
  expect(uses.get('__proto__')).toHaveLength(1);
  expect(uses.get('constructor')).toBeUndefined();
});

test('sizes follow from shape and dtype, of strings and other types from their range', () => {
  const info = (dtype: TensorInfo['dtype'], shape: bigint[]): TensorInfo => ({ name: 't', dtype, shape });
  expect(tensorElements(info('float32', []))).toBe(1n);
  expect(tensorElements(info('float32', [0n, 4n]))).toBe(0n);
  expect(tensorElements({ ...info('nested', []), inner: [] })).toBeUndefined();
  expect(tensorSize(info('float64', [2n ** 40n, 2n ** 40n]))).toBe(2n ** 83n);
  expect(tensorSize(info('string', [3n]))).toBeUndefined();
  expect(tensorSize({ ...info('string', [3n]), data: { path: 'a', start: 0 } })).toBeUndefined();
  expect(tensorSize({ ...info('string', [3n]), data: { path: 'a', start: 0, end: 65 } })).toBe(65);
  expect(tensorSize({ ...info('Q4_K', [256n]), data: { path: 'a', start: 100, end: 244 } })).toBe(144);
});

test('a nested tensor is as large as those inside it, or has no known size', () => {
  const tensors: TensorInfo[] = [
    { name: 'a', dtype: 'float32', shape: [2n, 3n] },
    { name: 's', dtype: 'string', shape: [4n], data: { path: 's', start: 0, end: 65 } },
    { name: 'far', dtype: 'string', shape: [1n], data: { path: 'gone', start: 0 } },
    { name: 'nest', dtype: 'nested', shape: [], inner: ['a'] },
  ];
  const size = (...inner: string[]) => wholeSize({ name: 'all', dtype: 'nested', shape: [], inner }, { tensors });
  expect(size('a', 's')).toEqual({ elements: 10n, bytes: 89n });
  expect(size()).toEqual({ elements: 0n, bytes: 0n });
  expect(size('a', 'far')).toEqual({ elements: 7n, bytes: undefined });
  expect(size('a', 'none')).toEqual({ elements: undefined, bytes: undefined });
  expect(size('nest')).toEqual({ elements: undefined, bytes: undefined });
});

test('the schema states the shape of a value by its name, on its own side', () => {
  const pack = {
    inputs: [{ name: 'x', shape: ['batch', 16n, 16n] }],
    outputs: [{ name: 'x', shape: ['time', 3n] }, { name: 'y' }],
    examples: [{ inputs: [tensor('x', 'a')], outputs: [tensor('y', 'c')] }],
    selfTests: [{ inputs: [tensor('x', 'a')], expected: [tensor('x', 'b')] }],
  };
  expect(statedShape(pack, 'a')).toEqual(['batch', 16n, 16n]);
  const { place } = declarationOf(pack, 'a') ?? {};
  expect(place).toEqual({ tab: 'schema', item: 'inputs/1' });
  expect(specIndex('inputs', place?.item)).toBe(0);
  for (const item of ['outputs/1', 'inputs', 'inputs/0', 'inputs/x', undefined])
    expect(specIndex('inputs', item)).toBeUndefined();
  expect(statedShape(pack, 'b')).toEqual(['time', 3n]);
  expect(statedShape(pack, 'c')).toBeUndefined();
  expect(statedShape(pack, 'none')).toBeUndefined();
});
