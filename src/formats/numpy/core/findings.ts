import { error, info, warning } from '../../../base/finding-entry.ts';
import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../archive/zip/findings.ts';
import '../../../model/findings.ts';
import '../../../pickle/findings.ts';
import '../../../tensor/findings.ts';

/** What can be wrong with a NumPy file. The rules are those of numpy.lib.format, and of NumPy's own reader. */
defineArea('numpy', 'NumPy arrays');

const NUMPY_FINDINGS = defineFindings({
  'numpy/not-npy': error(
    'Not a NumPy array',
    'A .npy file begins with the byte 0x93 and “NUMPY”. This one does not, so it is a different kind of file.',
    'Check where the file came from, and download it again.',
  ),
  'numpy/version': error(
    'Unknown .npy version',
    'NumPy writes and reads versions 1.0, 2.0 and 3.0.',
    'Download the file again. If this persists, ask the author to save it with numpy.save.',
  ),
  'numpy/header-cut': error(
    'The header is cut off',
    'The file ends before its header does, so the type and shape are unknown.',
    'Download the file again, and compare its size with the original.',
  ),
  'numpy/header-size': error(
    'The header is too long',
    'The header claims more bytes than any real header has. Boxcutter does not read it.',
    'Treat the file as damaged or malicious.',
  ),
  'numpy/header-long': warning(
    'A header that NumPy rejects by default',
    'It is longer than NumPy reads without a larger max_header_size.',
    'If you trust its author, load it with numpy.load(…, max_header_size=…).',
  ),
  'numpy/header-text': error(
    'The header is not a Python dictionary',
    'The header must be one Python dictionary of plain values. NumPy rejects anything else.',
    'Download the file again, or ask the author to save it again.',
  ),
  'numpy/header-keys': error(
    'The header has the wrong keys',
    'The dictionary must have “descr”, “fortran_order” and “shape”, and nothing else.',
    'Ask the author to save it again with numpy.save.',
  ),
  'numpy/duplicate-key': warning(
    'A duplicate key in the header',
    'NumPy uses the last one. Other readers may use the first one and see a different array.',
    'Ask the author to save it again with numpy.save.',
  ),
  'numpy/shape': error(
    'Not a valid shape',
    'The shape must be a tuple of at most 64 whole numbers, each from 0 to 2^63 - 1.',
    'Ask the author to save it again with numpy.save.',
  ),
  'numpy/order': error(
    'Not a valid order',
    '“fortran_order” must be True or False.',
    'Ask the author to save it again with numpy.save.',
  ),
  'numpy/descr': error(
    'Not a NumPy type',
    '“descr” does not describe an element type of NumPy, so the values cannot be read.',
    'Ask the author which library wrote it.',
  ),
  'numpy/padding': warning(
    'The header is not padded',
    'The format requires spaces and a line feed, so that the data starts at a multiple of 64 bytes (16 in the past). NumPy still reads it. Programs that map the file into memory may not.',
    'If another program rejects it, save it again with numpy.save.',
  ),
  'numpy/python2': info(
    'Written by Python 2',
    'Numbers in the header end in “L”. NumPy reads them more slowly, with a warning.',
    'Nothing to do.',
  ),
  'numpy/data-cut': error(
    'The array is cut off',
    'The file has fewer bytes than the shape and type require. NumPy rejects it.',
    'Download the file again, and compare its size with the original.',
  ),
  'numpy/trailing-bytes': warning(
    'Bytes after the array',
    'numpy.load reads only the first array in a file and does not say that more follows.',
    'Ask the author what the rest is. Call numpy.load several times on one open file to read several arrays.',
  ),
  'numpy/object': warning(
    'Python objects, stored as a pickle',
    'The elements are Python objects. Unpickling them can run any code, so NumPy rejects them without allow_pickle=True, and Boxcutter never unpickles them.',
    'Load it only if you trust its author. Ask for a file of plain numbers.',
  ),
  'numpy/structured': info(
    'Values with several fields',
    'Each element is a record of named fields. Boxcutter lists the fields but does not show the values.',
    'Read them with NumPy.',
  ),
  'numpy/unread-type': info(
    'Unsupported values',
    'NumPy has this element type, but Boxcutter does not read it yet.',
    'Read them with NumPy.',
  ),
  'numpy/byte-strings': info(
    'Byte strings shown as text',
    'The elements are bytes without an encoding. Bytes that are not ASCII appear as in Python: \\xe9.',
    'Nothing to do.',
  ),
  'numpy/long-strings': info(
    'Long strings are cut off',
    'Every string of an array takes as many bytes as its type says. Boxcutter reads the start of each, and ends a string that goes on with “…”.',
    'Read them with NumPy.',
  ),
  'numpy/other-member': info(
    'A member that is not an array',
    'numpy.load returns the raw bytes of such a member.',
    'Look at it under Files.',
  ),
  'numpy/same-name': warning(
    'Two members with the same name',
    'NumPy drops “.npy” from names. Of members with the same name, it returns only one.',
    'Ask the author to rename one of them.',
  ),
  'numpy/many-arrays': info(
    'Too many members to read',
    'Boxcutter has to read the start of a member to know whether it is an array. It stops after a limit.',
    'Look at the others under Files.',
  ),
});

declare module '../../../base/findings.ts' {
  interface FindingTable extends Readonly<typeof NUMPY_FINDINGS> {}
}
