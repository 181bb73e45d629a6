import { useMemo } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { readableTensors, type SnippetLanguage } from '../../../widgets/use-it/snippet.ts';
import { UseIt } from '../../../widgets/use-it/use-it.tsx';
import type { NumpyOwn } from '../core/npy.ts';
import { pythonSnippet, SNIPPET_ARRAYS, type SnippetModel } from './snippet.ts';

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
  const loading = loadVerdict(findings, opened?.package.verdicts ?? { refused: [] });
  const model = useMemo(() => opened && modelOf(opened, loading !== 'harmful'), [opened, loading]);
  return model && <UseIt languages={LANGUAGES} model={model} loading={loading} doubts={DOUBTS} />;
}

/** @param unpickles whether the code may unpickle what it has to */
function modelOf({ package: pkg, descriptor }: Opened, unpickles: boolean): SnippetModel {
  const { kind, needsPickle } = pkg.own as NumpyOwn;
  // A file inside another one, or in gzip, has no URL of its own.
  const isWhole = descriptor.kind === 'url' && new URL(descriptor.url, 'https://a').pathname.endsWith(`.${kind}`);
  return {
    kind,
    needsPickle: needsPickle && unpickles,
    file: pkg.name.split('/').at(-1) ?? pkg.name,
    names: readableTensors(pkg.tensors)
      .slice(0, SNIPPET_ARRAYS)
      .map(({ name }) => name),
    url: isWhole ? descriptor.url : undefined,
  };
}
