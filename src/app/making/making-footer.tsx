import { useEffect } from 'react';
import { MADE_FORMAT } from '../../formats/views.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ActButton } from '../draft/act-button.tsx';
import type { Job } from '../job.ts';
import classes from './new-package.module.css';

interface Props {
  fileName: string;
  /** How many files are taken of how many, and their bytes. Undefined of a package that is made of its template. */
  taken: { files: number; all: number; size: number } | undefined;
  /** Why it cannot be saved now, in a sentence. */
  reason: string | undefined;
  job: Pick<Job, 'state' | 'cancel'>;
  onSave(): void;
}

/** What is saved, and the button for it; while it is saved, how far that is. */
export function MakingFooter({ fileName, taken, reason, job: { state, cancel }, onSave }: Props) {
  const isRunning = state.status === 'running';

  // Leaving would cancel it.
  useEffect(() => {
    if (!isRunning) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isRunning]);

  if (state.status === 'running')
    return (
      <div className={classes.footer}>
        <div className={classes.job}>
          <RunningJob what={`Saving ${fileName}`} progress={state.progress} onCancel={cancel} />
        </div>
      </div>
    );
  return (
    <div className={classes.footer}>
      <p className={classes.sum}>
        <NameText mono>{fileName}</NameText>:{' '}
        {taken ? `${takenText(taken.files, taken.all)}, ${formatBytes(taken.size)}` : 'the files of the template'}
        {window.showSaveFilePicker || !taken?.size
          ? ''
          : `. This browser keeps a copy first, so it needs up to ${formatBytes(2 * taken.size)} of room`}
      </p>
      <ActButton reason={reason} onClick={onSave}>
        Save {MADE_FORMAT.one}
      </ActButton>
    </div>
  );
}

/** "5 of 9 files", or "9 files". */
function takenText(taken: number, all: number): string {
  return taken === all ? formatNumberOf(all, 'file') : `${formatCount(taken)} of ${formatNumberOf(all, 'file')}`;
}
