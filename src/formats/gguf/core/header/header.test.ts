import { describe, expect, it } from 'vitest';
import { concatBytes } from '../../../../base/bytes.ts';
import { memorySource } from '../../../../source/memory.ts';
import {
  type BuiltTensor,
  type BuiltValue,
  buildGguf,
  type GgufParts,
  text,
  texts,
  u32,
} from '../../../../testing/builders/gguf-builder.ts';
import { countingSource } from '../../../../testing/counting-source.ts';
import { openPackage } from '../../../registry.ts';
import {
  FIRST_ITEMS,
  HEAD_BYTES,
  MARK_EVERY,
  MAX_ENTRIES_READ,
  MAX_HEADER_READ,
  MAX_ITEM_BYTES,
  MAX_KEY_VALUES,
  MAX_VALUE_BYTES,
} from '../limits.ts';
import { readHeader } from './header.ts';
import { itemRange, readItems } from './key-value.ts';

const ARCHITECTURE = ['general.architecture', text('llama')] as const;
const F32: BuiltTensor = { name: 'a', type: 'F32', ne: [4] };

const read = (parts: GgufParts) => readHeader(memorySource('m.gguf', buildGguf(parts)));
const codes = async (parts: GgufParts, cut = 0) => {
  const bytes = buildGguf(parts);
  const { package: pkg } = await openPackage(memorySource('m.gguf', bytes.slice(0, bytes.length - cut)));
  return pkg.findings.map(({ code, severity }) => `${severity} ${code}`);
};

/** A value of each type that has a size of its own, at its limits. */
const NUMBERS: readonly (readonly [string, BuiltValue])[] = [
  ['n.u8', { type: 'uint8', value: 255 }],
  ['n.i8', { type: 'int8', value: -128 }],
  ['n.u16', { type: 'uint16', value: 65_535 }],
  ['n.i16', { type: 'int16', value: -32_768 }],
  ['n.u32', u32(4_294_967_295)],
  ['n.i32', { type: 'int32', value: -2_147_483_648 }],
  ['n.f32', { type: 'float32', value: Math.fround(0.1) }],
  ['n.bool', { type: 'bool', value: true }],
  ['n.u64', { type: 'uint64', value: 2n ** 64n - 1n }],
  ['n.i64', { type: 'int64', value: -(2n ** 63n) }],
  ['n.f64', { type: 'float64', value: 0.1 }],
];

describe('a header', () => {
  it.each([
    { version: 1, little: true },
    { version: 2, little: true },
    { version: 3, little: true },
    { version: 1, little: false },
    { version: 2, little: false },
    { version: 3, little: false },
  ])('has the values of version $version, little-endian: $little', async (how) => {
    const keyValues = [ARCHITECTURE, ...NUMBERS, ['t.all', texts(['', 'é', 'a'])] as const];
    const header = await read({ ...how, keyValues, tensors: [{ ...F32, ne: [2, 3] }] });
    expect([header.version, header.little]).toEqual([how.version, how.little]);
    expect(header.isWhole).toBe(true);
    expect(header.keyValues.map(({ key, type, value }) => [key, type, value])).toEqual([
      ['general.architecture', 'string', 'llama'],
      ...NUMBERS.map(([key, { type, ...of }]) => [key, type, 'value' in of ? of.value : undefined]),
      ['t.all', 'array', undefined],
    ]);
    expect(header.keyValues.at(-1)?.list).toMatchObject({ type: 'string', count: 3, first: ['', 'é', 'a'] });
    expect(header.tensors).toMatchObject([{ name: 'a', ne: [2n, 3n], typeId: 0, offset: 0n }]);
  });

  it('says where each of its parts is', async () => {
    const keyValues = [ARCHITECTURE, ['n.u8', { type: 'uint8', value: 7 }] as const, ['t.t', texts(['xy'])] as const];
    const bytes = buildGguf({ keyValues, tensors: [F32, { ...F32, name: 'b' }] });
    const header = await readHeader(memorySource('m.gguf', bytes));
    const { keyValues: pairs, tensors } = header;
    // Each begins where the one before ends, from the counts to the data.
    expect(pairs.map(({ start }) => start)).toEqual([header.keyValuesStart, pairs[0]?.end, pairs[1]?.end]);
    expect(header.tensorsStart).toBe(pairs[2]?.end);
    expect(tensors[0]?.start).toBe(header.tensorsStart);
    const again = (at: number | undefined, length: number) => [...bytes.slice(at, (at ?? 0) + length)];
    expect(again(pairs[1]?.typeStart, 5)).toEqual([0, 0, 0, 0, 7]);
    expect([pairs[1]?.valueStart, pairs[1]?.end].map((at) => (at ?? 0) - (pairs[1]?.typeStart ?? 0))).toEqual([4, 5]);
    expect(again(pairs[2]?.list?.start, 10)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 120, 121]);
    expect(pairs[2]?.list?.end).toBe(pairs[2]?.end);
  });

  it('keeps the first of a long list, and says where the others are', async () => {
    const count = 3 * MARK_EVERY + 5;
    const tokens = Array.from({ length: count }, (_, index) => `t${index}`);
    const scores: BuiltValue = { type: 'array', of: 'float32', items: tokens.map((_, index) => -index) };
    const inner: BuiltValue = { type: 'array', of: 'int32', items: [1, 2] };
    const lists: BuiltValue = { type: 'array', of: 'array', items: [inner, texts(['a'])] };
    const bytes = buildGguf({ keyValues: [ARCHITECTURE, ['t.t', texts(tokens)], ['t.s', scores], ['t.l', lists]] });
    const header = await readHeader(memorySource('m.gguf', bytes));
    const [, tokenPair, scorePair, listPair] = header.keyValues;
    const items = (list = tokenPair?.list, index = 0, most?: number) => {
      if (!list) throw new Error('a list is missing');
      const range = itemRange(list, index, MARK_EVERY, most);
      const part = bytes.slice(range.start, range.end);
      return { first: range.first, items: readItems(part, list.type, range.count, header, MAX_ITEM_BYTES) };
    };
    expect(tokenPair?.list).toMatchObject({ count, first: tokens.slice(0, FIRST_ITEMS) });
    expect(tokenPair?.list?.marks).toHaveLength(4);
    expect(items(tokenPair?.list, MARK_EVERY + 9)).toEqual({
      first: MARK_EVERY,
      items: tokens.slice(MARK_EVERY, 2 * MARK_EVERY),
    });
    expect(items(tokenPair?.list, count - 1).items).toEqual(tokens.slice(3 * MARK_EVERY));
    expect(items(scorePair?.list, 700, 3)).toEqual({ first: 700, items: [-700, -701, -702] });
    expect(listPair?.list?.first).toEqual([
      { type: 'int32', count: 2 },
      { type: 'string', count: 1 },
    ]);
    expect(items(listPair?.list).items).toEqual(listPair?.list?.first);
  });

  it('cuts long texts for people, and reads on behind them', async () => {
    const long = 'é'.repeat(MAX_VALUE_BYTES);
    const header = await read({ keyValues: [['t.t', text(long)], ['t.a', texts([long, 'b'])], ARCHITECTURE] });
    const [value, list, last] = header.keyValues;
    expect([String(value?.value).length, value?.cutBytes]).toEqual([MAX_VALUE_BYTES / 2, 2 * MAX_VALUE_BYTES]);
    expect(String(list?.list?.first[0])).toHaveLength(MAX_ITEM_BYTES / 2 + 1);
    expect([list?.list?.first[1], last?.value]).toEqual(['b', 'llama']);
    expect(header.findings.map(({ code }) => code)).toEqual(['gguf/value-cut']);
  });

  it('is read without long lists of numbers, and without the data', async () => {
    const numbers: BuiltValue = { type: 'array', of: 'int32', items: Array.from({ length: 200_000 }, () => 1) };
    const tensors = [{ name: 'w', type: 'F32', ne: [4_000_000] }];
    const bytes = buildGguf({ keyValues: [ARCHITECTURE, ['t.n', numbers], ['t.t', texts(['a'])]], tensors });
    const source = countingSource(memorySource('m.gguf', bytes));
    const { end } = await readHeader(source);
    expect(source.accesses.length).toBeLessThanOrEqual(3);
    expect(source.bytes).toBeLessThan(5 * HEAD_BYTES);
    expect(source.touched(end + MAX_HEADER_READ, bytes.length)).toBe(false);
  });
});

const inLists = (depth: number): BuiltValue =>
  depth === 0
    ? u32(1)
    : { type: 'array', of: depth === 1 ? 'uint32' : 'array', items: [depth === 1 ? 1 : inLists(depth - 1)] };

const MANY_KEYS = Array.from({ length: MAX_KEY_VALUES }, (_, at): [string, BuiltValue] => [`k.${at}`, u32(1)]);

/** A tensor in each of some blocks, and one in none. */
const blocks = (count: number): BuiltTensor[] => [
  { ...F32, name: 'token_embd.weight' },
  ...Array.from({ length: count }, (_, block) => ({ ...F32, name: `blk.${block}.attn_norm.weight` })),
];

const BROKEN: readonly [code: string, parts: GgufParts, cut?: number][] = [
  ['error gguf/magic', { magic: 'FUGG', little: false }],
  ['error gguf/version-1', { version: 1 }],
  ['error gguf/version', { version: 0 }],
  ['error gguf/version', { version: 4 }],
  ['warning gguf/big-endian', { little: false }],
  ['error gguf/header-cut', { keyValueCount: 2n, alignment: 1 }],
  ['error gguf/header-cut', { tensorCount: 1n, alignment: 1 }],
  ['error gguf/header-cut', { keyValues: [ARCHITECTURE, ['a', texts(['ab', 'c'])]], alignment: 1 }, 1],
  ['error gguf/empty-key', { keyValues: [ARCHITECTURE, ['', u32(1)]] }],
  ['error gguf/duplicate-key', { keyValues: [ARCHITECTURE, ARCHITECTURE] }],
  ['warning gguf/bad-key', { keyValues: [ARCHITECTURE, ['A.b', u32(1)]] }],
  ['warning gguf/bad-key', { keyValues: [ARCHITECTURE, ['a..b', u32(1)]] }],
  ['warning gguf/bad-key', { keyValues: [ARCHITECTURE, ['a'.repeat(70_000), u32(1)]] }],
  ['warning gguf/nested-list', { keyValues: [ARCHITECTURE, ['a', inLists(2)]] }],
  ['error gguf/nested-too-deep', { keyValues: [ARCHITECTURE, ['a', inLists(10)]] }],
  ['warning gguf/bad-bool', { keyValues: [ARCHITECTURE, ['a', { type: 'bool', value: 2 }]] }],
  ['error gguf/key-type', { keyValues: [['general.architecture', u32(1)]] }],
  ['error gguf/key-type', { keyValues: [ARCHITECTURE, ['split.count', u32(1)]] }],
  ['error gguf/key-type', { keyValues: [ARCHITECTURE, ['split.no', u32(1)]] }],
  ['error gguf/key-type', { keyValues: [ARCHITECTURE, ['llama.block_count', text('x')]] }],
  ['error gguf/key-type', { keyValues: [ARCHITECTURE, ['llama.expert_count', { type: 'uint64', value: 1 }]] }],
  ['warning gguf/wide-integer', { keyValues: [ARCHITECTURE, ['llama.context_length', { type: 'uint64', value: 1 }]] }],
  ['error gguf/key-type', { keyValues: [ARCHITECTURE, ['llama.rope.freq_base', { type: 'float64', value: 1 }]] }],
  ['error gguf/key-type', { keyValues: [ARCHITECTURE, ['llama.attention.head_count', texts(['8'])]] }],
  ['error gguf/key-with-nul', { keyValues: [ARCHITECTURE, ['general.alignment\0', u32(8)]] }],
  ['warning gguf/no-architecture', { keyValues: [] }],
  ['warning gguf/no-architecture', { keyValues: [['general.architecture', text('')]] }],
  ['warning gguf/no-quantization-version', { tensors: [{ ...F32, type: 'Q8_0', ne: [32] }] }],
  // The alignment counts wherever it stands: with another one, the second tensor would lie in a gap.
  [
    'warning gguf/too-many-keys',
    {
      keyValues: [ARCHITECTURE, ...MANY_KEYS, ['general.alignment', u32(64)]],
      tensors: [F32, { ...F32, name: 'b' }],
      alignment: 64,
    },
  ],
  // Beyond the pairs that are kept, too.
  ['error gguf/duplicate-key', { keyValues: [...MANY_KEYS, ['late', u32(1)], ['late', u32(2)]] }],
  ['error gguf/alignment-type', { keyValues: [ARCHITECTURE, ['general.alignment', { type: 'uint64', value: 32n }]] }],
  ['error gguf/alignment-type', { keyValues: [ARCHITECTURE, ['general.alignment', text('32')]] }],
  ['error gguf/alignment', { keyValues: [ARCHITECTURE, ['general.alignment', u32(0)]], tensors: [F32] }],
  ['error gguf/alignment', { keyValues: [ARCHITECTURE, ['general.alignment', u32(24)]], alignment: 24 }],
  ['warning gguf/small-alignment', { keyValues: [ARCHITECTURE, ['general.alignment', u32(4)]], alignment: 4 }],
  ['error gguf/truncated', { keyValues: [ARCHITECTURE, ['general.alignment', u32(2 ** 31)]], tensors: [F32] }],
  ['error gguf/duplicate-tensor', { tensors: [F32, F32] }],
  // ggml compares names as C does.
  ['error gguf/duplicate-tensor', { tensors: [{ ...F32, name: 'a\0b' }, F32] }],
  ['error gguf/long-name', { tensors: [{ ...F32, name: 'a'.repeat(64) }] }],
  ['error gguf/too-many-dimensions', { tensors: [{ ...F32, ne: [1, 1, 1, 1, 4] }] }],
  ['error gguf/too-many-dimensions', { tensors: [{ ...F32, ne: Array.from({ length: 200 }, () => 1) }] }],
  ['error gguf/negative-size', { tensors: [{ ...F32, ne: [2n ** 63n], data: new Uint8Array(4) }] }],
  ['error gguf/too-many-elements', { tensors: [{ ...F32, ne: [2n ** 40n, 2n ** 40n], data: new Uint8Array(4) }] }],
  ['error gguf/tensor-type', { tensors: [{ ...F32, type: 4 }] }],
  ['error gguf/tensor-type', { tensors: [{ ...F32, type: 43 }] }],
  ['error gguf/tensor-type', { tensors: [{ ...F32, type: 0xffffffff }] }],
  ['error gguf/row-size', { tensors: [{ ...F32, type: 'Q4_0', ne: [16, 2] }] }],
  ['error gguf/unaligned', { tensors: [{ ...F32, offset: 4 }] }],
  [
    'error gguf/overlap',
    {
      tensors: [
        { ...F32, ne: [32] },
        { ...F32, name: 'b', offset: 64 },
      ],
    },
  ],
  ['warning gguf/gap', { tensors: [F32, { ...F32, name: 'b', offset: 64 }], tail: new Uint8Array(32) }],
  ['warning gguf/gap', { tensors: [{ ...F32, offset: 32 }], tail: new Uint8Array(32) }],
  [
    'warning gguf/unordered',
    {
      tensors: [
        { ...F32, offset: 32 },
        { ...F32, name: 'b', offset: 0 },
      ],
    },
  ],
  // llama.cpp expects each tensor after the one before, also where one has no bytes.
  [
    'warning gguf/empty-inside',
    {
      tensors: [
        { ...F32, ne: [16] },
        { ...F32, name: 'b', ne: [0], offset: 32 },
      ],
    },
  ],
  ['info gguf/no-elements', { tensors: [{ ...F32, ne: [0, 4] }] }],
  ['error gguf/empty-dimension', { tensors: [{ ...F32, ne: [4, 0] }] }],
  ['error gguf/empty-dimension', { tensors: [{ ...F32, ne: [0, 4, 0] }] }],
  ['warning gguf/block-count', { keyValues: [ARCHITECTURE, ['llama.block_count', u32(20)]], tensors: blocks(16) }],
  ['warning gguf/block-count', { keyValues: [ARCHITECTURE, ['llama.block_count', u32(2)]], tensors: blocks(3) }],
  ['error gguf/truncated', { tensors: [F32] }, 17],
  ['info gguf/end-padding', { tensors: [F32], padsEnd: false }],
  ['warning gguf/trailing-bytes', { tensors: [F32], tail: new Uint8Array(1) }],
  ['warning gguf/trailing-bytes', { tail: new Uint8Array(1) }],
];

describe('what is wrong with a file', () => {
  it.each(BROKEN)('%s', async (code, parts, cut) => {
    expect(await codes(parts, cut)).toContain(code);
  });

  it('is nothing where nothing is', async () => {
    const tensors: BuiltTensor[] = [
      { ...F32, ne: [] },
      { name: '', type: 'BF16', ne: [2, 5] },
      { name: 'a'.repeat(63), type: 'Q6_K', ne: [256, 2, 1, 3] },
    ];
    const heads: BuiltValue = { type: 'array', of: 'int32', items: [8, 0] };
    const keyValues: [string, BuiltValue][] = [
      [...ARCHITECTURE],
      ['general.quantization_version', u32(2)],
      ['llama.block_count', u32(2)],
      ['llama.attention.head_count', heads],
      ['llama.attention.head_count_kv', u32(8)],
      ['llama.rope.freq_base', { type: 'float32', value: 1 }],
      // Of an architecture that is not the file's own, llama.cpp reads nothing.
      ['gemma.block_count', text('x')],
    ];
    expect(await codes({ keyValues, tensors })).toEqual([]);
    expect(await codes({ keyValues: [...keyValues, ['general.alignment', u32(64)]], tensors, alignment: 64 })).toEqual(
      [],
    );
    expect(await codes({ version: 2, tensors: [F32] })).toEqual([]);
    expect(await codes({ keyValues, tensors: [...tensors, ...blocks(2)] })).toEqual([]);
    // An adapter changes some blocks, and pruning leaves nothing of others.
    const adapter: [string, BuiltValue][] = [...keyValues, ['general.type', text('adapter')]];
    expect(await codes({ keyValues: adapter, tensors: blocks(1) })).toEqual([]);
    const pruned: [string, BuiltValue][] = [
      ['general.architecture', text('deci')],
      ['deci.block_count', u32(9)],
    ];
    expect(await codes({ keyValues: pruned, tensors: blocks(7) })).toEqual([]);
    expect(await codes({})).toEqual([]);
    // A vocabulary alone needs no padding behind its header.
    expect(await codes({}, 3)).toEqual([]);
  });

  it('keeps a file from being opened where nothing of it can be shown', async () => {
    const refused = (bytes: Uint8Array) =>
      openPackage(memorySource('m.gguf', bytes)).then(
        () => 'opened',
        ({ code }) => code,
      );
    expect(await refused(new Uint8Array(0))).toBe('gguf/not-gguf');
    expect(await refused(new Uint8Array(100))).toBe('gguf/not-gguf');
    expect(await refused(buildGguf().slice(0, 5))).toBe('gguf/header-cut');
    expect(await refused(buildGguf().slice(0, 23))).toBe('gguf/header-cut');
    expect(await refused(buildGguf({ keyValueCount: 2n ** 62n }))).toBe('gguf/bad-count');
    expect(await refused(buildGguf({ tensorCount: 2n ** 64n - 1n }))).toBe('gguf/bad-count');
  });

  it('ends the reading of a header with more tensors than any model has', async () => {
    const count = MAX_ENTRIES_READ + 1;
    const start = buildGguf({ keyValues: [], alignment: 1, tensorCount: BigInt(count) });
    // Tensors without names and without dimensions.
    const bytes = concatBytes([start, new Uint8Array(24 * count)]);
    const { package: pkg } = await openPackage(memorySource('m.gguf', bytes));
    expect(pkg.findings.map(({ code }) => code)).toContain('gguf/header-too-large');
  }, 60_000);

  it('finds a vocabulary in few reads', async () => {
    const tokens = texts(Array.from({ length: 100_000 }, (_, index) => `token${index}`));
    const source = countingSource(memorySource('m.gguf', buildGguf({ keyValues: [ARCHITECTURE, ['t.t', tokens]] })));
    await readHeader(source);
    expect(source.accesses.length).toBeLessThanOrEqual(4);
  });

  it('is told of values whose types do not exist, and of texts that are not UTF-8', async () => {
    const bytes = buildGguf({
      keyValues: [ARCHITECTURE, ['a', text('é')], ['b', u32(1)], ['c', texts(['x'])]],
      tensors: [F32],
    });
    const found = async (at: number, byte: number) => {
      const changed = concatBytes([bytes]);
      changed[at] = byte;
      return (await openPackage(memorySource('m.gguf', changed))).package.findings.map(({ code }) => code);
    };
    const { keyValues } = await readHeader(memorySource('m.gguf', bytes));
    expect(await found(keyValues[1]?.end ? keyValues[1].end - 1 : 0, 0x20)).toEqual(['gguf/not-utf8']);
    expect(await found(keyValues[2]?.typeStart ?? 0, 13)).toEqual(['gguf/value-type']);
    expect(await found(keyValues[3]?.valueStart ?? 0, 99)).toEqual(['gguf/value-type']);
  });
});
