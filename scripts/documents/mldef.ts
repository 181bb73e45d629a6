import { encodeUtf8 } from '../../src/base/bytes.ts';
import { MLDEF_FILES, signatureOf } from '../../src/testing/builders/mldef-builder.ts';
import { buildZip } from '../../src/testing/builders/zip-builder.ts';
import { model, SOUND, WHOLE, withFiles } from './mldef-examples.ts';
import { LAYER_SECTIONS, NODE_RANGE_SECTIONS } from './mldef-layers.ts';
import { DATA_FILE_SECTIONS, MODEL_SECTION } from './mldef-sections.ts';
import { type DocumentSection, type FormatDocument, factIn, inPackage } from './row.ts';

const file = (path: string) => inPackage(({ files }) => files.find((entry) => entry.path === path)?.role);

const INSIDE: DocumentSection = {
  heading: 'The archive',
  rows: [
    {
      defines: 'The goals: compact, self-describing models for limited hardware, which report their health.',
      left: 'they define nothing that a file has.',
    },
    {
      defines: 'A model is one zip archive. The standard extension is `.mldef`.',
      shown: { where: 'Files', in: SOUND, by: inPackage(({ format }) => format), gives: 'mldef' },
      checked: [{ code: 'mldef/not-archive', in: { name: 'a.mldef', content: encodeUtf8('no zip') } }],
    },
    {
      defines: 'Metadata is in `manifest.json`, in the root of the zip, as JSON in UTF-8 that people can read.',
      shown: { where: 'Files; Edit', in: SOUND, by: file('manifest.json'), gives: 'metadata' },
      checked: [
        {
          code: 'mldef/no-manifest',
          in: { name: 'a.mldef', content: buildZip([{ name: 'top/manifest.json', data: '{}' }]) },
        },
        { code: 'mldef/bad-json', in: model('{"Model": {"Name": "a"}, "Layers": [') },
        {
          code: 'mldef/not-utf8',
          in: {
            name: 'a.mldef',
            content: buildZip([{ name: 'manifest.json', data: Uint8Array.of(0x7b, 0xff, 0x7d) }]),
          },
        },
        { code: 'mldef/byte-order-mark', in: model(`\ufeff${JSON.stringify(WHOLE)}`) },
        { code: 'mldef/duplicate-key', in: model(JSON.stringify(WHOLE).replace('{', '{"Layers":[],')) },
      ],
    },
    {
      defines: 'Weights and other data are in one or more files, as CSV in UTF-8 or in raw binary form.',
      shown: { where: 'Files; Tensors', in: SOUND, by: file('layers/w.float32'), gives: 'tensor' },
    },
    {
      defines: 'Use lowercase file names without special characters or spaces (`[0-9a-z\\.]`).',
      checked: [{ code: 'mldef/name-characters', in: withFiles({ 'Readme.txt': '' }) }],
    },
    {
      defines: 'Avoid file names of more than 15 characters.',
      checked: [{ code: 'mldef/long-name', in: withFiles({ 'abcdefghijkl.txt': '' }) }],
    },
    {
      defines: 'Give all files the correct extension.',
      checked: [{ code: 'mldef/no-extension', in: withFiles({ readme: '' }) }],
    },
    {
      defines: 'Arrange files in folders that reflect the structure of the model.',
      left: 'no program can tell whether they do.',
    },
    {
      defines: 'Avoid folders that are more than 2 levels deep.',
      checked: [{ code: 'mldef/deep-folder', in: withFiles({ 'a/b/c/d.txt': '' }) }],
    },
    {
      defines: 'Avoid more than 100 files.',
      checked: [
        {
          code: 'mldef/many-files',
          in: withFiles(Object.fromEntries(Array.from({ length: 97 }, (_, at) => [`${at}.txt`, '']))),
        },
      ],
    },
  ],
};

const MANIFEST = JSON.stringify(WHOLE, null, 2);

/** The model with this SIGNATURE, or one of these files and its manifest. */
function signed(of: string | Readonly<Record<string, string | Uint8Array>>) {
  return model(MANIFEST, {
    SIGNATURE: typeof of === 'string' ? of : signatureOf({ 'manifest.json': MANIFEST, ...of }),
  });
}

const SIGNING: DocumentSection = {
  heading: 'Validations and signing',
  rows: [
    {
      defines: 'A tool validates that the rules above are followed, and that all required data is in place.',
      shown: {
        where: 'Problems, and `inspect`',
        in: SOUND,
        by: inPackage(({ findings }) => findings.length),
        gives: 0,
      },
      checked: [{ code: 'mldef/missing-section', in: model({ ...WHOLE, Layers: undefined }) }],
    },
    {
      defines: 'It records the output of the model for sets of test data, which can be verified on the target device.',
      left: 'the format has no place for them, and does not define how a model is run.',
    },
    {
      defines: 'SIGNATURE has a signed checksum of each file in the zip, one on each line.',
      shown: {
        where: 'Overview, “SIGNATURE”',
        in: signed(MLDEF_FILES),
        by: factIn('SIGNATURE'),
        gives: '4 checksums without a key',
      },
      checked: [
        { code: 'mldef/signature-unlisted', in: signed({}) },
        { code: 'mldef/signature-file-missing', in: signed({ ...MLDEF_FILES, 'gone.txt': '' }) },
        { code: 'mldef/signature-opaque', in: signed('untrusted comment\n') },
      ],
      edited: {
        where: 'Edit: written again with each change, in its form. “Recompute all hashes” writes a new one',
        in: model(MANIFEST),
        set: 'model.name=Heater',
        reseal: true,
        by: factIn('SIGNATURE'),
        gives: '4 checksums without a key',
      },
    },
    {
      defines: 'A device can compare the hashes of the files with it before it trusts them.',
      shown: {
        where: 'Integrity, “Check all”',
        in: signed(MLDEF_FILES),
        by: async (open) => (await open.verify?.())?.files,
        gives: 4,
      },
      checked: [{ code: 'mldef/signature-mismatch', in: signed({ ...MLDEF_FILES, 'license.txt': 'GPL\n' }) }],
      left: 'who signed is not checked. The document does not say how checksums are signed, and the key is not in the package.',
    },
  ],
};

const FOLDER = { name: 'thermostat', content: { 'manifest.json': MANIFEST, ...MLDEF_FILES } };

const left = (defines: string, why: string) => ({ defines, left: why });

const TOOL: DocumentSection = {
  heading: 'Command-line tool',
  rows: [
    left(
      '`mldef <options> <manifest file>` or `<mldef file>`.',
      '`boxcutter inspect` takes a folder or a file, and so does the page.',
    ),
    left('`-h`, `-v`: help, and more logs.', '`inspect --help` and its messages are the same for all formats.'),
    {
      defines: '`-i`: inspect the validity of the source files, inside or outside of the zip.',
      shown: {
        where: 'Problems, of a folder as of a zip',
        in: FOLDER,
        by: inPackage(({ format, findings }) => [format, findings.length]),
        gives: ['mldef', 0],
      },
    },
    {
      defines: '`-c`, `-f`: create an mldef file from the manifest. Invalid output is refused.',
      made: {
        where: '“New mldef model”, and `inspect --new FOLDER --out X.mldef`',
        in: FOLDER,
        out: 'made.mldef',
        by: inPackage(({ format, title, findings }) => [format, title, findings.length]),
        gives: ['mldef', 'Thermostat', 0],
      },
    },
    {
      defines: '`-0` to `-9`: the compression, from none to the most.',
      made: {
        where: '“New mldef model”, “Compression”, and `--compression` from 0 to 9',
        in: FOLDER,
        out: 'stored.mldef',
        compression: 'stored',
        by: inPackage(({ files }) => new Set(files.map(({ storage }) => storage))),
        gives: new Set(['Stored']),
      },
    },
    {
      defines: '`-s`: update the signature before creating, or test the existing one.',
      made: {
        where: '“New mldef model”: SIGNATURE is written again where the folder has one. “Check all” tests it',
        in: { ...FOLDER, content: { ...FOLDER.content, SIGNATURE: signatureOf({ 'gone.csv': '' }) } },
        out: 'signed.mldef',
        by: async (open) => (await open.verify?.())?.files,
        gives: 4,
      },
    },
    left('`-r`, `-o`, `-i <format>`: run the model with data.', 'the document does not define what a layer computes.'),
  ],
};

/** The document of mldef, part by part. */
export const MLDEF_DOCUMENT: FormatDocument = {
  title: 'mldef',
  about:
    'The document of the machine learning deployment format. [What is read](mldef.md) where it leaves things open has a page of its own.',
  sound: SOUND,
  sections: [INSIDE, MODEL_SECTION, DATA_FILE_SECTIONS, NODE_RANGE_SECTIONS, LAYER_SECTIONS, SIGNING, TOOL],
};
