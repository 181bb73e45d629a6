import { useMemo } from 'react';
import { type FormatVerdicts, loadVerdict } from '../../../model/verdict.ts';
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
  harmful: 'NumPy rejects the objects in this file unless allow_pickle=True is set, which runs dangerous code.',
};

/** How to load the arrays with NumPy. */
export function Snippets() {
  const opened = useOpened();
  const findings = useFindings();
  const verdicts: FormatVerdicts = opened?.package.verdicts ?? { refused: [] };
  const loading = loadVerdict(findings, verdicts);
  const model = useMemo(() => opened && modelOf(opened, loading !== 'harmful'), [opened, loading]);
  return model && <UseIt languages={LANGUAGES} model={model} loading={loading} doubts={DOUBTS} />;
}

/** @param unpickles whether the code may unpickle what it has to */
function modelOf({ package: pkg, descriptor }: Opened, unpickles: boolean): SnippetModel {
  const { kind, needsPickle } = pkg.own as NumpyOwn;
  const names = pkg.tensors.filter(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
  // A file inside another one, or in gzip, has no URL of its own.
  const isWhole = descriptor.kind === 'url' && new URL(descriptor.url, 'https://a').pathname.endsWith(`.${kind}`);
  return {
    kind,
    needsPickle: needsPickle && unpickles,
    file: pkg.name.split('/').at(-1) ?? pkg.name,
    names: names.slice(0, SNIPPET_ARRAYS).map(({ name }) => name),
    ...(isWhole ? { url: descriptor.url } : {}),
  };
}
