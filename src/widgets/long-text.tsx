import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatCount } from '../base/amounts.ts';
import { shortened, visibleProse } from '../base/text.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './long-text.module.css';

/** Characters shown before a click, and in all. A text may have millions. */
const FIRST_CHARACTERS = 200;
const MOST_CHARACTERS = 20_000;

interface Props {
  text: string;
  /** What the text is the value of, for the names of its buttons. */
  name: string;
  /** Bytes of the whole, where the text is only its beginning. */
  bytes?: number | undefined;
}

/** A stranger's text. A long one shows its beginning first. Nothing in it is hidden. */
export function LongText({ text, name, bytes }: Props) {
  const [open, setOpen] = useState(false);
  if (text === '') return <span className={classes.note}>empty</span>;
  const isLong = text.length > FIRST_CHARACTERS;
  const shown = text.slice(0, open ? MOST_CHARACTERS : FIRST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return (
    <>
      <bdi className={classes.text}>{visibleProse(shown)}</bdi>
      {(shown.length < text.length || bytes !== undefined) && (
        <span className={classes.note}>
          {' … '}
          {bytes === undefined ? `${formatCount(text.length)} characters` : formatBytes(bytes)}
        </span>
      )}
      {isLong && (
        <span className={classes.buttons}>
          <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show more'}
          </Button>
          <CopyButton value={text} label={`Copy ${shortened(name)}`} kind="text" />
        </span>
      )}
    </>
  );
}
