import { describe, expect, it } from 'vitest';
import { sourceContainer } from '../../../archive/container.ts';
import { concatBytes } from '../../../base/bytes.ts';
import { memorySource } from '../../../source/memory.ts';
import { type BuiltValue, buildGguf, text, texts, u32 } from '../../../testing/builders/gguf-builder.ts';
import { buildZip } from '../../../testing/builders/zip-builder.ts';
import { countingSource } from '../../../testing/counting-source.ts';
import { openPackage } from '../../registry.ts';
import { format } from './format.ts';

const count = (value: number): BuiltValue => ({ type: 'uint32', value });

const MODEL = buildGguf({
  keyValues: [
    ['general.architecture', text('llama')],
    ['general.name', text('Tiny Llama')],
    ['general.size_label', text('1.1B')],
    ['general.license', text('apache-2.0')],
    ['general.description', text('A *small* model')],
    ['general.url', text('https://h.example/tiny')],
    ['general.repo_url', text('https://h.example/repo')],
    ['general.file_type', count(15)],
    ['general.quantization_version', count(2)],
    ['llama.context_length', count(131_072)],
    ['llama.embedding_length', u32(2048)],
    ['llama.block_count', count(2)],
    ['llama.attention.head_count', count(32)],
    ['llama.attention.head_count_kv', { type: 'array', of: 'int32', items: [4, 8, 4] }],
    ['llama.expert_count', count(8)],
    ['llama.expert_used_count', count(2)],
    ['tokenizer.ggml.model', text('gpt2')],
    ['tokenizer.ggml.pre', text('llama-bpe')],
    ['tokenizer.ggml.tokens', texts(['a', 'b', 'c'])],
    ['tokenizer.chat_template', text('{{ messages }}')],
  ],
  tensors: [
    { name: 'token_embd.weight', type: 'Q4_K', ne: [256, 3] },
    { name: 'blk.0.attn_q.weight', type: 'F16', ne: [8, 2] },
    { name: 'blk.1.attn_q.weight', type: 'F16', ne: [8, 2] },
  ],
});

const open = (bytes: Uint8Array, name = 'm.gguf') => openPackage(memorySource(name, bytes));

describe('a GGUF file', () => {
  it('is known by its content, and a broken one by its name', async () => {
    const is = (name: string, bytes: Uint8Array) => format.match(sourceContainer(memorySource(name, bytes)), {});
    expect(await is(`sha256-${'0'.repeat(64)}`, MODEL)).toBe(true);
    expect(await is('weights', buildGguf({ magic: 'FUGG', little: false }))).toBe(true);
    expect(await is('a.GGUF', new Uint8Array(3))).toBe(true);
    expect(await is('weights', new Uint8Array(3))).toBe(false);
    const zip = buildZip([{ name: 'a', data: 'b' }]);
    expect(await is('a.gguf', zip)).toBe(false);
    expect((await open(concatBytes([MODEL, zip]))).package.findings.map(({ code }) => code)).toEqual([
      'gguf/trailing-bytes',
    ]);
  });

  it('says what the model is', async () => {
    const { package: pkg } = await open(MODEL);
    expect(pkg.findings).toEqual([]);
    expect(pkg).toMatchObject({
      format: 'gguf',
      formatVersion: '3',
      title: 'Tiny Llama',
      license: 'apache-2.0',
      description: 'A *small* model',
      homepage: 'https://h.example/tiny',
      repository: 'https://h.example/repo',
      files: [{ path: 'm.gguf', role: 'model' }],
      can: { verify: false, edit: true, save: true, editTensors: true },
    });
    expect(pkg.facts.map(({ label, value, note }) => [label, value, note])).toEqual([
      ['Architecture', 'llama', undefined],
      ['Size', '1.1B', undefined],
      ['Parameters', '800', undefined],
      ['Quantization', 'Q4_K_M', '4.96 bits per weight'],
      ['Context length', '131,072', 'tokens'],
      ['Layers', '2', undefined],
      ['Embedding', '2,048', undefined],
      ['Heads', '32', '4, 8 for keys and values'],
      ['Experts', '8', '2 used for each token'],
      ['Tokenizer', 'gpt2', 'llama-bpe'],
      ['Vocabulary', '3', 'tokens'],
      ['Tensors', '3', undefined],
      ['GGUF version', '3', 'little-endian'],
      ['Header', expect.stringMatching(/^[\d,]+ bytes$/), 'tensors at multiples of 32'],
    ]);
    expect(pkg.panels?.map(({ rows }) => rows.map(({ label, value, bytes }) => [label, value, bytes]))).toEqual([
      [
        ['Q4_K', '768', 432n],
        ['float16', '32', 64n],
      ],
      [
        ['token_embd', '768', 432n],
        ['blk.0–1.attn', '32', 64n],
      ],
    ]);
  });

  it('lists its tensors in NumPy’s order of dimensions, with their places', async () => {
    const { package: pkg } = await open(MODEL);
    const own = pkg.own as { dataStarts: { start: number }[] };
    const start = own.dataStarts[0]?.start ?? 0;
    expect(start % 32).toBe(0);
    expect(pkg.tensors).toEqual([
      {
        name: 'token_embd.weight',
        dtype: 'Q4_K',
        values: 'float32',
        shape: [3n, 256n],
        data: { path: 'm.gguf', start, end: start + 432 },
      },
      {
        name: 'blk.0.attn_q.weight',
        dtype: 'float16',
        shape: [2n, 8n],
        data: { path: 'm.gguf', start: start + 448, end: start + 480 },
      },
      {
        name: 'blk.1.attn_q.weight',
        dtype: 'float16',
        shape: [2n, 8n],
        data: { path: 'm.gguf', start: start + 480, end: start + 512 },
      },
    ]);
  });

  it.each([true, false])('has the values of each type that is not quantized, little-endian: %s', async (little) => {
    const data = (size: number, write: (view: DataView) => void) => {
      const view = new DataView(new ArrayBuffer(size));
      write(view);
      return new Uint8Array(view.buffer);
    };
    const tensors = [
      { name: 'F32', data: data(4, (view) => view.setFloat32(0, 0.1, little)) },
      { name: 'F16', data: data(2, (view) => view.setUint16(0, 0xc000, little)) },
      { name: 'BF16', data: data(2, (view) => view.setUint16(0, 0x3f80, little)) },
      { name: 'F64', data: data(8, (view) => view.setFloat64(0, 0.1, little)) },
      { name: 'I8', data: Uint8Array.of(0x80) },
      { name: 'I16', data: data(2, (view) => view.setInt16(0, -2, little)) },
      { name: 'I32', data: data(4, (view) => view.setInt32(0, -3, little)) },
      { name: 'I64', data: data(8, (view) => view.setBigInt64(0, -(2n ** 63n), little)) },
    ].map((tensor) => ({ ...tensor, type: tensor.name, ne: [1] }));
    const opened = await open(buildGguf({ tensors, little }));
    const values = await Promise.all(
      tensors.map(async ({ name }) => [...(await (await opened.tensor(name)).read(0, 1))][0]),
    );
    expect(values).toEqual([Math.fround(0.1), -2, 1, 0.1, -128, -2, -3, -(2n ** 63n)]);
  });

  it('shows what is whole of a file that is cut off, and refuses the rest', async () => {
    const opened = await open(MODEL.slice(0, -20));
    const { tensors, findings } = opened.package;
    expect(findings).toMatchObject([{ code: 'gguf/truncated', path: 'm.gguf' }]);
    expect(tensors.map(({ problem }) => problem !== undefined)).toEqual([false, false, true]);
    expect(await (await opened.tensor('blk.0.attn_q.weight')).read(0, 16)).toHaveLength(16);
    await expect(opened.tensor('blk.1.attn_q.weight')).rejects.toMatchObject({ code: 'gguf/truncated' });
    await expect(opened.tensor('x')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
    const broken = await open(
      buildGguf({ tensors: [{ name: 'a', type: 'F32', ne: [1] }], tensorCount: 9n, alignment: 1 }),
    );
    expect(broken.package.tensors).toMatchObject([
      { name: 'a', problem: expect.stringContaining('header breaks off') },
    ]);
  });

  it('is opened without its weights', async () => {
    const bytes = buildGguf({
      keyValues: [
        ['general.architecture', text('a')],
        ['a.b', u32(1)],
      ],
      tensors: [{ name: 'w', type: 'F32', ne: [100_000] }],
    });
    const source = countingSource(memorySource('m.gguf', bytes));
    await openPackage(source);
    // The first read of 16 KiB, and what tells other formats from this one.
    expect(source.bytes).toBeLessThan(150_000);
  });
});
