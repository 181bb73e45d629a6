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
          ? 'It is gone for good then. This cannot be undone.'
          : 'It takes the place of the changes that you have made now. Undo brings those back.'}
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
