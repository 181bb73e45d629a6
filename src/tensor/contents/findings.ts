import { error } from '../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../base/findings.ts';

/** What can be wrong with values that somebody drops, pastes or types for a tensor. */
defineArea('values', 'Values for a tensor');

const VALUES_FINDINGS = defineFindings({
  'values/unread': error(
    'Not a file that values are read from',
    'Values are read from .npy, .npz and .safetensors, from other packages with tensors, and from CSV, TSV, JSON, pictures, WAV and text.',
    'Save the values as one of these, for example with numpy.save.',
  ),
  'values/no-values': error(
    'There are no values',
    'The file, or what was pasted, is empty or has no tensor.',
    'Choose another file.',
  ),
  'values/encoding': error(
    'The text has an unknown encoding',
    'Text is read as UTF-8, or as UTF-16 where it begins with a byte-order mark.',
    'Save the file as UTF-8.',
  ),
  'values/syntax': error(
    'The text cannot be read',
    'It is not valid JSON, or a quotation mark in a table has no second one.',
    'Correct the text at the place that the message names.',
  ),
  'values/hole': error(
    'A value is missing',
    'A cell is empty, or JSON has null. A tensor has a value for each element.',
    'Fill the cell that the message names.',
  ),
  'values/ragged': error(
    'Rows of different lengths',
    'All rows of a tensor have the same number of elements.',
    'Correct the row that the message names.',
  ),
  'values/not-a-number': error(
    'Text where a number is needed',
    'Numbers are written as 12, -0.5, 1e-3, 0xFF, NaN, inf or true.',
    'Correct the value that the message names.',
  ),
  'values/out-of-range': error(
    'A value that the dtype cannot hold',
    'It is too large, too small, or not a number of this kind. Boxcutter does not cut it off.',
    'Correct the value, or choose a dtype that has it.',
  ),
  'values/wrong-dtype': error(
    'The values have another dtype',
    'They cannot be converted to the dtype that is declared.',
    'Choose other values, or change the dtype that is declared.',
  ),
  'values/wrong-shape': error(
    'The values have another shape',
    'They do not fit the shape that is declared, also not transposed or with dimensions of size 1.',
    'Choose other values, or change the shape that is declared.',
  ),
  'values/bad-picture': error(
    'The picture cannot be read',
    'It is damaged, or of a kind whose samples Boxcutter cannot read.',
    'Save it as PNG.',
  ),
  'values/bad-sound': error(
    'The sound cannot be read',
    'It is damaged, or its samples are compressed. WAV with integers of 8 to 32 bits or floats is read.',
    'Save it as WAV without compression.',
  ),
});

declare module '../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof VALUES_FINDINGS> {}
}
