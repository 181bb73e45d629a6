import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './chip.module.css';
import type { Tone } from './severity.tsx';

interface Props {
  Icon?: TablerIcon;
  /** Puts it on the surface of a tone. */
  tone?: Tone;
  /** Makes it a link. */
  href?: string;
  children: ReactNode;
}

/** A short fact in a pill: an icon and a few words. */
export function Chip({ Icon, tone, href, children }: Props) {
  const Tag = href === undefined ? 'span' : 'a';
  return (
    <Tag className={classes.chip} data-tone={tone} href={href}>
      {Icon ? <Icon size={14} stroke={1.75} aria-hidden /> : null}
      <span className={classes.text}>{children}</span>
    </Tag>
  );
}
