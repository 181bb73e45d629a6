import { defineArea, defineFindings } from '../../../../base/findings.ts';

defineArea('meta', 'Metadata and the runner');

/** What can be wrong with the tensor index and the files that it names, with the texts for people, and with what the runner needs. */
const META_FINDINGS = defineFindings({
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
