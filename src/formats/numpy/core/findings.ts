import { defineArea, defineFindings } from '../../../base/findings.ts';
import '../../../archive/zip/findings.ts';
import '../../../model/findings.ts';
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
    title: 'Unknown version of the .npy format',
    meaning: 'NumPy writes and reads versions 1.0, 2.0 and 3.0.',
    action: 'Download the file again. If this stays, ask the author to save it with numpy.save.',
  },
  'numpy/header-cut': {
    severity: 'error',
    title: 'The header is cut off',
    meaning: 'The file ends before its header does, so neither type nor shape are known.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'numpy/header-size': {
    severity: 'error',
    title: 'A header that is too long',
    meaning: 'The header claims more bytes than any real one has. Boxcutter does not read it.',
    action: 'Treat the file as damaged or malicious.',
  },
  'numpy/header-long': {
    severity: 'warning',
    title: 'A header that NumPy refuses at first',
    meaning: 'It is longer than NumPy reads unless it is called with a larger max_header_size.',
    action: 'Load it with numpy.load(…, max_header_size=…), if you trust its author.',
  },
  'numpy/header-text': {
    severity: 'error',
    title: 'The header is not a Python dictionary',
    meaning: 'The header must be the text of one Python dictionary of plain values. NumPy refuses anything else.',
    action: 'Download the file again, or ask the author to save it again.',
  },
  'numpy/header-keys': {
    severity: 'error',
    title: 'The header has other keys than it must',
    meaning: 'The dictionary must have “descr”, “fortran_order” and “shape”, and nothing else.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/duplicate-key': {
    severity: 'warning',
    title: 'A key stands twice in the header',
    meaning: 'NumPy takes the last one. Other readers may take the first, and see another array.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/shape': {
    severity: 'error',
    title: 'A shape that is none',
    meaning: 'The shape must be a tuple of at most 64 whole numbers, none of them negative.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/order': {
    severity: 'error',
    title: 'An order that is none',
    meaning: '“fortran_order” must be True or False.',
    action: 'Ask the author to save it again with numpy.save.',
  },
  'numpy/descr': {
    severity: 'error',
    title: 'A type that NumPy does not have',
    meaning: '“descr” does not describe an element type of NumPy, so the values cannot be read.',
    action: 'Ask the author which library wrote it.',
  },
  'numpy/padding': {
    severity: 'warning',
    title: 'The header is not padded',
    meaning:
      'The format asks for spaces and a line end, so that the data begins at a multiple of 64 (earlier 16) bytes. NumPy reads it all the same; programs that map the file into memory may not.',
    action: 'Save it again with numpy.save if another program refuses it.',
  },
  'numpy/python2': {
    severity: 'info',
    title: 'Written by Python 2',
    meaning: 'Numbers in the header end in “L”. NumPy reads them, more slowly, and warns.',
    action: 'Nothing to do.',
  },
  'numpy/data-cut': {
    severity: 'error',
    title: 'The array is cut off',
    meaning: 'The file has fewer bytes than the shape and type ask for. NumPy refuses it.',
    action: 'Download the file again, and compare its size with the original.',
  },
  'numpy/trailing-bytes': {
    severity: 'warning',
    title: 'Bytes after the array',
    meaning: 'numpy.load reads only the first array of a file and does not say that more follows.',
    action: 'Ask the author what the rest is. Several arrays can be read with several calls on one open file.',
  },
  'numpy/object': {
    severity: 'warning',
    title: 'Python objects, stored as a pickle',
    meaning:
      'The elements are Python objects. Unpickling them can run any code, so NumPy refuses unless it is called with allow_pickle=True, and Boxcutter never does it.',
    action: 'Load it only if you trust its author. Ask for a file of plain numbers.',
  },
  'numpy/structured': {
    severity: 'info',
    title: 'Values of several fields',
    meaning: 'Each element is a record of named fields. Boxcutter names the fields and does not show the values.',
    action: 'Read them with NumPy.',
  },
  'numpy/unread-type': {
    severity: 'info',
    title: 'Values that are not shown',
    meaning: 'NumPy has this element type, but Boxcutter does not read it yet.',
    action: 'Read them with NumPy.',
  },
  'numpy/byte-strings': {
    severity: 'info',
    title: 'Byte strings shown as text',
    meaning:
      'The elements are bytes without a stated encoding. Those that are not ASCII are written as in Python: \\xe9.',
    action: 'Nothing to do.',
  },
  'numpy/other-member': {
    severity: 'info',
    title: 'A member that is no array',
    meaning: 'numpy.load gives the bytes of such a member as they are.',
    action: 'Look at it in Files.',
  },
  'numpy/same-name': {
    severity: 'warning',
    title: 'Two arrays with one name',
    meaning: 'NumPy leaves off “.npy”, so that two members have the same name. It gives one of them.',
    action: 'Ask the author to rename one of them.',
  },
  'numpy/many-arrays': {
    severity: 'info',
    title: 'More arrays than are listed',
    meaning: 'To list an array, its header must be read. Boxcutter stops after a number of them.',
    action: 'Look at the others in Files.',
  },
});

type Table = typeof NUMPY_FINDINGS;

declare module '../../../base/findings.ts' {
  interface FindingTable extends Table {}
}
