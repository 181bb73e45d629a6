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
});

declare module '../base/findings.ts' {
  interface FindingTable extends Readonly<typeof TENSOR_FINDINGS> {}
}
