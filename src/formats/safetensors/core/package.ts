import type { Fact, Package } from '../../../model/package.ts';
import type { RunFacts } from '../../../model/run-facts.ts';
import { Parameters } from '../../../model/tensor/parameters.ts';
import type { FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';
import { UNKNOWN_PARTS } from '../../files-package.ts';
import type { FileTensor } from './file.ts';

/** What the page calls a safetensors file and its parts. */
const WORDS: PackageWords = {
  one: 'safetensors file',
  a: 'a safetensors file',
  reader: 'the safetensors library',
  extension: '.safetensors',
  checked: ['the header', 'the size and place of every tensor'],
};

/** Every error of the header or the layout: the reference reader refuses the file for each. */
const VERDICTS: FormatVerdicts = {
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
const RUNS: RunFacts = {
  sentence: 'Loading it runs nothing',
  weight: 'ok',
  facts: [{ kind: 'nothing', text: ['Nothing. The format contains numbers and text, and no code'] }],
};

/**
 * What a package of these tensors has, wherever they are stored. `facts` follow those of the tensors.
 *
 * @param isRead not where none of the files with the tensors could be read: then their number is unknown
 */
export function packageOf(
  tensors: readonly FileTensor[],
  facts: readonly Fact[],
  isRead: boolean,
): Omit<Package, 'name' | 'size' | 'files' | 'findings'> {
  // A shape that is wrong in itself has no number of elements that means anything.
  const sound = tensors.filter(({ checked: { problem } }) => !problem || problem.code === 'safetensors/truncated');
  const parameters = new Parameters(sound.map(({ info }) => info));
  return {
    ...UNKNOWN_PARTS,
    format: 'safetensors',
    formatName: 'safetensors',
    words: WORDS,
    verdicts: VERDICTS,
    facts: [
      { label: 'Parameters', value: isRead ? parameters.text : 'unknown' },
      { label: 'Tensors', value: isRead ? String(tensors.length) : 'unknown' },
      ...facts,
    ],
    panels: isRead ? parameters.panels() : [],
    tensors: tensors.map(({ info }) => info),
    runs: RUNS,
  };
}
