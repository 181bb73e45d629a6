import { Button } from '@mantine/core';
import { useRef } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { UnreadFiles } from '../../model/run-facts.ts';
import { useActions } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import classes from './what-would-run.module.css';

/** Says how many files were not read to their end, and reads them. */
export function ReadFiles({ files: { count, bytes } }: { files: UnreadFiles }) {
  const { auditWhole } = useActions();
  const { state, run, cancel } = useJob();
  const place = useRef<HTMLDivElement>(null);
  const start = async () => {
    const rest = place.current?.parentElement?.querySelector('summary');
    let isRead = false;
    await run(async ({ signal }) => {
      await auditWhole({ signal });
      isRead = true;
    });
    // The button that had the focus is gone, and what was found is in the list.
    if (isRead && document.activeElement === document.body) rest?.focus();
  };
  if (state.status === 'running') {
    return (
      <div ref={place}>
        <RunningJob what="Reading" progress={undefined} onCancel={cancel} />
      </div>
    );
  }
  return (
    <div ref={place}>
      <p className={classes.unread}>
        {formatNumberOf(count, 'file')} of {formatBytes(bytes)} {count === 1 ? 'was' : 'were'} not read to the end.
      </p>
      <Button size="compact-sm" onClick={() => void start()}>
        Look into {count === 1 ? 'it' : 'them'}
      </Button>
      {state.status === 'failed' && <ErrorNote error={state.error} onRetry={() => void start()} />}
    </div>
  );
}
