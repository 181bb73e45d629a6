import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the fields of carton.toml. */
defineArea('schema', 'The fields of carton.toml');

const SCHEMA_FINDINGS = defineFindings({
  'schema/missing-field': {
    severity: 'error',
    title: 'A required field is missing',
    meaning: 'The reference reader refuses a carton.toml without it.',
    action: 'Ask its author to add the field.',
  },
  'schema/wrong-type': {
    severity: 'error',
    title: 'A field has the wrong type',
    meaning: 'The value is not of the type that the format asks for, and the reference reader refuses it.',
    action: 'Ask its author to correct the value.',
  },
  'schema/dtype': {
    severity: 'error',
    title: 'An unknown dtype',
    meaning:
      'The format knows float32, float64, string and the integers of 8 to 64 bits. The reference reader refuses others.',
    action: 'Ask its author to use one of the known dtypes, in lower case.',
  },
  'schema/shape': {
    severity: 'error',
    title: 'Not a shape',
    meaning: 'A shape is a symbol, "*", or a list of symbols and whole numbers from 0.',
    action: 'Ask its author to correct the shape.',
  },
  'schema/spec-version': {
    severity: 'warning',
    title: 'A newer format version',
    meaning:
      'The file says that it follows another version than 1, the only one there is. What is shown may be incomplete.',
    action: 'Look for a newer version of Boxcutter.',
  },
  'schema/version-req': {
    severity: 'error',
    title: 'Not a version requirement',
    meaning:
      'required_framework_version must be a Rust version requirement such as "=1.12.1". npm’s forms are refused.',
    action: 'Ask its author to separate parts by commas and to leave out “v”, “||” and “!=”.',
  },
  'schema/platform': {
    severity: 'error',
    title: 'Not a target triple',
    meaning: 'required_platforms holds names such as x86_64-unknown-linux-gnu. The reference reader refuses others.',
    action: 'Ask its author to correct the name.',
  },
  'schema/too-many-platforms': {
    severity: 'warning',
    title: 'More platforms than there are',
    meaning: 'required_platforms names more platforms than exist. Only the first ones are shown and checked.',
    action: 'Name each platform once, or leave the field out where all will do.',
  },
  'schema/duplicate-name': {
    severity: 'warning',
    title: 'Two inputs or outputs with one name',
    meaning: 'Callers pass values by name, so one of the two can never be given.',
    action: 'Tell its author, who can rename one of them.',
  },
  'schema/one-sided': {
    severity: 'warning',
    title: 'Only inputs, or only outputs',
    meaning: 'A carton that states one input or output must state them all, so callers do not know the other half.',
    action: 'Look for the other side in the description. Its author can state it.',
  },
  'schema/absent': {
    severity: 'warning',
    title: 'Self-tests or examples without a schema',
    meaning: 'They give values to inputs and outputs that the carton does not state, so nothing can be compared.',
    action: 'Look for them in the description. Its author can state the inputs and outputs.',
  },
  'schema/self-test-empty': {
    severity: 'warning',
    title: 'A self-test without inputs',
    meaning: 'It gives the model no values, so it tests nothing.',
    action: 'Do not take it for a test. Its author can give it inputs, or take it out.',
  },
  'schema/example-empty': {
    severity: 'warning',
    title: 'An example without values',
    meaning: 'It has no inputs and no outputs, so it shows nothing.',
    action: 'Nothing to do for those who use the model. Its author can fill it, or take it out.',
  },
  'schema/unknown-binding': {
    severity: 'warning',
    title: 'A value for an input or output that does not exist',
    meaning: 'A self-test or example names something that the schema does not have.',
    action: 'When you call the model, go by the schema. Its author can correct the name, there or here.',
  },
  'schema/dtype-mismatch': {
    severity: 'warning',
    title: 'Data of another dtype than the schema’s',
    meaning: 'A tensor used in a self-test or example does not have the dtype that the schema states.',
    action:
      'When you call the model, try the schema’s dtype first, then the data’s. Its author can correct whichever is wrong.',
  },
  'schema/shape-mismatch': {
    severity: 'warning',
    title: 'Data of another shape than the schema’s',
    meaning: 'A tensor used in a self-test or example does not fit the shape that the schema states.',
    action: 'Do not rely on the stated shape. Its author can correct the schema or the data.',
  },
  'schema/symbol-conflict': {
    severity: 'warning',
    title: 'A symbol takes two values',
    meaning: 'A symbol must stand for the same size wherever it is used, and here the data gives it two.',
    action: 'Do not rely on the symbol. Its author can use two symbols, or correct the data.',
  },
  'schema/not-compared': {
    severity: 'info',
    title: 'Too much data to compare',
    meaning:
      'Self-tests and examples refer to more tensors than any real carton does; the later ones were not compared.',
    action: 'Nothing needs doing.',
  },
});

type Table = typeof SCHEMA_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
