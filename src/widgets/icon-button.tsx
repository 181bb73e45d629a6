import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface IconButtonProps extends ButtonProps {
  Icon: TablerIcon;
  children: ReactNode;
  /** Makes it a link. */
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  title?: string;
}

/** A button or link with an icon before its words: quiet and small, unless its props say otherwise. */
export function IconButton({ Icon, href, onClick, ...props }: IconButtonProps) {
  const look: ButtonProps & { children: ReactNode } = {
    size: 'compact-sm',
    leftSection: <Icon size={16} stroke={1.75} aria-hidden />,
    ...props,
  };
  return href === undefined ? <Button {...look} onClick={onClick} /> : <Button {...look} component="a" href={href} />;
}
