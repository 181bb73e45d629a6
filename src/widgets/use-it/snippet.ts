import type { Language } from '../../model/file/language.ts';

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
