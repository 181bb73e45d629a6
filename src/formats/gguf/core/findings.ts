import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';
import '../../../tensor/findings.ts';

/**
 * What can be wrong with a GGUF file. Errors are what llama.cpp rejects, or what the format's document forbids beside;
 * what llama.cpp rejects although the document allows it is a warning.
 */
defineArea('gguf', 'GGUF files');

const CONVERT_AGAIN = 'Ask the author to convert the model again with a current llama.cpp.';
const DOWNLOAD_AGAIN = 'Download the file again, and compare its size with the size on the host.';
const LEAVE = 'Nothing to do, unless another program rejects the file.';

const GGUF_FINDINGS = defineFindings({
  'gguf/not-gguf': {
    severity: 'error',
    title: 'Not a GGUF file',
    meaning: 'A GGUF file begins with “GGUF”. This one does not, so it is a different kind of file.',
    action: 'Check where the file came from, and download it again.',
  },
  'gguf/magic': {
    severity: 'error',
    title: 'The first four bytes are reversed',
    meaning:
      'llama.cpp rejects a file that begins with “FUGG”. Ollama takes it for one whose numbers have their most significant byte first.',
    action: CONVERT_AGAIN,
  },
  'gguf/version-1': {
    severity: 'error',
    title: 'GGUF version 1',
    meaning: 'llama.cpp no longer reads version 1. Ollama still does.',
    action: 'Look for a newer file of the model, or ask the author to convert it again.',
  },
  'gguf/version': {
    severity: 'error',
    title: 'Unknown GGUF version',
    meaning: 'Versions 1, 2 and 3 exist. Boxcutter reads this file as version 3, which may be wrong.',
    action: 'Download the file again. If it is newer than Boxcutter, use a program that reads its version.',
  },
  'gguf/big-endian': {
    severity: 'warning',
    title: 'A file for big-endian computers',
    meaning:
      'The most significant byte of each number comes first. llama.cpp loads it on such computers only, and rejects it on all usual ones.',
    action: 'Look for a file without “BE” in its name, or convert it with gguf_convert_endian.py of llama.cpp.',
  },
  'gguf/header-cut': {
    severity: 'error',
    title: 'The header breaks off',
    meaning:
      'The file ends before its header does, or the header claims more than the file has. What comes before is shown.',
    action: DOWNLOAD_AGAIN,
  },
  'gguf/header-too-large': {
    severity: 'warning',
    title: 'A very long header',
    meaning: 'The header is longer than that of any real model, so Boxcutter reads only its beginning.',
    action: 'If you trust its author, load it with llama.cpp.',
  },
  'gguf/bad-count': {
    severity: 'error',
    title: 'An impossible count',
    meaning: 'The file claims more tensors or key-value pairs than any file can hold. llama.cpp rejects it.',
    action: 'Treat the file as damaged or malicious.',
  },
  'gguf/empty-key': {
    severity: 'error',
    title: 'A key without a name',
    meaning: 'llama.cpp rejects a file with an empty key. Older versions of it stop with an assertion.',
    action: CONVERT_AGAIN,
  },
  'gguf/duplicate-key': {
    severity: 'error',
    title: 'A key appears twice',
    meaning: 'llama.cpp rejects the file. Other readers take the first value, or the last.',
    action: CONVERT_AGAIN,
  },
  'gguf/bad-key': {
    severity: 'warning',
    title: 'Not a valid key',
    meaning:
      'The format requires keys of at most 65,535 bytes, in lower case, with digits and “_”, in parts separated by “.”. llama.cpp accepts any.',
    action: LEAVE,
  },
  'gguf/key-with-nul': {
    severity: 'error',
    title: 'A key with a zero byte in it',
    meaning:
      'llama.cpp compares a key up to its first zero byte, so it takes this one for a shorter key, and may read other values than are shown.',
    action: 'Do not use the file. Ask the author for one with correct keys.',
  },
  'gguf/value-type': {
    severity: 'error',
    title: 'Unknown type of a value',
    meaning: 'The format has no such type, so its size is unknown and nothing after it can be read.',
    action: DOWNLOAD_AGAIN,
  },
  'gguf/nested-list': {
    severity: 'warning',
    title: 'A list of lists',
    meaning: 'The format allows lists in lists, but llama.cpp rejects the file.',
    action: CONVERT_AGAIN,
  },
  'gguf/nested-too-deep': {
    severity: 'error',
    title: 'Too many lists in lists',
    meaning: 'No real model has as many. Boxcutter does not read what follows, and llama.cpp rejects the file.',
    action: 'Treat the file as damaged or malicious.',
  },
  'gguf/too-long': {
    severity: 'error',
    title: 'A text or list that is too long',
    meaning: 'llama.cpp rejects texts of more than 1 GiB, and lists of more than 2^30 items.',
    action: 'Treat the file as damaged or malicious.',
  },
  'gguf/not-utf8': {
    severity: 'warning',
    title: 'A text that is not UTF-8',
    meaning: 'The format requires UTF-8. Bytes that are not appear as replacement characters.',
    action: CONVERT_AGAIN,
  },
  'gguf/bad-bool': {
    severity: 'warning',
    title: 'Neither true nor false',
    meaning: 'The format allows the bytes 0 and 1. llama.cpp takes any other for true.',
    action: CONVERT_AGAIN,
  },
  'gguf/value-cut': {
    severity: 'info',
    title: 'A long text shown in part',
    meaning: 'Boxcutter shows the beginning of a long text only.',
    action: 'Read all of it with gguf_dump.py of llama.cpp.',
  },
  'gguf/too-many-keys': {
    severity: 'warning',
    title: 'Too many keys to list',
    meaning: 'Boxcutter lists the first ones only.',
    action: 'Read the others with gguf_dump.py of llama.cpp.',
  },
  'gguf/key-type': {
    severity: 'error',
    title: 'A value of the wrong type',
    meaning: 'llama.cpp rejects the model, because it expects another type for this key.',
    action: CONVERT_AGAIN,
  },
  'gguf/wide-integer': {
    severity: 'warning',
    title: 'A uint64 where llama.cpp expects a uint32',
    meaning: 'The format’s document has a uint64 for this key. llama.cpp reads a uint32 alone, and rejects the model.',
    action: CONVERT_AGAIN,
  },
  'gguf/no-architecture': {
    severity: 'warning',
    title: 'No architecture',
    meaning:
      'The format requires “general.architecture”. Without it, llama.cpp does not know which model this is and cannot run it.',
    action: 'Ask the author which program the file is for.',
  },
  'gguf/no-quantization-version': {
    severity: 'warning',
    title: 'No quantization version',
    meaning:
      'The format requires “general.quantization_version” where tensors are quantized. llama.cpp does not need it.',
    action: LEAVE,
  },
  'gguf/alignment-type': {
    severity: 'error',
    title: 'The alignment has the wrong type',
    meaning: '“general.alignment” must be a uint32. llama.cpp rejects the file. Older versions stop with an assertion.',
    action: CONVERT_AGAIN,
  },
  'gguf/alignment': {
    severity: 'error',
    title: 'Not a valid alignment',
    meaning: 'The alignment must be a power of two. llama.cpp rejects the file, so where tensors begin is uncertain.',
    action: CONVERT_AGAIN,
  },
  'gguf/small-alignment': {
    severity: 'warning',
    title: 'A small alignment',
    meaning: 'The format requires a multiple of 8. llama.cpp accepts any power of two.',
    action: LEAVE,
  },
  'gguf/duplicate-tensor': {
    severity: 'error',
    title: 'Two tensors with one name',
    meaning: 'llama.cpp rejects the file. The first of them is shown. A name ends at its first zero byte.',
    action: CONVERT_AGAIN,
  },
  'gguf/long-name': {
    severity: 'error',
    title: 'The name of a tensor is too long',
    meaning: 'llama.cpp rejects names of 64 bytes or more.',
    action: CONVERT_AGAIN,
  },
  'gguf/too-many-dimensions': {
    severity: 'error',
    title: 'Too many dimensions',
    meaning: 'llama.cpp and the format allow four. Boxcutter does not show the values.',
    action: CONVERT_AGAIN,
  },
  'gguf/negative-size': {
    severity: 'error',
    title: 'A negative size',
    meaning: 'Sizes of dimensions must be below 2^63. llama.cpp rejects the file.',
    action: 'Treat the file as damaged or malicious.',
  },
  'gguf/too-many-elements': {
    severity: 'error',
    title: 'More elements than any file holds',
    meaning: 'llama.cpp rejects a tensor of 2^63 elements or more.',
    action: 'Treat the file as damaged or malicious.',
  },
  'gguf/tensor-type': {
    severity: 'error',
    title: 'Unknown type of a tensor',
    meaning: 'ggml does not have this type, or has removed it, so the size and the values are unknown.',
    action: 'Look for another file of the model, or convert it with a version of llama.cpp that knows the type.',
  },
  'gguf/row-size': {
    severity: 'error',
    title: 'Rows do not end with a block',
    meaning: 'The elements of each row must fill whole blocks of the type. llama.cpp rejects the file.',
    action: CONVERT_AGAIN,
  },
  'gguf/unaligned': {
    severity: 'error',
    title: 'A tensor that is not aligned',
    meaning: 'Each tensor must begin at a multiple of the alignment. llama.cpp rejects the file.',
    action: CONVERT_AGAIN,
  },
  'gguf/overlap': {
    severity: 'error',
    title: 'Tensors share bytes',
    meaning: 'The data of one tensor begins before that of another ends. llama.cpp rejects the file.',
    action: 'Treat the file as damaged or malicious.',
  },
  'gguf/gap': {
    severity: 'warning',
    title: 'Bytes between tensors',
    meaning: 'Bytes of the data belong to no tensor. The format allows it, but llama.cpp rejects the file.',
    action: CONVERT_AGAIN,
  },
  'gguf/unordered': {
    severity: 'warning',
    title: 'Tensors in another order than their data',
    meaning: 'The format allows it, but llama.cpp rejects the file.',
    action: CONVERT_AGAIN,
  },
  'gguf/empty-inside': {
    severity: 'warning',
    title: 'An empty tensor inside another',
    meaning:
      'It shares no bytes, so the format allows it. llama.cpp wants each tensor after the one before, and rejects the file.',
    action: CONVERT_AGAIN,
  },
  'gguf/empty-dimension': {
    severity: 'error',
    title: 'A dimension without elements',
    meaning:
      'llama.cpp divides by the size of every dimension but the first, and crashes where it is 0. Only its newest versions accept the tensor.',
    action: CONVERT_AGAIN,
  },
  'gguf/block-count': {
    severity: 'warning',
    title: 'The number of blocks is wrong',
    meaning:
      'The header states another number of blocks than those that have tensors. llama.cpp rejects a model whose tensors are not those of its blocks.',
    action: CONVERT_AGAIN,
  },
  'gguf/truncated': {
    severity: 'error',
    title: 'The file is cut off',
    meaning:
      'It ends before the data of its tensors does. Those that are whole can be shown; llama.cpp rejects the model.',
    action: DOWNLOAD_AGAIN,
  },
  'gguf/end-padding': {
    severity: 'info',
    title: 'No padding at the end',
    meaning: 'The format pads the last tensor too. llama.cpp loads the model all the same.',
    action: LEAVE,
  },
  'gguf/trailing-bytes': {
    severity: 'warning',
    title: 'Bytes after the last tensor',
    meaning: 'No reader of GGUF looks at them. They may be another file: a zip is found from its end.',
    action: 'Ask the author what they are.',
  },
  'gguf/too-many-tensors': {
    severity: 'info',
    title: 'Too many tensors to list',
    meaning: 'No known model has as many. Boxcutter lists the first ones only.',
    action: 'Ask the author what they are for. Read the others with gguf_dump.py of llama.cpp.',
  },
  'gguf/shard-missing': {
    severity: 'error',
    title: 'A file of the model is missing',
    meaning:
      'The model is split into several files, and llama.cpp needs all of them in one folder. Tensors of the others are shown.',
    action: 'Open all files of the model together, or put them into one folder and open that.',
  },
  'gguf/shards-unread': {
    severity: 'info',
    title: 'Not all files were read',
    meaning:
      'The model is split into many files. On a host each costs requests, and headers that are longer together than those of any real model are not read to the end.',
    action: 'Read those on a host from the Overview or the Tensors tab.',
  },
  'gguf/split-number': {
    severity: 'error',
    title: 'The number of a split file is wrong',
    meaning:
      'Each file states its number in “split.no”, from 0. llama.cpp rejects the model if it differs from the name.',
    action: 'Check that the files have their original names, and download them again.',
  },
  'gguf/split-count': {
    severity: 'error',
    title: 'The number of files is wrong',
    meaning: 'The first file states in “split.count” how many there are. llama.cpp rejects the model if that differs.',
    action: 'Check that the files have their original names, and download them again.',
  },
  'gguf/split-name': {
    severity: 'error',
    title: 'A part of a model under another name',
    meaning:
      'The file is one of several, but is not named like them: “-00001-of-00003.gguf”, in lower case. llama.cpp cannot find the others.',
    action: 'Give the file its original name, and put all files of the model into one folder.',
  },
  'gguf/split-tensors': {
    severity: 'error',
    title: 'The number of tensors is wrong',
    meaning:
      'The files together have another number of tensors than the first one states. llama.cpp rejects the model.',
    action: 'Download the files again, all from the same place.',
  },
  'gguf/bad-edit': {
    severity: 'error',
    title: 'The header cannot be changed like this',
    meaning: 'The value does not fit its type, or the change would make the file invalid. Nothing was changed.',
    action: 'Choose another value, type or key.',
  },
  'gguf/in-two-shards': {
    severity: 'error',
    title: 'A tensor in two files',
    meaning: 'Two files of a split model have a tensor of this name. llama.cpp rejects the model. The first is shown.',
    action: 'Download the files again, all from the same place.',
  },
});

type Table = typeof GGUF_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
