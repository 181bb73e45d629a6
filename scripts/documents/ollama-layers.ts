import { blobPath, configLayer, manifestPath, manifestText } from '../../src/testing/builders/ollama-store.ts';
import {
  ALL,
  and,
  CONFIG,
  LICENSE,
  labelOf,
  layers,
  model,
  SOUND,
  TEMPLATE,
  TYPE,
  tensor,
  text,
} from './ollama-examples.ts';
import { type DocumentSection, inPackage, valuesOf } from './row.ts';

/** What the document says of each kind of layer. */
export const LAYERS: DocumentSection = {
  heading: 'Layers',
  rows: [
    {
      defines: 'The configuration is a layer with the media type `application/vnd.ollama.image.config; type=<type>`.',
      shown: {
        where: 'Overview, “Configuration” and the facts that it has',
        in: SOUND,
        by: inPackage(({ facts }) => facts.find(({ label }) => label === 'Family')?.value),
        gives: 'gemma',
      },
      checked: [
        { code: 'ollama/no-config', in: model(ALL.slice(1)) },
        {
          code: 'ollama/bad-config',
          in: model(ALL, { [manifestPath('doc')]: manifestText([], configLayer('{')), [blobPath('{')]: '{' }),
        },
      ],
    },
    {
      defines: '`type` is the format of the configuration, such as “safetensor” or “gguf”.',
      shown: {
        where: 'Overview, “Layers”, the media type',
        in: SOUND,
        by: layers(({ kind, mediaType }) => (kind === 'config' ? mediaType.split('=')[1] : undefined)),
        gives: ['safetensors', ...ALL.slice(1).map(() => undefined)],
      },
      checked: [
        { code: 'ollama/config-type', in: model([['config', CONFIG], ...ALL.slice(1)]) },
        { code: 'ollama/config-type', in: model([['config; type=onnx', CONFIG], ...ALL.slice(1)]) },
      ],
    },
    {
      defines: 'There may be only one configuration layer in a model.',
      checked: [{ code: 'ollama/two-configs', in: and(TYPE, '{}') }],
    },
    {
      defines: 'The template is a layer with the media type `application/vnd.ollama.image.template; [name=<name>]`.',
      shown: { where: 'Overview, “Template”', in: SOUND, by: text(TEMPLATE), gives: TEMPLATE },
      checked: [
        { code: 'ollama/bad-template', in: model([['template', '{{ if }}']]) },
        { code: 'ollama/unknown-parameter', in: and('template; title=a') },
      ],
    },
    {
      defines: '`name` is the name by which the template is looked up at runtime. It may be omitted.',
      shown: {
        where: 'Overview, “Template” and its name',
        in: SOUND,
        by: layers(({ name }) => name),
        gives: [undefined, undefined, 'chat', 'input', undefined, undefined, undefined],
      },
      checked: [
        { code: 'ollama/duplicate-template', in: and('template; name=chat') },
        { code: 'ollama/template-name', in: and('template; name=') },
      ],
    },
    {
      defines: 'Without a name, it is the default template for the model.',
      shown: {
        where: 'Overview, “Template”, where there are several',
        in: SOUND,
        by: layers(({ note }) => note),
        gives: [
          undefined,
          'the default, which is used',
          'Ollama’s own reader ignores it',
          'Ollama’s own reader ignores it',
          undefined,
          undefined,
          undefined,
        ],
      },
      checked: [{ code: 'ollama/two-templates', in: and('template') }],
    },
    {
      defines:
        'A tensor is a layer with the media type `application/vnd.ollama.image.tensor; name=<name>; dtype=<dtype>; shape=<shape>`.',
      shown: { where: 'Tensors', in: SOUND, by: tensor, gives: [['input', 'float32', [1n, 2n, 3n]]] },
      checked: [
        { code: 'ollama/bad-media-type', in: and('tensor; name=b; name=c; dtype=U8; shape=4') },
        { code: 'ollama/unknown-parameter', in: and('tensor; name=b; dtype=U8; shape=4; order=F') },
      ],
      left: 'Ollama’s own reader ignores such layers. A note says so (`ollama/type-parameters`), in every such model.',
    },
    {
      defines:
        '`name` is the name of the tensor as the configuration defines it. Only the format of the configuration bounds it.',
      shown: { where: 'Tensors', in: SOUND, by: inPackage(({ tensors }) => tensors[0]?.name), gives: 'input' },
      checked: [
        { code: 'ollama/tensor-name', in: and('tensor; dtype=U8; shape=4') },
        { code: 'ollama/duplicate-tensor', in: and('tensor; name=input; dtype=U8; shape=4') },
      ],
    },
    {
      defines: '`dtype` is the data type as a string. How types are written is not defined yet.',
      shown: {
        where: 'Tensors, “Type”',
        in: SOUND,
        by: inPackage(({ tensors }) => tensors[0]?.dtype),
        gives: 'float32',
      },
      checked: [
        { code: 'ollama/unknown-dtype', in: and('tensor; name=b; dtype=float; shape=4') },
        { code: 'ollama/tensor-incomplete', in: and('tensor; name=b; shape=4') },
      ],
    },
    {
      defines: '`shape` is a comma-separated list of integers, one for each dimension.',
      shown: {
        where: 'Tensors, “Shape”, and the values',
        in: SOUND,
        by: valuesOf('input'),
        gives: [1, 2, 3, 4, 5, 6],
      },
      checked: [
        { code: 'ollama/bad-shape', in: and('tensor; name=b; dtype=U8; shape=2x2') },
        { code: 'ollama/tensor-incomplete', in: and('tensor; name=b; dtype=U8') },
        { code: 'tensor/size-mismatch', in: and('tensor; name=b; dtype=U8; shape=9') },
      ],
    },
    {
      defines: 'The tokenization is a layer with the media type `application/vnd.ollama.image.tokenizer`.',
      shown: { where: 'Overview, “Layers”', in: SOUND, by: labelOf('tokenizer'), gives: 'Tokenizer' },
      left: 'its content is not checked: the document says nothing of it.',
    },
    {
      defines:
        'The configuration of the tokenizer is a layer with the media type `application/vnd.ollama.image.tokenizer.config`.',
      shown: {
        where: 'Overview, “Layers”',
        in: SOUND,
        by: labelOf('tokenizer.config'),
        gives: 'Tokenizer configuration',
      },
      left: 'its content is not checked, for the same reason.',
    },
    {
      defines:
        '`application/vnd.ollama.image.license` is reserved: one of the many licenses of the model, in plain text.',
      shown: { where: 'Overview, “License”', in: SOUND, by: text(LICENSE), gives: LICENSE },
    },
  ],
};
