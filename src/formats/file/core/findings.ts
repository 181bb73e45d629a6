import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';

/** Findings about a file that is not a package. */
defineArea('file', 'Other files');

const FILE_FINDINGS = defineFindings({
  'file/lfs-pointer': {
    severity: 'warning',
    title: 'A Git LFS pointer instead of the file',
    meaning:
      'The repository stores the file elsewhere. This text has only its hash and size. It comes from a download without Git LFS.',
    action: 'Run “git lfs pull” in the repository, or download the file from its own page.',
  },
  'file/web-page': {
    severity: 'warning',
    title: 'A web page instead of the file',
    meaning: 'The host sent a web page, such as a sign-in or an error, not the file.',
    action: 'Open the URL in a browser to see what it says, and look there for the link to the file itself.',
  },
  'file/image-manifest': {
    severity: 'warning',
    title: 'A manifest of a container image',
    meaning:
      'It lists the layers of an image of Docker or OCI. Ollama’s manifests look alike, but this is not a model.',
    action: 'Use the image with a container engine. For a model, open the manifest that Ollama has written.',
  },
  'file/refusal': {
    severity: 'warning',
    title: 'An error message instead of the file',
    meaning: 'The host said why it does not send the file, and the message was saved under the file’s name.',
    action: 'Read the message. The file may no longer exist, or may need a sign-in.',
  },
});

type Table = typeof FILE_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
