import { defineArea, defineFindings } from '../../../../base/findings.ts';

/** What can be wrong with the texts for people and with what the runner needs. */
defineArea('meta', 'Texts for people, and the runner');

const META_FINDINGS = defineFindings({
  'meta/short-description': {
    severity: 'warning',
    title: 'The short description is long',
    meaning: 'The format asks for at most 100 characters, and the packer refuses more. It loads all the same.',
    action: 'Nothing needs doing to use it. Its author can shorten it, and move the rest to the description.',
  },
  'meta/license': {
    severity: 'info',
    title: 'The licence is no SPDX expression',
    meaning:
      'The format asks for an SPDX expression such as “Apache-2.0 OR MIT”, and allows other text where none applies. Tools cannot tell what this text permits.',
    action:
      'Read the licence itself before you use the model. Its author can use an identifier of spdx.org/licenses where one fits; their case matters.',
  },
  'meta/url': {
    severity: 'warning',
    title: 'Not an https address',
    meaning: 'Repository and homepage should be complete addresses that begin with https://.',
    action: 'Its author can write the address in full, with https://.',
  },
  'meta/misc-missing': {
    severity: 'warning',
    title: 'The description shows a file that is not there',
    meaning: 'An image or link of the description names a file below misc/ that the package does not list.',
    action: 'Ask its author to correct the path or to add the file.',
  },
  'meta/image-http': {
    severity: 'warning',
    title: 'An image without encryption',
    meaning:
      'The description shows an image from an http address. Others on the network can change it, and pages over https do not show it.',
    action: 'Its author can use https, or put the image into misc.',
  },
  'meta/address': {
    severity: 'warning',
    title: 'An address that leads nowhere',
    meaning:
      'Images and links of the description must be complete https addresses or begin with @misc/. Others are not followed, or not by everyone.',
    action: 'Its author can write the address in full, or put the file into misc.',
  },
  'meta/html': {
    severity: 'warning',
    title: 'HTML in the description',
    meaning: 'The description should be Markdown alone. HTML is shown as the text that it is.',
    action: 'Read it as text. Its author can use Markdown instead.',
  },
  'meta/runner': {
    severity: 'info',
    title: 'A runner that the reference does not have',
    meaning:
      'The reference implementation has the runners python, torchscript, wasm, rust-bert and noop. This carton needs another one to run.',
    action: 'Check the name, or install a runner of that name.',
  },
  'meta/entry-point': {
    severity: 'warning',
    title: 'The Python runner cannot find the entry point',
    meaning:
      'It needs the options entrypoint_package and entrypoint_fn, imports that package from model/ and calls that function. Unless callers override them, loading fails.',
    action: 'Give the two options when you load it, or ask its author to correct them.',
  },
  'meta/lock-syntax': {
    severity: 'warning',
    title: 'The lock file cannot be read',
    meaning:
      'model/.carton/carton.lock is no valid TOML, so the Python runner cannot tell which packages to install. It is read only when the model runs.',
    action: 'Ask its author to pack the carton again, which locks them anew.',
  },
  'meta/lock-stale': {
    severity: 'warning',
    title: 'The lock file belongs to other requirements',
    meaning:
      'carton.lock was made for another model/requirements.txt than the one in the package, so other Python packages may be installed than those that it asks for.',
    action: 'Ask its author to pack the carton again, which locks them anew.',
  },
  'meta/package-host': {
    severity: 'warning',
    title: 'Python packages from an unusual host',
    meaning:
      'carton.lock or requirements.txt names another host than pypi.org, files.pythonhosted.org or download.pytorch.org. Packages can run any code when they are imported.',
    action: 'Load the carton only if you trust that host.',
  },
});

type Table = typeof META_FINDINGS;

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
