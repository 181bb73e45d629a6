import { Button, Code } from '@mantine/core';
import type { ErrorData, ErrorTag } from '../base/errors.ts';
import { findingEntry } from '../base/findings.ts';
import classes from './error-note.module.css';
import { visibleText } from './name-text.tsx';
import { ToneSurface } from './severity.tsx';

interface Props {
  error: ErrorData;
  onRetry?: (() => void) | undefined;
}

/** Damaged bytes stay damaged; a host may answer, a reader that died was replaced. */
const RETRIABLE: ReadonlySet<ErrorTag> = new Set(['network', 'internal', 'cancelled']);

function isRetriable({ tag, code }: ErrorData): boolean {
  // Another version of the file must be opened before anything of it can be read.
  return RETRIABLE.has(tag) && code !== 'source/changed' && code !== 'source/storage-cleared';
}

/** Shown instead of content. Says what went wrong: the title of the error's code, the message, and what to do. */
export function ErrorNote({ error, onRetry }: Props) {
  const { title, action } = findingEntry(error.code);
  return (
    <div data-code={error.code}>
      <ToneSurface tone="error" title={title}>
        <p className={classes.text}>{visibleText(error.message)}</p>
        {error.excerpt === undefined ? null : <Code block>{visibleText(error.excerpt)}</Code>}
        <p className={classes.text}>{action}</p>
        {onRetry && isRetriable(error) ? (
          <Button mt={8} onClick={onRetry}>
            Try again
          </Button>
        ) : null}
      </ToneSurface>
    </div>
  );
}
