import { Button } from '@mantine/core';
import { takeFocus } from '../focus.ts';
import classes from './offer.module.css';

/** What is to be done with a kept draft, where the user must confirm it. */
export type OfferAct = 'restore' | 'discard';

interface Props {
  act: OfferAct;
  onNo(): void;
  onYes(): void;
}

/** Asks before a kept draft goes for good, or takes the place of changes that were made since. */
export function OfferQuestion({ act, onNo, onYes }: Props) {
  return (
    <>
      <p className={classes.text}>
        {act === 'discard'
          ? 'This deletes it for good. It cannot be undone.'
          : 'This replaces your current changes. Undo brings them back.'}
      </p>
      <div className={classes.actions}>
        <Button ref={takeFocus} variant="default" onClick={onNo}>
          {act === 'discard' ? 'Keep it' : 'Keep these'}
        </Button>
        <Button color="red" variant="outline" onClick={onYes}>
          {act === 'discard' ? 'Discard it' : 'Restore it'}
        </Button>
      </div>
    </>
  );
}
