import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import { useApp } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { LateDialog } from '../boundary.tsx';
import { useFindAction } from '../find/action.ts';
import { useLinkedContents, useSizesText } from './hooks.ts';

const LinkCheckDialog = lateView(() => import('./check-dialog.tsx'));

/** A button that opens the dialog for checking linked files. Stands beside Integrity. */
export function CheckLinked() {
  const contents = useLinkedContents();
  const batch = useApp((state) => state.linkBatch);
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const open = () => setOpened(true);
  useFindAction(
    contents.length === 0 ? undefined : { name: 'Check linked files', also: 'links verify', Icon: IconLink, run: open },
  );
  if (contents.length === 0) return null;

  function close(): void {
    setOpened(false);
    // The dialog is loaded after the click, so it cannot know where the focus was.
    button.current?.focus();
  }

  return (
    <>
      <Button ref={button} size="compact-sm" onClick={open}>
        {batch.phase === 'running'
          ? `Checking linked: ${formatCount(batch.done)} of ${formatCount(batch.total)}…`
          : 'Check linked…'}
      </Button>
      <LateDialog opened={opened} onClose={close}>
        <LinkCheckDialog opened={opened} onClose={close} />
      </LateDialog>
    </>
  );
}

/** The number of linked files, and their size as far as it is known. */
export function LinkedSummary() {
  const contents = useLinkedContents();
  const sizesText = useSizesText();
  const files = contents.reduce((sum, { paths }) => sum + paths.length, 0);
  return (
    <>
      <PlaceLink to={{ tab: 'files', show: 'linked' }}>{formatNumberOf(files, 'linked file')}</PlaceLink> (
      {sizesText(contents)})
    </>
  );
}
