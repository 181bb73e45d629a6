import { Anchor, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { CodeBlock } from '../../../widgets/code-block.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { SectionHeading } from '../../../widgets/section-heading.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { LANGUAGES, type SnippetModel } from './snippet.ts';
import classes from './snippets.module.css';

/** Characters of a name that code is written with. A hostile one may have millions. */
const MAX_NAME = 200;

/** How to load the tensors from Python and Rust. */
export function Snippets() {
  const opened = useOpened();
  const placeHref = usePlaceHref();
  const loading = loadVerdict(useFindings(), opened?.package.verdicts ?? { refused: [], unsoundHashList: [] });
  const [label, setLabel] = useState('PyTorch');
  const chosen = LANGUAGES.find((language) => language.label === label);
  const snippet = useMemo(() => opened && chosen?.write(modelOf(opened)), [opened, chosen]);
  if (!snippet || !chosen) return null;
  return (
    <section aria-labelledby="use-it">
      <SectionHeading id="use-it">Use it</SectionHeading>
      {loading !== 'fine' && (
        <ToneLine tone="error" className={classes.doubt ?? ''}>
          The safetensors library rejects this file, so this code will fail.{' '}
          <Anchor inherit underline="always" href={placeHref({ tab: 'problems' })}>
            See Problems
          </Anchor>
        </ToneLine>
      )}
      <SegmentedControl
        className={classes.language ?? ''}
        aria-label="Language"
        size="sm"
        transitionDuration={0}
        data={LANGUAGES.map((language) => language.label)}
        value={label}
        onChange={setLabel}
      />
      <CodeBlock label="installation" text={snippet.install} language="shellscript" />
      <CodeBlock label={`${label} code`} text={snippet.code} language={chosen.language} />
    </section>
  );
}

function modelOf({ package: pkg, descriptor, inside }: Opened): SnippetModel {
  const index = pkg.files.find(({ role }) => role === 'metadata');
  const tensor = pkg.tensors.find(({ name, problem }) => problem === undefined && name.length <= MAX_NAME);
  const url = descriptor.kind === 'url' && !inside && index === undefined ? descriptor.url : undefined;
  return {
    file: index?.path ?? pkg.name.split('/').at(-1) ?? pkg.name,
    isIndex: index !== undefined,
    ...(url === undefined ? {} : { url }),
    ...(tensor ? { tensor: tensor.name } : {}),
  };
}
