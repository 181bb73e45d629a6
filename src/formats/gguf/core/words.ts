import type { RunFacts } from '../../../model/run-facts.ts';
import { errorsOf, type FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';
import { GGUF_FINDINGS } from './findings.ts';

/** What the page calls a GGUF file and its parts. */
export const WORDS: PackageWords = {
  one: 'GGUF file',
  a: 'a GGUF file',
  reader: 'llama.cpp',
  extension: '.gguf',
  checked: ['the header', 'the size and place of every tensor'],
};

/** llama.cpp rejects the file for each error of the header or the layout. It shortens a key with a zero byte. */
export const VERDICTS: FormatVerdicts = {
  refused: errorsOf(GGUF_FINDINGS, ['gguf/not-gguf', 'gguf/bad-count', 'gguf/key-with-nul', 'gguf/bad-edit']),
};

/** The format holds no code. A chat template is text that programs follow when they write a prompt. */
export function runsOf(hasTemplate: boolean): RunFacts {
  return {
    sentence: 'Loading it runs nothing',
    weight: 'ok',
    facts: [
      {
        kind: 'nothing',
        text: ['Nothing. The format contains numbers and text, and no code'],
        ...(hasTemplate
          ? { notes: [['It has a chat template (Jinja), which programs evaluate when they write a prompt']] }
          : {}),
      },
    ],
  };
}
