import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { LoadVerdict } from '../../model/verdict.ts';
import { CodeBlock } from '../code-block.tsx';
import { Section } from '../section.tsx';
import { LoadDoubt, type LoadDoubts } from './load-doubt.tsx';
import type { SnippetLanguage } from './snippet.ts';
import classes from './use-it.module.css';

interface Props<Model> {
  /** At least one. Each writes its snippet when it is chosen. */
  languages: readonly [SnippetLanguage<Model>, ...SnippetLanguage<Model>[]];
  /** What the snippets are written from. The same object for as long as nothing in it changes. */
  model: Model;
  /** What loading the package does, by its findings. */
  loading: LoadVerdict;
  doubts: LoadDoubts;
  failure?: string | undefined;
  /** What to know before, above the code. */
  children?: ReactNode;
}

/** How to use the package from other programs: a choice of languages, what to install, and the code. */
export function UseIt<Model>({ languages, model, loading, doubts, failure, children }: Props<Model>) {
  const [label, setLabel] = useState(languages[0].label);
  const chosen = languages.find((language) => language.label === label) ?? languages[0];
  const snippet = useMemo(() => chosen.write(model), [chosen, model]);
  return (
    <Section title="Use it">
      <LoadDoubt loading={loading} doubts={doubts} failure={failure} />
      {languages.length > 1 && (
        <SegmentedControl
          className={classes.language ?? ''}
          aria-label="Language"
          size="sm"
          data={languages.map((language) => language.label)}
          value={chosen.label}
          onChange={setLabel}
        />
      )}
      {children}
      <CodeBlock label="installation" text={snippet.install} language="shellscript" />
      <CodeBlock label={`${chosen.label} code`} text={snippet.code} language={chosen.language} />
    </Section>
  );
}
