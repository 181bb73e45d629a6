import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { SectionHeading } from '../../../widgets/section-heading.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import type { NumpyOwn } from '../core/own.ts';
import { pythonSnippet, SNIPPET_ARRAYS, type SnippetModel } from './snippet.ts';

/** Characters of a name that code is written with. A hostile one may have millions. */
const MAX_NAME = 200;

/** How to load the arrays with NumPy. */
export function Snippets() {
  const placeHref = usePlaceHref();
  const opened = useOpened();
  const findings = useFindings();
  const snippet = useMemo(() => opened && pythonSnippet(modelOf(opened)), [opened]);
  if (!opened || !snippet) return null;
  const isRefused = loadVerdict(findings, opened.package.verdicts) === 'refused';
  return (
    <section aria-labelledby="use-it">
      <SectionHeading id="use-it">Use it</SectionHeading>
      {isRefused && (
        <ToneLine tone="error">
          NumPy rejects this file, so this code will fail.{' '}
          <Anchor inherit underline="always" href={placeHref({ tab: 'problems' })}>
            See Problems
          </Anchor>
        </ToneLine>
      )}
      <CodeBlock label="installation" text={snippet.install} language="shellscript" />
      <CodeBlock label="Python code" text={snippet.code} language="python" />
    </section>
  );
}

function modelOf({ package: pkg, descriptor }: Opened): SnippetModel {
  const { kind, needsPickle } = pkg.own as NumpyOwn;
  const names = pkg.tensors.filter(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
  // A file that lies in another, or in gzip, has no address of its own.
  const isWhole = descriptor.kind === 'url' && new URL(descriptor.url, 'https://a').pathname.endsWith(`.${kind}`);
  return {
    kind,
    needsPickle,
    file: pkg.name.split('/').at(-1) ?? pkg.name,
    names: names.slice(0, SNIPPET_ARRAYS).map(({ name }) => name),
    ...(isWhole ? { url: descriptor.url } : {}),
  };
}
