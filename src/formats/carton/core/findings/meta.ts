import { error, info, warning } from '../../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../../base/findings.ts';

defineArea('meta', 'Metadata and the runner');

/** What can be wrong with the tensor index and the files that it names, with the texts for people, and with what the runner needs. */
const META_FINDINGS = defineFindings({
  'tensor/index-missing': error(
    'No tensor index',
    'The reference reader rejects the carton without tensor_data/index.toml, even if there are no tensors.',
    'Ask the author to repack it, or add the file yourself, with the line “tensor = []”.',
  ),
  'tensor/index-syntax': error(
    'The tensor index is invalid',
    'tensor_data/index.toml must contain a list “tensor” whose items have a name, a dtype and “inner”.',
    'Ask the author to correct the index.',
  ),
  'tensor/duplicate-name': error(
    'Two tensors with the same name',
    'The index uses the name twice, so it is unclear which tensor is meant.',
    'Ask the author to rename one of them.',
  ),
  'tensor/unsafe-path': error(
    'A tensor’s file is outside tensor_data',
    'The path in the index leaves the folder. Boxcutter does not read the file.',
    'Treat the file as malicious. If you wrote it, correct the index.',
  ),
  'tensor/file-missing': error(
    'A tensor’s file is missing',
    'The index names a file that is in neither the package nor LINKS.',
    'Ask the author for a complete package.',
  ),
  'tensor/file-ending': warning(
    'A tensor’s file has another ending',
    'The format keeps numbers in .bin files and strings in .toml files. The reference reader goes by the dtype, so the tensor still loads.',
    'You can use it as it is. The author can rename the file.',
  ),
  'tensor/bad-strings': error(
    'A string tensor that cannot be read',
    'The file must be TOML with one list of strings named “data”.',
    'Do not use the tensor. The author can write it again.',
  ),
  'tensor/strings-not-counted': info(
    'Strings that were not counted',
    'The file of a string tensor is larger than Boxcutter reads, so it is not known whether it has as many strings as the index says. Its hash was still checked.',
    'If it matters, count them with another program.',
  ),
  'tensor/inner-missing': error(
    'A nested tensor names a missing tensor',
    'Its “inner” contains a name that is not in the index.',
    'Ask the author to correct the index.',
  ),
  'tensor/nested-in-nested': error(
    'A nested tensor inside a nested tensor',
    'The format allows only one level.',
    'Ask the author to flatten the nesting.',
  ),
  'tensor/inner-reused': error(
    'A part of a nested tensor is used elsewhere',
    'A tensor inside a nested tensor belongs to it alone. The reference reader rejects any other use.',
    'Ask the author to store the tensor twice, under two names.',
  ),
  'tensor/index-linked': warning(
    'The tensor index is only linked',
    'tensor_data/index.toml is not in the package. LINKS says where to fetch it, and no tensors are known until you do.',
    'Fetch it from its host, or ask the author to pack it into the carton.',
  ),
  'tensor/file-unused': info(
    'An unused tensor file',
    'The file is in tensor_data, but the index does not name it, so nothing reads it.',
    'You can use it as it is. The author can remove the file, or add it to the index.',
  ),
  'tensor/nested': info(
    'A nested tensor has no values itself',
    'It only lists the tensors that it contains.',
    'Open the tensors inside it.',
  ),
  'meta/short-description': warning(
    'The short description is long',
    'The format allows at most 100 characters, and the packer rejects more. The carton still loads.',
    'You can use it as it is. The author can shorten it, and move the rest to the description.',
  ),
  'meta/license': info(
    'The license is not an SPDX expression',
    'The format asks for an SPDX expression such as “Apache-2.0 OR MIT”, and allows other text where none applies. Tools cannot tell what this text permits.',
    'Read the license yourself before you use the model. The author can use an identifier from spdx.org/licenses where one fits. Case matters.',
  ),
  'meta/url': warning(
    'Not an https URL',
    'Repository and homepage should be full URLs that begin with https://.',
    'The author can write the full URL, with https://.',
  ),
  'meta/misc-missing': warning(
    'The description uses a missing file',
    'An image or link in the description points to a file in misc/ that is not in the package.',
    'Ask the author to correct the path or add the file.',
  ),
  'meta/image-http': warning(
    'An unencrypted image',
    'The description shows an image from an http URL. Others on the network can change it, and https pages do not show it.',
    'The author can use https, or move the image to misc.',
  ),
  'meta/address': warning(
    'A link that goes nowhere',
    'Images and links in the description must be full https URLs or begin with @misc/. Other links may not work.',
    'The author can write the full URL, or move the file to misc.',
  ),
  'meta/html': warning(
    'HTML in the description',
    'The description should be plain Markdown. HTML is shown as text.',
    'Read it as text. The author can use Markdown instead.',
  ),
  'meta/runner': info(
    'Not a known runner',
    'The reference implementation has the runners python, torchscript, wasm, rust-bert and noop. This carton needs a different one.',
    'Check the name, or install a runner with this name.',
  ),
  'meta/entry-point': warning(
    'The Python runner cannot find the entry point',
    'It needs the options entrypoint_package and entrypoint_fn, imports that package from model/ and calls that function. Loading fails unless the caller sets the options.',
    'Set the two options when you load it, or ask the author to correct them.',
  ),
  'meta/lock-syntax': warning(
    'The lock file cannot be read',
    'model/.carton/carton.lock is not valid TOML, so the Python runner does not know which packages to install. It is read only when the model is loaded.',
    'Ask the author to repack the carton, which writes a new lock file.',
  ),
  'meta/lock-stale': warning(
    'The lock file is out of date',
    'carton.lock was made for a different model/requirements.txt, so loading may install other Python packages than those it lists.',
    'Ask the author to repack the carton, which writes a new lock file.',
  ),
  'meta/package-source': warning(
    'A requirement that is not the name of a package',
    'A line of requirements.txt takes a package from an address, a file or a program, so it may come from anywhere.',
    'Load the carton only if you trust where the package comes from.',
  ),
  'meta/package-host': warning(
    'Python packages from an unusual host',
    'carton.lock or requirements.txt uses a host other than pypi.org, files.pythonhosted.org or download.pytorch.org. Python packages can run any code when they are imported.',
    'Load the carton only if you trust that host.',
  ),
});

declare module '../../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof META_FINDINGS> {}
}
