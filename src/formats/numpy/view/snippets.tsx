import { useMemo } from 'react';
import { type FormatVerdicts, HARMFUL, loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import type { SnippetLanguage } from '../../../widgets/use-it/snippet.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import type { NumpyOwn } from '../core/npy.ts';
import { pythonSnippet, SNIPPET_ARRAYS, type SnippetModel } from './snippet.ts';

/** Characters of a name that code is written with. A hostile one may have millions. */
const MAX_NAME = 200;

const LANGUAGES: readonly [SnippetLanguage<SnippetModel>] = [
  { label: 'Python', language: 'python', write: pythonSnippet },
];

const DOUBTS = {
  refused: 'NumPy rejects this file, so this code will fail.',
  doubtful: 'This file has errors: NumPy may not load all of it.',
};

const HARMS = {
  refused: 'This code calls dangerous code of the file, and then fails. Do not run it.',
  doubtful: 'With allow_pickle=True, this code calls dangerous code of the file. Do not run it.',
};

/** How to load the arrays with NumPy. */
export function Snippets() {
  const opened = useOpened();
  const findings = useFindings();
  const verdicts: FormatVerdicts = opened?.package.verdicts ?? { refused: [], unsoundHashList: [] };
  const loading = loadVerdict(findings, verdicts);
  const model = useMemo(() => opened && modelOf(opened), [opened]);
  const isHarmful = findings.some(({ code }) => HARMFUL.has(code));
  return model && <UseIt languages={LANGUAGES} model={model} loading={loading} doubts={isHarmful ? HARMS : DOUBTS} />;
}

function modelOf({ package: pkg, descriptor }: Opened): SnippetModel {
  const { kind, needsPickle } = pkg.own as NumpyOwn;
  const names = pkg.tensors.filter(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
  // A file inside another one, or in gzip, has no URL of its own.
  const isWhole = descriptor.kind === 'url' && new URL(descriptor.url, 'https://a').pathname.endsWith(`.${kind}`);
  return {
    kind,
    needsPickle,
    file: pkg.name.split('/').at(-1) ?? pkg.name,
    names: names.slice(0, SNIPPET_ARRAYS).map(({ name }) => name),
    ...(isWhole ? { url: descriptor.url } : {}),
  };
}
