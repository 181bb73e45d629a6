import { concatBytes } from '../../src/base/bytes.ts';
import { buildSafetensors, entryText } from '../../src/testing/builders/safetensors-builder.ts';
import { type DocumentExample, type FormatDocument, factIn, inPackage, valuesOf } from './row.ts';

/** A file with this header and its data. */
function example(header: string | Uint8Array, data: number | Uint8Array = 0, length?: bigint): DocumentExample {
  return { name: 'model.safetensors', content: buildSafetensors(header, data, length) };
}

/** A file with one tensor of these parts. */
const one = (dtype: string, shape: readonly number[], end: number, data = end) =>
  example(`{${entryText('a', dtype, shape, 0, end)}}`, data);

const FLOATS = new Uint8Array(new Float32Array([1.5, Number.NaN, Number.POSITIVE_INFINITY, -4, 5, 6]).buffer);

/** With all that the document speaks of: metadata, a matrix, an empty tensor, a scalar and padding. */
const HEADER = `{"__metadata__":{"format":"pt"},${[
  entryText('matrix', 'F32', [2, 3], 0, 24),
  entryText('empty', 'F32', [0, 4], 24, 24),
  entryText('scalar', 'I64', [], 24, 32),
]}}`;
const SOUND = example(HEADER.padEnd(256), concatBytes([FLOATS, Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 0)]));

const A = entryText('a', 'U8', [2], 0, 2);
const B = entryText('b', 'U8', [2], 2, 4);

const tensor = (name: string) => inPackage(({ tensors }) => tensors.find((info) => info.name === name));
const part = (name: string, key: 'dtype' | 'shape' | 'data') =>
  inPackage(({ tensors }) => tensors.find((info) => info.name === name)?.[key]);

/** The format's document, part by part. */
export const SAFETENSORS_DOCUMENT: FormatDocument = {
  title: 'safetensors',
  about: 'The [format](https://github.com/huggingface/safetensors#format), as its library documents it.',
  sound: SOUND,
  sections: [
    {
      heading: 'Format',
      rows: [
        {
          defines: '8 bytes: N, an unsigned little-endian 64-bit integer, the size of the header.',
          shown: { where: 'Overview, “Header”', in: SOUND, by: factIn('Header'), gives: '256 bytes' },
          checked: [
            { code: 'safetensors/too-short', in: { name: 'a.safetensors', content: new Uint8Array(7) } },
            { code: 'safetensors/header-past-end', in: example('{}', 0, 3n) },
          ],
          edited: {
            where: 'Saving writes it',
            in: SOUND,
            set: `__metadata__.note=${'x'.repeat(300)}`,
            by: factIn('Header'),
            gives: '528 bytes',
          },
        },
        {
          defines: 'N bytes: a JSON UTF-8 string that represents the header.',
          shown: {
            where: 'Tensors; Overview',
            in: SOUND,
            by: inPackage(({ tensors }) => tensors.map(({ name }) => name)),
            gives: ['matrix', 'empty', 'scalar'],
          },
          checked: [
            { code: 'safetensors/header-syntax', in: example('{"a"}') },
            { code: 'safetensors/not-utf8', in: example(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d)) },
          ],
        },
        {
          defines: 'The header MUST begin with a `{` character (0x7B).',
          checked: [
            { code: 'safetensors/header-start', in: example('[]') },
            { code: 'safetensors/space-before-header', in: example(' {}') },
          ],
        },
        {
          defines: 'The header MAY be padded with whitespace (0x20) at its end.',
          checked: [{ code: 'safetensors/padding', in: example('{}\n') }],
        },
        {
          defines: 'The header is a dict that maps `TENSOR_NAME` to `dtype`, `shape` and `data_offsets`.',
          shown: {
            where: 'Tensors',
            in: SOUND,
            by: tensor('scalar'),
            gives: {
              name: 'scalar',
              dtype: 'int64',
              shape: [],
              data: { path: 'model.safetensors', start: 8 + 256 + 24, end: 8 + 256 + 32 },
            },
          },
          checked: [
            { code: 'safetensors/bad-entry', in: example('{"a":{"dtype":"U8","shape":[0]}}') },
            { code: 'safetensors/entry-as-list', in: example('{"a":["U8",[2],[0,2]]}', 2) },
            {
              code: 'safetensors/unknown-field',
              in: example('{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2],"x":1}}', 2),
            },
          ],
          edited: {
            where: 'Edit, “Tensors”: names, and which tensors stay',
            in: SOUND,
            set: ['rename.scalar=count', 'keep=["matrix","scalar"]'],
            by: inPackage(({ tensors }) => tensors.map(({ name }) => name)),
            gives: ['matrix', 'count'],
          },
        },
        {
          defines: '`dtype` is the type of the elements, such as `F16`.',
          shown: { where: 'Tensors, “Type”', in: SOUND, by: part('matrix', 'dtype'), gives: 'float32' },
          checked: [
            { code: 'safetensors/unknown-dtype', in: one('f32', [1], 4) },
            { code: 'safetensors/not-whole-bytes', in: one('F4', [3], 2) },
          ],
          left: 'a type is not edited. The values would have to be written again, and Boxcutter never writes weights.',
        },
        {
          defines: '`shape` is a list of sizes, such as `[1, 16, 256]`.',
          shown: { where: 'Tensors, “Shape”', in: SOUND, by: part('matrix', 'shape'), gives: [2n, 3n] },
          checked: [
            { code: 'safetensors/bad-number', in: example('{"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,0]}}') },
            { code: 'safetensors/size-overflow', in: one('U8', [2 ** 40, 2 ** 40], 0) },
          ],
          left: 'a shape is not edited, for the same reason.',
        },
        {
          defines:
            '`data_offsets` point to the tensor’s data relative to the beginning of the byte buffer: `BEGIN` is the starting offset, `END` the one past the last.',
          shown: {
            where: 'Tensors, “Offset” and “Size”',
            in: SOUND,
            by: part('matrix', 'data'),
            gives: { path: 'model.safetensors', start: 8 + 256, end: 8 + 256 + 24 },
          },
          checked: [
            {
              code: 'safetensors/bad-offsets',
              in: example('{"a":{"dtype":"U8","shape":[2],"data_offsets":[2,0]}}', 2),
            },
            { code: 'safetensors/truncated', in: one('U8', [4], 4, 3) },
          ],
        },
        {
          defines: 'The size of a tensor in bytes is `END - BEGIN`.',
          checked: [{ code: 'safetensors/size-mismatch', in: one('F32', [2], 4) }],
        },
        {
          defines: 'A special key `__metadata__` may contain a free-form map from string to string.',
          shown: { where: 'Overview, “Metadata”', in: SOUND, by: factIn('format'), gives: 'pt' },
          edited: {
            where: 'Edit, “Metadata”',
            in: SOUND,
            set: '__metadata__.format=np',
            by: factIn('format'),
            gives: 'np',
          },
        },
        {
          defines: 'Arbitrary JSON is not allowed in `__metadata__`: all values must be strings.',
          checked: [
            { code: 'safetensors/bad-metadata', in: example('{"__metadata__":{"steps":1}}') },
            { code: 'safetensors/metadata-null', in: example('{"__metadata__":null}') },
          ],
        },
        {
          defines: 'The rest of the file is the byte buffer.',
          shown: { where: 'Tensors, “Values”', in: SOUND, by: valuesOf('scalar'), gives: [7n] },
        },
      ],
    },
    {
      heading: 'Notes',
      rows: [
        {
          defines: 'Duplicate keys are disallowed. Not all parsers may respect this.',
          checked: [
            { code: 'safetensors/duplicate-tensor', in: example(`{${A},${A}}`, 2) },
            {
              code: 'safetensors/duplicate-field',
              in: example('{"a":{"dtype":"U8","dtype":"I8","shape":[2],"data_offsets":[0,2]}}', 2),
            },
            { code: 'safetensors/duplicate-key', in: example('{"__metadata__":{"a":"1","a":"2"}}') },
            { code: 'safetensors/duplicate-metadata', in: example('{"__metadata__":{},"__metadata__":{}}') },
          ],
        },
        {
          defines:
            'The subset of JSON is the one that `serde_json` reads. Odd ways to write integers, newlines and escapes may be changed later.',
          checked: [
            {
              code: 'safetensors/bad-number',
              in: example('{"a":{"dtype":"U8","shape":[2.0],"data_offsets":[0,2]}}', 2),
            },
            { code: 'safetensors/lone-surrogate', in: example('{"__metadata__":{"a":"\\ud800"}}') },
            { code: 'safetensors/too-deep', in: example(`{"__metadata__":${'['.repeat(200)}${']'.repeat(200)}}`) },
          ],
        },
        {
          defines: 'Tensor values are not checked. NaN and ±Inf may be in the file.',
          shown: {
            where: 'Tensors, “Values” and “Scan”',
            in: SOUND,
            by: valuesOf('matrix'),
            gives: [1.5, Number.NaN, Number.POSITIVE_INFINITY, -4, 5, 6],
          },
        },
        {
          defines:
            'Empty tensors (one dimension is 0) are allowed: they store no data, and keep their size in the header.',
          shown: { where: 'Tensors, “Shape”', in: SOUND, by: part('empty', 'shape'), gives: [0n, 4n] },
          checked: [{ code: 'safetensors/size-mismatch', in: one('F32', [0, 4], 4) }],
        },
        {
          defines: '0-rank tensors (the shape `[]`) are allowed. They are scalars.',
          shown: { where: 'Tensors, “Shape”', in: SOUND, by: part('scalar', 'shape'), gives: [] },
          checked: [{ code: 'safetensors/size-mismatch', in: one('I64', [], 0) }],
        },
        {
          defines:
            'The byte buffer needs to be entirely indexed and cannot contain holes, so that no polyglot file is possible.',
          checked: [
            { code: 'safetensors/hole', in: example(`{${B}}`, 4) },
            { code: 'safetensors/trailing-bytes', in: example(`{${A}}`, 3) },
          ],
        },
        {
          defines: 'Endianness: little-endian.',
          shown: { where: 'Tensors, “Values”', in: SOUND, by: valuesOf('scalar'), gives: [7n] },
        },
        {
          defines: 'Order: “C”, or row-major.',
          shown: {
            where: 'Tensors, “Values”',
            in: example(`{${entryText('a', 'U8', [2, 3], 0, 6)}}`, Uint8Array.of(1, 2, 3, 4, 5, 6)),
            by: valuesOf('a'),
            gives: [1, 2, 3, 4, 5, 6],
          },
        },
      ],
    },
    {
      heading: 'Benefits',
      rows: [
        {
          defines: 'The size of the header is limited to 100 MB.',
          checked: [{ code: 'safetensors/header-too-large', in: example('{}', 0, 100_000_001n) }],
        },
        {
          defines: 'Addresses in the file do not overlap in any way, so that loading it never exceeds its size.',
          checked: [{ code: 'safetensors/overlap', in: example(`{${A},${entryText('b', 'U8', [2], 1, 3)}}`, 3) }],
        },
        {
          defines: 'Loading is fast, and only a part of the tensors can be loaded.',
          left: 'it speaks of programs that load the file. Boxcutter itself reads of a tensor only what is looked at.',
        },
      ],
    },
  ],
};
