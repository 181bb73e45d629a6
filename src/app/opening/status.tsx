import { Button, Loader } from '@mantine/core';
import { JobProgress } from '../../widgets/loading/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import classes from './status.module.css';

interface Props {
  name: string;
  /** Of a download, in bytes. A total of 0 is unknown. */
  progress: { done: number; total: number } | undefined;
  onCancel(): void;
}

/** What is being opened, with a button to cancel. */
export function OpeningStatus({ name, progress, onCancel }: Props) {
  return (
    <div className={classes.root} role="status" aria-label="Opening">
      {progress ? null : <Loader size="xs" aria-hidden />}
      <div className={classes.text}>
        {progress ? 'Downloading' : 'Opening'} <NameText mono>{name}</NameText>
        {progress ? <JobProgress what="Downloading" progress={progress} /> : null}
      </div>
      <Button size="xs" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
