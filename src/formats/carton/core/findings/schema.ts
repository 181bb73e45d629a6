import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the fields of carton.toml. */
defineArea('schema', 'The fields of carton.toml');

const SCHEMA_FINDINGS = defineFindings({
  'schema/missing-field': {
    severity: 'error',
    title: 'A required field is missing',
    meaning: 'The reference reader rejects a carton.toml without this field.',
    action: 'Ask the author to add the field.',
  },
  'schema/wrong-type': {
    severity: 'error',
    title: 'A field has the wrong type',
    meaning: 'The format requires a different type here, and the reference reader rejects this value.',
    action: 'Ask the author to correct the value.',
  },
  'schema/dtype': {
    severity: 'error',
    title: 'An unknown dtype',
    meaning:
      'The format has float32, float64, string, and integers from 8 to 64 bits. The reference reader rejects other dtypes.',
    action: 'Ask the author to use a dtype of the format, in lowercase.',
  },
  'schema/shape': {
    severity: 'error',
    title: 'Not a valid shape',
    meaning: 'A shape is a symbol, "*", or a list of symbols and non-negative whole numbers.',
    action: 'Ask the author to correct the shape.',
  },
  'schema/spec-version': {
    severity: 'warning',
    title: 'A newer format version',
    meaning:
      'The file declares a format version other than 1, the only one Boxcutter knows. What you see may be incomplete.',
    action: 'Look for a newer version of Boxcutter.',
  },
  'schema/version-req': {
    severity: 'error',
    title: 'Not a version requirement',
    meaning:
      'required_framework_version must be a Rust version requirement, such as "=1.12.1". npm syntax is rejected.',
    action: 'Ask the author to separate parts with commas, and to leave out “v”, “||” and “!=”.',
  },
  'schema/platform': {
    severity: 'error',
    title: 'Not a target triple',
    meaning: 'required_platforms contains names such as x86_64-unknown-linux-gnu. The reference reader rejects others.',
    action: 'Ask the author to correct the name.',
  },
  'schema/too-many-platforms': {
    severity: 'warning',
    title: 'Too many platforms',
    meaning: 'required_platforms lists more platforms than exist. Only the first ones are shown and checked.',
    action: 'List each platform once, or leave the field out if any platform works.',
  },
  'schema/duplicate-name': {
    severity: 'warning',
    title: 'Two inputs or outputs with the same name',
    meaning: 'Callers pass values by name, so one of the two can never be set.',
    action: 'Ask the author to rename one of them.',
  },
  'schema/one-sided': {
    severity: 'warning',
    title: 'Only inputs, or only outputs',
    meaning: 'A carton that declares inputs or outputs must declare both, so callers do not know the other side.',
    action: 'Look for the other side in the description. The author can declare it too.',
  },
  'schema/absent': {
    severity: 'warning',
    title: 'Self-tests or examples without a schema',
    meaning:
      'They have values for inputs and outputs that the carton does not declare, so there is nothing to compare them with.',
    action: 'Look for the inputs and outputs in the description. The author can declare them in the schema.',
  },
  'schema/self-test-empty': {
    severity: 'warning',
    title: 'A self-test without inputs',
    meaning: 'It gives the model no values, so it tests nothing.',
    action: 'Do not rely on this test. The author can add inputs to it or remove it.',
  },
  'schema/example-empty': {
    severity: 'warning',
    title: 'An example without values',
    meaning: 'It has no inputs and no outputs, so it shows nothing.',
    action: 'You can use the model as it is. The author can add values to it or remove it.',
  },
  'schema/unknown-binding': {
    severity: 'warning',
    title: 'A value for an unknown input or output',
    meaning: 'A self-test or example names an input or output that is not in the schema.',
    action: 'Go by the schema when you call the model. The author can correct the name in either place.',
  },
  'schema/dtype-mismatch': {
    severity: 'warning',
    title: 'Data has a different dtype than the schema',
    meaning: 'A tensor in a self-test or example does not have the dtype that the schema declares.',
    action:
      'When you call the model, try the schema’s dtype first, then the data’s. The author can correct the wrong one.',
  },
  'schema/shape-mismatch': {
    severity: 'warning',
    title: 'Data has a different shape than the schema',
    meaning: 'A tensor in a self-test or example does not have the shape that the schema declares.',
    action: 'Do not rely on the declared shape. The author can correct the schema or the data.',
  },
  'schema/symbol-conflict': {
    severity: 'warning',
    title: 'A symbol with two values',
    meaning: 'A symbol must have the same size everywhere. The data gives it two sizes.',
    action: 'Do not rely on the symbol. The author can use two symbols, or correct the data.',
  },
  'schema/not-compared': {
    severity: 'info',
    title: 'Too much data to compare',
    meaning: 'Self-tests and examples use more tensors than real cartons do. Boxcutter did not compare the later ones.',
    action: 'Nothing to do.',
  },
});

type Table = typeof SCHEMA_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
