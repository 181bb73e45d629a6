import { error, info } from '../base/finding-entry.ts';
import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with a tensor of any format when its values are read or saved. */
defineArea('tensor', 'Tensor data');

const TENSOR_FINDINGS = defineFindings({
  'tensor/size-mismatch': error(
    'A tensor’s file has the wrong length',
    'The data is shorter or longer than the shape and dtype require, or the file has a different number of strings.',
    'Do not use the tensor. The author can write it again.',
  ),
  'tensor/not-decoded': info(
    'An unsupported element type',
    'Boxcutter knows the size of such a tensor, but not how its elements are stored.',
    'Read its values with the program that wrote it.',
  ),
  'tensor/not-in-npy': info(
    'Not available as .npy',
    'NumPy does not have this element type. Boxcutter still shows the values.',
    'Convert the tensor with a library that has the type, such as ml_dtypes.',
  ),
  'tensor/not-in-wav': info(
    'Not available as WAV',
    'A WAV file holds samples of one or several channels, which are floats, or integers of 8, 16 or 32 bits.',
    'Choose a slice of one or two dimensions, or save it as .npy.',
  ),
  'tensor/not-in-png': info(
    'Not available as a picture',
    'A picture needs rows and columns of numbers, and one, three or four channels.',
    'Choose a slice that has rows and columns.',
  ),
  'tensor/not-comparable': info(
    'These tensors cannot be compared',
    'Two tensors are compared element by element. Both must hold real numbers, or both texts, and their shapes may differ only by dimensions of size 1, or be those of a matrix and its transpose.',
    'Choose another tensor.',
  ),
  'tensor/bad-vocabulary': info(
    'The vocabulary cannot be read',
    'The package has a file for its tokenizer, but not in the form that the library tokenizers writes.',
    'Look at the ids as numbers. The author can write the file again.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof TENSOR_FINDINGS> {}
}
