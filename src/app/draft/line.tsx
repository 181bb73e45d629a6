import type { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './draft-dialog.module.css';

interface Props {
  tone: 'ok' | 'error' | 'warning' | 'info' | 'quiet';
  Icon: typeof IconInfoCircle;
  children: ReactNode;
}

/** A sentence of a dialog, with an icon for its kind. */
export function Line({ tone, Icon, children }: Props) {
  return (
    <p className={classes.line} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
