import { entriesWith } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';
import '../../../tensor/findings.ts';

/** What can be wrong with a model library of TVM. */
defineArea('mlf', 'TVM’s Model Library Format');

const { error, info, warning } = entriesWith('Ask the author to export the model again.');
const MLF_FINDINGS = defineFindings({
  'mlf/bad-json': error(
    'A file is not JSON',
    'A JSON file of the package cannot be parsed, so what it says is unknown.',
    'Fix the place that the message names, or ask the author to export the model again.',
  ),
  'mlf/no-metadata': error(
    'There is no metadata.json',
    'It says what the model is, and has to be at the top of the package. Without it, TVM does not read the package.',
    'Pack the files again, with metadata.json at the top, or ask the author to export the model again.',
  ),
  'mlf/too-large': error(
    'A JSON file is too large',
    'Boxcutter reads up to 16 MiB of metadata.json or of a graph. Real ones are much smaller.',
  ),
  'mlf/duplicate-key': warning(
    'A key that appears twice',
    'An object of a JSON file has two values for one key. Most programs take the last, some the first.',
  ),
  'mlf/bad-version': error(
    'The version is not a number',
    '“version” has to be a whole number. Tools compare it with the versions that they know, and stop.',
  ),
  'mlf/unknown-version': warning(
    'An unknown version',
    'Boxcutter knows versions 1 to 7. It shows the fields that it knows, which may mean something else here.',
    'Compare with the documentation of the version of TVM that wrote it.',
  ),
  'mlf/no-module': error('No module', '“modules” has to hold at least one module, which says what the model is.'),
  'mlf/missing-field': warning(
    'A field is missing',
    'The format’s document has this field in every metadata.json. Tools that use it will fail.',
  ),
  'mlf/bad-metadata': error(
    'metadata.json is not an object',
    'It has to be a JSON object with the fields of the model. TVM’s tools cannot use anything else.',
  ),
  'mlf/empty-field': warning(
    'An empty field',
    'The format’s document has at least one item there. Tools that take the first one will fail.',
  ),
  'mlf/not-a-number': warning(
    'A number that JSON does not have',
    'Python writes and reads NaN and Infinity. Other readers of JSON, such as TVM’s runtime, reject the file.',
  ),
  'mlf/field-type': warning(
    'A field has the wrong type',
    'The value is not what the format’s document says. Tools that use it may fail.',
  ),
  'mlf/bad-date': warning(
    'The export time is not a date',
    'TVM writes it as 2024-02-29 22:24:53Z. Tools that read it will fail.',
    'Correct “export_datetime” in metadata.json.',
  ),
  'mlf/missing-file': error(
    'A file is missing',
    'metadata.json says how the model is run, and a file that this needs is not in the package.',
  ),
  'mlf/other-name': warning(
    'A file has another name',
    'Tools look for this file by the name in the format’s document, which goes by the name of the model.',
    'Rename the file, or ask the author to export the model again.',
  ),
  'mlf/missing-source': warning(
    'The Relay source is missing',
    'The format’s document has the model’s Relay source in every package. Nothing needs it to run the model.',
  ),
  'mlf/unexpected-code': warning(
    'Generated code in an unexpected place',
    'The format’s document has C sources in codegen/host/src and object files in codegen/host/lib. TVM also writes headers, to codegen/host/include. Tools that look there do not find this code.',
    'Move the file, or change the tool that builds the model.',
  ),
  'mlf/no-runtime': info(
    'The runtime is not in the package',
    'The package names files that compiling the model needs, but does not contain them.',
    'Take them from the same version of TVM: “standalone_crt” of its build.',
  ),
  'mlf/function-missing': info(
    'A function is not in the sources',
    'metadata.json or the graph names a function that no generated source has. It may be in a library.',
    'If linking fails, ask the author to export the model again.',
  ),
  'mlf/bad-graph': error(
    'The graph is invalid',
    'TVM’s graph executor rejects such a graph: a list is missing, is too short, or names nodes that are not there.',
  ),
  'mlf/params-magic': error(
    'Not a parameter file of TVM',
    'A .params file and each array in it begin with a fixed number, and this one is different. TVM rejects it.',
  ),
  'mlf/params-cut': error(
    'The parameters are cut off',
    'The file ends too early. It is incomplete, or a length in it is wrong. TVM rejects it.',
    'Download the package again. If this persists, ask the author to export the model again.',
  ),
  'mlf/params-count': error(
    'Names and arrays differ in number',
    'Each array of a .params file has a name. TVM rejects a file that has more of one than of the other.',
  ),
  'mlf/params-array': error(
    'An array cannot be read',
    'An array has a shape that is impossible, or the file has more arrays than Boxcutter reads.',
  ),
  'mlf/params-device': error(
    'An array is not from the CPU',
    'TVM writes parameters from the memory of the CPU, and rejects a file with an array from another device.',
  ),
  'mlf/params-size': error(
    'The size of an array is wrong',
    'The size that the array declares is not the one that its shape and type need. TVM rejects the file.',
  ),
  'mlf/params-name': warning(
    'Two arrays with the same name',
    'Boxcutter shows the first one, and TVM uses the last one.',
  ),
  'mlf/params-trailing': warning(
    'Bytes after the parameters',
    'Something follows the last array of the file. TVM does not read it.',
    'Ask the author what it is.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof MLF_FINDINGS> {}
}
