import { Button, Loader } from '@mantine/core';
import { useActions } from '../state/hooks.ts';
import { NameText } from '../widgets/name-text.tsx';
import classes from './opening-status.module.css';

/** What is being opened, and a way to stop. */
export function OpeningStatus({ name }: { name: string }) {
  const { cancelOpening } = useActions();
  return (
    <div className={classes.root} role="status" aria-label="Opening">
      <Loader size="xs" aria-hidden />
      <span className={classes.text}>
        Opening <NameText mono>{name}</NameText>
      </span>
      <Button variant="default" size="xs" onClick={cancelOpening}>
        Cancel
      </Button>
    </div>
  );
}
