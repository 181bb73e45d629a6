import { defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the tensor index and the files that it names. */
const INDEX_FINDINGS = defineFindings({
  'tensor/index-missing': {
    severity: 'error',
    title: 'No tensor index',
    meaning: 'The reference reader needs tensor_data/index.toml, even an empty one, and refuses the carton without it.',
    action: 'Ask its author to pack it again, or add the file yourself, with the line “tensor = []”.',
  },
  'tensor/index-syntax': {
    severity: 'error',
    title: 'The tensor index is not as it must be',
    meaning: 'tensor_data/index.toml must hold a list “tensor” whose items have a name, a dtype and “inner”.',
    action: 'Ask its author to correct the index.',
  },
  'tensor/duplicate-name': {
    severity: 'error',
    title: 'Two tensors with one name',
    meaning: 'The index gives one name twice; it cannot be said which is meant.',
    action: 'Ask its author to rename one of them.',
  },
  'tensor/unsafe-path': {
    severity: 'error',
    title: 'A tensor’s file is outside tensor_data',
    meaning: 'The index names a file by a path that leaves its folder. Boxcutter does not read it.',
    action: 'Treat the file as hostile; if you wrote it, correct the index.',
  },
  'tensor/file-missing': {
    severity: 'error',
    title: 'A tensor’s file is missing',
    meaning: 'The index names a file that neither the package nor LINKS has.',
    action: 'Ask the author for a complete package.',
  },
  'tensor/bad-strings': {
    severity: 'error',
    title: 'A string tensor that cannot be read',
    meaning: 'The file must be TOML with one list of strings called “data”.',
    action: 'Do not use the tensor. Its author can write it again.',
  },
  'tensor/strings-not-counted': {
    severity: 'info',
    title: 'Strings that were not counted',
    meaning:
      'The file of a string tensor is larger than what Boxcutter reads of one, so it is not known whether it holds as many strings as the index says. Its hash was compared all the same.',
    action: 'Count them with another program, if it matters.',
  },
  'tensor/inner-missing': {
    severity: 'error',
    title: 'A nested tensor names one that does not exist',
    meaning: 'Its “inner” holds a name that the index does not have.',
    action: 'Ask its author to correct the index.',
  },
  'tensor/nested-in-nested': {
    severity: 'error',
    title: 'A nested tensor inside a nested tensor',
    meaning: 'The format allows one level only.',
    action: 'Ask its author to flatten the nesting.',
  },
  'tensor/inner-reused': {
    severity: 'error',
    title: 'A part of a nested tensor is used elsewhere',
    meaning: 'A tensor inside a nested one belongs to it alone. The reference reader refuses any second use.',
    action: 'Ask its author to store the tensor twice, under two names.',
  },
  'tensor/index-linked': {
    severity: 'warning',
    title: 'The tensor index is not inside',
    meaning:
      'MANIFEST lists tensor_data/index.toml and LINKS says where to fetch it, so no tensor is known before that.',
    action: 'Fetch it from its host, or ask the author to pack it in.',
  },
  'tensor/file-unused': {
    severity: 'info',
    title: 'A tensor file that no tensor names',
    meaning: 'It lies in tensor_data, but the index does not name it, so nobody reads it.',
    action: 'Nothing needs doing to use it. Its author can leave the file out, or add it to the index.',
  },
  'tensor/nested': {
    severity: 'info',
    title: 'A nested tensor has no values of its own',
    meaning: 'It only names the tensors that it holds.',
    action: 'Look at the tensors inside it.',
  },
});

type Table = typeof INDEX_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
