import { defineArea, defineFindings } from '../base/findings.ts';
import '../pickle/findings.ts';

/** What loading the files of a package would run, of any format. */
defineArea('load', 'What loading would run');

const LOAD_FINDINGS = defineFindings({
  'load/unread': {
    severity: 'info',
    title: 'Not all files were looked at',
    meaning:
      'Some files were not read for what loading them would run: they are large, on a host, beyond a limit, or cannot be read. Nothing is known about them.',
    action: 'Look into them on the Overview, or treat them as files that can run any code.',
  },
  'load/unjudged': {
    severity: 'info',
    title: 'Files that Boxcutter cannot judge',
    meaning:
      'They are programs, or may have code in them. Boxcutter cannot tell what it does, nor whether a program that loads the package runs it.',
    action: 'Look at them with a tool for their kind before you load the package.',
  },
  'load/compressed': {
    severity: 'warning',
    title: 'A pickle in a compression that Boxcutter does not read',
    meaning:
      'By its name it is a file for Python programs. joblib and pandas decompress such files by themselves and unpickle what is in them, which can run any code.',
    action: 'Decompress it and open the result here before you load it.',
  },
  'load/named-code': {
    severity: 'warning',
    title: 'A configuration file names code to run',
    meaning:
      'With trust_remote_code, the transformers library imports and runs the Python code that the file names, from this package or from another repository.',
    action: 'Read that code first. Load the model without trust_remote_code if you can.',
  },
  'load/lambda': {
    severity: 'warning',
    title: 'A Keras Lambda layer',
    meaning: 'A Lambda layer stores Python code, which Keras runs when it loads or calls the model.',
    action: 'Load it only if you trust its author, and with safe_mode.',
  },
  'load/two-formats': {
    severity: 'warning',
    title: 'Two formats in one file',
    meaning:
      'The file begins as one format and is an archive, too. Which one a program reads depends on the program, so checks of one say nothing about the other.',
    action: 'Do not load it. No program writes such files.',
  },
  'load/outside-archive': {
    severity: 'info',
    title: 'Bytes before or after an archive',
    meaning: 'They belong to no file of the archive. Boxcutter looked at them as at a file of their own.',
    action: 'Ask the author what they are.',
  },
});

type Table = typeof LOAD_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
