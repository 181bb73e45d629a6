import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';
import '../../../tensor/findings.ts';

/** What can be wrong with a model library of TVM. */
defineArea('mlf', 'TVM’s Model Library Format');

const ASK_AUTHOR = 'Ask the author to export the model again.';

const MLF_FINDINGS = defineFindings({
  'mlf/bad-json': {
    severity: 'error',
    title: 'A file is no JSON',
    meaning: 'A JSON file of the package cannot be parsed, so what it says is not known.',
    action: 'Fix the place that the message names, or ask the author to export the model again.',
  },
  'mlf/no-metadata': {
    severity: 'error',
    title: 'There is no metadata.json',
    meaning:
      'It says what the model is, and has to be at the top of the package. Without it, TVM does not read the package.',
    action: 'Pack the files again, with metadata.json at the top, or ask the author to export the model again.',
  },
  'mlf/too-large': {
    severity: 'error',
    title: 'A JSON file is too large',
    meaning: 'Boxcutter reads up to 16 MiB of metadata.json or of a graph. Real ones are much smaller.',
    action: ASK_AUTHOR,
  },
  'mlf/duplicate-key': {
    severity: 'warning',
    title: 'A key that is there twice',
    meaning: 'An object of a JSON file has two values for one key. Most programs take the last, some the first.',
    action: ASK_AUTHOR,
  },
  'mlf/bad-version': {
    severity: 'error',
    title: 'The version is not a number',
    meaning: '“version” has to be a whole number. Tools compare it with the versions that they know, and stop.',
    action: ASK_AUTHOR,
  },
  'mlf/unknown-version': {
    severity: 'warning',
    title: 'An unknown version',
    meaning: 'Boxcutter knows versions 1 to 7. It shows the fields that it knows, which may mean something else here.',
    action: 'Compare with the documentation of the version of TVM that wrote it.',
  },
  'mlf/no-module': {
    severity: 'error',
    title: 'No module',
    meaning: '“modules” has to hold at least one module, which says what the model is.',
    action: ASK_AUTHOR,
  },
  'mlf/missing-field': {
    severity: 'warning',
    title: 'A field is missing',
    meaning: 'The format’s document has this field in every metadata.json. Tools that use it will fail.',
    action: ASK_AUTHOR,
  },
  'mlf/field-type': {
    severity: 'error',
    title: 'A field has the wrong type',
    meaning: 'The value is not what the format’s document says, so Boxcutter does not show it.',
    action: ASK_AUTHOR,
  },
  'mlf/bad-date': {
    severity: 'warning',
    title: 'The export time is not a date',
    meaning: 'TVM writes it as 2024-02-29 22:24:53Z. Tools that read it will fail.',
    action: 'Correct “export_datetime” in metadata.json.',
  },
  'mlf/missing-file': {
    severity: 'error',
    title: 'A file is missing',
    meaning: 'metadata.json says how the model is run, and a file that this needs is not in the package.',
    action: ASK_AUTHOR,
  },
  'mlf/no-runtime': {
    severity: 'info',
    title: 'The runtime is not in the package',
    meaning: 'The package names files that the model needs to be compiled, and does not hold them.',
    action: 'Take them from the same version of TVM: “standalone_crt” of its build.',
  },
  'mlf/function-missing': {
    severity: 'info',
    title: 'A function is not in the sources',
    meaning: 'metadata.json or the graph names a function that no generated source has. It may be in a library.',
    action: 'If linking fails, ask the author to export the model again.',
  },
  'mlf/bad-graph': {
    severity: 'error',
    title: 'The graph is invalid',
    meaning:
      'TVM’s graph executor rejects such a graph: a list is missing, is too short, or names nodes that are not there.',
    action: ASK_AUTHOR,
  },
  'mlf/params-magic': {
    severity: 'error',
    title: 'Not a parameter file of TVM',
    meaning:
      'A .params file and each array in it begin with a fixed number, and this one is different. TVM rejects it.',
    action: ASK_AUTHOR,
  },
  'mlf/params-cut': {
    severity: 'error',
    title: 'The parameters are cut off',
    meaning: 'The file ends before all that it states. It is incomplete, or a length in it is wrong. TVM rejects it.',
    action: 'Download the package again. If this stays, ask the author to export the model again.',
  },
  'mlf/params-count': {
    severity: 'error',
    title: 'Names and arrays differ in number',
    meaning: 'Each array of a .params file has a name. TVM rejects a file that has more of one than of the other.',
    action: ASK_AUTHOR,
  },
  'mlf/params-array': {
    severity: 'error',
    title: 'An array cannot be read',
    meaning: 'An array has a shape that is impossible, or the file has more arrays than Boxcutter reads.',
    action: ASK_AUTHOR,
  },
  'mlf/params-device': {
    severity: 'error',
    title: 'An array is not of the CPU',
    meaning: 'TVM writes parameters from the memory of the CPU, and rejects a file with an array of another device.',
    action: ASK_AUTHOR,
  },
  'mlf/params-size': {
    severity: 'error',
    title: 'The size of an array is wrong',
    meaning: 'The bytes that the array states are not those that its shape and type need. TVM rejects the file.',
    action: ASK_AUTHOR,
  },
  'mlf/params-name': {
    severity: 'warning',
    title: 'Two arrays with the same name',
    meaning: 'Boxcutter shows the first one, and TVM uses the last one.',
    action: ASK_AUTHOR,
  },
  'mlf/params-trailing': {
    severity: 'warning',
    title: 'Bytes after the parameters',
    meaning: 'Something follows the last array of the file. TVM does not read it.',
    action: 'Ask the author what it is.',
  },
});

type Table = typeof MLF_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
