import { useWindowEvent } from '@mantine/hooks';
import { formatBytes, formatCount, formatNumberOf } from '../../base/amounts.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ActButton } from '../draft/act-button.tsx';
import { type Making, whyNot } from './making.ts';
import classes from './new-package.module.css';

/** What is saved, and the button for it; while it is saved, how far that is. */
export function MakingFooter({ making }: { making: Making }) {
  const { fileName, taken, layout, fromNothing, isRunning } = making;
  const { state, cancel } = making.job;
  const size = taken.reduce((sum, file) => sum + file.size, 0);

  // Leaving would cancel it.
  useWindowEvent('beforeunload', (event) => {
    if (isRunning) event.preventDefault();
  });

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
        {fromNothing
          ? 'the files of the template'
          : `${takenText(taken.length, layout.files.length)}, ${formatBytes(size)}`}
        {window.showSaveFilePicker ? '' : `. It goes to your browser’s downloads${roomText(size)}`}
      </p>
      <ActButton variant="filled" reason={whyNot(making)} onClick={making.save}>
        Save {making.maker.words.one}
      </ActButton>
    </div>
  );
}

/** What a browser without a dialog for saving needs for files of so many bytes. */
function roomText(size: number): string {
  return size === 0 ? '' : `, which keep a copy first: up to ${formatBytes(2 * size)} of room are needed`;
}

/** "5 of 9 files", or "9 files". */
function takenText(taken: number, all: number): string {
  return taken === all ? formatNumberOf(all, 'file') : `${formatCount(taken)} of ${formatNumberOf(all, 'file')}`;
}
