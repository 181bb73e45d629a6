import { IconPhotoOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { visibleText } from '../name-text.tsx';
import classes from './placeholder.module.css';

/** Shown in a text instead of an image. Says why the image is not shown. */
export function Placeholder({ alt, note, link }: { alt: string; note: ReactNode; link?: ReactNode }) {
  return (
    <span className={classes.root}>
      <IconPhotoOff className={classes.icon} size={16} stroke={1.75} aria-hidden />
      <span>
        {alt === '' ? 'Image' : visibleText(alt)} <span className={classes.note}>({note})</span>
        {link && <> {link}</>}
      </span>
    </span>
  );
}
