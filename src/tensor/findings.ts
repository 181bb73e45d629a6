import { defineArea, defineFindings } from '../base/findings.ts';

/** What reading values can find wrong with a tensor of any format. */
defineArea('tensor', 'Tensor data');

const TENSOR_FINDINGS = defineFindings({
  'tensor/size-mismatch': {
    severity: 'error',
    title: 'A tensor’s file has the wrong length',
    meaning:
      'The file is shorter or longer than the tensor’s shape and dtype ask for, or a list of strings has another count.',
    action: 'Do not use the tensor. Its author can write it again.',
  },
});

type Table = typeof TENSOR_FINDINGS;

declare module '../base/findings.ts' {
  interface FindingTable extends Table {}
}
