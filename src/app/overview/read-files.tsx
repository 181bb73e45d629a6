import { Button } from '@mantine/core';
import type { UnreadFiles } from '../../model/run-facts.ts';
import { useActions } from '../../state/hooks.ts';
import { formatBytes, formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { RunningJob } from '../../widgets/loading-view.tsx';
import { useJob } from '../job.ts';
import classes from './what-would-run.module.css';

/** Says how many files were not read to their end, and reads them. */
export function ReadFiles({ files: { count, bytes } }: { files: UnreadFiles }) {
  const { readWholeRuns } = useActions();
  const { state, run, cancel } = useJob();
  const start = () => void run(({ signal }) => readWholeRuns({ signal }));
  if (state.status === 'running') return <RunningJob what="Reading" progress={undefined} onCancel={cancel} />;
  return (
    <>
      <p className={classes.unread}>
        {formatNumberOf(count, 'file')} of {formatBytes(bytes)} {count === 1 ? 'was' : 'were'} not read to the end.
      </p>
      <Button variant="default" size="compact-sm" onClick={start}>
        Look into {count === 1 ? 'it' : 'them'}
      </Button>
      {state.status === 'failed' && <ErrorNote error={state.error} onRetry={start} />}
    </>
  );
}
