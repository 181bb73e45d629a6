import { defineArea, defineFindings } from '../../../base/findings.ts';

/**
 * What can be wrong with a safetensors file. Errors are what the reference reader refuses; warnings are what only the
 * format document forbids.
 */
defineArea('safetensors', 'safetensors files');

const REWRITE = 'Ask the author to save the file again with the safetensors library.';
const DOWNLOAD_AGAIN = 'Download the file again, and compare its size with the size on the host.';

const SAFETENSORS_FINDINGS = defineFindings({
  'safetensors/too-short': {
    severity: 'error',
    title: 'Too short for a safetensors file',
    meaning: 'A safetensors file begins with the length of its header, in eight bytes. This file is shorter.',
    action: DOWNLOAD_AGAIN,
  },
  'safetensors/lfs-pointer': {
    severity: 'error',
    title: 'A Git LFS pointer instead of the file',
    meaning:
      'The repository stores large files elsewhere (Git LFS) and has only a small text in their place. The weights are not in this file.',
    action: 'Run “git lfs pull”, or download the file itself from the repository’s page.',
  },
  'safetensors/not-safetensors': {
    severity: 'error',
    title: 'Not a safetensors file',
    meaning: 'The file has the name of a safetensors file, but it is a text: often a message from the host.',
    action: 'Look at its bytes, check where the file came from, and download it again.',
  },
  'safetensors/header-too-large': {
    severity: 'error',
    title: 'The header is too large',
    meaning:
      'The first eight bytes announce a header of more than 100 MB, which the reference reader rejects. The file is probably something else.',
    action: 'Check that it is a safetensors file, and download it again.',
  },
  'safetensors/header-past-end': {
    severity: 'error',
    title: 'The header is longer than the file',
    meaning: 'The file ends before its header does, or it is not a safetensors file.',
    action: DOWNLOAD_AGAIN,
  },
  'safetensors/header-start': {
    severity: 'error',
    title: 'The header is not a JSON object',
    meaning: 'A header must begin with “{”. The reference reader rejects anything else, including a byte-order mark.',
    action: REWRITE,
  },
  'safetensors/space-before-header': {
    severity: 'warning',
    title: 'White space before the header',
    meaning: 'The format requires a header to begin with “{”. The reference reader accepts white space before it.',
    action: REWRITE,
  },
  'safetensors/padding': {
    severity: 'warning',
    title: 'The header is padded with something other than spaces',
    meaning: 'The format allows only spaces after the header. The reference reader also accepts tabs and line endings.',
    action: REWRITE,
  },
  'safetensors/not-utf8': {
    severity: 'error',
    title: 'The header is not UTF-8',
    meaning: 'The reference reader rejects the file. Names may be shown with replacement characters.',
    action: REWRITE,
  },
  'safetensors/header-syntax': {
    severity: 'error',
    title: 'The header is not valid JSON',
    meaning:
      'The text is invalid at this place. Everything before it is shown. The reference reader rejects the whole file.',
    action: REWRITE,
  },
  'safetensors/lone-surrogate': {
    severity: 'error',
    title: 'Half of a character in the header',
    meaning: 'An escape such as “\\ud800” is on its own. It is not a character, and the reference reader rejects it.',
    action: REWRITE,
  },
  'safetensors/too-deep': {
    severity: 'error',
    title: 'The header is nested too deeply',
    meaning: 'A real header has three levels. The reference reader rejects 128.',
    action: 'Treat the file as malicious.',
  },
  'safetensors/too-many-tensors': {
    severity: 'warning',
    title: 'Too many tensors to list',
    meaning:
      'The header, or the index of shards, has more tensors than Boxcutter keeps, to protect your browser’s memory. The first ones are shown. Boxcutter did not check whether all of them fit together.',
    action: 'If you trust the file, read it with the safetensors library.',
  },
  'safetensors/long-name': {
    severity: 'warning',
    title: 'A very long tensor name',
    meaning: 'Only its beginning and end are shown, so your browser stays fast. Real names are far shorter.',
    action: 'Treat the file as malicious.',
  },
  'safetensors/bad-entry': {
    severity: 'error',
    title: 'An invalid tensor entry',
    meaning: 'An entry must have “dtype”, “shape” and “data_offsets”, each once and of the right type.',
    action: REWRITE,
  },
  'safetensors/bad-number': {
    severity: 'error',
    title: 'Not a whole number of 64 bits',
    meaning:
      'Sizes and offsets must be whole numbers from 0 to 2^64 − 1, without a decimal point or an exponent. Some readers round other numbers, or accept strings.',
    action: REWRITE,
  },
  'safetensors/entry-as-list': {
    severity: 'warning',
    title: 'A tensor’s entry is a list',
    meaning: 'The format requires an object. The reference reader accepts a list of its three parts.',
    action: REWRITE,
  },
  'safetensors/unknown-field': {
    severity: 'warning',
    title: 'An unknown key in a tensor’s entry',
    meaning: 'The format has no such key. The reference reader ignores it.',
    action: REWRITE,
  },
  'safetensors/bad-bool': {
    severity: 'warning',
    title: 'Neither true nor false',
    meaning:
      'A truth value is stored as a byte that is 0 or 1. The reference reader accepts others, which programs may take for true or for a number. Boxcutter takes them for true.',
    action: REWRITE,
  },
  'safetensors/unknown-dtype': {
    severity: 'error',
    title: 'An unknown element type',
    meaning: 'The reference reader rejects the file. Types are uppercase: “F32”.',
    action: 'Read it with the program that wrote it, or ask the author to save it with a type of the format.',
  },
  'safetensors/duplicate-tensor': {
    severity: 'warning',
    title: 'Two tensors with the same name',
    meaning: 'The format forbids it. The reference reader uses the last one. Others may use the first one.',
    action: REWRITE,
  },
  'safetensors/duplicate-metadata': {
    severity: 'error',
    title: 'Two metadata entries',
    meaning: 'The reference reader rejects the file.',
    action: REWRITE,
  },
  'safetensors/duplicate-key': {
    severity: 'warning',
    title: 'A duplicate key in the metadata',
    meaning: 'The format forbids it. The reference reader uses the last one. Others may use the first one.',
    action: REWRITE,
  },
  'safetensors/metadata-null': {
    severity: 'warning',
    title: 'The metadata is null',
    meaning: 'The format requires an object. The reference reader treats null as no metadata.',
    action: REWRITE,
  },
  'safetensors/bad-metadata': {
    severity: 'error',
    title: 'Metadata that is not a string',
    meaning: 'Metadata values must be strings. The reference reader rejects anything else.',
    action: REWRITE,
  },
  'safetensors/metadata-cut': {
    severity: 'info',
    title: 'Too much metadata to show',
    meaning: 'Boxcutter keeps the first ten thousand entries and eight million characters of the metadata.',
    action: 'Read the rest under Files, as text.',
  },
  'safetensors/bad-offsets': {
    severity: 'error',
    title: 'A tensor ends before it begins',
    meaning: 'The second of its two offsets is smaller than the first. The reference reader rejects the file.',
    action: REWRITE,
  },
  'safetensors/overlap': {
    severity: 'error',
    title: 'Tensors share bytes',
    meaning: 'Each byte of the data must belong to one tensor. The reference reader rejects the file.',
    action: 'Treat the file as malicious, unless you know the program that wrote it.',
  },
  'safetensors/hole': {
    severity: 'error',
    title: 'A gap between tensors',
    meaning:
      'The tensors’ data must be without gaps, so that nothing can hide between them. The reference reader rejects the file.',
    action: 'Treat the file as malicious, unless you know the program that wrote it.',
  },
  'safetensors/size-mismatch': {
    severity: 'error',
    title: 'A tensor’s size does not match its shape',
    meaning: 'There are more or fewer bytes between its offsets than its shape and type require.',
    action: REWRITE,
  },
  'safetensors/size-overflow': {
    severity: 'error',
    title: 'A shape that is too large',
    meaning: 'The number of elements or bits, multiplied in the order of the shape, does not fit in 64 bits.',
    action: 'Treat the file as malicious.',
  },
  'safetensors/too-many-dimensions': {
    severity: 'warning',
    title: 'Too many dimensions',
    meaning: 'NumPy reads up to 64 dimensions, and so does Boxcutter. The first ones are shown.',
    action: 'Ask the author to save the tensor with fewer dimensions.',
  },
  'safetensors/not-whole-bytes': {
    severity: 'error',
    title: 'A tensor does not end on a byte',
    meaning: 'Its elements have less than a byte each, and together they do not fill whole bytes.',
    action: REWRITE,
  },
  'safetensors/truncated': {
    severity: 'error',
    title: 'The data is cut off',
    meaning: 'The file ends before the last tensor does. Complete tensors can be read.',
    action: DOWNLOAD_AGAIN,
  },
  'safetensors/trailing-bytes': {
    severity: 'error',
    title: 'Bytes after the last tensor',
    meaning:
      'All bytes after the header must belong to tensors, so that the file cannot be something else as well. The reference reader rejects the file.',
    action: 'Treat the file as malicious, unless you know the program that wrote it.',
  },
  'safetensors/bad-index': {
    severity: 'error',
    title: 'The index is invalid',
    meaning:
      'A model in several files has an index: JSON with a “weight_map” that maps the name of each tensor to the name of its file.',
    action: 'Download the index again, or ask the author to save the model again.',
  },
  'safetensors/index-too-large': {
    severity: 'error',
    title: 'The index is too large',
    meaning: 'It is longer than any real index. Boxcutter does not read it, to protect your browser’s memory.',
    action: 'Open one of the model’s files instead.',
  },
  'safetensors/index-duplicate': {
    severity: 'warning',
    title: 'The index names two files for one tensor',
    meaning: 'Most programs use the last one.',
    action: 'Ask the author to save the model again.',
  },
  'safetensors/shard-name': {
    severity: 'error',
    title: 'The index names a file in a different place',
    meaning:
      'The files of a model are in the same folder as its index. Boxcutter never opens a file outside it or on a different host.',
    action: 'Treat the model as malicious.',
  },
  'safetensors/too-many-shards': {
    severity: 'error',
    title: 'Too many files',
    meaning:
      'The index names more files, or files with longer headers, than Boxcutter opens as one model. Real models have fewer.',
    action: 'Open one of the model’s files instead.',
  },
  'safetensors/shard-missing': {
    severity: 'error',
    title: 'A file of the model is missing',
    meaning: 'The index names the file, but it is not next to the index. Its tensors cannot be shown.',
    action: 'Download the file, put it next to the index, and open the folder.',
  },
  'safetensors/shards-unread': {
    severity: 'info',
    title: 'Not all files of the model were read',
    meaning: 'Each file on a host takes requests, so only the first ones are read at once.',
    action: 'Read the others with the button on the page.',
  },
  'safetensors/wrong-shard': {
    severity: 'error',
    title: 'A tensor is in a different file than the index says',
    meaning: 'Programs that follow the index do not find it.',
    action: 'Ask the author to save the model again.',
  },
  'safetensors/in-two-shards': {
    severity: 'error',
    title: 'A tensor is in two files',
    meaning: 'Programs that load all files use one of the two. Boxcutter shows the one that the index names.',
    action: 'Ask the author to save the model again.',
  },
  'safetensors/not-in-index': {
    severity: 'warning',
    title: 'A tensor that the index does not list',
    meaning: 'Programs that follow the index do not load it.',
    action: 'Ask the author to save the model again.',
  },
  'safetensors/tensor-lost': {
    severity: 'error',
    title: 'A tensor is missing',
    meaning:
      'The index lists the tensor, but its file does not have it. Loading the model fails, or leaves the tensor uninitialized.',
    action: 'Download the model’s files again: some may be from a different version.',
  },
  'safetensors/total-size': {
    severity: 'warning',
    title: 'The index has the wrong size',
    meaning: 'Its “total_size” is neither the size of all tensors nor the size of all files.',
    action: 'Download the model’s files again: some may be from a different version.',
  },
  'safetensors/unaligned': {
    severity: 'info',
    title: 'Unaligned tensors',
    meaning:
      'Programs that map the file into memory must copy these tensors first, or reject them. The library pads the header with spaces to avoid this.',
    action: 'If a program cannot read the file, save it again with the safetensors library.',
  },
  'safetensors/bad-edit': {
    severity: 'error',
    title: 'The header cannot be changed like this',
    meaning:
      'A file with this change would break the rules of the format, for example because two tensors would have one name. The change was not made.',
    action: 'Choose another name or text.',
  },
});

type Table = typeof SAFETENSORS_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
