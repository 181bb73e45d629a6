import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../archive/zip/findings.ts';
import '../../../model/findings.ts';
import '../../../pickle/findings.ts';
import '../../../tensor/findings.ts';

/** What can be wrong with a NumPy file. The rules are those of numpy.lib.format, and of NumPy's own reader. */
defineArea('numpy', 'NumPy arrays');

const NUMPY_FINDINGS = defineFindings({
  'numpy/not-npy': {
    severity: 'error',
    title: 'Not a NumPy array',
    meaning: 'A .npy file begins with the byte 0x93 and “NUMPY”. This one does not, so it is a different kind of file.',
    action: 'Check where the file came from, and download it again.',
  },
  'numpy/version': {
    severity: 'error',
    title: 'Unknown .npy version',
    meaning: 'NumPy writes and reads versions 1.0, 2.0 and 3.0.',
    action: 'Download the file again. If this stays, ask the author to save it with numpy.save.',
  },
  'numpy/header-cut': {
    severity: 'error',
    title: 'The header is cut off',
    meaning: 'The file ends before its header does, so the type and shape are unknown.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'numpy/header-size': {
    severity: 'error',
    title: 'The header is too long',
    meaning: 'The header claims more bytes than any real header has. Boxcutter does not read it.',
    action: 'Treat the file as damaged or malicious.',
  },
  'numpy/header-long': {
    severity: 'warning',
    title: 'A header that NumPy rejects by default',
    meaning: 'It is longer than NumPy reads without a larger max_header_size.',
    action: 'If you trust its author, load it with numpy.load(…, max_header_size=…).',
  },
  'numpy/header-text': {
    severity: 'error',
    title: 'The header is not a Python dictionary',
    meaning: 'The header must be one Python dictionary of plain values. NumPy rejects anything else.',
    action: 'Download the file again, or ask the author to save it again.',
  },
  'numpy/header-keys': {
    severity: 'error',
    title: 'The header has the wrong keys',
    meaning: 'The dictionary must have “descr”, “fortran_order” and “shape”, and nothing else.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/duplicate-key': {
    severity: 'warning',
    title: 'A duplicate key in the header',
    meaning: 'NumPy uses the last one. Other readers may use the first one and see a different array.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/shape': {
    severity: 'error',
    title: 'Not a valid shape',
    meaning: 'The shape must be a tuple of at most 64 whole numbers, each from 0 to 2^63 - 1.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/order': {
    severity: 'error',
    title: 'Not a valid order',
    meaning: '“fortran_order” must be True or False.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/descr': {
    severity: 'error',
    title: 'Not a NumPy type',
    meaning: '“descr” does not describe an element type of NumPy, so the values cannot be read.',
    action: 'Ask the author which library wrote it.',
  },
  'numpy/padding': {
    severity: 'warning',
    title: 'The header is not padded',
    meaning:
      'The format requires spaces and a line feed, so that the data starts at a multiple of 64 bytes (16 in the past). NumPy still reads it. Programs that map the file into memory may not.',
    action: 'If another program rejects it, save it again with numpy.save.',
  },
  'numpy/python2': {
    severity: 'info',
    title: 'Written by Python 2',
    meaning: 'Numbers in the header end in “L”. NumPy reads them more slowly, with a warning.',
    action: 'Nothing to do.',
  },
  'numpy/data-cut': {
    severity: 'error',
    title: 'The array is cut off',
    meaning: 'The file has fewer bytes than the shape and type require. NumPy rejects it.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'numpy/trailing-bytes': {
    severity: 'warning',
    title: 'Bytes after the array',
    meaning: 'numpy.load reads only the first array in a file and does not say that more follows.',
    action: 'Ask the author what the rest is. Call numpy.load several times on one open file to read several arrays.',
  },
  'numpy/object': {
    severity: 'warning',
    title: 'Python objects, stored as a pickle',
    meaning:
      'The elements are Python objects. Unpickling them can run any code, so NumPy rejects them without allow_pickle=True, and Boxcutter never unpickles them.',
    action: 'Load it only if you trust its author. Ask for a file of plain numbers.',
  },
  'numpy/structured': {
    severity: 'info',
    title: 'Values with several fields',
    meaning: 'Each element is a record of named fields. Boxcutter lists the fields but does not show the values.',
    action: 'Read them with NumPy.',
  },
  'numpy/unread-type': {
    severity: 'info',
    title: 'Unsupported values',
    meaning: 'NumPy has this element type, but Boxcutter does not read it yet.',
    action: 'Read them with NumPy.',
  },
  'numpy/byte-strings': {
    severity: 'info',
    title: 'Byte strings shown as text',
    meaning: 'The elements are bytes without an encoding. Bytes that are not ASCII appear as in Python: \\xe9.',
    action: 'Nothing to do.',
  },
  'numpy/long-strings': {
    severity: 'info',
    title: 'Long strings are cut off',
    meaning:
      'Every string of an array takes as many bytes as its type says. Boxcutter reads the start of each, and ends a string that goes on with “…”.',
    action: 'Read them with NumPy.',
  },
  'numpy/other-member': {
    severity: 'info',
    title: 'A member that is not an array',
    meaning: 'numpy.load returns the raw bytes of such a member.',
    action: 'Look at it under Files.',
  },
  'numpy/same-name': {
    severity: 'warning',
    title: 'Two members with the same name',
    meaning: 'NumPy drops “.npy” from names. Of members with the same name, it returns only one.',
    action: 'Ask the author to rename one of them.',
  },
  'numpy/many-arrays': {
    severity: 'info',
    title: 'Too many members to read',
    meaning: 'Boxcutter has to read the start of a member to know whether it is an array. It stops after a limit.',
    action: 'Look at the others under Files.',
  },
});

type Table = typeof NUMPY_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
