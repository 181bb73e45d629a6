import type { FindingCode } from '../../../base/findings.ts';
import type { RunFacts } from '../../../model/run-facts.ts';
import type { FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';

/** What the page calls a GGUF file and its parts. */
export const WORDS: PackageWords = {
  one: 'GGUF file',
  a: 'a GGUF file',
  reader: 'llama.cpp',
  extension: '.gguf',
  checked: ['the header', 'the size and place of every tensor'],
};

/** Every error of the header or the layout: llama.cpp rejects the file for each. */
export const VERDICTS: FormatVerdicts = {
  refused: [
    'gguf/magic',
    'gguf/version-1',
    'gguf/version',
    'gguf/header-cut',
    'gguf/empty-key',
    'gguf/duplicate-key',
    'gguf/value-type',
    'gguf/nested-too-deep',
    'gguf/too-long',
    'gguf/key-type',
    'gguf/alignment-type',
    'gguf/alignment',
    'gguf/duplicate-tensor',
    'gguf/long-name',
    'gguf/too-many-dimensions',
    'gguf/negative-size',
    'gguf/too-many-elements',
    'gguf/tensor-type',
    'gguf/row-size',
    'gguf/unaligned',
    'gguf/overlap',
    'gguf/empty-dimension',
    'gguf/truncated',
    'gguf/shard-missing',
    'gguf/split-number',
    'gguf/split-count',
    'gguf/split-name',
    'gguf/split-tensors',
    'gguf/in-two-shards',
  ],
  unsoundHashList: [],
};

/** Warnings for which llama.cpp rejects a file too, although the format's document allows it. */
export const REJECTED_WARNINGS: readonly FindingCode[] = [
  'gguf/big-endian',
  'gguf/nested-list',
  'gguf/gap',
  'gguf/unordered',
  'gguf/empty-inside',
  'gguf/block-count',
  'gguf/wide-integer',
];

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
