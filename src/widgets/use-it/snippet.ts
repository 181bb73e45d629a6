import type { Language } from '../../model/file/language.ts';
import type { TensorInfo } from '../../model/package.ts';

/** A program that loads a package, and the shell commands that install and fetch what it needs. */
export interface Snippet {
  install: string;
  code: string;
}

/** How a format writes a snippet in one language. */
export interface SnippetLanguage<Model> {
  label: string;
  language: Language;
  write(model: Model): Snippet;
}

/** Characters of a name that code is written with. A hostile one may have millions. */
const MAX_NAME = 200;

/** The tensors that code can name and read. */
export function readableTensors(tensors: readonly TensorInfo[]): TensorInfo[] {
  return tensors.filter(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
}
