import { useMemo } from 'react';
import { shortened } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import { LoadDoubt } from '../../../widgets/use-it/load-doubt.tsx';
import type { PickleOwn } from '../core/own.ts';
import { loadSnippet, lookSnippet, pickleUse, scriptSnippet } from './snippet.ts';
import classes from './use-pickle.module.css';

const DOUBTS = {
  refused: 'PyTorch rejects this file, so this code will fail.',
  doubtful: 'This file has errors: PyTorch may not load all of it.',
};

const SNIPPETS = { load: loadSnippet, script: scriptSnippet, look: lookSnippet, refused: lookSnippet };

const NOTES = {
  load: 'With weights_only, PyTorch makes only tensors and plain values, and rejects every name that it does not know.',
  script: 'This loads the model with its TorchScript, which runs when the model is used.',
  look: 'This lists the opcodes of its pickles and loads nothing.',
};

/** How to load a PyTorch file with nothing but tensors, or to look at a pickle without loading it. */
export function UsePickle() {
  const opened = useOpened();
  const findings = useFindings();
  const own = opened?.package.own as PickleOwn | undefined;
  const use = useMemo(() => own && pickleUse(own), [own]);
  if (!opened || !own || !use) return null;
  const { package: pkg, descriptor, inside } = opened;
  const url = descriptor.kind === 'url' && !inside ? descriptor.url : undefined;
  const snippet = SNIPPETS[use.how]({ ...own, file: baseName(pkg.name), url });
  const loads = use.how === 'load' || use.how === 'script';
  return (
    <Section title={loads ? 'Use it' : 'Inspect it'}>
      {loads && <LoadDoubt loading={loadVerdict(findings, pkg.verdicts)} doubts={DOUBTS} />}
      <p className={classes.note}>
        {use.how === 'refused' ? (
          <>
            With weights_only, PyTorch rejects this file, because it imports{' '}
            <NameText mono>{shortened(use.name)}</NameText>. This lists the opcodes of its pickle and loads nothing.
          </>
        ) : (
          NOTES[use.how]
        )}
        {own.kind === 'joblib' && ' It stops at the first array, whose bytes are not opcodes.'}
      </p>
      {snippet.install !== undefined && (
        <CodeBlock label="installation" text={snippet.install} language="shellscript" />
      )}
      <CodeBlock label={loads ? 'Python code' : 'code to look at it'} text={snippet.code} language={snippet.language} />
    </Section>
  );
}
