import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type MouseEventHandler, type ReactNode, type Ref, useId } from 'react';

interface Props extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode;
  onClick: MouseEventHandler<HTMLButtonElement>;
  /** Why it cannot be used now. It can still be reached, so that everybody learns this. */
  reason?: string | undefined;
  /** What it does, where its name does not say it all. */
  hint?: string | undefined;
  /** Whether it stands on the page, and dialogs open in front of it. */
  behind?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** A button that says by a tooltip, which is its description too, what it would do, or why it cannot. */
export function ActButton({ children, onClick, reason, hint, behind = false, ref, ...rest }: Props) {
  const id = useId();
  const text = reason ?? hint;
  return (
    <>
      <Tooltip
        label={text}
        disabled={text === undefined}
        events={{ hover: true, focus: true, touch: true }}
        multiline
        // Below the dialog that a click may open: it fades more slowly than that comes.
        {...(behind ? { zIndex: 150 } : {})}
        maw={320}
      >
        <Button
          {...rest}
          ref={ref ?? null}
          {...(reason === undefined ? {} : { 'aria-disabled': true, 'data-disabled': true })}
          aria-describedby={text === undefined ? undefined : id}
          onClick={(event) => {
            if (reason === undefined) onClick(event);
          }}
        >
          {children}
        </Button>
      </Tooltip>
      {text === undefined ? null : (
        <span id={id} hidden>
          {text}
        </span>
      )}
    </>
  );
}
