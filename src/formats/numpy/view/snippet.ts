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

/** Code that loads a file, and what to install before. */
export interface Snippet {
  install: string;
  code: string;
}

/** Arrays of an archive that the code takes. */
export const SNIPPET_ARRAYS = 3;

/** Loads an array or an archive of arrays with NumPy. */
export function pythonSnippet({ kind, file, url, names, needsPickle }: SnippetModel): Snippet {
  const from = url === undefined ? pythonText(file) : 'data';
  const load = `np.load(${from}${needsPickle ? ', allow_pickle=True' : ''})`;
  return {
    install: 'pip install numpy',
    code: [
      ...(url === undefined ? [] : ['from io import BytesIO', 'from urllib.request import urlopen', '']),
      'import numpy as np',
      '',
      ...(url === undefined ? [] : [`data = BytesIO(urlopen(${pythonText(url)}).read())`]),
      ...(needsPickle ? ['# Unpickling can run any code. Only load files that you trust.'] : []),
      ...(kind === 'npy' ? [`array = ${load}`, 'print(array.dtype, array.shape)'] : archive(load, names)),
      '',
    ].join('\n'),
  };
}

function archive(load: string, names: readonly string[]): string[] {
  const lines = names
    .slice(0, SNIPPET_ARRAYS)
    .map((name) => `    print(arrays[${pythonText(name)}].dtype, arrays[${pythonText(name)}].shape)`);
  return [`with ${load} as arrays:`, '    print(arrays.files)', ...lines];
}

/** A Python string literal in ASCII (Python's language reference, 2.4.1). Python knows every escape of JSON but `\/`. */
export function pythonText(text: string): string {
  return JSON.stringify(text).replaceAll(/[^ -~]/gu, (char) => {
    const hex = (char.codePointAt(0) as number).toString(16);
    return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
  });
}
