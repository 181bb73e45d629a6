import type { Fact, Package } from '../../../model/package.ts';
import { Parameters } from '../../../model/parameters.ts';
import { UNKNOWN_PARTS } from '../../files-package.ts';
import type { FileTensor } from './file.ts';
import { RUNS, VERDICTS, WORDS } from './words.ts';

/**
 * A package of these tensors, except for what follows from where they lie. `facts` stand after those of the tensors.
 */
export function packageOf(
  tensors: readonly FileTensor[],
  facts: readonly Fact[],
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
      { label: 'Parameters', value: parameters.text },
      { label: 'Tensors', value: String(tensors.length) },
      ...facts,
    ],
    panels: parameters.panels(),
    tensors: tensors.map(({ info }) => info),
    runs: RUNS,
  };
}
