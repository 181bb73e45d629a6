import { defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the tensor index and the files that it names. */
const INDEX_FINDINGS = defineFindings({
  'tensor/index-missing': {
    severity: 'error',
    title: 'No tensor index',
    meaning: 'The reference reader rejects the carton without tensor_data/index.toml, even if there are no tensors.',
    action: 'Ask the author to repack it, or add the file yourself, with the line “tensor = []”.',
  },
  'tensor/index-syntax': {
    severity: 'error',
    title: 'The tensor index is invalid',
    meaning: 'tensor_data/index.toml must contain a list “tensor” whose items have a name, a dtype and “inner”.',
    action: 'Ask the author to correct the index.',
  },
  'tensor/duplicate-name': {
    severity: 'error',
    title: 'Two tensors with the same name',
    meaning: 'The index uses the name twice, so it is unclear which tensor is meant.',
    action: 'Ask the author to rename one of them.',
  },
  'tensor/unsafe-path': {
    severity: 'error',
    title: 'A tensor’s file is outside tensor_data',
    meaning: 'The path in the index leaves the folder. Boxcutter does not read the file.',
    action: 'Treat the file as malicious. If you wrote it, correct the index.',
  },
  'tensor/file-missing': {
    severity: 'error',
    title: 'A tensor’s file is missing',
    meaning: 'The index names a file that is in neither the package nor LINKS.',
    action: 'Ask the author for a complete package.',
  },
  'tensor/bad-strings': {
    severity: 'error',
    title: 'A string tensor that cannot be read',
    meaning: 'The file must be TOML with one list of strings named “data”.',
    action: 'Do not use the tensor. The author can write it again.',
  },
  'tensor/strings-not-counted': {
    severity: 'info',
    title: 'Strings that were not counted',
    meaning:
      'The file of a string tensor is larger than Boxcutter reads, so it is not known whether it has as many strings as the index says. Its hash was still checked.',
    action: 'If it matters, count them with another program.',
  },
  'tensor/inner-missing': {
    severity: 'error',
    title: 'A nested tensor names a missing tensor',
    meaning: 'Its “inner” contains a name that is not in the index.',
    action: 'Ask the author to correct the index.',
  },
  'tensor/nested-in-nested': {
    severity: 'error',
    title: 'A nested tensor inside a nested tensor',
    meaning: 'The format allows only one level.',
    action: 'Ask the author to flatten the nesting.',
  },
  'tensor/inner-reused': {
    severity: 'error',
    title: 'A part of a nested tensor is used elsewhere',
    meaning: 'A tensor inside a nested tensor belongs to it alone. The reference reader rejects any other use.',
    action: 'Ask the author to store the tensor twice, under two names.',
  },
  'tensor/index-linked': {
    severity: 'warning',
    title: 'The tensor index is only linked',
    meaning:
      'tensor_data/index.toml is not in the package. LINKS says where to fetch it, and no tensors are known until you do.',
    action: 'Fetch it from its host, or ask the author to pack it into the carton.',
  },
  'tensor/file-unused': {
    severity: 'info',
    title: 'An unused tensor file',
    meaning: 'The file is in tensor_data, but the index does not name it, so nothing reads it.',
    action: 'You can use it as it is. The author can remove the file, or add it to the index.',
  },
  'tensor/nested': {
    severity: 'info',
    title: 'A nested tensor has no values itself',
    meaning: 'It only lists the tensors that it contains.',
    action: 'Open the tensors inside it.',
  },
});

type Table = typeof INDEX_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
