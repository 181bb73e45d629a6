import { pythonString } from '../../../widgets/use-it/literal.ts';
import type { Snippet } from '../../../widgets/use-it/snippet.ts';

/** What the code loads. All but `kind` is a stranger's text. */
export interface SnippetModel {
  kind: 'npy' | 'npz';
  /** The name of the file. */
  file: string;
  /** Where it is downloaded from. Undefined for a file of this machine. */
  url?: string;
  /** Arrays of an archive to look at. */
  names: readonly string[];
  /** Some elements are Python objects. */
  needsPickle: boolean;
}

/** Arrays of an archive that the code takes. */
export const SNIPPET_ARRAYS = 3;

/** Loads an array or an archive of arrays with NumPy. */
export function pythonSnippet({ kind, file, url, names, needsPickle }: SnippetModel): Snippet {
  const from = url === undefined ? pythonString(file) : 'data';
  const load = `np.load(${from}${needsPickle ? ', allow_pickle=True' : ''})`;
  return {
    install: 'pip install numpy',
    code: [
      ...(url === undefined ? [] : ['from io import BytesIO', 'from urllib.request import urlopen', '']),
      'import numpy as np',
      '',
      ...(url === undefined ? [] : [`data = BytesIO(urlopen(${pythonString(url)}).read())`]),
      ...(needsPickle ? ['# Unpickling can run any code. Only load files that you trust.'] : []),
      ...(kind === 'npy' ? [`array = ${load}`, 'print(array.dtype, array.shape)'] : archive(load, names)),
      '',
    ].join('\n'),
  };
}

function archive(load: string, names: readonly string[]): string[] {
  const lines = names
    .slice(0, SNIPPET_ARRAYS)
    .map((name) => `    print(arrays[${pythonString(name)}].dtype, arrays[${pythonString(name)}].shape)`);
  return [`with ${load} as arrays:`, '    print(arrays.files)', ...lines];
}
