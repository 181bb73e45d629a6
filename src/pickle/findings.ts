import { error, info, warning } from '../base/finding-entry.ts';
import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with a pickle, and what loading it would do. */
defineArea('pickle', 'Pickles and PyTorch files');

const PICKLE_FINDINGS = defineFindings({
  'pickle/dangerous': error(
    'Loading it reaches dangerous code',
    'The pickle names a function or module that runs code, reads or writes files, or asks hosts. Loading a pickle imports what it names, and calls it where the pickle says so.',
    'Do not load it, unless you know why its author needs this. Ask for a file of plain tensors.',
  ),
  'pickle/unknown': warning(
    'Loading it imports a name that Boxcutter does not know',
    'Importing a module runs its code, and the pickle can call what it imports. Whether that does harm depends on the module.',
    'Load it only if you trust its author and know the module.',
  ),
  'pickle/computed': warning(
    'A name that is only known when it is loaded',
    'The pickle computes what it imports, or takes it from a registry. No program that writes models does so.',
    'Do not load it.',
  ),
  'pickle/computed-call': warning(
    'It calls what another call returns',
    'What is called is only known when the pickle is loaded.',
    'Do not load it, unless you know which program wrote it.',
  ),
  'pickle/changed': warning(
    'It changes what it imports',
    'The pickle sets attributes or items of a module, class or function itself, which later calls then use.',
    'Do not load it, unless you know which program wrote it.',
  ),
  'pickle/frame': warning(
    'A frame with a wrong size',
    'Since protocol 4, a pickle says how long its parts are. One ends in the middle of a value, or goes on after the pickle. Some of Python’s readers then drop bytes and see different values. Boxcutter lists the imports of both readings.',
    'Do not load it. No program writes such pickles.',
  ),
  'pickle/two-kinds': warning(
    'A pickle and an archive in one file',
    'The file begins as a pickle, and is an archive, too. Which one a program reads depends on the program, so checks of one say nothing about the other.',
    'Do not load it.',
  ),
  'pickle/not-a-pickle': error(
    'Not a pickle',
    'By its name the file is a pickle, but its first bytes are not those of one.',
    'Check where the file came from, and download it again.',
  ),
  'pickle/broken': error(
    'The pickle is broken',
    'Python stops at this byte with an error. What comes before it is loaded all the same: names are imported and called.',
    'Do not load it. Download the file again, and compare its hash with the original.',
  ),
  'pickle/cut': error(
    'The pickle is cut off',
    'The file ends before the pickle does. Python fails at the end, after it has imported and called what comes before.',
    'Download the file again, and compare its size with the original.',
  ),
  'pickle/too-large': warning(
    'Not all of the pickle was checked',
    'It has more objects than Boxcutter keeps, so what the rest imports is unknown.',
    'Treat it as a pickle that can run any code.',
  ),
  'pickle/unread': warning(
    'Not all of the pickle was read yet',
    'It is large, or on a host, so only its start was read. What the rest imports is unknown.',
    'Read the rest on the Overview.',
  ),
  'pickle/trailing': warning(
    'Bytes after the pickle',
    'They are not a pickle. Python does not read them unless the program asks for more.',
    'Ask the author what they are.',
  ),
  'pickle/several': info(
    'Several pickles in one file',
    'A program reads one after the other. The list of imports covers all of them.',
    'Nothing to do.',
  ),
  'pickle/persistent': info(
    'Objects that the program supplies',
    'The pickle names objects by ids, and the program that loads it must know what they mean.',
    'Load it with the program that it was written for.',
  ),
  'pickle/unreadable': error(
    'A pickle in the archive that cannot be read',
    'What loading it imports is unknown. Another program may read it all the same.',
    'Treat the file as damaged or malicious.',
  ),
  'pickle/more-imports': warning(
    'Too many imports to list',
    'Real files import at most a hundred different names.',
    'Treat it as a pickle that can run any code.',
  ),
  'pickle/joblib-block': error(
    'Not what joblib writes',
    'joblib stores the bytes of arrays among the opcodes. Here, it is uncertain which bytes are an array and which are code. Boxcutter lists the imports of every reading it tries.',
    'Do not load it. joblib writes no such files.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof PICKLE_FINDINGS> {}
}
