import { warning } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';

/** Findings about a file that is not a package. */
defineArea('file', 'Other files');

const FILE_FINDINGS = defineFindings({
  'file/lfs-pointer': warning(
    'A Git LFS pointer instead of the file',
    'The repository stores the file elsewhere. This text has only the file’s hash and size. It was downloaded without Git LFS.',
    'Run “git lfs pull” in the repository, or download the file from its own page.',
  ),
  'file/web-page': warning(
    'A web page instead of the file',
    'The host sent a web page, such as a sign-in or an error, not the file.',
    'Open the URL in a browser to see what it says, and look there for the link to the file itself.',
  ),
  'file/image-manifest': warning(
    'A manifest of a container image',
    'It lists the layers of a Docker or OCI image. Ollama’s manifests look alike, but this is not a model.',
    'Use the image with a container engine. For a model, open the manifest that Ollama wrote.',
  ),
  'file/refusal': warning(
    'An error message instead of the file',
    'The host said why it does not send the file, and the message was saved under the file’s name.',
    'Read the message. The file may no longer exist, or may need a sign-in.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof FILE_FINDINGS> {}
}
