import { blobPath, layerOf, manifestPath, manifestText } from '../../src/testing/builders/ollama-store.ts';
import { type DocumentExample, inPackage } from './row.ts';

export const CONFIG = '{"model_format":"safetensors","model_family":"gemma"}';
export const TEMPLATE = '{{ .Prompt }}';
const CHAT = '{{ .System }} {{ .Prompt }}';
export const LICENSE = 'Apache-2.0';
const INPUT = new Uint8Array(Float32Array.of(1, 2, 3, 4, 5, 6).buffer);

export const TYPE = 'config; type=safetensors';
const TENSOR = 'tensor; name=input; dtype=F32; shape=1,2,3';
const OTHER_TENSOR = 'tensor; name=output; dtype=I32; shape=4,5,6';

type Content = string | Uint8Array<ArrayBuffer>;

/** A folder with a model of these layers, and their blobs. The end of a media type stands before each content. */
export function model(
  layers: readonly (readonly [type: string, content: Content, more?: object])[],
  extra = {},
): DocumentExample {
  return {
    name: 'models',
    content: {
      [manifestPath('doc')]: manifestText(
        layers.map(([type, content, more]) => ({ ...layerOf(type, content), ...more })),
      ),
      ...Object.fromEntries(layers.map(([, content]) => [blobPath(content), content])),
      ...extra,
    },
  };
}

/** The document's example, with the other layers that it defines. */
export const ALL = [
  [TYPE, CONFIG],
  ['template', TEMPLATE],
  ['template; name=chat', CHAT],
  [TENSOR, INPUT],
  ['tokenizer', '[]'],
  ['tokenizer.config', '{}'],
  ['license', LICENSE],
] as const;
export const SOUND = model(ALL);

/** The document's example with one more layer. */
export const and = (type: string, content: Content = 'more', more = {}) => model([...ALL, [type, content, more]]);
export const manifest = (text: string): DocumentExample => ({ ...SOUND, content: { [manifestPath('doc')]: text } });

export const ALL_LABELS = [
  'Configuration',
  'Template',
  'Template',
  'Tensor',
  'Tokenizer',
  'Tokenizer configuration',
  'License',
];

/** The document's example, with digests of the right length. */
export const EXAMPLE = JSON.stringify({
  layers: (
    [
      ['a', TYPE, 1234],
      ['b', 'template', 5678],
      ['c', TENSOR, 9012],
      ['d', OTHER_TENSOR, 3456],
    ] as const
  ).map(([digit, type, size]) => ({
    digest: `sha256:${digit.repeat(64)}`,
    mediaType: `application/vnd.ollama.image.${type}`,
    size,
  })),
});

interface Shown {
  models: {
    layers: { label: string; kind: string; mediaType: string; note?: string; name?: string; size: bigint }[];
  }[];
  texts: { text: string }[];
}
export const layers = (take: (layer: Shown['models'][0]['layers'][0]) => unknown) =>
  inPackage(({ own }) => (own as Shown).models[0]?.layers.map(take));
export const text = (wanted: string) =>
  inPackage(({ own }) => (own as Shown).texts.find((one) => one.text === wanted)?.text);
export const tensor = inPackage(({ tensors }) => tensors.map(({ name, dtype, shape }) => [name, dtype, shape]));

export function without(path: string): DocumentExample {
  const { [path]: _, ...content } = SOUND.content as Record<string, Content>;
  return { ...SOUND, content };
}

export function labelOf(type: string) {
  return inPackage(
    ({ own }) =>
      (own as Shown).models[0]?.layers.find(({ mediaType }) => mediaType === `application/vnd.ollama.image.${type}`)
        ?.label,
  );
}
