import { entriesWith } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';
import '../../../tensor/findings.ts';

/**
 * What can be wrong with an mldef model. There is no reader that everybody uses, so errors are what the document
 * forbids and what makes a part of the model unusable; warnings are what it advises against.
 */
defineArea('mldef', 'mldef models');

const { error, info, warning } = entriesWith('Ask the author to correct the manifest.');
const MLDEF_FINDINGS = defineFindings({
  'mldef/not-archive': error(
    'Not an mldef model',
    'The name ends in .mldef, but the file is not a zip archive, as every mldef model is.',
    'Ask the author for the file again.',
  ),
  'mldef/no-manifest': error(
    'There is no manifest.json',
    'The manifest says what the model is. It must be at the top of the package. Without it, only the files are shown.',
    'Ask the author to put manifest.json at the top of the zip.',
  ),
  'mldef/manifest-too-large': error(
    'The manifest is too large',
    'It is longer than any real manifest. Boxcutter does not read it, to protect your browser’s memory.',
    'Treat the model as malicious.',
  ),
  'mldef/bad-json': error(
    'The manifest is not valid JSON',
    'The text is invalid at this place. Everything before it is shown.',
  ),
  'mldef/too-deep': error(
    'The manifest is nested too deeply',
    'A real manifest has three levels. Boxcutter reads 127.',
    'Treat the model as malicious.',
  ),
  'mldef/not-utf8': error(
    'The manifest is not UTF-8',
    'The document asks for UTF-8. The invalid bytes are shown as replacement characters.',
    'Ask the author to save the manifest as UTF-8.',
  ),
  'mldef/byte-order-mark': warning(
    'The manifest begins with a byte-order mark',
    'JSON does not allow one, and some programs reject the file. Some editors add it.',
    'Ask the author to save the file as UTF-8 without a byte-order mark.',
  ),
  'mldef/lone-surrogate': warning(
    'Half of a character in a text',
    'An escape such as \\ud800 stands for half of a character. Strict readers reject it, and Boxcutter shows a replacement character.',
  ),
  'mldef/duplicate-key': warning(
    'A key appears twice',
    'Programs read the first or the last one, or reject the manifest. For fields, Boxcutter shows the last one.',
  ),
  'mldef/bad-type': error(
    'A value of the wrong type',
    'The document fixes the type of each field. This value is left out.',
  ),
  'mldef/bad-number': error(
    'A number that is not allowed',
    'Counts, indexes and sizes are non-negative whole numbers. This value is left out.',
  ),
  'mldef/number-as-text': warning(
    'A number is written as text',
    'The value is in quotation marks. Boxcutter reads it, but other programs may not.',
  ),
  'mldef/list-of-words': warning(
    'Words are in a JSON list',
    'The document asks for one text with commas between the words. Boxcutter reads both.',
  ),
  'mldef/bad-enum': error('A value that the document does not list', 'The document lists the values of this field.'),
  'mldef/unknown-field': info(
    'A key that the document does not have',
    'Programs that follow the document ignore it.',
    'You can look at it in manifest.json under Files.',
  ),
  'mldef/no-model': error('There is no model section', 'The document asks for one. It says what the model is.'),
  'mldef/missing-section': warning(
    'A section is missing',
    'The document has sections of data files, node ranges and layers.',
  ),
  'mldef/several-models': error(
    'There is more than one model section',
    'The document asks for only one. The first is shown.',
  ),
  'mldef/too-many-sections': warning(
    'Too many sections to show',
    'The manifest has more sections than Boxcutter keeps, to protect your browser’s memory. The first are shown.',
    'If you trust the model, look at the manifest with other tools.',
  ),
  'mldef/missing-field': error('A required field is missing', 'The section cannot be used without it.'),
  'mldef/missing-detail': warning(
    'A field is missing',
    'The document lists this field. The section can be used without it.',
  ),
  'mldef/bad-email': warning('Not an email address', 'The document asks for an email address here.'),
  'mldef/bad-url': warning(
    'Not a web address',
    'The document asks for the URL where the model comes from. The page shows it as text.',
  ),
  'mldef/license-missing': error(
    'The license file is missing',
    'The manifest names a license file that is not in the package.',
    'Ask the author for the license.',
  ),
  'mldef/duplicate-name': error(
    'A name appears twice',
    'Names of data files and of layers must be unique, because others refer to them. The first counts.',
  ),
  'mldef/unsafe-path': error(
    'The path of a data file is not safe',
    'A data file must have its full path in the package. A program that follows this one may read a file of your system.',
    'Treat the model as malicious.',
  ),
  'mldef/file-missing': error(
    'A data file is missing',
    'The manifest declares a data file that is not in the package.',
    'Ask the author for the complete model.',
  ),
  'mldef/bad-extension': error(
    'A data file with an unknown extension',
    'The extension says how a data file is read. The document allows .csv, .float32 and .float64.',
    'Ask the author to name the file by its format.',
  ),
  'mldef/empty-file': warning('A data file is empty', 'It has no data points.', 'Ask the author to correct the file.'),
  'mldef/odd-size': error(
    'A data file of the wrong size',
    'The size of the file determines the number of data points. The last bytes do not make a whole one.',
    'Ask the author to correct the file.',
  ),
  'mldef/bad-storage': warning(
    'The storage of a data file is unclear',
    'Storage-bytes and Storage-format do not agree with each other or with the extension of the file.',
  ),
  'mldef/csv-byte-order-mark': warning(
    'A CSV file begins with a byte-order mark',
    'The document asks for UTF-8 without one. Some programs take it for a part of the first value.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-not-utf8': warning(
    'A CSV file is not UTF-8',
    'The document asks for UTF-8.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-header': warning(
    'A CSV file has a header',
    'The document says that headers should be avoided. Programs that take the header for values read different weights.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-value': warning(
    'Values of a CSV file are not numbers',
    'They are shown as NaN, so that the values after them keep their places. Other programs may read different weights.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-not-finite': warning(
    'A CSV file has NaN or infinite values',
    'Not every program reads them, and a model with them seldom works.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-not-integer': warning(
    'Values of a CSV file do not fit their type',
    'The manifest says that the values are integers. Some are not, or are too large.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-ragged': warning(
    'Rows of a CSV file differ in length',
    'A table has the same number of values in each row.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-open-quote': warning(
    'A quotation mark is not closed',
    'Everything after it counts as one value.',
    'Ask the author to correct the file.',
  ),
  'mldef/csv-unread': info(
    'A CSV file was not parsed',
    'Parsing it would take too much memory, so its values are not shown.',
    'Open the file under Files.',
  ),
  'mldef/no-nodes': warning('A node range without nodes', 'Its count is 0, so it describes no value.'),
  'mldef/empty-range': warning('The minimum is above the maximum', 'No value is in the range.'),
  'mldef/zero-scale': warning('The normalization scale is 0', 'All values become the same.'),
  'mldef/input-count': warning(
    'The number of inputs is unclear',
    'Node ranges and input layers have different numbers of inputs.',
  ),
  'mldef/input-not-empty': error(
    'A field of an input layer is not empty',
    'Prior, DataSource and StartIndex must be empty in layers that are marked as input.',
  ),
  'mldef/no-prior': warning(
    'A layer takes input from nothing',
    'Only layers that are marked as input have no prior layer.',
  ),
  'mldef/prior-unknown': error(
    'A prior layer is unknown',
    'The layer takes input from a layer that the manifest does not declare.',
  ),
  'mldef/prior-later': warning(
    'A prior layer is declared later',
    'The document says that names may be referenced later in the manifest, so a layer has to come after its prior one.',
  ),
  'mldef/prior-cycle': error(
    'Layers take input from each other',
    'The model has no order in which its layers can be computed.',
  ),
  'mldef/source-unknown': error(
    'A data source is unknown',
    'The layer takes its weights from a data file that the manifest does not declare.',
  ),
  'mldef/source-later': warning(
    'A data source is declared later',
    'The document says that data files must be declared before they can be used.',
    'Ask the author to declare the data file before the layer.',
  ),
  'mldef/slice-outside': error(
    'Weights beyond the end of a data file',
    'The layer asks for data points that its data file does not have.',
  ),
  'mldef/no-weights': warning('A layer without weights', 'Its count of weights is 0, so it has no values.'),
  'mldef/name-characters': info(
    'A name with other characters',
    'The document asks for lower-case names of letters, digits and periods, so that every system can store them.',
    'Ask the author to rename the file.',
  ),
  'mldef/long-name': info(
    'A long name',
    'The document advises at most 15 characters.',
    'Ask the author to rename the file.',
  ),
  'mldef/no-extension': info(
    'A file without an extension',
    'The document asks for the correct extension on each file.',
    'Ask the author to rename the file.',
  ),
  'mldef/deep-folder': info(
    'Folders nested deeply',
    'The document advises at most two levels of folders.',
    'Ask the author to move the file.',
  ),
  'mldef/many-files': info(
    'Many files',
    'The document advises at most 100 files.',
    'Ask the author whether the model needs them all.',
  ),
  'mldef/unnamed-file': info(
    'A file that the manifest does not name',
    'It is neither a data file nor the license. Programs that follow the document do not read it.',
    'You can look at it under Files.',
  ),
  'mldef/signature-opaque': warning(
    'A signature that cannot be checked',
    'Signed checksums can only be checked with the author’s key. The package does not contain it, and the document does not say how it is used.',
    'Ask the author for the key, and for how to check it.',
  ),
  'mldef/signature-conflict': warning(
    'Two checksums for one file',
    'SIGNATURE has different checksums for the same file. The first counts.',
    'Ask the author for the model again.',
  ),
  'mldef/signature-mismatch': error(
    'A file does not match SIGNATURE',
    'The file is damaged, or it was changed after SIGNATURE was written.',
    'Do not use the model. Ask the author for it again.',
  ),
  'mldef/signature-file-missing': error(
    'SIGNATURE lists a file that is missing',
    'The file was removed after SIGNATURE was written, or the package is incomplete.',
    'Ask the author for the complete model.',
  ),
  'mldef/signature-unlisted': info(
    'A file without a checksum',
    'SIGNATURE has no checksum for this file, so a change to it would go unnoticed.',
    'Ask the author to write SIGNATURE again.',
  ),
  'mldef/bad-edit': error(
    'The manifest cannot be changed like this',
    'Only text fields can be edited. The change was not made.',
    'Use a text, or edit manifest.json as text.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof MLDEF_FINDINGS> {}
}
