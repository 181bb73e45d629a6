import { defineArea, defineFindings } from '../base/findings.ts';

/** What can be wrong with a tensor of any format when its values are read or saved. */
defineArea('tensor', 'Tensor data');

const TENSOR_FINDINGS = defineFindings({
  'tensor/size-mismatch': {
    severity: 'error',
    title: 'A tensor’s file has the wrong length',
    meaning:
      'The tensor’s data is shorter or longer than its shape and dtype ask for, or its list of strings has another count.',
    action: 'Do not use the tensor. Its author can write it again.',
  },
  'tensor/not-in-npy': {
    severity: 'info',
    title: 'A tensor that no .npy file can hold',
    meaning: 'NumPy does not have its element type. Boxcutter still shows its values.',
    action: 'Convert the tensor with a library that has the type, such as ml_dtypes.',
  },
});

type Table = typeof TENSOR_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
