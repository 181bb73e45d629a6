import { Anchor, Button } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { useApp } from '../../state/hooks.ts';
import { formatBytes, formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { useKnownSizes, useLinkedContents } from './hooks.ts';

const LinkCheckDialog = lazy(() => import('./check-dialog.tsx'));

/** Beside the integrity of the package: the way to check what it only links to. */
export function CheckLinked() {
  const contents = useLinkedContents();
  const batch = useApp((state) => state.linkBatch);
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (contents.length === 0) return null;

  function close(): void {
    setOpened(false);
    // The dialog was there only after it had been opened, and so does not know where the focus was.
    button.current?.focus();
  }

  return (
    <>
      <Button
        ref={button}
        variant="default"
        size="compact-sm"
        onClick={() => {
          setWanted(true);
          setOpened(true);
        }}
      >
        {batch.phase === 'running'
          ? `Checking linked: ${formatCount(batch.done)} of ${formatCount(batch.total)}…`
          : 'Check linked…'}
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <LinkCheckDialog opened={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** How many files are linked, and their size as far as it is known. A package may state it nowhere. */
export function LinkedSummary() {
  const contents = useLinkedContents();
  const { count, known, bytes } = useKnownSizes(contents);
  const files = contents.reduce((sum, { paths }) => sum + paths.length, 0);
  return (
    <>
      <Anchor underline="always" href="#/files">
        {formatNumberOf(files, 'linked file')}
      </Anchor>{' '}
      {known === 0
        ? '(size not stated)'
        : known === count
          ? `(${formatBytes(bytes)})`
          : `(${formatBytes(bytes)}, ${formatCount(count - known)} of unknown size)`}
    </>
  );
}
