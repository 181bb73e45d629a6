import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type MouseEventHandler, type ReactNode, type Ref, useId } from 'react';

interface Props extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode;
  onClick: MouseEventHandler<HTMLButtonElement>;
  /** Why the button cannot be used now. It can still get the focus, so that everybody can learn the reason. */
  reason?: string | undefined;
  /** What the button does, if its name does not say it all. */
  hint?: string | undefined;
  /** Whether dialogs open in front of the button. */
  behind?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  'data-autofocus'?: boolean | undefined;
}

/** A button with a tooltip that says what it does, or why it cannot. The tooltip is also its accessible description. */
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
        // Below the dialog that a click may open, because the tooltip fades more slowly than the dialog appears.
        zIndex={behind ? 150 : undefined}
        maw={320}
      >
        <Button
          {...rest}
          ref={ref}
          aria-disabled={reason !== undefined || undefined}
          data-disabled={reason !== undefined || undefined}
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
