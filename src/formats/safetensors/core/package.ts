import { formatCount } from '../../../base/amounts.ts';
import type { Fact, Package } from '../../../model/package.ts';
import type { RunFacts } from '../../../model/run-facts.ts';
import { Parameters } from '../../../model/tensor/parameters.ts';
import { weightsParts } from '../../../model/tensor/weights-parts.ts';
import { errorsOf, type FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';
import { UNKNOWN_PARTS } from '../../files-package.ts';
import { SAFETENSORS_FINDINGS } from './findings.ts';
import type { HeaderFileTensor } from './header.ts';

/** What the page calls a safetensors file and its parts. */
const WORDS: PackageWords = {
  one: 'safetensors file',
  a: 'a safetensors file',
  reader: 'the safetensors library',
  extension: '.safetensors',
  checked: ['the header', 'the size and place of every tensor'],
};

/** The reference reader refuses a file for each error of the header or the layout. These are of what was not read. */
const VERDICTS: FormatVerdicts = {
  refused: errorsOf(SAFETENSORS_FINDINGS, [
    'safetensors/too-short',
    'safetensors/lfs-pointer',
    'safetensors/not-safetensors',
    'safetensors/header-too-large',
    'safetensors/header-past-end',
    'safetensors/header-start',
    'safetensors/index-too-large',
    'safetensors/too-many-shards',
    'safetensors/in-two-shards',
    'safetensors/bad-edit',
  ]),
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
  tensors: readonly HeaderFileTensor[],
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
      { label: 'Tensors', value: isRead ? formatCount(tensors.length) : 'unknown' },
      ...facts,
    ],
    ...(isRead
      ? weightsParts(
          parameters,
          tensors.map(({ info }) => info),
        )
      : { panels: [] }),
    tensors: tensors.map(({ info }) => info),
    runs: RUNS,
  };
}
