import { Tooltip } from '@mantine/core';
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

interface Props {
  label: string;
  children: ReactElement<Pick<DOMAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave'>>;
}

/**
 * A tooltip that repeats the name of a control, for forms with a hundred of them. Making one costs more than its
 * button: it is made when a mouse first points at the control.
 */
export function Hint({ label, children }: Props) {
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
