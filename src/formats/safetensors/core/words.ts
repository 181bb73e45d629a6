import type { RunFacts } from '../../../model/run-facts.ts';
import type { FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';

/** What the page calls a safetensors file and its parts. */
export const WORDS: PackageWords = {
  one: 'safetensors file',
  a: 'a safetensors file',
  reader: 'the safetensors library',
  extension: '.safetensors',
  checked: ['the header', 'the size and place of every tensor'],
};

/** Every error of the header or the layout: the reference reader refuses the file for each. */
export const VERDICTS: FormatVerdicts = {
  refused: [
    'safetensors/not-utf8',
    'safetensors/header-syntax',
    'safetensors/lone-surrogate',
    'safetensors/too-deep',
    'safetensors/bad-entry',
    'safetensors/bad-number',
    'safetensors/unknown-dtype',
    'safetensors/duplicate-metadata',
    'safetensors/bad-metadata',
    'safetensors/bad-offsets',
    'safetensors/overlap',
    'safetensors/hole',
    'safetensors/size-mismatch',
    'safetensors/size-overflow',
    'safetensors/not-whole-bytes',
    'safetensors/truncated',
    'safetensors/trailing-bytes',
    'safetensors/bad-index',
    'safetensors/shard-name',
    'safetensors/shard-missing',
    'safetensors/wrong-shard',
    'safetensors/tensor-lost',
  ],
  unsoundHashList: [],
};

/** The format holds no code, so that nothing is left to read. */
export const RUNS: RunFacts = {
  sentence: 'Loading it runs nothing',
  weight: 'ok',
  facts: [{ kind: 'nothing', text: ['Nothing. The format contains numbers and text, and no code'] }],
};
