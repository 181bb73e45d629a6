import { index, insert, linked, RUNNER, sha256, TENSORS, WEIGHTS } from '../../src/testing/builders/packed-carton.ts';
import { zstdFrame } from '../../src/testing/builders/zstd-builder.ts';
import { carton, fileOf, SOUND, tensor, text, withFiles } from './carton-examples.ts';
import { type DocumentExample, type DocumentSection, inPackage, valuesOf } from './row.ts';

const TOML = { 'carton.toml': text({}) };
const manifest = (change: (lines: string) => string) => carton({ files: TOML, manifest: change });
const indexed = (content: string, files = {}) => carton(index(content, { ...TOML, ...files }));
const one = (dtype: string, shape: string, file: string) =>
  `${TENSORS}[[tensor]]\nname = "t"\ndtype = "${dtype}"\nshape = ${shape}\nfile = "${file}"\ninner = []\n`;
const urls = (lines: string, version = 'version = 1\n') =>
  carton({ ...linked(`${version}[urls]\n${lines}`), files: TOML });
const URL = 'https://example.com/w';
const LINKED = urls(`${WEIGHTS} = ["${URL}"]\n`);
/** Numbers from 1 to 6, of 16 bits. */
const NUMBERS = new Uint8Array(Int16Array.of(1, 2, 3, 4, 5, 6).buffer);
const FLOATS = indexed(one('int16', '[2, 3]', 'tensor_3.bin'), { 'tensor_data/tensor_3.bin': NUMBERS });
const TEXT = new TextEncoder().encode('a file');
const STORED = { name: 'model/a', data: TEXT };
const zipped = (method: number, stored?: Uint8Array): DocumentExample =>
  carton({
    files: TOML,
    entries: [{ ...STORED, method, ...(stored && { stored }) }],
    manifest: (lines) => insert(lines, `model/a=${sha256(TEXT)}\n`),
  });

/** What a carton is, as a zip. */
export const ZIP_ROWS: DocumentSection = {
  heading: 'The zip file',
  rows: [
    {
      defines: 'Every carton is a zip file with the extension `.carton`.',
      shown: { where: 'the head', in: SOUND, by: inPackage(({ format }) => format), gives: 'carton' },
      checked: [{ code: 'zip/not-a-zip', in: { name: 'a.carton', content: TEXT } }],
    },
    {
      defines: 'The compression methods are Stored, Deflate and zstd.',
      shown: {
        where: 'Files, “Method”',
        in: zipped(93, zstdFrame([TEXT])),
        by: fileOf('model/a', 'storage'),
        gives: 'zstd',
      },
      checked: [{ code: 'zip/unsupported-method', in: zipped(14, TEXT) }],
    },
    {
      defines: 'It contains `carton.toml`, `MANIFEST`, `model`, and optionally `tensor_data`, `misc` and `LINKS`.',
      shown: {
        where: 'Files',
        in: SOUND,
        by: inPackage(({ files }) => [...new Set(files.map(({ path }) => path.split('/')[0]))].sort()),
        gives: ['MANIFEST', 'carton.toml', 'misc', 'model', 'tensor_data'],
      },
      checked: [
        { code: 'carton/toml-missing', in: withFiles({ 'carton.toml': undefined }) },
        { code: 'carton/unknown-file', in: withFiles({ ...TOML, 'README.md': 'a' }) },
      ],
    },
  ],
};

const MANIFEST_ROWS: DocumentSection = {
  heading: 'MANIFEST',
  rows: [
    {
      defines: 'It lists the contents in alphabetical order, one entry a line.',
      shown: { where: 'Files, “Hash”', in: SOUND, by: fileOf('model/m', 'sha256'), gives: sha256('m') },
      checked: [
        {
          code: 'manifest/unsorted',
          in: manifest((lines) =>
            lines
              .split('\n')
              .filter(Boolean)
              .reverse()
              .map((item) => `${item}\n`)
              .join(''),
          ),
        },
        { code: 'manifest/file-missing', in: manifest((lines) => insert(lines, `model/gone=${WEIGHTS}\n`)) },
        { code: 'manifest/file-unlisted', in: manifest((lines) => lines.replace(/model\/m=.*\n/, '')) },
        { code: 'manifest/duplicate', in: manifest((lines) => insert(lines, `model/m=${sha256('m')}\n`)) },
      ],
      edited: {
        where: 'Saving writes it',
        in: SOUND,
        set: 'model_name=other',
        by: inPackage(
          ({ identity, files }) =>
            files.find(({ path }) => path === 'carton.toml')?.sha256 === sha256(text({}).replace('"doc"', '"other"')) &&
            identity?.label,
        ),
        gives: 'Model hash',
      },
    },
    {
      defines: 'A line is `{filepath}={sha256}`. Spaces and other characters are not allowed.',
      checked: [
        { code: 'manifest/syntax', in: manifest((lines) => lines.replace('model/m=', 'model/m = ')) },
        { code: 'manifest/hash-mismatch', in: manifest((lines) => lines.replace(sha256('m'), WEIGHTS)) },
        { code: 'manifest/hash-case', in: manifest((lines) => lines.replace(sha256('m'), sha256('m').toUpperCase())) },
        { code: 'manifest/line-end', in: manifest((lines) => lines.trimEnd()) },
      ],
    },
    {
      defines: 'It has no entry for itself and for `LINKS`.',
      checked: [{ code: 'manifest/self-listed', in: manifest((lines) => insert(lines, `MANIFEST=${WEIGHTS}\n`)) }],
    },
    {
      defines: 'A change of its format needs a new `spec_version`.',
      left: 'it speaks of later versions of the format.',
    },
    {
      defines: '“Model hash” or “manifest hash” is the SHA-256 of the file `MANIFEST`.',
      shown: {
        where: 'the head, “Model hash”',
        in: manifest(() => ''),
        by: inPackage(({ identity }) => identity),
        gives: { label: 'Model hash', sha256: sha256('') },
      },
    },
  ],
};

const FOLDER_ROWS: DocumentSection = {
  heading: 'model, tensor_data and misc',
  rows: [
    {
      defines: '`model` contains what the runner needs to load the model. Its contents vary across runners.',
      shown: { where: 'Files', in: SOUND, by: fileOf('model/m', 'hash'), gives: 'unverified' },
      checked: [
        { code: 'carton/model-not-needed', in: withFiles({ ...TOML, 'model/m': undefined }) },
        {
          code: 'carton/model-missing',
          in: withFiles({
            'carton.toml': text({ runner: RUNNER.replace('noop', 'torchscript') }),
            'model/m': undefined,
          }),
        },
      ],
    },
    {
      defines: '`tensor_data` is optional. `index.toml` must exist if it has any other file.',
      shown: { where: 'Tensors', in: SOUND, by: inPackage(({ tensors }) => tensors.length), gives: 4 },
      checked: [
        { code: 'tensor/index-missing', in: withFiles({ ...TOML, 'tensor_data/index.toml': undefined }) },
        { code: 'tensor/file-unused', in: withFiles({ ...TOML, 'tensor_data/b.bin': 'b' }) },
      ],
    },
    {
      defines: 'A `[[tensor]]` of the index has `name`, `dtype`, `shape` and `file`.',
      shown: {
        where: 'Tensors',
        in: SOUND,
        by: tensor('a', 'data'),
        gives: { path: 'tensor_data/tensor_0.bin', start: 0, end: 8 },
      },
      checked: [
        { code: 'tensor/index-syntax', in: indexed('tensor = 1\n') },
        { code: 'tensor/duplicate-name', in: indexed(TENSORS + TENSORS.slice(0, TENSORS.indexOf('[[tensor]]', 1))) },
        { code: 'tensor/file-missing', in: indexed(one('int8', '[1]', 'tensor_3.bin')) },
        { code: 'tensor/unsafe-path', in: indexed(one('int8', '[1]', '../model/m')) },
      ],
    },
    {
      defines: 'A nested (ragged) tensor has the dtype `nested` and the names of its `inner` tensors.',
      shown: { where: 'Tensors', in: SOUND, by: tensor('n', 'inner'), gives: ['p'] },
      checked: [{ code: 'tensor/inner-missing', in: indexed(TENSORS.replace('["p"]', '["gone"]')) }],
    },
    {
      defines: 'Inner tensors must not be nested tensors.',
      checked: [{ code: 'tensor/nested-in-nested', in: indexed(TENSORS.replace('["p"]', '["n"]')) }],
    },
    {
      defines: 'Numeric tensors are in `.bin` files: little-endian, contiguous, in C order.',
      shown: { where: 'Tensors, “Values”', in: FLOATS, by: valuesOf('t'), gives: [1, 2, 3, 4, 5, 6] },
      checked: [
        {
          code: 'tensor/size-mismatch',
          in: indexed(one('int16', '[7]', 'tensor_3.bin'), { 'tensor_data/tensor_3.bin': NUMBERS }),
        },
        {
          code: 'tensor/file-ending',
          in: indexed(one('int16', '[6]', 'tensor_3.raw'), { 'tensor_data/tensor_3.raw': NUMBERS }),
        },
      ],
    },
    {
      defines: 'Each string tensor is in a `.toml` file of its own, as the list `data`.',
      shown: { where: 'Tensors, “Values”', in: SOUND, by: valuesOf('s'), gives: ['text'] },
      checked: [
        { code: 'tensor/bad-strings', in: withFiles({ ...TOML, 'tensor_data/tensor_1.toml': 'data = 1\n' }) },
        {
          code: 'tensor/file-ending',
          in: indexed(one('string', '[]', 'tensor_3.txt'), { 'tensor_data/tensor_3.txt': 'data = ["a"]\n' }),
        },
      ],
    },
    {
      defines:
        'Why strings are text, and each tensor a file: lazy loading, and no binary format to be kept compatible.',
      left: 'it defines nothing. Boxcutter itself reads of a tensor only what is looked at.',
    },
    {
      defines:
        '`misc` has data of other kinds for the examples. Any type is fine. Systems should understand png, jpeg, mp3 and mp4.',
      shown: {
        where: 'Examples and Files, where pictures, sounds and films are shown and played',
        in: SOUND,
        by: fileOf('misc/a.png', 'hash'),
        gives: 'unverified',
      },
    },
  ],
};

const LINKS_ROWS: DocumentSection = {
  heading: 'LINKS',
  rows: [
    {
      defines: 'It is a TOML file with `version = 1`, and maps hashes to lists of URLs in `[urls]`.',
      shown: { where: 'Files, of a linked file', in: LINKED, by: fileOf('model/w', 'link'), gives: { urls: [URL] } },
      checked: [
        { code: 'links/syntax', in: urls('', 'version = ') },
        { code: 'links/version', in: urls(`${WEIGHTS} = ["${URL}"]\n`, 'version = 2\n') },
        { code: 'links/hash', in: urls(`${WEIGHTS} = ["${URL}"]\nabc = ["${URL}"]\n`) },
        { code: 'links/url', in: urls(`${WEIGHTS} = ["file:///a"]\n`) },
        { code: 'links/http', in: urls(`${WEIGHTS} = ["http://example.com/w"]\n`) },
        { code: 'links/spare', in: urls(`${WEIGHTS} = ["${URL}"]\n${'ab'.repeat(32)} = ["${URL}"]\n`) },
      ],
    },
    {
      defines: 'Files of MANIFEST may be missing from the zip. Then LINKS must contain them.',
      shown: { where: 'Files, “linked”', in: LINKED, by: fileOf('model/w', 'hash'), gives: 'linked' },
      checked: [{ code: 'manifest/file-missing', in: urls('') }],
    },
    {
      defines: 'It is not in MANIFEST, so the model hash does not depend on it.',
      shown: {
        where: 'the head, “Model hash”',
        in: carton({ files: TOML, links: 'version = 1\n[urls]\n', manifest: () => '' }),
        by: inPackage(({ identity }) => identity?.sha256),
        gives: sha256(''),
      },
      checked: [{ code: 'manifest/self-listed', in: manifest((lines) => insert(lines, `LINKS=${WEIGHTS}\n`)) }],
    },
    {
      defines:
        'Hosts may compress the files (`content-encoding`). Readers should support zstd, gzip, br and deflate. The hash is that of the original file.',
      left: 'the browser itself decodes what a host compresses, zstd only where the browser knows it. What was fetched is compared with its hash, which fails where it was not decoded.',
    },
  ],
};

const TWO = '[runner]\nrunner_name = "noop"\nrequired_framework_version = "=1.0.0"\n';
const folder = (toml: string): DocumentExample => ({ name: 'model', content: { 'carton.toml': toml, 'model/a': 'a' } });

const UNPACKED_ROWS: DocumentSection = {
  heading: 'Unpacked models',
  rows: [
    {
      defines:
        'The only fields that a user must specify are `runner_name` and `required_framework_version`: an unpacked model can be loaded with just these.',
      shown: {
        where: 'Problems, a note with a button that makes a carton of the folder. It gets what is missing',
        in: folder(TWO),
        by: inPackage(({ findings }) => findings.map(({ code, severity }) => [code, severity])),
        gives: [['carton/unpacked', 'info']],
      },
      checked: [
        { code: 'carton/unpacked', in: folder(TWO) },
        { code: 'schema/missing-field', in: folder(TWO.replace(/runner_name.*\n/, '')) },
        { code: 'schema/missing-field', in: folder(TWO.replace(/required_.*\n/, '')) },
      ],
    },
  ],
};

/** The sections on the files beside carton.toml. */
export const FILE_SECTIONS: readonly DocumentSection[] = [MANIFEST_ROWS, FOLDER_ROWS, LINKS_ROWS, UNPACKED_ROWS];
