import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';
import '../../../tensor/findings.ts';

/**
 * What can be wrong with an mldef model. There is no reader that everybody uses, so errors are what the document
 * forbids and what makes a part of the model unusable; warnings are what it advises against.
 */
defineArea('mldef', 'mldef models');

const MLDEF_FINDINGS = defineFindings({
  'mldef/not-archive': {
    severity: 'error',
    title: 'Not an mldef model',
    meaning: 'The name ends in .mldef, but the file is not a zip archive. An mldef model is one.',
    action: 'Ask the author for the file again.',
  },
  'mldef/no-manifest': {
    severity: 'error',
    title: 'There is no manifest.json',
    meaning:
      'The manifest says what the model is. It must be at the top of the package. Without it, only the files are shown.',
    action: 'Ask the author to put manifest.json at the top of the zip.',
  },
  'mldef/manifest-too-large': {
    severity: 'error',
    title: 'The manifest is too large',
    meaning: 'It is longer than any real manifest. Boxcutter does not read it, to protect your browser’s memory.',
    action: 'Treat the model as malicious.',
  },
  'mldef/bad-json': {
    severity: 'error',
    title: 'The manifest is not valid JSON',
    meaning: 'The text is invalid at this place. Everything before it is shown.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/too-deep': {
    severity: 'error',
    title: 'The manifest is nested too deeply',
    meaning: 'A real manifest has three levels. Boxcutter reads 127.',
    action: 'Treat the model as malicious.',
  },
  'mldef/not-utf8': {
    severity: 'error',
    title: 'The manifest is not UTF-8',
    meaning: 'The document asks for UTF-8. The invalid bytes are shown as replacement characters.',
    action: 'Ask the author to save the manifest as UTF-8.',
  },
  'mldef/byte-order-mark': {
    severity: 'warning',
    title: 'The manifest begins with a byte-order mark',
    meaning: 'JSON has none, and some programs reject the file. Some editors add it.',
    action: 'Ask the author to save the file as UTF-8 without a byte-order mark.',
  },
  'mldef/lone-surrogate': {
    severity: 'warning',
    title: 'Half of a character in a text',
    meaning:
      'An escape such as \\ud800 stands for half of a character. Strict readers reject it, and Boxcutter shows a replacement character.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/duplicate-key': {
    severity: 'warning',
    title: 'A key is there twice',
    meaning:
      'Programs read the first or the last one, or reject the manifest. Of fields, Boxcutter shows the last one.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/bad-type': {
    severity: 'error',
    title: 'A value of the wrong type',
    meaning: 'The document fixes the type of each field. This value is left out.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/bad-number': {
    severity: 'error',
    title: 'A number that is not allowed',
    meaning: 'Counts, indexes and sizes are whole numbers from 0 on. This value is left out.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/number-as-text': {
    severity: 'warning',
    title: 'A number is written as text',
    meaning: 'The value is in quotation marks. Boxcutter reads it, and other programs may not.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/list-of-words': {
    severity: 'warning',
    title: 'Words are in a JSON list',
    meaning: 'The document asks for one text with commas between the words. Boxcutter reads both.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/bad-enum': {
    severity: 'error',
    title: 'A value that the document does not list',
    meaning: 'The document lists the values of this field.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/unknown-field': {
    severity: 'info',
    title: 'A key that the document does not have',
    meaning: 'Programs that follow the document ignore it.',
    action: 'You can look at it in manifest.json under Files.',
  },
  'mldef/no-model': {
    severity: 'error',
    title: 'There is no model section',
    meaning: 'The document asks for one. It says what the model is.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/missing-section': {
    severity: 'warning',
    title: 'A section is missing',
    meaning: 'The document has sections of data files, node ranges and layers.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/several-models': {
    severity: 'error',
    title: 'There is more than one model section',
    meaning: 'The document asks for only one. The first is shown.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/too-many-sections': {
    severity: 'warning',
    title: 'Too many sections to show',
    meaning:
      'The manifest has more sections than Boxcutter keeps, to protect your browser’s memory. The first are shown.',
    action: 'If you trust the model, look at the manifest with other tools.',
  },
  'mldef/missing-field': {
    severity: 'error',
    title: 'A required field is missing',
    meaning: 'The section cannot be used without it.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/missing-detail': {
    severity: 'warning',
    title: 'A field is missing',
    meaning: 'The document lists this field. The section can be used without it.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/bad-email': {
    severity: 'warning',
    title: 'Not an email address',
    meaning: 'The document asks for an email address here.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/bad-url': {
    severity: 'warning',
    title: 'Not a web address',
    meaning: 'The document asks for the URL where the model comes from. The page shows it as text.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/license-missing': {
    severity: 'error',
    title: 'The license file is missing',
    meaning: 'The manifest names a license file that is not in the package.',
    action: 'Ask the author for the license.',
  },
  'mldef/duplicate-name': {
    severity: 'error',
    title: 'A name is there twice',
    meaning: 'Names of data files and of layers must be unique, because others refer to them. The first counts.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/unsafe-path': {
    severity: 'error',
    title: 'The path of a data file is not safe',
    meaning:
      'A data file must have its full path in the package. A program that follows this one may read a file of your system.',
    action: 'Treat the model as malicious.',
  },
  'mldef/file-missing': {
    severity: 'error',
    title: 'A data file is missing',
    meaning: 'The manifest declares a data file that is not in the package.',
    action: 'Ask the author for the complete model.',
  },
  'mldef/bad-extension': {
    severity: 'error',
    title: 'A data file with an unknown extension',
    meaning: 'The extension says how a data file is read. The document allows .csv, .float32 and .float64.',
    action: 'Ask the author to name the file by its format.',
  },
  'mldef/empty-file': {
    severity: 'warning',
    title: 'A data file is empty',
    meaning: 'It has no data points.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/odd-size': {
    severity: 'error',
    title: 'A data file of the wrong size',
    meaning: 'The size of the file determines the number of data points. The last bytes are less than one.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/bad-storage': {
    severity: 'warning',
    title: 'The storage of a data file is unclear',
    meaning: 'Storage-bytes and Storage-format do not agree with each other or with the extension of the file.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/csv-byte-order-mark': {
    severity: 'warning',
    title: 'A CSV file begins with a byte-order mark',
    meaning: 'The document asks for UTF-8 without one. Some programs take it for a part of the first value.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-not-utf8': {
    severity: 'warning',
    title: 'A CSV file is not UTF-8',
    meaning: 'The document asks for UTF-8.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-header': {
    severity: 'warning',
    title: 'A CSV file has a header',
    meaning:
      'The document says that headers should be avoided. Programs that count the header as values read other weights.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-value': {
    severity: 'warning',
    title: 'Values of a CSV file are not numbers',
    meaning:
      'They are shown as NaN, so that the values after them keep their places. Other programs may read other weights.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-not-finite': {
    severity: 'warning',
    title: 'A CSV file has NaN or infinite values',
    meaning: 'Not every program reads them, and a model with them seldom works.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-not-integer': {
    severity: 'warning',
    title: 'Values of a CSV file do not fit their type',
    meaning: 'The manifest says that the values are integers. Some are not, or are too large.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-ragged': {
    severity: 'warning',
    title: 'Rows of a CSV file differ in length',
    meaning: 'A table has the same number of values in each row.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-open-quote': {
    severity: 'warning',
    title: 'A quotation mark is not closed',
    meaning: 'All that follows it counts as one value.',
    action: 'Ask the author to correct the file.',
  },
  'mldef/csv-unread': {
    severity: 'info',
    title: 'A CSV file was not parsed',
    meaning: 'Parsing it would take too much memory, so its values are not shown.',
    action: 'Open the file under Files.',
  },
  'mldef/no-nodes': {
    severity: 'warning',
    title: 'A node range without nodes',
    meaning: 'Its count is 0, so it describes no value.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/empty-range': {
    severity: 'warning',
    title: 'The minimum is above the maximum',
    meaning: 'No value is in the range.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/zero-scale': {
    severity: 'warning',
    title: 'The normalization scale is 0',
    meaning: 'All values become the same.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/input-count': {
    severity: 'warning',
    title: 'The number of inputs is unclear',
    meaning: 'Node ranges and input layers have different numbers of inputs.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/input-not-empty': {
    severity: 'error',
    title: 'A field of an input layer is not empty',
    meaning: 'Prior, DataSource and StartIndex must be empty in layers that are marked as input.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/no-prior': {
    severity: 'warning',
    title: 'A layer takes input from nothing',
    meaning: 'Only layers that are marked as input have no prior layer.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/prior-unknown': {
    severity: 'error',
    title: 'A prior layer is unknown',
    meaning: 'The layer takes input from a layer that the manifest does not declare.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/prior-later': {
    severity: 'warning',
    title: 'A prior layer is declared later',
    meaning:
      'The document says that names may be referenced later in the manifest, so a layer has to come after its prior one.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/prior-cycle': {
    severity: 'error',
    title: 'Layers take input from each other',
    meaning: 'The model has no order in which its layers can be computed.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/source-unknown': {
    severity: 'error',
    title: 'A data source is unknown',
    meaning: 'The layer takes its weights from a data file that the manifest does not declare.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/slice-outside': {
    severity: 'error',
    title: 'Weights beyond the end of a data file',
    meaning: 'The layer asks for data points that its data file does not have.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/no-weights': {
    severity: 'warning',
    title: 'A layer without weights',
    meaning: 'Its count of weights is 0, so it holds no value.',
    action: 'Ask the author to correct the manifest.',
  },
  'mldef/name-characters': {
    severity: 'warning',
    title: 'A name with other characters',
    meaning:
      'The document asks for lower-case names of letters, digits and points, so that every system can store them.',
    action: 'Ask the author to rename the file.',
  },
  'mldef/long-name': {
    severity: 'warning',
    title: 'A long name',
    meaning: 'The document advises at most 15 characters.',
    action: 'Ask the author to rename the file.',
  },
  'mldef/no-extension': {
    severity: 'warning',
    title: 'A file without an extension',
    meaning: 'The document asks for the correct extension on each file.',
    action: 'Ask the author to rename the file.',
  },
  'mldef/deep-folder': {
    severity: 'warning',
    title: 'Folders nested deeply',
    meaning: 'The document advises at most two levels of folders.',
    action: 'Ask the author to move the file.',
  },
  'mldef/many-files': {
    severity: 'warning',
    title: 'Many files',
    meaning: 'The document advises at most 100 files.',
    action: 'Ask the author whether the model needs them all.',
  },
  'mldef/unnamed-file': {
    severity: 'info',
    title: 'A file that the manifest does not name',
    meaning: 'It is neither a data file nor the license. Programs that follow the document do not read it.',
    action: 'You can look at it under Files.',
  },
  'mldef/signature-opaque': {
    severity: 'warning',
    title: 'A signature that cannot be checked',
    meaning:
      'Signed checksums can only be checked with the author’s key. The package does not contain it, and the document does not say how it is used.',
    action: 'Ask the author for the key, and for how to check it.',
  },
  'mldef/signature-conflict': {
    severity: 'warning',
    title: 'Two checksums of one file',
    meaning: 'SIGNATURE has different checksums of the same file. The first counts.',
    action: 'Ask the author for the model again.',
  },
  'mldef/signature-mismatch': {
    severity: 'error',
    title: 'A file does not match SIGNATURE',
    meaning: 'The file is damaged, or it was changed after SIGNATURE was written.',
    action: 'Do not use the model. Ask the author for it again.',
  },
  'mldef/signature-file-missing': {
    severity: 'error',
    title: 'SIGNATURE lists a file that is missing',
    meaning: 'The file was removed after SIGNATURE was written, or the package is incomplete.',
    action: 'Ask the author for the complete model.',
  },
  'mldef/signature-unlisted': {
    severity: 'info',
    title: 'A file without a checksum',
    meaning: 'SIGNATURE has no checksum of this file, so a change of it does not show.',
    action: 'Ask the author to write SIGNATURE again.',
  },
  'mldef/bad-edit': {
    severity: 'error',
    title: 'The manifest cannot be changed like this',
    meaning: 'The fields that can be edited are texts. The change was not made.',
    action: 'Use a text, or edit manifest.json as text.',
  },
});

type Table = typeof MLDEF_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
