import { Button, Group, Text } from '@mantine/core';
import { useCallback } from 'react';
import { formatBytes } from '../../base/amounts.ts';
import { type ErrorData, isMendedByDownload } from '../../base/errors.ts';
import { hostInWords } from '../../model/link/linked-content.ts';
import { insideHref, placeHref } from '../../model/place.ts';
import { useActions, useLevels, useOpened, useOutermost, useWork } from '../../state/hooks.ts';
import type { InnerChoice } from '../../state/level/levels.ts';
import { useShownInside } from '../../widgets/place-href.ts';
import { followInside } from '../inside/follow.ts';
import { pushStep } from '../page-address.ts';
import { useOpening } from './opening-ways.tsx';

/** Errors of a readable file that breaks the rules of its format. */
const UNLIKE_ITS_FORMAT: readonly ErrorData['tag'][] = ['bad-file', 'unsupported', 'too-large'];

/** Errors of a file's location, not of the file. */
const OF_ITS_PLACE: readonly ErrorData['code'][] = ['source/too-deep', 'source/no-room'];

/** A button for what may mend the error: downloading the whole file, opening it again, or choosing it again. */
export function Remedy({ error }: { error: ErrorData }) {
  const way = useRemedy(error);
  if (way === 'local') return <LocalFile />;
  return (
    way && (
      <Button mt={8} onClick={way.run}>
        {way.label}
      </Button>
    )
  );
}

/** What may mend an error. `local`: it is of a file of this computer, which can be opened again in several ways. */
function useRemedy({
  tag,
  code,
  url,
  size,
  inner,
  actual,
}: ErrorData): { label: string; run(): void } | 'local' | null {
  const { open } = useActions();
  const attempt = useOutermost((state) => state.attempt);
  const opened = useOpened();
  const { openBytes, openUrl } = useOpening();
  const openInside = useOpenInside();
  const levels = useLevels();
  const inside = useShownInside();
  if (inner !== undefined && code === 'source/undecoded') {
    const amount = actual === undefined ? 'all' : formatBytes(actual);
    return { label: `Decompress ${amount} and open`, run: () => openInside(inner, { decodesAll: true }) };
  }
  if (UNLIKE_ITS_FORMAT.includes(tag) && !OF_ITS_PLACE.includes(code)) {
    const label = 'Show its bytes';
    if (inner !== undefined) return { label, run: () => openInside(inner, { asBytes: true }) };
    if (attempt && attempt.kind !== 'folder') return { label, run: () => openBytes(attempt) };
  }
  if (code === 'source/storage-cleared') {
    const again = 'Open again';
    const around = inside.slice(0, -1);
    const reopenInner = () => levels.follow(placeHref({ tab: 'files' }, around)).then(() => followInside(levels));
    if (inside.length > 0) return { label: again, run: () => void reopenInner() };
    const descriptor = opened?.descriptor;
    return descriptor?.kind === 'url' ? { label: again, run: () => void open({ ...descriptor }) } : 'local';
  }
  if (url === undefined) return code === 'source/changed' || code === 'source/read-failed' ? 'local' : null;
  if (code === 'source/private-host') return { label: `Open from ${hostInWords(url)}`, run: () => openUrl(url) };
  if (isMendedByDownload(code)) {
    const amount = size === undefined ? '' : ` (${formatBytes(size)})`;
    return { label: `Download all${amount} and open`, run: () => void open({ kind: 'url', url, whole: true }) };
  }
  if (code !== 'source/changed') return null;
  const again = opened?.descriptor.kind === 'url' ? opened.descriptor : ({ kind: 'url', url } as const);
  return { label: 'Open again', run: () => void open({ ...again }) };
}

/** Opens a file of the package that is shown, in a way that people chose after it was refused. */
function useOpenInside(): (path: string, choice: InnerChoice) => void {
  const levels = useLevels();
  const inside = useShownInside();
  return (path, choice) => {
    pushStep(insideHref([...inside, path]), window.history.state);
    void followInside(levels, choice);
  };
}

/** The ways to open a local file or folder again that can no longer be read. */
function LocalFile() {
  const opening = useOpening();
  const descriptor = useOpened()?.descriptor;
  const isFolder = descriptor?.kind === 'folder';
  const handle = descriptor?.kind === 'file' ? descriptor.handle : undefined;
  return (
    <>
      {descriptor?.kind === 'file' && handle && <OnDisk file={descriptor.file} handle={handle} />}
      <Group mt={8} gap={8}>
        {handle && <Button onClick={opening.reopen}>Reopen</Button>}
        <Button onClick={opening.chooseAgain}>Choose the {isFolder ? 'folder' : 'file'} again</Button>
      </Group>
    </>
  );
}

/** Compares the open file with the one that is on the disk by now: size and time of the last change. */
function OnDisk({ file, handle }: { file: File; handle: FileSystemFileHandle }) {
  const found = useWork(useCallback(() => handle.getFile(), [handle]));
  // Where the file is gone, the error says so already.
  if (found.status !== 'ready') return null;
  const now = found.value;
  if (now.size === file.size && now.lastModified === file.lastModified) return null;
  const time = ({ lastModified }: File) =>
    new Date(lastModified).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <Text mt={4}>
      Open here: {formatBytes(file.size)}, of {time(file)}. On the disk now: {formatBytes(now.size)}, of {time(now)}.
    </Text>
  );
}
