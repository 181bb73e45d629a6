import { Button } from '@mantine/core';
import { useState } from 'react';
import { shortened, visibleProse, visibleText } from '../../../base/text.ts';
import { formatBytes, formatCount } from '../../../widgets/byte-size.ts';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import classes from './long-text.module.css';

/** Characters shown before a click, of an item of a list, and in all. */
const FIRST_CHARACTERS = 200;
const ITEM_CHARACTERS = 40;
const MOST_CHARACTERS = 20_000;

interface Props {
  text: string;
  /** An item of a list: in quotation marks, and never longer than a few words. */
  quoted?: boolean;
  /** Bytes of the whole, where the text is only its beginning. */
  bytes?: number | undefined;
  /** The key whose text it is, for the names of its buttons. */
  name?: string;
}

/** A stranger's text, of which a long one shows its beginning first. Nothing in it is hidden. */
export function LongText({ text, quoted = false, bytes, name = 'the text' }: Props) {
  const [open, setOpen] = useState(false);
  if (quoted) return <bdi className={classes.item}>{`“${visibleText(shortened(text, ITEM_CHARACTERS))}”`}</bdi>;
  if (text === '') return <span className={classes.note}>empty</span>;
  const isLong = text.length > FIRST_CHARACTERS;
  const shown = text.slice(0, open ? MOST_CHARACTERS : FIRST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
  return (
    <>
      <bdi className={classes.text}>{visibleProse(shown)}</bdi>
      {(isLong || bytes !== undefined) && (
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
