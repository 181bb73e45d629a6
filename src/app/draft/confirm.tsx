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

/** Asked before a kept draft is discarded. */
export const DISCARD = {
  text: 'This deletes it for good. It cannot be undone.',
  no: 'Keep it',
  yes: 'Discard it',
};

/** Asked before a draft replaces newer changes. */
export const RESTORE = {
  text: 'This replaces your current changes. Undo brings them back.',
  no: 'Keep these',
  yes: 'Restore it',
};

/** Asks before something is lost. */
export function Confirm({ classes, text, no, yes, onNo, onYes, size }: Props) {
  return (
    <>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>
        <Button ref={takeFocus} size={size} onClick={onNo}>
          {no}
        </Button>
        <Button size={size} color="red" variant="outline" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </>
  );
}
