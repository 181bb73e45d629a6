import { Button } from '@mantine/core';
import { useActions, useOpenPackage } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { useJob } from '../../widgets/loading/job.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { ToneSurface } from '../../widgets/severity.tsx';

/** Says that files of the package were not read, and reads them. Nothing where all were. */
export function ReadMore() {
  const { more } = useOpenPackage();
  const { readMore } = useActions();
  const { state, run, cancel } = useJob();
  if (!more) return null;
  const start = () => void run(({ signal }) => readMore({ signal }));
  return (
    <ToneSurface
      tone="info"
      title={more.text}
      action={
        state.status === 'running' ? (
          <RunningJob what="Reading" progress={undefined} onCancel={cancel} />
        ) : (
          <Button size="compact-sm" onClick={start}>
            {more.action}
          </Button>
        )
      }
    >
      {state.status === 'failed' && <ErrorNote error={state.error} onRetry={start} />}
    </ToneSurface>
  );
}
