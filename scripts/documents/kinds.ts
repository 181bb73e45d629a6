import type { FormatId } from '../../src/model/package.ts';
import { type BuiltValue, buildGguf } from '../../src/testing/builders/gguf-builder.ts';
import { MLDEF_FILES, mldefManifest, signatureOf } from '../../src/testing/builders/mldef-builder.ts';
import { buildNpy } from '../../src/testing/builders/numpy-files.ts';
import { GOOD, sha256 } from '../../src/testing/builders/packed-carton.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { buildTar } from '../../src/testing/builders/tar-builder.ts';
import { TORCH_ARCHIVE, TORCH_FILE, TORCH_TAR } from '../../src/testing/builders/torch-files.ts';
import { buildZip } from '../../src/testing/builders/zip-builder.ts';
import { carton } from './carton-examples.ts';
import { model as mldefModel } from './mldef-examples.ts';
import { SOUND as LIBRARY } from './mlf-examples.ts';
import { ALL, model as ollamaModel } from './ollama-examples.ts';
import type { DocumentExample } from './row.ts';

/** A kind of a format's packages, and a small one of it, from which its row in docs/formats.md is read. */
export interface PackageKind {
  format: FormatId;
  /** What people call it. */
  kind: string;
  example: DocumentExample;
  /** What tells it, as a sentence without its full stop: ends of names and paths in it as code. */
  signs: string;
  /** A file of that content is recognized under any name. Left out for a folder. */
  byContent?: boolean;
  /** The kind that new packages of the format are. */
  isMade?: true;
  /** A change of a field, as `inspect --set` takes it. For kinds that can be edited and saved. */
  set?: string;
}

const WEIGHTS = buildSafetensors(`{${entryText('a', 'U8', [2], 0, 2)}}`, 2);
const GGUF = buildGguf({ tensors: [{ name: 'a', type: 'F32', ne: [2] }] });

/** One of two files of a model, which has a tensor of its own. */
function shard(number: number): Uint8Array<ArrayBuffer> {
  const u16 = (value: number): BuiltValue => ({ type: 'uint16', value });
  return buildGguf({
    keyValues: [
      ['general.architecture', { type: 'string', value: 'llama' }],
      ['split.no', u16(number)],
      ['split.count', u16(2)],
      ['split.tensors.count', { type: 'int32', value: 2 }],
    ],
    tensors: [{ name: `t${number}`, type: 'F32', ne: [2] }],
  });
}

const CARTON_FILES = Object.entries(GOOD).flatMap(([path, data]) =>
  data === undefined ? [] : [[path, data] as const],
);
const UNPACKED = Object.fromEntries([
  ...CARTON_FILES.map(([path, data]) => [path, new Uint8Array(Buffer.from(data))] as const),
  [
    'MANIFEST',
    CARTON_FILES.map(([path, data]) => `${path}=${sha256(data)}\n`)
      .sort()
      .join(''),
  ] as const,
]);
const MANIFEST = JSON.stringify(mldefManifest());
const SIGNED = { 'manifest.json': MANIFEST, ...MLDEF_FILES };
const TEXT = 'A text.\n';

/** The kinds of every format, in the order of its row. */
export const KINDS: readonly PackageKind[] = [
  {
    format: 'carton',
    kind: 'Carton',
    example: carton(),
    signs: '`.carton`, or a zip with `carton.toml` or `MANIFEST`',
    byContent: true,
    set: 'license=MIT',
    isMade: true,
  },
  {
    format: 'carton',
    kind: 'Unpacked carton',
    example: { name: 'folder', content: UNPACKED },
    signs: 'A folder with `carton.toml`',
  },
  {
    format: 'mldef',
    kind: 'mldef model',
    example: mldefModel(MANIFEST, { SIGNATURE: signatureOf(SIGNED) }),
    signs: '`.mldef`, or a zip, tar or folder with `manifest.json` of that format',
    byContent: true,
    set: 'model.name=other',
    isMade: true,
  },
  {
    format: 'safetensors',
    kind: 'safetensors',
    example: { name: 'model.safetensors', content: WEIGHTS },
    signs: '`.safetensors`, or its header',
    byContent: true,
    set: '__metadata__.license=MIT',
  },
  {
    format: 'safetensors',
    kind: 'safetensors in several files, or a model’s folder',
    example: { name: 'folder', content: { 'config.json': '{}', 'model.safetensors': WEIGHTS } },
    signs: '`.safetensors.index.json`, shards that belong together, or a folder with `model.safetensors`',
  },
  {
    format: 'gguf',
    kind: 'GGUF',
    example: { name: 'model.gguf', content: GGUF },
    signs: '`.gguf`, or its first bytes',
    byContent: true,
    set: 'general.name=other',
  },
  {
    format: 'gguf',
    kind: 'GGUF in several files',
    example: { name: 'folder', content: { 'm-00001-of-00002.gguf': shard(0), 'm-00002-of-00002.gguf': shard(1) } },
    signs: 'A folder with `m-00001-of-00002.gguf` and so on, or such files together',
  },
  {
    format: 'pickle',
    kind: 'PyTorch, TorchScript',
    example: { name: 'model.pt', content: TORCH_ARCHIVE },
    signs: '`.pt`, `.pth`, `.ckpt`, or a zip with `model/data.pkl`',
    byContent: true,
  },
  {
    format: 'pickle',
    kind: 'PyTorch before 1.6, other pickles',
    example: { name: 'model.pt', content: TORCH_FILE },
    signs: '`.pkl`, `.pickle`, `.pck`, `.joblib`, `.dill`, or its first bytes (protocols 2 to 5)',
    byContent: true,
  },
  {
    format: 'pickle',
    kind: 'PyTorch’s first tar',
    example: { name: 'model.pt', content: TORCH_TAR },
    signs: 'A tar with `pickle`',
    byContent: true,
  },
  {
    format: 'numpy',
    kind: 'NumPy array',
    example: { name: 'a.npy', content: buildNpy() },
    signs: '`.npy`, or its first bytes',
    byContent: true,
  },
  {
    format: 'numpy',
    kind: 'NumPy archive',
    example: { name: 'a.npz', content: buildZip([{ name: 'a.npy', data: buildNpy() }]) },
    signs: '`.npz`, or a zip of nothing but `.npy`',
    byContent: true,
  },
  {
    format: 'ollama',
    kind: 'Ollama model, or a folder of models',
    example: ollamaModel(ALL),
    signs: 'A manifest, or a folder with `manifests/registry.ollama.ai/` and `blobs/`',
  },
  {
    format: 'tvm-mlf',
    kind: 'Model Library Format of TVM',
    example: LIBRARY,
    signs: 'A tar or folder with `metadata.json` and `codegen/`',
    byContent: true,
  },
  {
    format: 'zip',
    kind: 'Other zip',
    example: { name: 'a.zip', content: buildZip([{ name: 'a.txt', data: TEXT }]) },
    signs: 'Its directory, wherever it begins',
    byContent: true,
  },
  {
    format: 'tar',
    kind: 'Other tar',
    example: { name: 'a.tar', content: buildTar([{ name: 'a.txt', data: TEXT }]) },
    signs: '`.tar`, `.tgz`, `.nemo`, or its first block',
    byContent: true,
  },
  {
    format: 'file',
    kind: 'Any other file',
    example: { name: 'a.onnx', content: Uint8Array.of(8, 1, 2) },
    signs: 'None of the above',
    byContent: true,
  },
];
