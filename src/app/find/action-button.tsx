import { IconButton, type IconButtonProps } from '../../widgets/icon-button.tsx';
import { type FindAction, useFindAction } from './action.ts';

interface Props extends Omit<IconButtonProps, 'children' | 'onClick'>, Omit<FindAction, 'always'> {
  /** What the button says, where it is not its name in Find. */
  label?: string;
}

/** A button that Find offers too, as long as it can be pressed. */
export function ActionButton({ label, name, also, run, ...props }: Props) {
  useFindAction(props.disabled ? undefined : { name, also, Icon: props.Icon, run });
  return (
    <IconButton {...props} onClick={run}>
      {label ?? name}
    </IconButton>
  );
}
