import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { asContainer } from '../../../archive/container.ts';
import { originFinder } from '../../../model/pair/name-rules.ts';
import { pairTensors } from '../../../model/pair/tensor-pairs.ts';
import { memorySource } from '../../../source/memory.ts';
import { remoteSource } from '../../../source/remote.ts';
import { type BuiltTensor, buildGguf, text, u32 } from '../../../testing/builders/gguf-builder.ts';
import { buildSafetensors } from '../../../testing/builders/safetensors-builder.ts';
import { good, serve, stopServing } from '../../../testing/range-host.ts';
import { callsInThread } from '../../../testing/worker-calls.ts';
import { openPackage } from '../../registry.ts';

/** What ggml has quantized, and its own errors (`values/ggml-twins.py`). */
const TWINS: readonly { name: string; type: string; bytes: number; relativeRmse: number }[] = JSON.parse(
  readFileSync(new URL('values/ggml-twins.json', import.meta.url), 'utf8'),
);
const DATA = new Uint8Array(readFileSync(new URL('values/ggml-twins.bin', import.meta.url)));

/** As in `values/ggml-twins.py`. */
const COLUMNS = 256;
const MATRICES = [
  { name: 'attn_q', original: 'q_proj', rows: 256, heads: 4 },
  { name: 'attn_k', original: 'k_proj', rows: 64, heads: 2 },
];

/** Numbers of a generator that float16 has exactly, about normally distributed, as their bits. */
function original(rows: number, seed: number): Uint16Array {
  let state = seed;
  return Uint16Array.from({ length: rows * COLUMNS }, (_, at) => {
    let total = -510;
    for (let part = 0; part < 4; part++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      total += (state >> 16) & 255;
    }
    return halfBits((total / 4096) * 2 ** (Math.floor(at / COLUMNS) % 3));
  });
}

/** Of a number that float16 has exactly as a normal one, or 0. */
function halfBits(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(Math.abs(value)));
  const fraction = (Math.abs(value) / 2 ** exponent - 1) * 1024;
  return (value < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | fraction;
}

/** Rows as the converter orders them: those of each head’s two halves in turns. */
function interleaved(values: Uint16Array, rows: number, heads: number): Uint16Array {
  const [half, result] = [rows / heads / 2, new Uint16Array(values.length)];
  for (let row = 0; row < rows; row++) {
    const [head, at] = [Math.floor(row / half / 2), row % (2 * half)];
    const from = head * 2 * half + (at % 2) * half + Math.floor(at / 2);
    result.set(values.subarray(from * COLUMNS, (from + 1) * COLUMNS), row * COLUMNS);
  }
  return result;
}

const bytesOf = ({ buffer }: Uint16Array) => new Uint8Array(buffer as ArrayBuffer);

function gguf(tensors: readonly BuiltTensor[], architecture = 'llama') {
  return buildGguf({
    keyValues: [
      ['general.architecture', text(architecture)],
      [`${architecture}.attention.head_count`, u32(4)],
      [`${architecture}.attention.head_count_kv`, u32(2)],
    ],
    tensors,
  });
}

/** A file of float16, the file that it was converted from, and its quantized twins. */
function files(): Record<string, Uint8Array<ArrayBuffer>> {
  const values = MATRICES.map(({ rows }, at) => original(rows, at + 1));
  const name = (at: number) => `blk.0.${MATRICES[at]?.name}.weight`;
  const ne = (at: number) => [COLUMNS, MATRICES[at]?.rows as number];
  const half = MATRICES.map(({ rows, heads }, at) => {
    return { name: name(at), type: 'F16', ne: ne(at), data: bytesOf(interleaved(values[at] as never, rows, heads)) };
  });
  const twin = (type: string) => {
    let from = 0;
    const found = TWINS.flatMap(({ bytes, ...each }) => {
      from += bytes;
      return each.type === type ? [{ ...each, data: DATA.slice(from - bytes, from) }] : [];
    });
    return gguf(found.map(({ data }, at) => ({ name: name(at), type, ne: ne(at), data })));
  };
  const header = Object.fromEntries(
    MATRICES.map(({ original: of, rows }, at) => {
      const from = at === 0 ? 0 : 2 * 256 * COLUMNS;
      const shape = [rows, COLUMNS];
      return [
        `model.layers.0.self_attn.${of}.weight`,
        { dtype: 'F16', shape, data_offsets: [from, from + 2 * rows * COLUMNS] },
      ];
    }),
  );
  const data = new Uint8Array(values.reduce((sum, { byteLength }) => sum + byteLength, 0));
  data.set(bytesOf(values[0] as Uint16Array));
  data.set(bytesOf(values[1] as Uint16Array), values[0]?.byteLength);
  return {
    'half.gguf': gguf(half),
    'Q4_K.gguf': twin('Q4_K'),
    'Q8_0.gguf': twin('Q8_0'),
    'original.safetensors': buildSafetensors(JSON.stringify(header), data),
  };
}

async function opened() {
  const of = files();
  const worker = callsInThread(
    {},
    {
      openSource: async (descriptor) => {
        const { url } = descriptor as { url: string };
        return { container: asContainer(memorySource(url, of[url] as Uint8Array)), release() {} };
      },
    },
  );
  const open = (url: string) => worker.call('open', { descriptor: { kind: 'url', url } });
  return { worker, open };
}

describe.each(TWINS)('$name as $type', ({ name, type, relativeRmse }) => {
  const matrix = MATRICES.find((each) => each.name === name);
  const ofOriginal = `model.layers.0.self_attn.${matrix?.original}.weight`;
  const ofTwin = `blk.0.${name}.weight`;

  test('its error is what ggml finds, whole and by sample, against float16', async () => {
    const { worker, open } = await opened();
    const [twin, half] = [await open(`${type}.gguf`), await open('half.gguf')];
    const ask = {
      ...{ handle: twin.handle, tensor: ofTwin },
      with: { handle: half.handle, tensor: ofTwin, converted: true },
    };
    const whole = await worker.call('tensorCompare', ask);
    expect(whole.relativeRmse).toBeCloseTo(relativeRmse, 8);
    expect(whole).toMatchObject({ relation: 'same', storageError: { dtype: type } });
    expect(whole.sample).toBeUndefined();
    expect(Math.abs((whole.storageError?.relativeRmse ?? 0) / relativeRmse - 1)).toBeLessThan(0.1);
    const blocks = name === 'attn_q' ? 4 : 1;
    const sample = await worker.call('tensorCompare', { ...ask, sample: { blocks } });
    expect(sample).toMatchObject({ count: blocks * 4096, sample: { blocks, elements: whole.count } });
    expect(Math.abs((sample.relativeRmse as number) / relativeRmse - 1)).toBeLessThan(0.05);
  });

  test('the same against the original, whose rows are in another order, whichever of both is the actual one', async () => {
    const { worker, open } = await opened();
    const [twin, origin] = [await open(`${type}.gguf`), await open('original.safetensors')];
    const { pairs } = pairTensors(twin.package.tensors, origin.package.tensors, {
      origins: { a: twin.package.origins },
    });
    expect(pairs).toContainEqual({
      ...{ a: ofTwin, b: ofOriginal, by: 'origin', shape: 'same', dtype: 'different', converted: true },
    });
    const [a, b] = [
      { handle: twin.handle, tensor: ofTwin },
      { handle: origin.handle, tensor: ofOriginal },
    ];
    const whole = await worker.call('tensorCompare', { ...a, with: { ...b, converted: true } });
    expect(whole.relativeRmse).toBeCloseTo(relativeRmse, 8);
    const back = await worker.call('tensorCompare', { ...b, with: { ...a, converted: true } });
    expect(back.rmse).toBeCloseTo(whole.rmse as number, 12);
    const asStored = await worker.call('tensorCompare', { ...a, with: b });
    expect(asStored.relativeRmse).toBeGreaterThan(1);
    if (name !== 'attn_q') return;
    const sample = await worker.call('tensorCompare', { ...a, with: { ...b, converted: true }, sample: { blocks: 7 } });
    expect(sample.sample).toEqual({ blocks: 7, elements: whole.count });
    expect(Math.abs((sample.relativeRmse as number) / relativeRmse - 1)).toBeLessThan(0.05);
  });
});

test('float16 in the order of the converter is the original', async () => {
  const { worker, open } = await opened();
  const [half, origin] = [await open('half.gguf'), await open('original.safetensors')];
  for (const { name, original: of } of MATRICES) {
    const [a, b] = [
      { handle: half.handle, tensor: `blk.0.${name}.weight` },
      { handle: origin.handle, tensor: `model.layers.0.self_attn.${of}.weight` },
    ];
    for (const ask of [
      { ...a, with: { ...b, converted: true } },
      { ...b, with: { ...a, converted: true } },
    ])
      expect(await worker.call('tensorCompare', ask)).toMatchObject({ differs: 0, cosine: 1 });
  }
});

afterEach(stopServing);

test('a sample of two remote files asks for its blocks and nothing else', async () => {
  const [rows, columns, blocks] = [2048, 2048, 12];
  const name = 'blk.0.attn_q.weight';
  const shape = { ne: [columns, rows], name };
  const header = { 'model.layers.0.self_attn.q_proj.weight': f16([rows, columns]) };
  const of: Record<string, Uint8Array<ArrayBuffer>> = {
    'twin.gguf': gguf([{ ...shape, type: 'Q8_0' }]),
    'original.safetensors': buildSafetensors(JSON.stringify(header), new Uint8Array(2 * rows * columns)),
  };
  const fileOf = (url: string) => Object.keys(of).find((each) => url.includes(each)) as string;
  const asked: [file: string, start: number, end: number][] = [];
  const { url } = await serve((request, response, range) => {
    const file = fileOf(request.url ?? '');
    if (range) asked.push([file, ...range]);
    good({}, of[file])(request, response, range);
  });
  const worker = callsInThread(
    {},
    {
      openSource: async (descriptor) => ({
        container: asContainer(await remoteSource((descriptor as { url: string }).url)),
        release() {},
      }),
    },
  );
  const [twin, origin] = await Promise.all(
    Object.keys(of).map((file) =>
      worker.call('open', { descriptor: { kind: 'url', url: url.replace('a%20b.carton', file) } }),
    ),
  );
  asked.length = 0;
  const found = await worker.call('tensorCompare', {
    ...{ handle: twin?.handle as number, tensor: name },
    with: { handle: origin?.handle as number, tensor: Object.keys(header)[0] as string, converted: true },
    sample: { blocks },
  });
  expect(found).toMatchObject({ differs: 0, sample: { blocks, elements: rows * columns } });
  for (const file of Object.keys(of)) {
    const ranges = asked.filter(([each]) => each === file);
    expect(ranges.length).toBeLessThanOrEqual(blocks);
    // Each block of the sample touches two blocks of the cache at most.
    const bytes = ranges.reduce((sum, [, start, end]) => sum + end - start, 0);
    expect(bytes).toBeLessThanOrEqual(blocks * 32 * 1024);
  }
});

const f16 = (shape: readonly [number, number]) => ({
  dtype: 'F16',
  shape,
  data_offsets: [0, 2 * shape[0] * shape[1]],
});

async function originsOf(architecture: string, more: Parameters<typeof buildGguf>[0] = {}) {
  const bytes = more.keyValues ? buildGguf(more) : gguf([], architecture);
  const { package: pkg } = await openPackage(asContainer(memorySource('m.gguf', bytes)));
  return { ...pkg, of: originFinder(pkg.origins ?? []) };
}

test.each([
  ['llama', 'token_embd.weight', { name: 'model.embed_tokens.weight' }],
  ['llama', 'output.weight', { name: 'lm_head.weight' }],
  ['llama', 'output_norm.weight', { name: 'model.norm.weight' }],
  ['llama', 'blk.31.attn_q.weight', { name: 'model.layers.31.self_attn.q_proj.weight', heads: 4 }],
  ['llama', 'blk.31.attn_k.weight', { name: 'model.layers.31.self_attn.k_proj.weight', heads: 2 }],
  ['llama', 'blk.0.attn_v.weight', { name: 'model.layers.0.self_attn.v_proj.weight' }],
  ['llama', 'blk.0.ffn_norm.weight', { name: 'model.layers.0.post_attention_layernorm.weight' }],
  ['llama', 'blk.0.ffn_gate_inp.weight', { name: 'model.layers.0.block_sparse_moe.gate.weight' }],
  ['llama', 'blk.0.ffn_gate_exps.weight', undefined],
  ['llama', 'rope_freqs.weight', undefined],
  ['qwen2', 'blk.1.attn_q.bias', { name: 'model.layers.1.self_attn.q_proj.bias' }],
  ['qwen3', 'blk.1.attn_q_norm.weight', { name: 'model.layers.1.self_attn.q_norm.weight' }],
  ['gemma2', 'blk.1.ffn_norm.weight', { name: 'model.layers.1.pre_feedforward_layernorm.weight', plus: 1 }],
  ['gemma2', 'blk.1.ffn_up.weight', { name: 'model.layers.1.mlp.up_proj.weight' }],
  ['gemma3', 'output_norm.weight', { name: 'model.norm.weight', plus: 1 }],
  ['phi3', 'blk.2.attn_qkv.weight', { name: 'model.layers.2.self_attn.qkv_proj.weight' }],
])('in %s, %s was %o', async (architecture, name, origin) => {
  const { of, noOrigins } = await originsOf(architecture);
  expect(of(name)).toEqual(origin);
  expect(noOrigins).toBeUndefined();
});

test('what is not known is said, and not guessed', async () => {
  expect(await originsOf('toy')).toMatchObject({ noOrigins: expect.stringContaining('“toy”') });
  // Layers may have different numbers of heads.
  const list = { type: 'array', of: 'uint32', items: [4, 8] } as const;
  for (const heads of [list, text('4'), u32(0), { type: 'bool', value: true } as const, undefined]) {
    const keyValues = [
      ['general.architecture', text('llama')] as const,
      ...(heads ? [['llama.attention.head_count', heads] as const] : []),
    ];
    const { of } = await originsOf('llama', { keyValues });
    expect([of('blk.0.attn_q.weight'), of('blk.0.attn_v.weight')?.name]).toEqual([
      undefined,
      'model.layers.0.self_attn.v_proj.weight',
    ]);
  }
});
