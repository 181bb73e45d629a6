import { Button } from '@mantine/core';
import { useApp } from '../../state/hooks.ts';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { takeFocus } from '../focus.ts';
import classes from './draft-dialog.module.css';
import type { SaveStep } from './save-job.ts';

interface Props {
  step: SaveStep;
  onCancel(): void;
}

function whatIs(step: SaveStep): string {
  return step.at === 'saving' && step.into !== undefined ? `Putting it into ${visibleText(step.into)}` : 'Saving';
}

/** How far saving, or the check before it, is. */
export function SaveProgress({ step, onCancel }: Props) {
  const verification = useApp((state) => state.verification);
  return (
    <div className={classes.footer}>
      <div className={classes.job}>
        {step.at === 'checking' ? (
          <JobProgress
            what="Checking the unchanged files"
            progress={verification.phase === 'running' ? verification.progress : undefined}
          />
        ) : (
          <JobProgress what={whatIs(step)} progress={step.at === 'saving' ? step.progress : undefined} />
        )}
      </div>
      <Button ref={takeFocus} variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
