import { Button } from '@mantine/core';
import type { ErrorData } from '../../../base/errors.ts';
import type { Finding } from '../../../base/findings.ts';
import type { Job } from '../../../widgets/loading/job.ts';
import { RunningJob, useSlow } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import classes from './job-lines.module.css';

interface FailedProps {
  error: ErrorData;
  /** What did not happen, as a sentence. */
  what: string;
  /** Replaces the error's message. */
  why?: string | undefined;
  /** Begins again. */
  onRetry?: (() => void) | undefined;
}

/** Why a job failed, in a line, without what its code means or what to do. */
export function FailedLine({ error, what, why = visibleText(error.message), onRetry }: FailedProps) {
  return (
    <div className={classes.root} data-code={error.code}>
      <ToneIcon tone="error" />
      <p className={classes.text} role="status">
        <strong>{what}</strong> {why}
      </p>
      {onRetry && (
        <Button size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface Props extends Omit<FailedProps, 'error' | 'what'> {
  job: Pick<Job, 'state' | 'cancel'>;
  className?: string | undefined;
  /** What it does while it runs. */
  what: string;
  /** What did not happen where it failed, as a sentence. */
  failed: string;
}

/** The progress of a job that takes more than a moment, and why it failed. */
export function JobLines({ job: { state, cancel }, className, what, failed, ...props }: Props) {
  const isSlow = useSlow(state.status === 'running');
  if (state.status === 'failed') return <FailedLine error={state.error} what={failed} {...props} />;
  if (state.status !== 'running' || !isSlow) return null;
  return (
    <div className={className}>
      <RunningJob what={what} progress={state.progress} onCancel={cancel} />
    </div>
  );
}

/** Points to the finding on the page that explains why the job failed. Undefined without one. */
export function shownElsewhere(findings: readonly Finding[], { state }: Pick<Job, 'state'>, where: 'above' | 'below') {
  const isShown = state.status === 'failed' && findings.some(({ code }) => code === state.error.code);
  return isShown ? `See the problem ${where}.` : undefined;
}
