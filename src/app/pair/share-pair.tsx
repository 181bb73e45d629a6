import { Button, TextInput } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { PairSides } from '../../state/pair-slice.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { useFindAction } from '../find/action.ts';
import classes from './pair-page.module.css';

/** Gives a link to the comparison, where others can read both packages. */
export function SharePair({ sides }: { sides: PairSides }) {
  const [opened, setOpened] = useState(false);
  useFindAction({ name: 'Share', also: 'copy link', Icon: IconShare2, run: () => setOpened(true) });
  const local = [sides.before, sides.after].filter(({ descriptor }) => descriptor.kind !== 'url');
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconShare2 size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Share
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Share this comparison">
        {local.length === 0 ? (
          <div className={classes.link}>
            <TextInput label="Link" readOnly value={window.location.href} onFocus={(event) => event.target.select()} />
            <CopyButton value={window.location.href} label="Copy link" kind="address" />
          </div>
        ) : (
          <p className={classes.text}>
            {local.length === 1
              ? 'One of both is on this computer. Nothing is uploaded, so a link cannot lead others to it.'
              : 'Both are on this computer. Nothing is uploaded, so a link cannot lead others to them.'}{' '}
            Put them on a host and compare their links, or copy what differs as Markdown.
          </p>
        )}
      </Dialog>
    </>
  );
}
