import { Anchor, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { placeHref } from '../../../model/place.ts';
import { loadVerdict } from '../../../model/verdict.ts';
import { useFindings, useOpened } from '../../../state/hooks.ts';
import type { Opened } from '../../../state/load.ts';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { useOverflow } from '../../../widgets/overflow.ts';
import { CARTON_VERDICTS } from '../core/verdicts.ts';
import classes from './panel.module.css';
import { isWhole, type Snippet, type SnippetModel } from './snippet.ts';
import { cSnippet } from './snippet-c.ts';
import { cppSnippet } from './snippet-cpp.ts';
import { pythonSnippet } from './snippet-python.ts';
import { rustSnippet } from './snippet-rust.ts';

const LANGUAGES: readonly { label: string; write(model: SnippetModel): Snippet }[] = [
  { label: 'Python', write: pythonSnippet },
  { label: 'Rust', write: rustSnippet },
  { label: 'C++', write: cppSnippet },
  { label: 'C', write: cSnippet },
];

/** Where a program finds the open package: its address, or the name of the file. */
function locationOf({ descriptor }: Opened): string {
  switch (descriptor.kind) {
    case 'url':
      return descriptor.url;
    case 'file':
      return descriptor.file.name;
    case 'folder':
      return `${descriptor.name}.carton`;
  }
}

/** How to load this carton from Python, Rust, C++ and C. */
export function Snippets() {
  const opened = useOpened();
  const loading = loadVerdict(useFindings(), CARTON_VERDICTS);
  const [language, setLanguage] = useState('Python');
  const chosen = LANGUAGES.find(({ label }) => label === language);
  const snippet = useMemo(
    () =>
      opened &&
      chosen?.write({
        location: locationOf(opened),
        inputs: opened.package.inputs.filter(isWhole),
        outputs: opened.package.outputs.filter(isWhole),
      }),
    [opened, chosen],
  );
  if (!opened || !snippet) return null;
  const { kind } = opened.descriptor;
  return (
    <section aria-labelledby="load-it">
      <h2 id="load-it" className={classes.large}>
        Load it
      </h2>
      {loading !== 'fine' && (
        <p className={classes.doubt} data-loading={loading}>
          <IconAlertTriangle className={classes.doubtIcon} size={16} stroke={1.75} aria-hidden />
          <span>
            {loading === 'refused'
              ? 'As this carton is, the reference reader refuses to load it, so this code will fail.'
              : 'This carton has errors: it may not load, or not be what its author packed.'}{' '}
            <Anchor inherit underline="always" href={placeHref({ tab: 'problems' })}>
              See Problems
            </Anchor>
          </span>
        </p>
      )}
      <SegmentedControl
        className={classes.language ?? ''}
        aria-label="Language"
        size="sm"
        transitionDuration={0}
        data={LANGUAGES.map(({ label }) => label)}
        value={language}
        onChange={setLanguage}
      />
      {kind !== 'url' && (
        <p className={classes.lead}>
          {kind === 'file'
            ? 'Run it in the folder of the file, or write its whole path.'
            : 'A folder is not loaded as it is: zip its contents to this name first.'}
        </p>
      )}
      <Block label="installation" text={snippet.install} />
      <Block label={`${language} code`} text={snippet.code} />
    </section>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  const box = useRef<HTMLPreElement>(null);
  const reachable = useOverflow(box) ? { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrollable` } : {};
  return (
    <div className={`${classes.block} ${classes.snippet}`}>
      <pre ref={box} className={classes.code} {...reachable}>
        <code>{text}</code>
      </pre>
      <span className={classes.copy}>
        <CopyButton value={text} label={`Copy ${label}`} kind="text" />
      </span>
    </div>
  );
}
