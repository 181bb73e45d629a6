import type { RunFacts } from '../../../model/run-facts.ts';
import type { FormatVerdicts } from '../../../model/verdict.ts';
import type { PackageWords } from '../../../model/words.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import type { Signature } from './signature.ts';

/** What the page calls a model and its files. */
export function wordsOf(signature: Signature | undefined): PackageWords {
  return {
    one: 'model',
    a: 'a model',
    metadataFile: MANIFEST,
    ...(signature && signature.sums.size > 0 ? { hashList: SIGNATURE } : { newHashList: SIGNATURE }),
    extension: '.mldef',
    checked: ['the manifest', 'the names and sizes of all files'],
  };
}

/** Errors with which no program can find the model in the package. */
export const VERDICTS: FormatVerdicts = {
  refused: ['mldef/no-manifest', 'mldef/bad-json', 'mldef/too-deep', 'mldef/manifest-too-large'],
  unsoundHashList: ['mldef/signature-conflict'],
};

/** What loading a model runs: the document has no place for code. */
export const RUNS: RunFacts = {
  sentence: 'Loading it runs nothing',
  weight: 'ok',
  facts: [
    {
      kind: 'nothing',
      text: ['A model is data alone: a manifest and numbers. The format has no place for code'],
      notes: [
        [
          'Layers name what they need, such as “dense” or “convolutional”. The program that loads the model has the code for their nodes',
        ],
      ],
    },
  ],
};
