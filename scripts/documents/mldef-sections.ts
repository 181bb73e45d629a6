import { changed, fieldRows, inTable, model, SOUND, WHOLE, withFiles } from './mldef-examples.ts';
import { type DocumentSection, factIn, inPackage, valuesOf } from './row.ts';

/** What the document says of the model section. */
export const MODEL_SECTION: DocumentSection = {
  heading: 'Model section',
  rows: [
    {
      defines: 'The model section describes the model. There should only be one.',
      shown: { where: 'Overview', in: SOUND, by: inPackage(({ title }) => title), gives: 'Thermostat' },
      checked: [
        { code: 'mldef/no-model', in: model({ ...WHOLE, Model: undefined }) },
        { code: 'mldef/several-models', in: model({ ...WHOLE, Model: [{ Name: 'a' }, { Name: 'b' }] }) },
        { code: 'mldef/unknown-field', in: changed('Model', 0, { Color: 'red' }) },
      ],
    },
    ...fieldRows('Model', 0, [
      {
        defines: 'Name (text): the name of the model.',
        where: 'the title',
        by: inPackage(({ title }) => title),
        gives: 'Thermostat',
        set: 'model.name=Heater',
        after: 'Heater',
        wrong: [
          ['mldef/missing-detail', { Name: '' }],
          ['mldef/bad-type', { Name: 8 }],
        ],
      },
      {
        defines: 'Description (text): a description of the model.',
        where: 'below the title, or “Description” where it is long',
        by: inPackage(({ summary }) => summary),
        gives: 'Says when to heat',
        set: 'model.description=Heats',
        after: 'Heats',
        wrong: [['mldef/bad-type', { Description: [] }]],
      },
      {
        defines: 'Tags (tags): a comma-separated list of words, used to arrange models in a zoo.',
        where: '“Tags”',
        by: factIn('Tags'),
        gives: 'home, energy',
        set: 'model.tags=home, zoo',
        after: 'home, zoo',
        wrong: [['mldef/list-of-words', { Tags: ['home'] }]],
      },
      {
        defines: 'Author name (text): the name of the author.',
        where: '“Author name”',
        by: factIn('Author name'),
        gives: 'A. Author',
        set: 'model.authorName=B',
        after: 'B',
        wrong: [['mldef/bad-type', { 'Author name': {} }]],
      },
      {
        defines: 'Author email (email): the email of the author.',
        where: '“Author email”',
        by: factIn('Author email'),
        gives: 'a@example.com',
        set: 'model.authorEmail=b@example.com',
        after: 'b@example.com',
        wrong: [['mldef/bad-email', { 'Author email': 'a' }]],
      },
      {
        defines: 'URL (URL): where the model originated.',
        where: '“Homepage”',
        by: inPackage(({ homepage }) => homepage),
        gives: 'https://example.com/thermostat',
        set: 'model.url=https://example.com/b',
        after: 'https://example.com/b',
        wrong: [['mldef/bad-url', { URL: 'javascript:alert(1)' }]],
      },
      {
        defines: 'License file (file-path): the path of the license file in the zip.',
        where: '“License file”',
        by: factIn('License file'),
        gives: 'license.txt',
        set: 'model.licenseFile=',
        after: undefined,
        wrong: [['mldef/license-missing', { 'License file': 'l.txt' }]],
      },
    ]),
  ],
};

const weights = (key: string) => inTable(({ dataFiles }) => dataFiles[0]?.[key]);

/** What the document says of the sections of data files. */
export const DATA_FILE_SECTIONS: DocumentSection = {
  heading: 'Data file sections',
  rows: [
    {
      defines: 'Each section declares one data file, with what is needed to load it.',
      shown: {
        where: 'Overview, “Data files”',
        in: SOUND,
        by: inTable(({ dataFiles }) => dataFiles.map(({ name }) => name)),
        gives: ['weights', 'table'],
      },
      edited: {
        where: 'Edit, “Data files”, and `--set`: added, removed, duplicated and ordered',
        in: SOUND,
        set: ['dataFile.+.name=extra', 'dataFile.2.path=layers/t.csv'],
        by: inTable(({ dataFiles }) => dataFiles.map(({ name }) => name)),
        gives: ['weights', 'table', 'extra'],
      },
    },
    {
      defines: 'Data files must be declared before they can be used.',
      checked: [
        {
          code: 'mldef/source-later',
          in: model(Object.fromEntries(Object.entries(WHOLE).toSorted(([a], [b]) => (a > b ? -1 : 1)))),
        },
        { code: 'mldef/source-unknown', in: changed('Layers', 1, { DataSource: 'ghost' }) },
      ],
    },
    ...fieldRows('Data files', 0, [
      {
        defines: 'Name: the unique name by which the file is referenced later.',
        where: '“Data files”',
        by: weights('name'),
        gives: 'weights',
        set: 'dataFile.0.name=w',
        after: 'w',
        wrong: [
          ['mldef/missing-field', { Name: '' }],
          ['mldef/duplicate-name', { Name: 'table' }],
        ],
      },
      {
        defines: 'Path: the full path of the data file in the zip.',
        where: '“Data files”',
        by: weights('path'),
        gives: 'layers/w.float32',
        set: 'dataFile.0.path=layers/t.csv',
        after: 'layers/t.csv',
        wrong: [
          ['mldef/missing-field', { Path: undefined }],
          ['mldef/file-missing', { Path: 'w.float32' }],
          ['mldef/unsafe-path', { Path: '../w.float32' }],
        ],
      },
      {
        defines: 'Storage-bytes (uint): bytes of each data point after the file is parsed.',
        where: '“Data files”',
        by: weights('storage'),
        gives: 'float, 4 bytes',
        set: 'dataFile.0.storageBytes=8',
        after: 'float, 8 bytes',
        wrong: [
          ['mldef/missing-detail', { 'Storage-bytes': undefined }],
          ['mldef/bad-number', { 'Storage-bytes': -4 }],
          ['mldef/bad-storage', { 'Storage-bytes': 8 }],
        ],
      },
      {
        defines: 'Storage-format (int, uint, fixed or float): the format of each data point after the file is parsed.',
        where: '“Data files”',
        by: weights('storage'),
        gives: 'float, 4 bytes',
        set: 'dataFile.0.storageFormat=int',
        after: 'int, 4 bytes',
        wrong: [
          ['mldef/missing-detail', { 'Storage-format': '' }],
          ['mldef/bad-enum', { 'Storage-format': 'complex' }],
        ],
      },
    ]),
    {
      defines: 'The size of the file determines the number of data points.',
      shown: { where: 'Overview, “Data files”', in: SOUND, by: weights('points'), gives: 5 },
      checked: [
        { code: 'mldef/odd-size', in: withFiles({ 'layers/w.float32': new Uint8Array(19) }) },
        { code: 'mldef/empty-file', in: withFiles({ 'layers/w.float32': new Uint8Array(0) }) },
      ],
    },
    {
      defines: 'The extension of the file determines its format.',
      checked: [{ code: 'mldef/bad-extension', in: changed('Data files', 0, { Path: 'license.txt' }) }],
    },
    {
      defines: '`.csv`: comma-separated values, without headers, in UTF-8 without BOM.',
      shown: { where: 'Tensors', in: SOUND, by: valuesOf('table'), gives: [1, 2.5, -3, 4, 5, 0.6] },
      checked: [
        { code: 'mldef/csv-header', in: withFiles({ 'layers/t.csv': 'a,b\n1,2\n3,4\n5,6\n' }) },
        { code: 'mldef/csv-byte-order-mark', in: withFiles({ 'layers/t.csv': '\ufeff1,2\n3,4\n5,6\n' }) },
        { code: 'mldef/csv-not-utf8', in: withFiles({ 'layers/t.csv': Uint8Array.of(0x31, 0x2c, 0xff) }) },
        { code: 'mldef/csv-value', in: withFiles({ 'layers/t.csv': '1,2,x\n3,4,5\n' }) },
      ],
    },
    {
      defines: '`.float32`: raw 32-bit IEEE floats.',
      shown: { where: 'Tensors', in: SOUND, by: valuesOf('weights'), gives: [0.5, -1.25, 2, 3, 4] },
    },
    {
      defines: '`.float64`: raw 64-bit IEEE floats.',
      shown: {
        where: 'Tensors',
        in: model(changedPath('layers/w.float64'), {
          'layers/w.float64': new Uint8Array(Float64Array.of(0.1, 2, 3, 4).buffer),
        }),
        by: valuesOf('weights'),
        gives: [0.1, 2, 3, 4],
      },
    },
  ],
};

function changedPath(path: string): unknown {
  const [first, ...others] = WHOLE['Data files'] as object[];
  return { ...WHOLE, 'Data files': [{ ...first, Path: path, 'Storage-bytes': 8 }, ...others] };
}
