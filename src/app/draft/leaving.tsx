import { Button } from '@mantine/core';
import { Fragment } from 'react';
import { atStart } from '../../model/words.ts';
import { useOpened } from '../../state/hooks.ts';
import type { Unsaved } from '../../state/level/levels.ts';
import { Dialog } from '../../widgets/dialog.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import classes from './draft-dialog.module.css';

interface Props {
  /** Whether leaving opens another package, or only closes the open one. */
  opens: boolean;
  /** The packages with changes that would be left. */
  unsaved: readonly Unsaved[];
  /** Whether a save is running. */
  saving: boolean;
  onLeave(): void;
  onStay(): void;
}

/** Asks before a package with unsaved changes is left. */
export default function LeavingDialog({ opens, unsaved, saving, onLeave, onStay }: Props) {
  const opened = useOpened();
  return (
    <Dialog opened onClose={onStay} title="Leave your changes?" size={480}>
      <p className={classes.text}>
        {saving ? `${atStart(opened?.package.words.a ?? 'a package')} is being saved. Leaving stops that. ` : null}
        {unsaved.map(({ name, isKept }) => (
          <Fragment key={name}>
            Your changes to <NameText>{name}</NameText>{' '}
            {isKept
              ? 'are kept in this browser, and offered when you open it again.'
              : 'cannot be kept in this browser and will be lost.'}{' '}
          </Fragment>
        ))}
      </p>
      <div className={classes.actions}>
        <Button variant="filled" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button onClick={onLeave}>{opens ? 'Open the other' : 'Leave'}</Button>
      </div>
    </Dialog>
  );
}
