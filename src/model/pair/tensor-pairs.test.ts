import { expect, test } from 'vitest';
import { cpuClock } from '../../testing/cpu-clock.ts';
import type { OriginRule, TensorInfo } from '../package.ts';
import { originFinder, parseNameRules, renamed } from './name-rules.ts';
import { type PairOptions, pairTensors } from './tensor-pairs.ts';

function tensor(name: string, shape: readonly number[] = [4, 2], more: Partial<TensorInfo> = {}): TensorInfo {
  return { name, dtype: 'float16', shape: shape.map(BigInt), ...more };
}

const named = (...names: string[]) => names.map((name) => tensor(name));

function rulesOf(text: string) {
  const { rules, errors } = parseNameRules(text);
  expect(errors).toEqual([]);
  return rules;
}

function pairsOf(a: readonly TensorInfo[], b: readonly TensorInfo[], options?: PairOptions) {
  const { pairs, onlyA, onlyB } = pairTensors(a, b, options);
  return { pairs: pairs.map((pair) => [pair.a, pair.b, pair.by].join(' ')), onlyA, onlyB };
}

test('equal names come first, and the rest is told', () => {
  expect(pairsOf(named('a', 'b', 'c'), named('c', 'a', 'd'))).toEqual({
    pairs: ['a a name', 'c c name'],
    onlyA: ['b'],
    onlyB: ['d'],
  });
  expect(pairsOf([], named('x'))).toEqual({ pairs: [], onlyA: [], onlyB: ['x'] });
});

test.each([
  ['module.', 'l.0.w l.0.b l.1.w', 'module.l.0.w module.l.0.b module.l.1.w', 3],
  ['_orig_mod.', '_orig_mod.l.0.w _orig_mod.l.0.b', 'l.0.w l.0.b', 2],
  // Half of a larger model is the other one.
  ['language_model.', 'language_model.m.a language_model.m.b vision.a vision.b vision.c', 'm.a m.b', 2],
  ['base_model.model.', 'base_model.model.l.w base_model.model.l.b x.y.w', 'l.w l.b', 2],
  ['unet/', 'unet/down.w unet/up.w', 'down.w up.w', 2],
])('the prefix %s is found and cut, on whichever side it is', (prefix, a, b, count) => {
  const [one, other] = [a, b].map((names) => named(...names.split(' '))) as [TensorInfo[], TensorInfo[]];
  for (const sides of [[one, other] as const, [other, one] as const]) {
    const { pairs, prefixes } = pairTensors(...sides);
    expect(pairs.map(({ by }) => by)).toEqual(Array(count).fill('prefix'));
    expect(prefixes).toEqual([{ side: expect.any(String), prefix }]);
  }
});

test('few names that fit by chance are no prefix', () => {
  const { pairs, prefixes } = pairTensors(
    named('encoder.weight', 'a.x', 'a.y', 'a.z'),
    named('weight', 'b.x', 'b.y', 'b.z'),
  );
  expect([pairs, prefixes]).toEqual([[], []]);
});

test('rules hold both ways, with wildcards, and the first one that leads to a name counts', () => {
  const rules = rulesOf('# old -> new\n\n h.*.attn.* -> layers.*.self_attn.* \nwte -> embed\nh.*.attn.w -> other.*.w');
  const old = named('h.0.attn.w', 'h.11.attn.b', 'wte', 'ln');
  const now = named('layers.0.self_attn.w', 'layers.11.self_attn.b', 'embed', 'norm');
  const expected = { pairs: 3, only: [['ln'], ['norm']] };
  for (const [a, b, only] of [
    [old, now, expected.only],
    [now, old, expected.only.toReversed()],
  ] as const) {
    const found = pairsOf(a, b, { rules });
    expect(found.pairs.every((pair) => pair.endsWith(' rule'))).toBe(true);
    expect([found.pairs.length, found.onlyA, found.onlyB]).toEqual([3, ...only]);
  }
});

test.each([
  ['a b', 'one arrow'],
  ['a -> b -> c', 'one arrow'],
  ['-> b', 'on both sides'],
  ['a.* -> b', 'as many *'],
  ['a.** -> b.**', 'Two *'],
  [`${'a'.repeat(1000)} -> b`, 'at most 1000'],
])('the rule %s is told to be wrong, by its line', (line, message) => {
  const { rules, errors } = parseNameRules(`x -> y\n${line}`);
  expect(rules).toHaveLength(1);
  expect(errors).toEqual([{ line: 2, message: expect.stringContaining(message) }]);
});

test.each([
  ['a.*.c', 'x.*', 'a.b.c', 'x.b'],
  ['a.*.c', 'x.*', 'a..c', 'x.'],
  ['a.*.c', 'x.*', 'a.c', undefined],
  ['*.w', '*', 'w', undefined],
  ['*a*', '*-*', 'banana', 'b-nana'],
  ['*ab*ab', '*-*', 'abab', '-'],
  ['*ab*ab', '*-*', 'ab', undefined],
  ['*', 'p.*', 'x.y', 'p.x.y'],
  ['aa', 'b', 'aa', 'b'],
  ['a*a', '*', 'a', undefined],
])('%s -> %s makes of %s %s', (from, to, name, expected) => {
  expect(renamed(rulesOf(`${from} -> ${to}`)[0] as never, name)).toBe(expected);
});

const ORIGINS: OriginRule[] = [
  { from: 'blk.*.q.*', to: 'model.layers.*.q_proj.*', heads: 4 },
  { from: 'blk.*.norm.*', to: 'model.layers.*.norm.*', plus: 1 },
  { from: 'embd.*', to: 'model.embed.*' },
];

test('a converted package finds its original, also behind a prefix; what was changed is said', () => {
  const converted = named('embd.weight', 'blk.0.q.weight', 'blk.0.norm.weight', 'made.weight');
  const names = ['model.embed.weight', 'model.layers.0.q_proj.weight', 'model.layers.0.norm.weight'];
  expect(pairTensors(converted, named(...names), { origins: { a: ORIGINS } })).toMatchObject({
    pairs: [
      { a: 'embd.weight', b: names[0], by: 'origin' },
      { a: 'blk.0.q.weight', b: names[1], by: 'origin', converted: true },
      { a: 'blk.0.norm.weight', b: names[2], by: 'origin', converted: true },
    ],
    onlyA: ['made.weight'],
    onlyB: [],
  });
  const behind = named(...names.map((name) => `language_model.${name}`), 'vision.w');
  const back = pairTensors(behind, converted, { origins: { b: ORIGINS } });
  expect(back.pairs.map(({ by }) => by)).toEqual(['origin', 'origin', 'origin']);
  expect(back).toMatchObject({ onlyA: ['vision.w'], onlyB: ['made.weight'] });
  // Two that were converted alike are compared as they are.
  const alike = pairTensors(converted, converted, { origins: { a: ORIGINS, b: ORIGINS } });
  expect(alike.pairs.filter((pair) => pair.converted)).toEqual([]);
  expect(originFinder(ORIGINS)('blk.7.q.bias')).toEqual({ name: 'model.layers.7.q_proj.bias', heads: 4 });
});

test('shapes, types and shared data are told', () => {
  const at = (start: number, end: number) => ({ data: { path: 'f', start, end } });
  const a = [tensor('m', [2, 3], at(0, 12)), tensor('n', [6], at(0, 12)), tensor('e', [0], at(12, 12)), tensor('o')];
  const b = [tensor('m', [3, 2]), tensor('n', [1, 6]), tensor('e', [5]), tensor('o', [4, 2], { dtype: 'Q4_K' })];
  const { pairs, tied } = pairTensors(a, b);
  expect(pairs.map(({ shape, dtype }) => [shape, dtype])).toEqual([
    ['transposed', 'same'],
    ['ones', 'same'],
    ['different', 'same'],
    ['same', 'different'],
  ]);
  expect(tied).toEqual({ a: [['m', 'n']], b: [] });
});

test('a hundred thousand tensors of each, names made of dots, and many rules take seconds at most', () => {
  const count = 100_000;
  const a = Array.from({ length: count }, (_, at) => tensor(`module.blk.${at}.attn_q.weight`));
  const b = Array.from({ length: count }, (_, at) => tensor(`model.layers.${at}.q_proj.weight`));
  const rules = rulesOf(Array.from({ length: 199 }, (_, at) => `x${at}.*.a.*.b -> y${at}.*.*`).join('\n'));
  const origins = { a: [{ from: 'module.blk.*.attn_q.*', to: 'model.layers.*.q_proj.*' }] };
  const clock = cpuClock();
  expect(pairTensors(a, b, { rules, origins }).pairs).toHaveLength(count);
  const dots = Array.from({ length: 200 }, (_, at) => tensor(`${'.'.repeat(100_000)}${at}`));
  expect(pairTensors(dots, named('a', 'b')).pairs).toEqual([]);
  const stars = rulesOf(`${'*a'.repeat(200)} -> ${'*b'.repeat(200)}`);
  expect(pairTensors([tensor('a'.repeat(100_000))], named('b'), { rules: stars }).pairs).toEqual([]);
  expect(clock()).toBeLessThan(6000);
});
