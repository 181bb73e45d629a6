import { expect, test } from 'vitest';
import { cpuClock } from '../../testing/cpu-clock.ts';
import type { TensorInfo } from '../package.ts';
import { Parameters } from './parameters.ts';

const tensor = (name: string, ...shape: (number | bigint)[]): TensorInfo => ({
  name,
  dtype: name.includes('norm') ? 'float32' : 'bfloat16',
  shape: shape.map(BigInt),
});

const rowsOf = (tensors: TensorInfo[]) =>
  new Parameters(tensors)
    .panels()
    .map(({ title, rows, more }) => [
      title,
      rows.map(({ label, value, bytes }) => `${label}: ${value}, ${bytes}`),
      more,
    ]);

test('a part with more than half of all parameters is shown by its own parts', () => {
  const layers = [0, 1, 2].flatMap((at) => [
    tensor(`model.layers.${at}.q`, 10, 10),
    tensor(`model.layers.${at}.norm`, 10),
  ]);
  const tensors = [tensor('model.embed', 20, 5), ...layers, tensor('model.norm', 10), tensor('head', 20, 5)];
  expect(rowsOf(tensors)).toEqual([
    ['Parameters by type', ['bfloat16: 500, 1000', 'float32: 40, 160'], undefined],
    [
      'Parameters by part',
      [
        'model.layers.0: 110, 240',
        'model.layers.1: 110, 240',
        'model.layers.2: 110, 240',
        'model.embed: 100, 200',
        'head: 100, 200',
        'model.norm: 10, 40',
      ],
      undefined,
    ],
  ]);
});

test('parts whose tensors do not follow each other are summed all the same', () => {
  const tensors = [
    tensor('a.x', 3),
    tensor('b.x', 4),
    tensor('a.y', 2),
    tensor('b.y', 1),
    tensor('a', 9),
    tensor('c', 1),
  ];
  expect(rowsOf(tensors).at(-1)).toEqual(['Parameters by part', ['a: 14, 28', 'b: 5, 10', 'c: 1, 2'], undefined]);
});

test('sums are exact at any size', () => {
  const parameters = new Parameters([
    tensor('a', 2n ** 64n, 3n),
    tensor('b', 2n ** 53n - 1n),
    tensor('c', 2n ** 53n - 1n),
    tensor('d', 2n ** 53n + 1n),
    tensor('e', 2n ** 70n, 0n),
  ]);
  expect(parameters.count).toBe(3n * 2n ** 64n + 2n * (2n ** 53n - 1n) + 2n ** 53n + 1n);
  expect(new Parameters([]).panels()).toEqual([]);
});

test('numbered blocks are one part, which is shown by its own parts', () => {
  const blocks = Array.from({ length: 12 }, (_, at) => [
    tensor(`model.layers.${at}.self_attn.q_proj.weight`, 10),
    tensor(`model.layers.${at}.self_attn.k_proj.weight`, 10),
    tensor(`model.layers.${at}.mlp.experts.0.up.weight`, 20),
    tensor(`model.layers.${at}.mlp.experts.1.up.weight`, 20),
    ...(at % 4 === 0 ? [tensor(`model.layers.${at}.extra.a`, 3), tensor(`model.layers.${at}.extra.b`, 3)] : []),
  ]);
  const rows = rowsOf([tensor('model.embed.weight', 1000), ...blocks.flat(), tensor('head.weight', 7)]);
  expect(rows.at(-1)?.[1]).toEqual([
    'model.embed: 1,000, 2000',
    'model.layers.0–11.mlp: 480, 960',
    'model.layers.0–11.self_attn: 240, 480',
    'model.layers.*.extra: 18, 36',
    'head: 7, 14',
  ]);
});

test('a name of a million parts, and a hundred thousand stacks, come to an end', () => {
  const seconds = cpuClock();
  const stacks = Array.from({ length: 100_000 }, (_, at) => tensor(`a${at >> 1}.${at % 2}.b.c`, 1));
  expect(rowsOf([tensor('0.'.repeat(1_000_000), 1), tensor('0.a.b', 1), ...stacks]).at(-1)?.[1]).toHaveLength(40);
  expect(seconds()).toBeLessThan(5);
});
