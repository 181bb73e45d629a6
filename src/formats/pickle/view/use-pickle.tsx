import { useMemo } from 'react';
import { shortened } from '../../../base/text.ts';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import { LoadDoubt } from '../../../widgets/use-it/load-doubt.tsx';
import type { PickleOwn } from '../core/own.ts';
import { loadSnippet, lookSnippet, type PickleUse, pickleUse, type SnippetModel, scriptSnippet } from './snippet.ts';
import classes from './use-pickle.module.css';

const DOUBTS = {
  refused: 'PyTorch rejects this file, so this code will fail.',
  doubtful: 'This file has errors: PyTorch may not load all of it.',
};

const SNIPPETS = { load: loadSnippet, script: scriptSnippet, look: lookSnippet, refused: lookSnippet };

/** How to load a PyTorch file with nothing but tensors, or to look at a pickle without loading it. */
export function UsePickle() {
  const opened = useOpened();
  const findings = useFindings();
  const shown = useMemo(() => opened && shownOf(opened), [opened]);
  if (!opened || !shown) return null;
  const { use, kind, snippet } = shown;
  const loads = use.how === 'load' || use.how === 'script';
  return (
    <Section title={loads ? 'Use it' : 'Inspect it'}>
      {loads && <LoadDoubt loading={loadVerdict(findings, opened.package.verdicts)} doubts={DOUBTS} />}
      <p className={classes.note}>
        <Note use={use} />
        {kind === 'joblib' && ' It stops at the first array, whose bytes are not opcodes.'}
      </p>
      {snippet.install !== undefined && (
        <CodeBlock label="installation" text={snippet.install} language="shellscript" />
      )}
      <CodeBlock label={loads ? 'Python code' : 'code to look at it'} text={snippet.code} language={snippet.language} />
    </Section>
  );
}

function Note({ use }: { use: PickleUse }) {
  switch (use.how) {
    case 'load':
      return 'With weights_only, PyTorch makes only tensors and plain values, and rejects every name that it does not know.';
    case 'script':
      return 'This loads the model with its TorchScript, which runs when the model is used.';
    case 'refused':
      return (
        <>
          With weights_only, PyTorch rejects this file, because it imports{' '}
          <NameText mono>{shortened(use.name)}</NameText>. This lists the opcodes of its pickle and loads nothing.
        </>
      );
    case 'look':
      return 'This lists the opcodes of its pickles and loads nothing.';
  }
}

function shownOf({ package: pkg, descriptor, inside }: Opened) {
  const own = pkg.own as PickleOwn;
  const { kind, pickles, main } = own;
  const url = descriptor.kind === 'url' && !inside ? descriptor.url : undefined;
  const model: SnippetModel = {
    kind,
    pickles,
    file: pkg.name.split('/').at(-1) ?? pkg.name,
    main,
    url,
  };
  const use = pickleUse(own);
  return { use, kind, snippet: SNIPPETS[use.how](model) };
}
