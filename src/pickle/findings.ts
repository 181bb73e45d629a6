import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with a pickle, and what loading it would do. */
defineArea('pickle', 'Pickles and PyTorch files');

const PICKLE_FINDINGS = defineFindings({
  'pickle/dangerous': {
    severity: 'error',
    title: 'Loading it reaches dangerous code',
    meaning:
      'The pickle names a function or module that runs code, reads or writes files, or asks hosts. Loading a pickle imports what it names, and calls it where the pickle says so.',
    action: 'Do not load it, unless you know why its author needs this. Ask for a file of plain tensors.',
  },
  'pickle/unknown': {
    severity: 'warning',
    title: 'Loading it imports a name that Boxcutter does not know',
    meaning:
      'Importing a module runs its code, and the pickle can call what it imports. Whether that does harm depends on the module.',
    action: 'Load it only if you trust its author and know the module.',
  },
  'pickle/computed': {
    severity: 'warning',
    title: 'A name that is only known when it is loaded',
    meaning: 'The pickle computes what it imports, or takes it from a registry. No program that writes models does so.',
    action: 'Do not load it.',
  },
  'pickle/computed-call': {
    severity: 'warning',
    title: 'It calls what another call returns',
    meaning: 'What is called is only known when the pickle is loaded.',
    action: 'Do not load it, unless you know which program wrote it.',
  },
  'pickle/changed': {
    severity: 'warning',
    title: 'It changes what it imports',
    meaning: 'The pickle sets attributes or items of a module, class or function itself, which later calls then use.',
    action: 'Do not load it, unless you know which program wrote it.',
  },
  'pickle/frame': {
    severity: 'warning',
    title: 'A frame with a wrong size',
    meaning:
      'Since protocol 4, a pickle says how long its parts are. One ends in the middle of a value, or goes on after the pickle. Some readers of Python then drop bytes, so that they see other values. Boxcutter lists the imports of both readings.',
    action: 'Do not load it. No program writes such pickles.',
  },
  'pickle/two-kinds': {
    severity: 'warning',
    title: 'A pickle and an archive in one file',
    meaning:
      'The file begins as a pickle, and is an archive, too. Which of them a program reads depends on the program, so checks of one say nothing of the other.',
    action: 'Do not load it.',
  },
  'pickle/not-a-pickle': {
    severity: 'error',
    title: 'Not a pickle',
    meaning: 'By its name the file is a pickle, but its first bytes are not those of one.',
    action: 'Check where the file came from, and download it again.',
  },
  'pickle/broken': {
    severity: 'error',
    title: 'The pickle is broken',
    meaning:
      'Python stops at this byte with an error. What comes before it is loaded all the same: names are imported and called.',
    action: 'Do not load it. Download the file again, and compare its hash with the original.',
  },
  'pickle/cut': {
    severity: 'error',
    title: 'The pickle is cut off',
    meaning:
      'The file ends before the pickle does. Python fails at the end, after it has imported and called what comes before.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'pickle/too-large': {
    severity: 'warning',
    title: 'Not all of the pickle was checked',
    meaning: 'It has more objects than Boxcutter keeps, so what the rest imports is unknown.',
    action: 'Treat it as a pickle that can run any code.',
  },
  'pickle/unread': {
    severity: 'warning',
    title: 'Not all of the pickle was read yet',
    meaning: 'It is large, or on a host, so only its start was read. What the rest imports is unknown.',
    action: 'Read the rest on the Overview.',
  },
  'pickle/trailing': {
    severity: 'warning',
    title: 'Bytes after the pickle',
    meaning: 'They are not a pickle. Python does not read them unless the program asks for more.',
    action: 'Ask the author what they are.',
  },
  'pickle/several': {
    severity: 'info',
    title: 'Several pickles in one file',
    meaning: 'A program reads one after the other. The list of imports has those of all of them.',
    action: 'Nothing to do.',
  },
  'pickle/persistent': {
    severity: 'info',
    title: 'Objects that the program supplies',
    meaning: 'The pickle names objects by ids, and the program that loads it must know what they mean.',
    action: 'Load it with the program that it was written for.',
  },
  'pickle/unreadable': {
    severity: 'error',
    title: 'A pickle in the archive that cannot be read',
    meaning: 'What loading it imports is unknown. Another program may read it all the same.',
    action: 'Treat the file as damaged or malicious.',
  },
  'pickle/more-imports': {
    severity: 'warning',
    title: 'Too many imports to list',
    meaning: 'Real files import a hundred different names at most.',
    action: 'Treat it as a pickle that can run any code.',
  },
  'pickle/joblib-block': {
    severity: 'error',
    title: 'Not what joblib writes',
    meaning:
      'joblib stores the bytes of arrays among the opcodes. Here, it is uncertain which bytes are an array and which are code. Boxcutter lists the imports of every reading it tries.',
    action: 'Do not load it. joblib writes no such files.',
  },
});

type Table = typeof PICKLE_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
