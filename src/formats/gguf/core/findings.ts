import { entriesWith } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../model/findings.ts';
import '../../../tensor/findings.ts';

/**
 * What can be wrong with a GGUF file. Errors are what llama.cpp rejects, or what the format's document forbids beside;
 * what llama.cpp rejects although the document allows it is a warning.
 */
defineArea('gguf', 'GGUF files');

const { error, info, warning } = entriesWith('Ask the author to convert the model again with a current llama.cpp.');
const DOWNLOAD_AGAIN = 'Download the file again, and compare its size with the size on the host.';
const LEAVE = 'Nothing to do, unless another program rejects the file.';

export const GGUF_FINDINGS = defineFindings({
  'gguf/not-gguf': error(
    'Not a GGUF file',
    'A GGUF file begins with “GGUF”. This one does not, so it is a different kind of file.',
    'Check where the file came from, and download it again.',
  ),
  'gguf/magic': error(
    'The first four bytes are reversed',
    'llama.cpp rejects a file that begins with “FUGG”. Ollama takes it for one whose numbers have their most significant byte first.',
  ),
  'gguf/version-1': error(
    'GGUF version 1',
    'llama.cpp no longer reads version 1. Ollama still does.',
    'Look for a newer file of the model, or ask the author to convert it again.',
  ),
  'gguf/version': error(
    'Unknown GGUF version',
    'Versions 1, 2 and 3 exist. Boxcutter reads this file as version 3, which may be wrong.',
    'Download the file again. If it is newer than Boxcutter, use a program that reads its version.',
  ),
  'gguf/big-endian': warning(
    'A file for big-endian computers',
    'The most significant byte of each number comes first. llama.cpp loads it only on such computers, and rejects it on all common ones.',
    'Look for a file without “BE” in its name, or convert it with gguf_convert_endian.py of llama.cpp.',
  ),
  'gguf/header-cut': error(
    'The header breaks off',
    'The file ends before its header does, or the header claims more than the file has. What comes before is shown.',
    DOWNLOAD_AGAIN,
  ),
  'gguf/header-too-large': warning(
    'A very long header',
    'The header is longer than that of any real model, so Boxcutter reads only its beginning.',
    'If you trust its author, load it with llama.cpp.',
  ),
  'gguf/bad-count': error(
    'An impossible count',
    'The file claims more tensors or key-value pairs than any file can hold. llama.cpp rejects it.',
    'Treat the file as damaged or malicious.',
  ),
  'gguf/empty-key': error(
    'A key without a name',
    'llama.cpp rejects a file with an empty key. Older versions of it stop with an assertion.',
  ),
  'gguf/duplicate-key': error(
    'A key appears twice',
    'llama.cpp rejects the file. Other readers take the first value, or the last.',
  ),
  'gguf/bad-key': warning(
    'Not a valid key',
    'The format requires keys of at most 65,535 bytes, in lower case, with digits and “_”, in parts separated by “.”. llama.cpp accepts any.',
    LEAVE,
  ),
  'gguf/key-with-nul': error(
    'A key with a zero byte in it',
    'llama.cpp compares a key up to its first zero byte, so it takes this one for a shorter key, and may read other values than are shown.',
    'Do not use the file. Ask the author for one with correct keys.',
  ),
  'gguf/value-type': error(
    'Unknown type of a value',
    'The format has no such type, so its size is unknown and nothing after it can be read.',
    DOWNLOAD_AGAIN,
  ),
  'gguf/nested-list': warning('A list of lists', 'The format allows lists in lists, but llama.cpp rejects the file.'),
  'gguf/nested-too-deep': error(
    'Too many lists in lists',
    'No real model has as many. Boxcutter does not read what follows, and llama.cpp rejects the file.',
    'Treat the file as damaged or malicious.',
  ),
  'gguf/too-long': error(
    'A text or list that is too long',
    'llama.cpp rejects texts of more than 1 GiB, and lists of more than 2^30 items.',
    'Treat the file as damaged or malicious.',
  ),
  'gguf/not-utf8': warning(
    'A text that is not UTF-8',
    'The format requires UTF-8. Invalid bytes appear as replacement characters.',
  ),
  'gguf/bad-bool': warning(
    'Neither true nor false',
    'The format allows the bytes 0 and 1. llama.cpp treats any other byte as true.',
  ),
  'gguf/value-cut': info(
    'A long text shown in part',
    'Boxcutter shows only the beginning of a long text.',
    'Read all of it with gguf_dump.py of llama.cpp.',
  ),
  'gguf/too-many-keys': warning(
    'Too many keys to list',
    'Boxcutter lists only the first ones.',
    'Read the others with gguf_dump.py of llama.cpp.',
  ),
  'gguf/key-type': error(
    'A value of the wrong type',
    'llama.cpp rejects the model, because it expects another type for this key.',
  ),
  'gguf/wide-integer': warning(
    'A uint64 where llama.cpp expects a uint32',
    'The format’s document has a uint64 for this key. llama.cpp reads only a uint32 here, and rejects the model.',
  ),
  'gguf/no-architecture': warning(
    'No architecture',
    'The format requires “general.architecture”. Without it, llama.cpp does not know which model this is and cannot run it.',
    'Ask the author which program the file is for.',
  ),
  'gguf/no-quantization-version': warning(
    'No quantization version',
    'The format requires “general.quantization_version” where tensors are quantized. llama.cpp does not need it.',
    LEAVE,
  ),
  'gguf/alignment-type': error(
    'The alignment has the wrong type',
    '“general.alignment” must be a uint32. llama.cpp rejects the file. Older versions stop with an assertion.',
  ),
  'gguf/alignment': error(
    'Not a valid alignment',
    'The alignment must be a power of two. llama.cpp rejects the file, so where tensors begin is uncertain.',
  ),
  'gguf/small-alignment': warning(
    'A small alignment',
    'The format requires a multiple of 8. llama.cpp accepts any power of two.',
    LEAVE,
  ),
  'gguf/duplicate-tensor': error(
    'Two tensors with one name',
    'llama.cpp rejects the file. The first of them is shown. A name ends at its first zero byte.',
  ),
  'gguf/long-name': error('The name of a tensor is too long', 'llama.cpp rejects names of 64 bytes or more.'),
  'gguf/too-many-dimensions': error(
    'Too many dimensions',
    'llama.cpp and the format allow four. Boxcutter does not show the values.',
  ),
  'gguf/negative-size': error(
    'A negative size',
    'Sizes of dimensions must be below 2^63. llama.cpp rejects the file.',
    'Treat the file as damaged or malicious.',
  ),
  'gguf/too-many-elements': error(
    'More elements than any file holds',
    'llama.cpp rejects a tensor of 2^63 elements or more.',
    'Treat the file as damaged or malicious.',
  ),
  'gguf/tensor-type': error(
    'Unknown type of a tensor',
    'ggml does not have this type, or has removed it, so the size and the values are unknown.',
    'Look for another file of the model, or convert it with a version of llama.cpp that knows the type.',
  ),
  'gguf/row-size': error(
    'Rows do not end with a block',
    'The elements of each row must fill whole blocks of the type. llama.cpp rejects the file.',
  ),
  'gguf/unaligned': error(
    'A tensor that is not aligned',
    'Each tensor must begin at a multiple of the alignment. llama.cpp rejects the file.',
  ),
  'gguf/overlap': error(
    'Tensors share bytes',
    'The data of one tensor begins before that of another ends. llama.cpp rejects the file.',
    'Treat the file as damaged or malicious.',
  ),
  'gguf/gap': warning(
    'Bytes between tensors',
    'Bytes of the data belong to no tensor. The format allows it, but llama.cpp rejects the file.',
  ),
  'gguf/unordered': warning(
    'Tensors and their data in different orders',
    'The format allows it, but llama.cpp rejects the file.',
  ),
  'gguf/empty-inside': warning(
    'An empty tensor inside another',
    'It shares no bytes, so the format allows it. llama.cpp wants each tensor after the one before, and rejects the file.',
  ),
  'gguf/empty-dimension': error(
    'A dimension without elements',
    'llama.cpp divides by the size of every dimension but the first, and crashes where it is 0. Only its newest versions accept the tensor.',
  ),
  'gguf/no-elements': info(
    'A tensor without elements',
    'The size of its first dimension is 0, so it has no values. llama.cpp reads the file.',
    'Nothing to do, unless the tensor should have values.',
  ),
  'gguf/block-count': warning(
    'The number of blocks is wrong',
    'The header gives a different number of blocks than there are blocks with tensors. llama.cpp rejects such a model.',
  ),
  'gguf/truncated': error(
    'The file is cut off',
    'It ends before the data of its tensors does. Complete tensors can be shown, but llama.cpp rejects the model.',
    DOWNLOAD_AGAIN,
  ),
  'gguf/end-padding': info(
    'No padding at the end',
    'The format pads the last tensor too. llama.cpp loads the model all the same.',
    LEAVE,
  ),
  'gguf/trailing-bytes': warning(
    'Bytes after the last tensor',
    'No reader of GGUF looks at them. They may be another file: a zip is found from its end.',
    'Ask the author what they are.',
  ),
  'gguf/too-many-tensors': info(
    'Too many tensors to list',
    'No known model has as many. Boxcutter lists only the first ones.',
    'Ask the author what they are for. Read the others with gguf_dump.py of llama.cpp.',
  ),
  'gguf/shard-missing': error(
    'A file of the model is missing',
    'The model is split into several files, and llama.cpp needs all of them in one folder. Tensors of the others are shown.',
    'Open all files of the model together, or put them into one folder and open that.',
  ),
  'gguf/shards-unread': info(
    'Not all files were read',
    'The model is split into many files. On a host, each file takes requests. Headers that together are longer than those of any real model are not read to the end.',
    'Read those on a host from the Overview or the Tensors tab.',
  ),
  'gguf/split-number': error(
    'The number of a split file is wrong',
    'Each file states its number in “split.no”, from 0. llama.cpp rejects the model if it differs from the name.',
    'Check that the files have their original names, and download them again.',
  ),
  'gguf/split-count': error(
    'The number of files is wrong',
    'The first file states in “split.count” how many there are. llama.cpp rejects the model if that differs.',
    'Check that the files have their original names, and download them again.',
  ),
  'gguf/split-name': error(
    'A part of a model under a different name',
    'The file is one of several, but is not named like them: “-00001-of-00003.gguf”, in lower case. llama.cpp cannot find the others.',
    'Give the file its original name, and put all files of the model into one folder.',
  ),
  'gguf/split-tensors': error(
    'The number of tensors is wrong',
    'The files together have a different number of tensors than the first one declares. llama.cpp rejects the model.',
    'Download the files again, all from the same place.',
  ),
  'gguf/bad-edit': error(
    'The header cannot be changed like this',
    'The value does not fit its type, or the change would make the file invalid. Nothing was changed.',
    'Choose another value, type or key.',
  ),
  'gguf/in-two-shards': error(
    'A tensor in two files',
    'Two files of a split model have a tensor of this name. llama.cpp rejects the model. The first is shown.',
    'Download the files again, all from the same place.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof GGUF_FINDINGS> {}
}
