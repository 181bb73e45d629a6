import { IconButton, type IconButtonProps } from '../../widgets/icon-button.tsx';
import { type FindAction, useFindAction } from './action.ts';

type Props = Omit<IconButtonProps, 'children' | 'onClick'> &
  FindAction & {
    /** What the button says, where it is not its name in Find. */
    label?: string;
  };

/** A button that Find offers too, as long as it can be pressed. */
export function ActionButton({ label, name, also, always, run, ...props }: Props) {
  useFindAction(props.disabled ? undefined : { name, also, always, Icon: props.Icon, run });
  return (
    <IconButton {...props} onClick={props.href === undefined ? run : undefined}>
      {label ?? name}
    </IconButton>
  );
}
