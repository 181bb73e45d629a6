import { describe, expect, it } from 'vitest';
import { openPackage } from '../../formats/registry.ts';
import { memorySource } from '../../source/memory.ts';
import { type BuiltTensor, type BuiltValue, buildGguf, text, texts, u32 } from '../../testing/builders/gguf-builder.ts';
import { buildNpy, padded } from '../../testing/builders/numpy-files.ts';
import {
  blobPath,
  configLayer,
  layerOf,
  manifestPath,
  manifestText,
  storeFolder,
} from '../../testing/builders/ollama-store.ts';
import { buildSafetensors, entryText } from '../../testing/builders/safetensors-builder.ts';
import { TORCH_ARCHIVE, TORCH_FILE } from '../../testing/builders/torch-files.ts';
import { buildZip } from '../../testing/builders/zip-builder.ts';

/** What the Overview says of a file first: its sentence, then its figures, each with its note. */
async function glance(of: Parameters<typeof openPackage>[0]): Promise<string[]> {
  const { inShort = '', figures = [] } = (await openPackage(of)).package;
  return [
    inShort,
    ...figures.map(({ label, value, note }) => `${label}: ${value}${note === undefined ? '' : ` (${note})`}`),
  ];
}

const file = (name: string, bytes: Uint8Array) => glance(memorySource(name, bytes));

describe('GGUF', () => {
  const gguf = (keyValues: [string, BuiltValue][], tensors: BuiltTensor[] = []) =>
    file('m.gguf', buildGguf({ keyValues, tensors }));
  const llama: [string, BuiltValue][] = [
    ['general.architecture', text('llama')],
    ['llama.context_length', u32(131_072)],
    ['llama.rope.scaling.factor', { type: 'float32', value: 32 }],
    ['llama.block_count', u32(16)],
    ['llama.attention.head_count', u32(32)],
    ['llama.attention.head_count_kv', u32(8)],
    ['tokenizer.ggml.model', text('gpt2')],
    ['tokenizer.ggml.tokens', texts(['a', 'b', 'c'])],
  ];
  const weights: BuiltTensor[] = [
    { name: 'token_embd.weight', type: 'Q4_K', ne: [256, 40] },
    { name: 'output_norm.weight', type: 'F32', ne: [256] },
  ];

  it('is a model that writes text, with its size, context, layers and vocabulary', async () => {
    expect(await gguf(llama, weights)).toEqual([
      'Text generation, 10,496 parameters in 5.2 bits each',
      'Parameters: 10,496',
      'Context length: 131,072 (tokens, RoPE × 32)',
      'Layers: 16 (32 heads, 8 for keys)',
      'Vocabulary: 3 (BPE)',
    ]);
  });

  it('has types where the header says no more, and only what is there', async () => {
    expect(await gguf([['general.architecture', text('clip')]], weights)).toEqual([
      'A projector for a model that takes images or sound, 10,496 parameters in 5.2 bits each',
      'Parameters: 10,496',
      'Type: Q4_K (84% of the bytes; float32)',
      'Tensors: 2',
    ]);
    expect(await gguf([])).toEqual(['No weights', 'Tensors: 0']);
    expect((await gguf(llama))[0]).toBe('A vocabulary of 3 tokens, without weights');
    const lora: [string, BuiltValue][] = [
      ['general.type', text('adapter')],
      ['adapter.type', text('lora')],
    ];
    expect((await gguf([...llama, ...lora], weights))[0]).toMatch(/^A LoRA adapter, /);
    expect((await gguf([['general.architecture', text('nomic-bert')]], weights))[0]).toMatch(/^Text embeddings, /);
  });
});

describe('safetensors', () => {
  const safetensors = (...names: string[]) => {
    const entries = names.map((name, at) =>
      entryText(name, at === 0 ? 'F16' : 'F32', [1], at * 4, at * 4 + (at === 0 ? 2 : 4)),
    );
    return file('m.safetensors', buildSafetensors(`{${entries.join(',')}}`, names.length * 4));
  };

  it('is what the names of most of its tensors say', async () => {
    expect(await safetensors('a.weight', 'b.weight', 'c.weight')).toEqual([
      'Weights, 3 parameters mostly in float32',
      'Parameters: 3',
      'Type: float32 (80% of the bytes; float16)',
      'Tensors: 3 (10 B of data)',
    ]);
    expect(await safetensors('a')).toEqual([
      'One tensor, 1 parameter in float16',
      'Parameters: 1',
      'Type: float16 (all of them)',
      'Tensors: 1 (2 B of data)',
    ]);
    expect((await safetensors('a.lora_A.weight', 'a.lora_B.weight', 'b'))[0]).toMatch(/^A LoRA adapter, /);
    expect((await safetensors('0.exp_avg', '0.exp_avg_sq', 'step'))[0]).toMatch(/^The state of an optimizer, /);
    expect(await file('m.safetensors', buildSafetensors('{}'))).toEqual(['']);
  });
});

it.each([
  ['an archive', TORCH_ARCHIVE],
  ['a file as before 1.6', TORCH_FILE],
])('PyTorch, %s: weights that tensors share count once', async (_, bytes) => {
  expect(await file('m.pt', bytes)).toEqual([
    'Weights, 27 parameters mostly in float32',
    'Parameters: 27',
    'Type: float32 (88% of the bytes; int64, bfloat16)',
    'Tensors: 5 (108 B of data)',
  ]);
});

describe('NumPy', () => {
  const array = (shape: string, data: Uint8Array) =>
    buildNpy({ header: padded(`{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`), data });

  it('is an array of a shape, or several with what they have together', async () => {
    expect(await file('a.npy', array('(2, 3)', new Uint8Array(48)))).toEqual([
      'One array of 2 × 3, float64',
      'Shape: 2 × 3',
      'Type: float64 (<f8)',
      'Elements: 6 (48 B)',
    ]);
    expect(await file('a.npy', array('()', new Uint8Array(8)))).toEqual([
      'One array of one value, float64',
      'Shape: scalar',
      'Type: float64 (<f8)',
      'Elements: 1 (8 B)',
    ]);
    const zip = buildZip([
      { name: 'a.npy', data: array('(2, 3)', new Uint8Array(48)) },
      { name: 'b.npy', data: array('(4,)', new Uint8Array(32)) },
    ]);
    expect(await file('a.npz', zip)).toEqual([
      '2 arrays, 10 values',
      'Arrays: 2',
      'Values: 10',
      'Type: float64 (all of them)',
    ]);
  });
});

describe('an Ollama model', () => {
  const WEIGHTS = 'GGUF and then the weights';
  const model = (config: object) => {
    const written = JSON.stringify(config);
    const manifest = manifestText([layerOf('model', WEIGHTS)], configLayer(written));
    return glance(
      storeFolder({ [manifestPath('a')]: manifest, [blobPath(written)]: written, [blobPath(WEIGHTS)]: WEIGHTS }),
    );
  };

  it('is what its weights say of themselves, where they can be looked into', async () => {
    const gguf = buildGguf({
      keyValues: [
        ['general.architecture', text('llama')],
        ['tokenizer.ggml.tokens', texts(['a', 'b'])],
      ],
      tensors: [
        { name: 'token_embd.weight', type: 'F16', ne: [8, 2] },
        { name: 'output_norm.weight', type: 'F32', ne: [8], data: Uint8Array.from({ length: 32 }, (_, at) => at) },
      ],
    });
    const config = '{"model_format":"gguf","model_type":"1.2B"}';
    const path = blobPath(gguf);
    const { package: shown, tensor } = await openPackage(
      storeFolder({
        [manifestPath('a')]: manifestText([layerOf('model', gguf)], configLayer(config)),
        [blobPath(config)]: config,
        [path]: gguf,
      }),
    );
    expect(shown.inShort).toBe('Text generation, 24 parameters in 21 bits each');
    expect(shown.figures?.map(({ label, value }) => `${label} ${value}`)).toEqual([
      'Parameters 24',
      'Vocabulary 2',
      'Type float16',
      'Tensors 2',
    ]);
    expect(shown.panels?.map(({ title }) => title)).toEqual(['Parameters by type', 'Layers']);
    expect(shown.tensors.map(({ name, data }) => [name, data?.path])).toEqual([
      ['token_embd.weight', path],
      ['output_norm.weight', path],
    ]);
    const [first] = (await (await tensor('output_norm.weight')).read(0, 1)) as Float32Array;
    expect(first).toBe(new Float32Array(Uint8Array.of(0, 1, 2, 3).buffer)[0]);
    await expect(tensor('other')).rejects.toMatchObject({ code: 'reference/tensor-missing' });
    // A broken header says nothing here: the file itself does.
    const broken = manifestText([layerOf('model', gguf.subarray(0, 20))], configLayer(config));
    const cut = {
      [manifestPath('a')]: broken,
      [blobPath(config)]: config,
      [blobPath(gguf.subarray(0, 20))]: gguf.slice(0, 20),
    };
    expect((await openPackage(storeFolder(cut))).package).toMatchObject({
      tensors: [],
      figures: [{ value: '1.2B' }, {}],
    });
  });

  it('is else what its configuration says', async () => {
    expect(await model({ model_format: 'gguf', model_family: 'llama', model_type: '1.2B', file_type: 'Q4_0' })).toEqual(
      [
        'A model with 1.2B parameters in Q4_0, by its configuration',
        'Parameters: 1.2B',
        'Quantization: Q4_0',
        'Family: llama',
        'Size: 110 B',
      ],
    );
    expect((await model({ model_format: 'gguf' })).map((line) => line.replace(/\d+/, 'n'))).toEqual(['', 'Size: n B']);
  });
});
