import { Button } from '@mantine/core';
import { formatBytes } from '../../base/amounts.ts';
import { EmptyState } from '../empty-state.tsx';
import classes from './read-question.module.css';
import type { TensorAccess } from './view-props.ts';

interface Props {
  /** What needs them: "this picture". */
  what: string;
  bytes: number;
  access: TensorAccess;
  onRead(): void;
}

/** Stands in for a view that needs more than `access.unaskedBytes`, until the reader agrees. */
export function ReadQuestion({ what, bytes, access: { isRemote }, onRead }: Props) {
  return (
    <div className={classes.root}>
      <EmptyState title={isRemote ? 'Much to download' : 'Much to read'}>
        <p className={classes.text}>
          About {formatBytes(Math.ceil(bytes))} are {isRemote ? 'downloaded' : 'read'} for {what}.
        </p>
        <Button size="compact-sm" onClick={onRead}>
          {isRemote ? 'Download' : 'Read'}
        </Button>
      </EmptyState>
    </div>
  );
}
