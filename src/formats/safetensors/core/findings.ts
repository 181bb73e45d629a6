import { entriesWith } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';

/**
 * What can be wrong with a safetensors file. Errors are what the reference reader refuses; warnings are what only the
 * format document forbids.
 */
defineArea('safetensors', 'safetensors files');

const { error, info, warning } = entriesWith('Ask the author to save the file again with the safetensors library.');
const DOWNLOAD_AGAIN = 'Download the file again, and compare its size with the size on the host.';

export const SAFETENSORS_FINDINGS = defineFindings({
  'safetensors/too-short': error(
    'Too short for a safetensors file',
    'A safetensors file begins with the length of its header, in eight bytes. This file is shorter.',
    DOWNLOAD_AGAIN,
  ),
  'safetensors/lfs-pointer': error(
    'A Git LFS pointer instead of the file',
    'The repository stores large files elsewhere (Git LFS) and has only a small text in their place. The weights are not in this file.',
    'Run “git lfs pull”, or download the file itself from the repository’s page.',
  ),
  'safetensors/not-safetensors': error(
    'Not a safetensors file',
    'The file has the name of a safetensors file, but it is a text: often a message from the host.',
    'Look at its bytes, check where the file came from, and download it again.',
  ),
  'safetensors/header-too-large': error(
    'The header is too large',
    'The first eight bytes announce a header of more than 100 MB, which the reference reader rejects. The file is probably something else.',
    'Check that it is a safetensors file, and download it again.',
  ),
  'safetensors/header-past-end': error(
    'The header is longer than the file',
    'The file ends before its header does, or it is not a safetensors file.',
    DOWNLOAD_AGAIN,
  ),
  'safetensors/header-start': error(
    'The header is not a JSON object',
    'A header must begin with “{”. The reference reader rejects anything else, including a byte-order mark.',
  ),
  'safetensors/space-before-header': warning(
    'White space before the header',
    'The format requires a header to begin with “{”. The reference reader accepts white space before it.',
  ),
  'safetensors/padding': warning(
    'The header is padded with something other than spaces',
    'The format allows only spaces after the header. The reference reader also accepts tabs and line endings.',
  ),
  'safetensors/not-utf8': error(
    'The header is not UTF-8',
    'The reference reader rejects the file. Names may be shown with replacement characters.',
  ),
  'safetensors/header-syntax': error(
    'The header is not valid JSON',
    'The text is invalid at this place. Everything before it is shown. The reference reader rejects the whole file.',
  ),
  'safetensors/lone-surrogate': error(
    'Half of a character in the header',
    'An escape such as “\\ud800” is on its own. It is not a character, and the reference reader rejects it.',
  ),
  'safetensors/too-deep': error(
    'The header is nested too deeply',
    'A real header has three levels. The reference reader rejects 128.',
    'Treat the file as malicious.',
  ),
  'safetensors/too-many-tensors': warning(
    'Too many tensors to list',
    'The header, or the index of shards, has more tensors than Boxcutter keeps, to protect your browser’s memory. The first ones are shown. Boxcutter did not check whether all of them fit together.',
    'If you trust the file, read it with the safetensors library.',
  ),
  'safetensors/long-name': warning(
    'A very long tensor name',
    'Only its beginning and end are shown, so your browser stays fast. Real names are far shorter.',
    'Treat the file as malicious.',
  ),
  'safetensors/bad-entry': error(
    'An invalid tensor entry',
    'An entry must have “dtype”, “shape” and “data_offsets”, each once and of the right type.',
  ),
  'safetensors/duplicate-field': error(
    'A key appears twice in a tensor’s entry',
    'The format forbids duplicate keys. The reference reader rejects the file, and others may use the first or the last one.',
  ),
  'safetensors/bad-number': error(
    'Not a whole number of 64 bits',
    'Sizes and offsets must be whole numbers from 0 to 2^64 − 1, without a decimal point or an exponent. Some readers round other numbers, or accept strings.',
  ),
  'safetensors/entry-as-list': warning(
    'A tensor’s entry is a list',
    'The format requires an object. The reference reader accepts a list of its three parts.',
  ),
  'safetensors/unknown-field': warning(
    'An unknown key in a tensor’s entry',
    'The format has no such key. The reference reader ignores it.',
  ),
  'safetensors/bad-bool': warning(
    'Neither true nor false',
    'A boolean is stored as the byte 0 or 1. The reference reader accepts other bytes, and programs may treat those as true or as a number. Boxcutter treats them as true.',
  ),
  'safetensors/unknown-dtype': error(
    'An unknown element type',
    'The reference reader rejects the file. Types are uppercase: “F32”.',
    'Read it with the program that wrote it, or ask the author to save it with a type of the format.',
  ),
  'safetensors/duplicate-tensor': warning(
    'Two tensors with the same name',
    'The format forbids it. The reference reader uses the last one. Others may use the first one.',
  ),
  'safetensors/duplicate-metadata': error('Two metadata entries', 'The reference reader rejects the file.'),
  'safetensors/duplicate-key': warning(
    'A duplicate key in the metadata',
    'The format forbids it. The reference reader uses the last one. Others may use the first one.',
  ),
  'safetensors/metadata-null': warning(
    'The metadata is null',
    'The format requires an object. The reference reader treats null as no metadata.',
  ),
  'safetensors/bad-metadata': error(
    'Metadata that is not a string',
    'Metadata values must be strings. The reference reader rejects anything else.',
  ),
  'safetensors/metadata-cut': info(
    'Too much metadata to show',
    'Boxcutter keeps the first ten thousand entries and eight million characters of the metadata.',
    'Read the rest under Files, as text.',
  ),
  'safetensors/bad-offsets': error(
    'A tensor ends before it begins',
    'The second of its two offsets is smaller than the first. The reference reader rejects the file.',
  ),
  'safetensors/overlap': error(
    'Tensors share bytes',
    'Each byte of the data must belong to one tensor. The reference reader rejects the file.',
    'Treat the file as malicious, unless you know the program that wrote it.',
  ),
  'safetensors/hole': error(
    'A gap between tensors',
    'The tensors’ data must be without gaps, so that nothing can hide between them. The reference reader rejects the file.',
    'Treat the file as malicious, unless you know the program that wrote it.',
  ),
  'safetensors/size-mismatch': error(
    'A tensor’s size does not match its shape',
    'There are more or fewer bytes between its offsets than its shape and type require.',
  ),
  'safetensors/size-overflow': error(
    'A shape that is too large',
    'The number of elements or bits, multiplied in the order of the shape, does not fit in 64 bits.',
    'Treat the file as malicious.',
  ),
  'safetensors/too-many-dimensions': warning(
    'Too many dimensions',
    'NumPy reads up to 64 dimensions, and so does Boxcutter. The first ones are shown.',
    'Ask the author to save the tensor with fewer dimensions.',
  ),
  'safetensors/not-whole-bytes': error(
    'A tensor does not end on a byte',
    'Its elements have less than a byte each, and together they do not fill whole bytes.',
  ),
  'safetensors/truncated': error(
    'The data is cut off',
    'The file ends before the last tensor does. Complete tensors can be read.',
    DOWNLOAD_AGAIN,
  ),
  'safetensors/trailing-bytes': error(
    'Bytes after the last tensor',
    'All bytes after the header must belong to tensors, so that the file cannot be something else as well. The reference reader rejects the file.',
    'Treat the file as malicious, unless you know the program that wrote it.',
  ),
  'safetensors/bad-index': error(
    'The index is invalid',
    'A model in several files has an index: JSON with a “weight_map” that maps the name of each tensor to the name of its file.',
    'Download the index again, or ask the author to save the model again.',
  ),
  'safetensors/index-too-large': error(
    'The index is too large',
    'It is longer than any real index. Boxcutter does not read it, to protect your browser’s memory.',
    'Open one of the model’s files instead.',
  ),
  'safetensors/index-duplicate': warning(
    'The index names two files for one tensor',
    'Most programs use the last one.',
    'Ask the author to save the model again.',
  ),
  'safetensors/shard-name': error(
    'The index names a file in a different place',
    'The files of a model are in the same folder as its index. Boxcutter never opens a file outside it or on a different host.',
    'Treat the model as malicious.',
  ),
  'safetensors/too-many-shards': error(
    'Too many files',
    'The index names more files, or files with longer headers, than Boxcutter opens as one model. Real models have fewer.',
    'Open one of the model’s files instead.',
  ),
  'safetensors/shard-missing': error(
    'A file of the model is missing',
    'The index names the file, but it is not next to the index. Its tensors cannot be shown.',
    'Download the file, put it next to the index, and open the folder.',
  ),
  'safetensors/shards-unread': info(
    'Not all files of the model were read',
    'Each file on a host takes requests, so only the first ones are read at once.',
    'Read the others with the button on the page.',
  ),
  'safetensors/wrong-shard': error(
    'A tensor is in a different file than the index says',
    'Programs that follow the index do not find it.',
    'Ask the author to save the model again.',
  ),
  'safetensors/in-two-shards': error(
    'A tensor is in two files',
    'Programs that load all files use one of the two. Boxcutter shows the one that the index names.',
    'Ask the author to save the model again.',
  ),
  'safetensors/not-in-index': warning(
    'A tensor that the index does not list',
    'Programs that follow the index do not load it.',
    'Ask the author to save the model again.',
  ),
  'safetensors/tensor-lost': error(
    'A tensor is missing',
    'The index lists the tensor, but its file does not have it. Loading the model fails, or leaves the tensor uninitialized.',
    'Download the model’s files again: some may be from a different version.',
  ),
  'safetensors/total-size': warning(
    'The index has the wrong size',
    'Its “total_size” is neither the size of all tensors nor the size of all files.',
    'Download the model’s files again: some may be from a different version.',
  ),
  'safetensors/unaligned': info(
    'Unaligned tensors',
    'Programs that map the file into memory must copy these tensors first, or reject them. The library pads the header with spaces to avoid this.',
    'If a program cannot read the file, save it again with the safetensors library.',
  ),
  'safetensors/bad-edit': error(
    'The header cannot be changed like this',
    'A file with this change would break the rules of the format, for example because two tensors would have one name. The change was not made.',
    'Choose another name or text.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof SAFETENSORS_FINDINGS> {}
}
