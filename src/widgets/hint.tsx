import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import {
  cloneElement,
  type DOMAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react';

/** The mouse rests so long on a control before its tooltip is shown, in milliseconds: as with those of the theme. */
const DELAY_MS = 300;

interface HintProps {
  label: string;
  children: ReactElement<Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave'>>;
}

/**
 * A tooltip that repeats the name of a control, for forms with a hundred of them. Making one costs more than its
 * button: it is made when a mouse first points at the control.
 */
function Hint({ label, children }: HintProps) {
  const [target, setTarget] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
  const control = cloneElement(children, {
    onPointerEnter({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'mouse') return;
      setTarget(currentTarget);
      timer.current = setTimeout(() => setOpen(true), DELAY_MS);
    },
    onPointerLeave() {
      clearTimeout(timer.current);
      setOpen(false);
    },
  });
  return (
    <>
      {control}
      {target && <Tooltip target={target} label={label} opened={isOpen} />}
    </>
  );
}

interface HintButtonProps extends ActionIconProps {
  label: string;
  /** The accessible name, where it says more than the tooltip. */
  name?: string;
  Icon: TablerIcon;
  onClick(): void;
  'data-focus'?: string | undefined;
}

/** A button of a form that is only an icon. */
export function HintButton({ label, name = label, Icon, ...button }: HintButtonProps) {
  return (
    <Hint label={label}>
      <ActionIcon aria-label={name} {...button}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
