import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the texts for people and with what the runner needs. */
defineArea('meta', 'Metadata and the runner');

const META_FINDINGS = defineFindings({
  'meta/short-description': {
    severity: 'warning',
    title: 'The short description is long',
    meaning: 'The format allows at most 100 characters, and the packer rejects more. The carton still loads.',
    action: 'You can use it as it is. The author can shorten it, and move the rest to the description.',
  },
  'meta/license': {
    severity: 'info',
    title: 'The license is not an SPDX expression',
    meaning:
      'The format asks for an SPDX expression such as “Apache-2.0 OR MIT”, and allows other text where none applies. Tools cannot tell what this text permits.',
    action:
      'Read the license yourself before you use the model. The author can use an identifier from spdx.org/licenses where one fits. Case matters.',
  },
  'meta/url': {
    severity: 'warning',
    title: 'Not an https URL',
    meaning: 'Repository and homepage should be full URLs that begin with https://.',
    action: 'The author can write the full URL, with https://.',
  },
  'meta/misc-missing': {
    severity: 'warning',
    title: 'The description uses a missing file',
    meaning: 'An image or link in the description points to a file in misc/ that is not in the package.',
    action: 'Ask the author to correct the path or add the file.',
  },
  'meta/image-http': {
    severity: 'warning',
    title: 'An unencrypted image',
    meaning:
      'The description shows an image from an http URL. Others on the network can change it, and https pages do not show it.',
    action: 'The author can use https, or move the image to misc.',
  },
  'meta/address': {
    severity: 'warning',
    title: 'A link that goes nowhere',
    meaning:
      'Images and links in the description must be full https URLs or begin with @misc/. Other links may not work.',
    action: 'The author can write the full URL, or move the file to misc.',
  },
  'meta/html': {
    severity: 'warning',
    title: 'HTML in the description',
    meaning: 'The description should be plain Markdown. HTML is shown as text.',
    action: 'Read it as text. The author can use Markdown instead.',
  },
  'meta/runner': {
    severity: 'info',
    title: 'Not a known runner',
    meaning:
      'The reference implementation has the runners python, torchscript, wasm, rust-bert and noop. This carton needs a different one.',
    action: 'Check the name, or install a runner with this name.',
  },
  'meta/entry-point': {
    severity: 'warning',
    title: 'The Python runner cannot find the entry point',
    meaning:
      'It needs the options entrypoint_package and entrypoint_fn, imports that package from model/ and calls that function. Loading fails unless the caller sets the options.',
    action: 'Set the two options when you load it, or ask the author to correct them.',
  },
  'meta/lock-syntax': {
    severity: 'warning',
    title: 'The lock file cannot be read',
    meaning:
      'model/.carton/carton.lock is not valid TOML, so the Python runner does not know which packages to install. It is read only when the model is loaded.',
    action: 'Ask the author to repack the carton, which writes a new lock file.',
  },
  'meta/lock-stale': {
    severity: 'warning',
    title: 'The lock file is out of date',
    meaning:
      'carton.lock was made for a different model/requirements.txt, so loading may install other Python packages than those it lists.',
    action: 'Ask the author to repack the carton, which writes a new lock file.',
  },
  'meta/package-source': {
    severity: 'warning',
    title: 'A requirement that is not the name of a package',
    meaning:
      'A line of requirements.txt takes a package from an address, a file or a program, so it may come from anywhere.',
    action: 'Load the carton only if you trust where the package comes from.',
  },
  'meta/package-host': {
    severity: 'warning',
    title: 'Python packages from an unusual host',
    meaning:
      'carton.lock or requirements.txt uses a host other than pypi.org, files.pythonhosted.org or download.pytorch.org. Python packages can run any code when they are imported.',
    action: 'Load the carton only if you trust that host.',
  },
});

type Table = typeof META_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
