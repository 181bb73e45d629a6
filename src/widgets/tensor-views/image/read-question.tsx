import { Button } from '@mantine/core';
import { formatBytes } from '../../../base/amounts.ts';
import classes from './read-question.module.css';

interface Props {
  bytes: number;
  isSheet: boolean;
  isRemote: boolean;
  onRead(): void;
}

/** Says how much drawing takes, before it is read. */
export function ReadQuestion({ bytes, isSheet, isRemote, onRead }: Props) {
  const what = isSheet ? 'Each screen of these pictures' : 'This picture';
  return (
    <div className={classes.root}>
      <p className={classes.text}>
        {what} takes about {formatBytes(bytes)} {isRemote ? 'from the network' : 'of the file'} to draw.
      </p>
      <Button onClick={onRead}>{isRemote ? 'Download and draw' : 'Read and draw'}</Button>
    </div>
  );
}
