import { error, info, warning } from '../base/finding-entry.ts';
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
  'tensor/nan': warning(
    'A tensor with NaN',
    'Some of its elements are not a number. Whatever is computed with them is not a number either.',
    'Look at where they are. If they are not meant to mark gaps, the author can save the tensor again.',
  ),
  'tensor/infinite': warning(
    'A tensor with infinite values',
    'Some of its elements are beyond what the type can hold, often after a conversion to a narrower type.',
    'Look at where they are. A mask may have them; weights should not.',
  ),
  'tensor/all-zero': warning(
    'A tensor of zeros',
    'All of its elements are zero. It may be a mask or a bias that was never trained, or weights that were not saved.',
    'Compare it with its neighbors. The author can save the weights again.',
  ),
  'tensor/outlier': info(
    'A value far from all others',
    'The value that lies farthest from the median is far outside of where 98 % of the values are. Rounding or quantizing the tensor by its range loses nearly all others.',
    'Look at the value. If it is not meant, the author can correct it.',
  ),
  'tensor/constant': info(
    'A tensor of one value',
    'All of its elements are the same. It may be as it was before training.',
    'Check whether it should have been trained.',
  ),
  'tensor/duplicate': info(
    'Tensors with the same content',
    'All bytes of these tensors are the same. Tied weights and tables that every layer has are like that.',
    'Check whether they should differ. If not, a file with one of them is smaller.',
  ),
  'tensor/dead': info(
    'Rows or columns of zeros',
    'Whole rows or columns of the tensor are zero. Pruned and unused units are like that, and the row of a padding token.',
    'Check whether they should be.',
  ),
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof TENSOR_FINDINGS> {}
}
