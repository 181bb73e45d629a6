import { blobPath, configLayer, layerOf, manifestText } from '../../src/testing/builders/ollama-store.ts';
import {
  ALL,
  ALL_LABELS,
  and,
  EXAMPLE,
  LICENSE,
  layers,
  manifest,
  model,
  SOUND,
  TEMPLATE,
  without,
} from './ollama-examples.ts';
import { LAYERS } from './ollama-layers.ts';
import { type DocumentSection, type FormatDocument, inPackage } from './row.ts';

const MANIFESTS: DocumentSection = {
  heading: 'Manifests',
  rows: [
    {
      defines: 'A manifest is a JSON object that describes a model.',
      shown: {
        where: 'Overview',
        in: SOUND,
        by: inPackage(({ title, format }) => [format, title]),
        gives: ['ollama', 'doc:latest'],
      },
      checked: [
        { code: 'ollama/bad-json', in: manifest('{"layers":[{"mediaType":"application/vnd.ollama.image.model"') },
        {
          code: 'ollama/duplicate-key',
          in: manifest(manifestText([layerOf('model', 'x')]).replace('{', '{"layers":[],')),
        },
      ],
    },
    {
      defines: 'It has a single field, `layers`: a list of the layers that make up the model.',
      shown: {
        where: 'Overview, “Layers”',
        in: SOUND,
        by: layers(({ label }) => label),
        gives: ALL_LABELS,
      },
      checked: [
        {
          code: 'ollama/no-layers',
          in: manifest('{"config":{"mediaType":"application/vnd.ollama.image.config"},"layers":null}'),
        },
        { code: 'ollama/empty-layers', in: manifest(manifestText([], configLayer('{}'))) },
        { code: 'ollama/bad-layer', in: manifest(manifestText([layerOf('model', 'x'), null])) },
      ],
      left: 'other fields are not reported. Ollama itself writes `schemaVersion`, `mediaType` and `config`.',
    },
    {
      defines: 'Layers are stored as files with the name of their digest, and pushed and pulled as blobs.',
      shown: {
        where: 'Files',
        in: SOUND,
        by: inPackage(({ files }) => files.some(({ path }) => path === blobPath(TEMPLATE))),
        gives: true,
      },
      checked: [
        { code: 'ollama/blob-missing', in: without(blobPath(LICENSE)) },
        { code: 'ollama/digest-mismatch', in: model(ALL, { [blobPath(LICENSE)]: 'Apache-1.0' }) },
      ],
    },
    {
      defines: '`"digest"`: the digest of the layer.',
      shown: {
        where: 'Overview, “Layers”, each with its digest',
        in: SOUND,
        by: inPackage(({ files }) => files.filter(({ sha256 }) => sha256 !== undefined).length),
        gives: ALL.length,
      },
      checked: [
        { code: 'ollama/bad-digest', in: and('license', 'x', { digest: 'sha256:a' }) },
        { code: 'ollama/digest-case', in: and('license', 'x', { digest: `sha256:${'A'.repeat(64)}` }) },
      ],
    },
    {
      defines: '`"mediaType"`: the media type of the layer.',
      shown: {
        where: 'Overview, “Layers”',
        in: SOUND,
        by: layers(({ mediaType }) => mediaType),
        gives: ALL.map(([type]) => `application/vnd.ollama.image.${type}`),
      },
      checked: [
        { code: 'ollama/layer-field', in: and('license', 'x', { mediaType: undefined }) },
        { code: 'ollama/bad-type', in: and('license', 'x', { mediaType: 1 }) },
      ],
    },
    {
      defines: '`"size"`: the size of the layer in bytes.',
      shown: {
        where: 'Overview, “Layers”, the size of each',
        in: SOUND,
        by: layers(({ size }) => size),
        gives: ALL.map(([, { length }]) => BigInt(length)),
      },
      checked: [
        { code: 'ollama/size-mismatch', in: and('license', 'x', { size: 7 }) },
        { code: 'ollama/bad-size', in: and('license', 'x', { size: -1 }) },
        { code: 'ollama/layer-field', in: and('license', 'x', { size: undefined }) },
      ],
    },
    {
      defines: 'How layers are stored or retrieved is not defined.',
      left: 'the document leaves it open. Boxcutter looks where Ollama does, and says what Ollama does not find (`ollama/misplaced-blob`).',
    },
  ],
};

const TYPES: DocumentSection = {
  heading: 'Example, legacy and reserved media types',
  rows: [
    {
      defines: 'An example has a configuration, a template and two tensors, whose digests are shortened.',
      shown: {
        where: 'Overview',
        in: manifest(EXAMPLE),
        by: layers(({ label, size }) => `${label} ${size}`),
        gives: ['Configuration 1234', 'Template 5678', 'Tensor 9012', 'Tensor 3456'],
      },
    },
    {
      defines:
        '`application/vnd.ollama.image.model` is deprecated. It remains supported, and new models should use the types above.',
      shown: {
        where: 'Overview, “Layers”: a note',
        in: model([...ALL, ['model', 'GGUF']]),
        by: layers(({ kind, note }) => (kind === 'model' ? note : '')),
        gives: [...ALL.map(() => ''), 'deprecated, but Ollama itself writes it'],
      },
      left: 'it is not among the problems, since Ollama itself writes all its models so.',
    },
    {
      defines:
        'The prefix `application/vnd.ollama.image.` is reserved for new media types of layers that are known to Ollama.',
      shown: {
        where: 'Overview, “Layers”',
        in: and('hologram'),
        by: layers(({ label }) => label),
        gives: [...ALL_LABELS, 'Unknown'],
      },
      checked: [
        { code: 'ollama/unknown-media-type', in: and('hologram') },
        { code: 'ollama/inexact-media-type', in: and('license ') },
      ],
    },
    {
      defines: 'All other prefixes are ignored by official clients of the registry.',
      checked: [{ code: 'ollama/foreign-layer', in: and('license', 'x', { mediaType: 'text/plain' }) }],
    },
  ],
};

/** Ollama's document, part by part. */
export const OLLAMA_DOCUMENT: FormatDocument = {
  title: 'Ollama’s manifests',
  about:
    'The document in Ollama’s source, `manifest.go`. Models are not edited here: Ollama makes them, and their files are named by what is in them.',
  sound: SOUND,
  sections: [MANIFESTS, LAYERS, TYPES],
};
