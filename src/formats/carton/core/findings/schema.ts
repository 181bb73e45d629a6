import { error, info, warning } from '../../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the fields of carton.toml. */
defineArea('schema', 'The fields of carton.toml');

const SCHEMA_FINDINGS = defineFindings({
  'schema/missing-field': error(
    'A required field is missing',
    'The reference reader rejects a carton.toml without this field.',
    'Ask the author to add the field.',
  ),
  'schema/wrong-type': error(
    'A field has the wrong type',
    'The format requires a different type here, and the reference reader rejects this value.',
    'Ask the author to correct the value.',
  ),
  'schema/dtype': error(
    'An unknown dtype',
    'The format has float32, float64, string, and integers from 8 to 64 bits. The reference reader rejects other dtypes.',
    'Ask the author to use a dtype of the format, in lowercase.',
  ),
  'schema/shape': error(
    'Not a valid shape',
    'A shape is a symbol, "*", or a list of symbols and non-negative whole numbers.',
    'Ask the author to correct the shape.',
  ),
  'schema/spec-version': warning(
    'A newer format version',
    'The file declares a format version other than 1, the only one Boxcutter knows. What you see may be incomplete.',
    'Look for a newer version of Boxcutter.',
  ),
  'schema/version-req': error(
    'Not a version requirement',
    'required_framework_version must be a Rust version requirement, such as "=1.12.1". npm syntax is rejected.',
    'Ask the author to separate parts with commas, and to leave out “v”, “||” and “!=”.',
  ),
  'schema/platform': error(
    'Not a target triple',
    'required_platforms contains names such as x86_64-unknown-linux-gnu. The reference reader rejects others.',
    'Ask the author to correct the name.',
  ),
  'schema/too-many-platforms': warning(
    'Too many platforms',
    'required_platforms lists more platforms than exist. Only the first ones are shown and checked.',
    'List each platform once, or leave the field out if any platform works.',
  ),
  'schema/duplicate-name': warning(
    'Two inputs or outputs with the same name',
    'Callers pass values by name, so one of the two can never be set.',
    'Ask the author to rename one of them.',
  ),
  'schema/one-sided': warning(
    'Only inputs, or only outputs',
    'A carton that declares inputs or outputs must declare both, so callers do not know the other side.',
    'Look for the other side in the description. The author can declare it too.',
  ),
  'schema/absent': warning(
    'Self-tests or examples without a schema',
    'They have values for inputs and outputs that the carton does not declare, so there is nothing to compare them with.',
    'Look for the inputs and outputs in the description. The author can declare them in the schema.',
  ),
  'schema/self-test-empty': warning(
    'A self-test without inputs',
    'It gives the model no values, so it tests nothing.',
    'Do not rely on this test. The author can add inputs to it or remove it.',
  ),
  'schema/example-empty': warning(
    'An example without values',
    'It has no inputs and no outputs, so it shows nothing.',
    'You can use the model as it is. The author can add values to it or remove it.',
  ),
  'schema/unknown-binding': warning(
    'A value for an unknown input or output',
    'A self-test or example names an input or output that is not in the schema.',
    'Go by the schema when you call the model. The author can correct the name in either place.',
  ),
  'schema/dtype-mismatch': warning(
    'Data has a different dtype than the schema',
    'A tensor in a self-test or example does not have the dtype that the schema declares.',
    'When you call the model, try the schema’s dtype first, then the data’s. The author can correct the wrong one.',
  ),
  'schema/shape-mismatch': warning(
    'Data has a different shape than the schema',
    'A tensor in a self-test or example does not have the shape that the schema declares.',
    'Do not rely on the declared shape. The author can correct the schema or the data.',
  ),
  'schema/symbol-conflict': warning(
    'A symbol with two values',
    'A symbol must have the same size everywhere. The data gives it two sizes.',
    'Do not rely on the symbol. The author can use two symbols, or correct the data.',
  ),
  'schema/symbol-empty': warning(
    'A symbol without a name',
    'A symbol must be a name, or “*” for any size. This one is empty, so it is unclear what is meant.',
    'Do not rely on this dimension. The author can give the symbol a name, or write “*”.',
  ),
  'schema/symbol-kind': warning(
    'A symbol for both a shape and a dimension',
    'A symbol must have the same value everywhere. It cannot be a whole shape in one place and one size in another.',
    'Do not rely on the symbol. The author can use two symbols.',
  ),
  'schema/symbol-varies': info(
    'A symbol differs between examples',
    'A symbol has one value in each run, and these self-tests and examples give it different ones. Batch sizes are not compared.',
    'Nothing to do if the model takes any value here. If the data is wrong, the author can correct it.',
  ),
  'schema/not-compared': info(
    'Too much data to compare',
    'Self-tests and examples use more tensors than real cartons do. Boxcutter did not compare the later ones.',
    'Nothing to do.',
  ),
});

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof SCHEMA_FINDINGS> {}
}
