import { Button, type ButtonProps } from '@mantine/core';
import { takeFocus } from '../focus.ts';

interface Props extends Pick<ButtonProps, 'size'> {
  classes: Partial<Record<'text' | 'actions', string>>;
  text: string;
  no: string;
  yes: string;
  onNo(): void;
  onYes(): void;
}

/** What a kept draft is asked about before it is discarded. */
export const DISCARD = {
  text: 'This deletes it for good. It cannot be undone.',
  no: 'Keep it',
  yes: 'Discard it',
};

/** What is asked before a draft takes the place of changes that were made since. */
export const RESTORE = {
  text: 'This replaces your current changes. Undo brings them back.',
  no: 'Keep these',
  yes: 'Restore it',
};

/** Asks before something goes. */
export function Confirm({ classes, text, no, yes, onNo, onYes, size }: Props) {
  return (
    <>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button ref={takeFocus} size={size} variant="default" onClick={onNo}>
          {no}
        </Button>
        <Button size={size} color="red" variant="outline" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </>
  );
}
