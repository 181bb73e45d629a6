import { defineArea, defineFindings } from '../../../base/findings.ts';

/**
 * What can be wrong with a safetensors file. Errors are what the reference reader refuses; warnings are what only the
 * format document forbids.
 */
defineArea('safetensors', 'safetensors files');

const REWRITE = 'Ask its author to save the file again with the safetensors library.';
const DOWNLOAD_AGAIN = 'Download the file again, and compare its size with the one that its host states.';

const SAFETENSORS_FINDINGS = defineFindings({
  'safetensors/too-short': {
    severity: 'error',
    title: 'Too short for a safetensors file',
    meaning: 'A safetensors file begins with the length of its header, in eight bytes. This file ends before.',
    action: DOWNLOAD_AGAIN,
  },
  'safetensors/lfs-pointer': {
    severity: 'error',
    title: 'A Git LFS pointer instead of the file',
    meaning:
      'The repository keeps large files elsewhere (Git LFS) and has only a text that says which file is meant. The weights are not in it.',
    action: 'Run “git lfs pull”, or download the file itself from the repository’s page.',
  },
  'safetensors/header-too-large': {
    severity: 'error',
    title: 'The header claims to be too large',
    meaning:
      'The first eight bytes state a header of more than 100 MB, which the reference reader refuses. Mostly the file is something else.',
    action: 'Check that it is a safetensors file, and download it again.',
  },
  'safetensors/header-past-end': {
    severity: 'error',
    title: 'The header is longer than the file',
    meaning: 'The file ends before its header does, or is no safetensors file.',
    action: DOWNLOAD_AGAIN,
  },
  'safetensors/header-start': {
    severity: 'error',
    title: 'The header is no JSON object',
    meaning: 'A header must begin with “{”. The reference reader refuses anything else, also a byte-order mark.',
    action: REWRITE,
  },
  'safetensors/space-before-header': {
    severity: 'warning',
    title: 'White space before the header',
    meaning: 'The format says that a header must begin with “{”. The reference reader accepts white space before it.',
    action: REWRITE,
  },
  'safetensors/padding': {
    severity: 'warning',
    title: 'The header is padded with something else than spaces',
    meaning: 'The format allows only spaces after the header. The reference reader accepts tabs and line ends too.',
    action: REWRITE,
  },
  'safetensors/not-utf8': {
    severity: 'error',
    title: 'The header is not UTF-8',
    meaning: 'The reference reader refuses the file. Names may be shown with replaced characters.',
    action: REWRITE,
  },
  'safetensors/header-syntax': {
    severity: 'error',
    title: 'The header is not valid JSON',
    meaning: 'The text breaks JSON’s rules. What comes before that place is shown; the reference reader refuses all.',
    action: REWRITE,
  },
  'safetensors/lone-surrogate': {
    severity: 'error',
    title: 'Half of a character in the header',
    meaning: 'An escape such as “\\ud800” stands alone. It is no character, and the reference reader refuses it.',
    action: REWRITE,
  },
  'safetensors/too-deep': {
    severity: 'error',
    title: 'The header is nested too deeply',
    meaning: 'A real header has three levels. The reference reader refuses 128.',
    action: 'Treat the file as hostile.',
  },
  'safetensors/too-many-tensors': {
    severity: 'warning',
    title: 'Too many tensors to list',
    meaning:
      'The header has more tensors than Boxcutter keeps, to protect your browser’s memory. The first ones are shown, and whether all tensors fit together was not checked.',
    action: 'If the file is genuine, read it with the safetensors library.',
  },
  'safetensors/bad-entry': {
    severity: 'error',
    title: 'A tensor’s entry is not as the format says',
    meaning: 'An entry must have “dtype”, “shape” and “data_offsets”, once each and each of its own kind.',
    action: REWRITE,
  },
  'safetensors/bad-number': {
    severity: 'error',
    title: 'A number that is no whole number of 64 bits',
    meaning:
      'Sizes and offsets must be whole numbers from 0 to 2^64 − 1, without a point or an exponent. Some readers round others, or take text for numbers.',
    action: REWRITE,
  },
  'safetensors/entry-as-list': {
    severity: 'warning',
    title: 'A tensor’s entry is a list',
    meaning: 'The format says that it must be an object. The reference reader accepts a list of its three parts.',
    action: REWRITE,
  },
  'safetensors/unknown-field': {
    severity: 'info',
    title: 'A tensor’s entry has more than the format knows',
    meaning: 'The reference reader ignores it.',
    action: 'Nothing needs to be done.',
  },
  'safetensors/unknown-dtype': {
    severity: 'error',
    title: 'An element type that the format does not have',
    meaning: 'The reference reader refuses the file. Types are written in capitals: “F32”.',
    action: 'Read it with the program that wrote it, or have its author save it with a type of the format.',
  },
  'safetensors/duplicate-tensor': {
    severity: 'warning',
    title: 'Two tensors of one name',
    meaning: 'The format forbids it. The reference reader takes the last one; others may take the first.',
    action: REWRITE,
  },
  'safetensors/duplicate-metadata': {
    severity: 'error',
    title: 'The metadata is there twice',
    meaning: 'The reference reader refuses the file.',
    action: REWRITE,
  },
  'safetensors/duplicate-key': {
    severity: 'warning',
    title: 'A key of the metadata is there twice',
    meaning: 'The format forbids it. The reference reader takes the last one; others may take the first.',
    action: REWRITE,
  },
  'safetensors/metadata-null': {
    severity: 'warning',
    title: 'The metadata is null',
    meaning: 'The format says that it is an object. The reference reader takes null for no metadata.',
    action: REWRITE,
  },
  'safetensors/bad-metadata': {
    severity: 'error',
    title: 'Metadata that is no text',
    meaning: 'The metadata must lead from text to text. The reference reader refuses anything else.',
    action: REWRITE,
  },
  'safetensors/metadata-cut': {
    severity: 'info',
    title: 'More metadata than is shown',
    meaning: 'Boxcutter keeps the first ten thousand entries and eight million characters of the metadata.',
    action: 'Read the rest under Files, as text.',
  },
  'safetensors/bad-offsets': {
    severity: 'error',
    title: 'A tensor ends before it begins',
    meaning: 'The second of its two offsets is smaller than the first. The reference reader refuses the file.',
    action: REWRITE,
  },
  'safetensors/overlap': {
    severity: 'error',
    title: 'Tensors share bytes',
    meaning: 'Each byte of the data must belong to one tensor. The reference reader refuses the file.',
    action: 'Treat the file as hostile, unless you know the program that wrote it.',
  },
  'safetensors/hole': {
    severity: 'error',
    title: 'Bytes that belong to no tensor',
    meaning:
      'The tensors’ data must follow each other without gaps, so that nothing can hide between them. The reference reader refuses the file.',
    action: 'Treat the file as hostile, unless you know the program that wrote it.',
  },
  'safetensors/size-mismatch': {
    severity: 'error',
    title: 'A tensor has another size than its shape asks for',
    meaning: 'The bytes between its offsets are more or fewer than its shape and type need.',
    action: REWRITE,
  },
  'safetensors/size-overflow': {
    severity: 'error',
    title: 'A shape beyond 64 bits',
    meaning: 'The number of elements or bits, multiplied in the order of the shape, does not fit in 64 bits.',
    action: 'Treat the file as hostile.',
  },
  'safetensors/too-many-dimensions': {
    severity: 'warning',
    title: 'A tensor of too many dimensions',
    meaning: 'NumPy reads up to 64 dimensions, and so does Boxcutter. The first ones are shown.',
    action: 'Have its author save the tensor with fewer dimensions.',
  },
  'safetensors/not-whole-bytes': {
    severity: 'error',
    title: 'A tensor does not end on a byte',
    meaning: 'Its elements have less than a byte each, and all of them together are no whole number of bytes.',
    action: REWRITE,
  },
  'safetensors/truncated': {
    severity: 'error',
    title: 'The data is cut off',
    meaning: 'The file ends before the last tensor does. Tensors that are whole can be read.',
    action: DOWNLOAD_AGAIN,
  },
  'safetensors/trailing-bytes': {
    severity: 'error',
    title: 'Bytes after the last tensor',
    meaning:
      'All bytes after the header must belong to tensors, so that the file is nothing else besides. The reference reader refuses the file.',
    action: 'Treat the file as hostile, unless you know the program that wrote it.',
  },
  'safetensors/bad-index': {
    severity: 'error',
    title: 'The index of the files is not as it must be',
    meaning:
      'A model in several files has an index: JSON with a “weight_map” that leads from each tensor’s name to the name of its file.',
    action: 'Download the index again, or have its author save the model again.',
  },
  'safetensors/index-too-large': {
    severity: 'error',
    title: 'The index is too large',
    meaning: 'It is longer than Boxcutter reads, to protect your browser’s memory. No real one is as long.',
    action: 'Open one of the model’s files instead.',
  },
  'safetensors/index-duplicate': {
    severity: 'warning',
    title: 'The index names two files of one tensor',
    meaning: 'Most programs take the last one.',
    action: 'Ask its author to save the model again.',
  },
  'safetensors/shard-name': {
    severity: 'error',
    title: 'The index names a file elsewhere',
    meaning:
      'The files of a model lie in one folder with its index. A name that leads out of it, or to another host, is never opened.',
    action: 'Treat the model as hostile.',
  },
  'safetensors/too-many-shards': {
    severity: 'error',
    title: 'Too many files',
    meaning:
      'The index names more files, or they have longer headers, than Boxcutter opens as one model. No real model has as many.',
    action: 'Open one of the model’s files instead.',
  },
  'safetensors/shard-missing': {
    severity: 'error',
    title: 'A file of the model is missing',
    meaning: 'The index names it, and it is not beside the index. Its tensors cannot be shown.',
    action: 'Download the file, put it beside the index, and open the folder.',
  },
  'safetensors/shards-unread': {
    severity: 'info',
    title: 'Not all files of the model were read',
    meaning: 'Each file on a host takes requests, so only the first ones are read unasked.',
    action: 'Read the others with the button on the page.',
  },
  'safetensors/wrong-shard': {
    severity: 'error',
    title: 'A tensor is in another file than the index says',
    meaning: 'Programs that follow the index do not find it.',
    action: 'Ask its author to save the model again.',
  },
  'safetensors/in-two-shards': {
    severity: 'error',
    title: 'A tensor is in two files',
    meaning: 'Programs that load all files take one of the two. Boxcutter shows the one that the index names.',
    action: 'Ask its author to save the model again.',
  },
  'safetensors/not-in-index': {
    severity: 'warning',
    title: 'A tensor that the index does not list',
    meaning: 'Programs that follow the index do not load it.',
    action: 'Ask its author to save the model again.',
  },
  'safetensors/tensor-lost': {
    severity: 'error',
    title: 'A tensor that no file has',
    meaning: 'The index lists it, and its file does not have it. Loading the model fails, or leaves it as it was.',
    action: 'Download the model’s files again: some may be of another version.',
  },
  'safetensors/total-size': {
    severity: 'warning',
    title: 'The index states another size',
    meaning: 'Its “total_size” is neither the bytes of all tensors nor those of all files.',
    action: 'Download the model’s files again: some may be of another version.',
  },
  'safetensors/unaligned': {
    severity: 'info',
    title: 'Tensors do not begin at multiples of their element’s size',
    meaning:
      'Programs that map the file into memory must copy them first, or refuse them. The library pads the header with spaces to avoid it.',
    action: 'Save the file again with the safetensors library if a program cannot read it.',
  },
});

type Table = typeof SAFETENSORS_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
