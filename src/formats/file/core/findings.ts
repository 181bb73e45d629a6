import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';

/** What can be said of a file that is no package. */
defineArea('file', 'Any other file');

const FILE_FINDINGS = defineFindings({
  'file/lfs-pointer': {
    severity: 'warning',
    title: 'A Git LFS pointer in place of the file',
    meaning:
      'The repository keeps the file elsewhere. This text only says its hash and size. It comes from a download without Git LFS.',
    action: 'Run “git lfs pull” in the repository, or download the file from its own page.',
  },
  'file/web-page': {
    severity: 'warning',
    title: 'A web page in place of the file',
    meaning: 'The host sent a page for people, such as a login or an error, and not the file.',
    action: 'Open the address in a browser to see what it says, and look there for the link to the file itself.',
  },
  'file/refusal': {
    severity: 'warning',
    title: 'An error message in place of the file',
    meaning: 'The host said why it does not give the file, and the message was saved under the file’s name.',
    action: 'Read the message. The file may be gone, or may need a login.',
  },
});

type Table = typeof FILE_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
