import { info, warning } from '../base/finding-entry.ts';
import { defineArea, defineFindings } from '../base/findings.ts';
import '../pickle/findings.ts';

/** What loading the files of a package would run, of any format. */
defineArea('load', 'What loading would run');

const LOAD_FINDINGS = defineFindings({
  'load/unread': info(
    'Not all files were looked at',
    'Some files were not searched for code that loading them would run: they are large, on a host, beyond a limit, or cannot be read. Nothing is known about them.',
    'Look into them on the Overview, or treat them as files that can run any code.',
  ),
  'load/unjudged': info(
    'Files that Boxcutter cannot judge',
    'They are programs, or may have code in them. Boxcutter cannot tell what that code does, or whether loading the package runs it.',
    'Look at them with a tool for their kind before you load the package.',
  ),
  'load/compressed': warning(
    'A pickle in a compression that Boxcutter does not read',
    'By its name it is a file for Python programs. joblib and pandas decompress such files by themselves and unpickle what is in them, which can run any code.',
    'Decompress it and open the result here before you load it.',
  ),
  'load/named-code': warning(
    'A configuration file names code to run',
    'With trust_remote_code, the transformers library imports and runs the Python code that the file names, from this package or from another repository.',
    'Read that code first. Load the model without trust_remote_code if you can.',
  ),
  'load/lambda': warning(
    'A Keras Lambda layer',
    'A Lambda layer stores Python code, which Keras runs when it loads or calls the model.',
    'Load it only if you trust its author, and with safe_mode.',
  ),
  'load/two-formats': warning(
    'Two formats in one file',
    'The file begins as one format and is an archive, too. Which one a program reads depends on the program, so checks of one say nothing about the other.',
    'Do not load it. No program writes such files.',
  ),
  'load/outside-archive': info(
    'Bytes before or after an archive',
    'They are not part of any file in the archive. Boxcutter looked at them as a separate file.',
    'Ask the author what they are.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof LOAD_FINDINGS> {}
}
