import { expect, test } from 'vitest';
import { cpuClock } from '../../testing/cpu-clock.ts';
import type { TensorInfo } from '../package.ts';
import { bytePartsOf, isInPart } from './byte-parts.ts';

let at = 0;

function tensor(name: string, bytes: number, dtype = 'float16', start = at): TensorInfo {
  at = start + bytes;
  return { name, dtype, shape: [BigInt(bytes)], data: { path: 'm', start, end: start + bytes } };
}

const labels = (tensors: TensorInfo[]) =>
  bytePartsOf(tensors).parts.map(({ label, bytes, tensors: count }) => `${label} ${bytes} ${count}`);

test('each block of a model is a part, biggest first, and what is small stays together', () => {
  const blocks = [0, 1, 2, 3, 4, 5].flatMap((block) => [
    tensor(`model.layers.${block}.attn.q`, 40, 'Q4_K'),
    tensor(`model.layers.${block}.mlp.up`, 60 + block, 'Q6_K'),
  ]);
  const found = bytePartsOf([tensor('model.embed.weight', 200), ...blocks, tensor('head.a', 1), tensor('head.b', 2)]);
  expect(found.parts.map(({ label, bytes, tensors, first }) => [label, bytes, tensors, first])).toEqual([
    ['model.embed', 200, 1, 'model.embed.weight'],
    ...[5, 4, 3, 2, 1, 0].map((n) => [`model.layers.${n}`, 100 + n, 2, `model.layers.${n}.attn.q`]),
    ['head', 3, 2, 'head.a'],
  ]);
  expect(found.parts[1]?.types).toEqual([
    { dtype: 'Q6_K', bytes: 65 },
    { dtype: 'Q4_K', bytes: 40 },
  ]);
  expect(found.types.map(({ dtype }) => dtype)).toEqual(['Q6_K', 'Q4_K', 'float16']);
  expect(found.bytes).toBe(818);
});

test('the tensors of a part are those whose names begin with its label, up to a dot', () => {
  const names = ['blk.1.q', 'blk.1.k', 'blk.10.q', 'blk.10.k', 'blk.1', 'xblk.1.q', '', '.', '.a', 'a', 'a.', 'a.b'];
  const { parts } = bytePartsOf(names.map((name) => tensor(name, 9)));
  for (const { label, tensors, first } of parts) {
    expect(isInPart(first, label)).toBe(true);
    const inside = names.filter((name) => isInPart(name, label));
    // A tensor named like a part is one of its own, and a link to one leads to the tensor.
    if (tensors > 1) expect([label, inside.length]).toEqual([label, tensors]);
  }
  expect(names.filter((name) => isInPart(name, 'blk.1'))).toEqual(['blk.1.q', 'blk.1.k', 'blk.1']);
});

test('bytes count once, and only where the file has them', () => {
  const shared = tensor('tied', 50, 'float16', 1000);
  expect(
    labels([
      tensor('a', 10),
      tensor('b', 0),
      shared,
      tensor('head', 50, 'float16', 1000),
      { ...tensor('cut', 99), problem: 'cut off' },
      { name: 'huge', dtype: 'float32', shape: [2n ** 60n], data: { path: 'm', start: 0 } },
      { name: 'nowhere', dtype: 'float32', shape: [4n] },
    ]),
  ).toEqual(['tied 50 1', 'a 10 1']);
  expect(bytePartsOf([])).toEqual({ bytes: 0, parts: [], types: [] });
});

test('tensors that overlap never sum to more than the file has', () => {
  const overlapping = [
    tensor('inside', 10, 'float16', 2040),
    tensor('whole', 100, 'float16', 2000),
    tensor('longer', 120, 'float16', 2000),
    tensor('beyond', 60, 'float16', 2090),
    { ...tensor('other', 30), data: { path: 'n', start: 2000, end: 2030 } },
  ];
  expect(labels(overlapping)).toEqual(['whole 100 1', 'beyond 30 1', 'other 30 1', 'longer 20 1']);
  const many = Array.from({ length: 1000 }, (_, n) => tensor(`t.${n}`, 500, 'float16', n % 3));
  expect(bytePartsOf(many).bytes).toBe(502);
});

test('names with odd dots, or one name twice, come to an end', () => {
  expect(labels([tensor('', 1), tensor('.', 2), tensor('..', 3), tensor('a.', 4), tensor('a', 5)]).length).toBe(5);
  expect(labels([tensor('a.b', 4), tensor('a.b', 5)])).toEqual(['a.b 9 2']);
});

test('a hundred thousand tensors, and a name of a million parts, take no time that one notices', () => {
  const seconds = cpuClock();
  const many = Array.from({ length: 100_000 }, (_, n) => tensor(`a${n >> 1}.${n % 2}.b.c`, 1 + (n % 7)));
  expect(bytePartsOf([tensor('0.'.repeat(1_000_000), 1), ...many]).parts).toHaveLength(50_001);
  const layers = Array.from({ length: 100_000 }, (_, n) => tensor(`m.layers.${n >> 3}.x.${n % 8}`, 1));
  expect(bytePartsOf(layers).parts).toHaveLength(12_500);
  expect(seconds()).toBeLessThan(5);
});
