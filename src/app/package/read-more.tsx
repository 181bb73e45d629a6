import { Button } from '@mantine/core';
import { useActions, useOpenPackage } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { type JobOptions, useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ToneSurface } from '../../widgets/severity.tsx';

/** The button that reads what was not read, in its place how far that is, and why it failed. */
export function useReadButton(words: string | undefined, read: (options: JobOptions) => Promise<void>) {
  const { state, run, cancel } = useJob();
  const start = () => void run(read);
  const isRunning = state.status === 'running';
  const button = isRunning ? (
    <RunningJob what="Reading" progress={undefined} onCancel={cancel} />
  ) : (
    <Button size="compact-sm" onClick={start}>
      {words}
    </Button>
  );
  const failure = state.status === 'failed' && <ErrorNote error={state.error} onRetry={start} />;
  return { button, failure, isRunning };
}

/** Says that files of the package were not read, and reads them. Nothing where all were. */
export function ReadMore() {
  const { more } = useOpenPackage();
  const { readMore } = useActions();
  const { button, failure } = useReadButton(more?.action, ({ signal }) => readMore({ signal }));
  if (!more) return null;
  return (
    <ToneSurface tone="info" title={more.text} action={button}>
      {failure}
    </ToneSurface>
  );
}
