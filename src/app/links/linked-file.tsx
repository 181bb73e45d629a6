import { Button } from '@mantine/core';
import { IconCloud, IconDownload, IconEye, IconShieldCheck, type TablerIcon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { hostText } from '../../base/host.ts';
import { savedName } from '../../model/file/file-name.ts';
import { hostInWords, hostsInWords, hostsOf } from '../../model/link/linked-content.ts';
import type { PackageFile } from '../../model/package.ts';
import { atStart } from '../../model/words.ts';
import { useActions, useApp, useWords } from '../../state/hooks.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { IconButton } from '../../widgets/icon-button.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { pickSaveFile } from '../files/content/save-file.ts';
import { LinkAddresses } from './addresses.tsx';
import { Fetching, FetchOutcome } from './fetching.tsx';
import { useLinkFetch } from './hooks.ts';
import classes from './linked-file.module.css';
import { MirrorCheck } from './mirrors.tsx';
import { SizeLookup } from './size.tsx';

interface Props {
  file: PackageFile;
  /** Shows only the path and a button to fetch it. For examples and self-tests. */
  compact: boolean;
}

/** A file that the package only links to: its addresses, and ways to fetch it. No host is contacted without a click. */
export function LinkedFile({ file, compact }: Props) {
  const { hashList, linkList } = useWords();
  const { fetchLink, readBlob } = useActions();
  const fetching = useLinkFetch(file.sha256);
  const [saveError, setSaveError] = useState<ErrorData>();
  const urls = file.link?.urls ?? [];

  async function save(): Promise<void> {
    setSaveError(undefined);
    const name = savedName(file.path);
    const picked = await pickSaveFile(name);
    if (picked.kind === 'closed') return;
    const saveTo = picked.kind === 'file' ? picked.file : undefined;
    if (!(await fetchLink(file.path, { keep: true, saveTo })) || saveTo) return;
    try {
      // Not the real type: a browser may open that instead of saving it.
      saveBlob(await readBlob(file.path, 'application/octet-stream'), name);
    } catch (error) {
      if (!isCancelled(error)) setSaveError(toErrorData(error));
    }
  }

  const show = () => void fetchLink(file.path, { keep: true });
  const button = (label: string, Icon: TablerIcon, run: () => void) => (
    <IconButton Icon={Icon} size="sm" disabled={fetching?.phase === 'running'} onClick={run}>
      {label}
    </IconButton>
  );
  if (compact)
    return (
      <div className={classes.root}>
        <ToneLine tone="info" Icon={IconCloud}>
          <PlaceLink to={{ tab: 'files', item: file.path }} /> is not in the package, only linked.
        </ToneLine>
        <Fetching
          file={file}
          fetching={fetching}
          buttons={
            <div className={classes.actions}>
              <Button size="compact-sm" onClick={show}>
                Fetch it from {hostsInWords(urls)}
              </Button>
            </div>
          }
        />
      </div>
    );
  return (
    <div className={classes.root}>
      <ToneLine tone="info" Icon={IconCloud}>
        This file is not in the package. {atStart(linkList)} says where to fetch it
        {file.sha256 === undefined ? '' : `, and ${hashList} has its hash`}.
        {fetching === undefined ? ' Nothing has been contacted yet.' : ''}
      </ToneLine>
      <Fetching
        file={file}
        fetching={fetching}
        keepsButtons
        buttons={
          !file.unsafe && (
            <div className={classes.actions}>
              {button('Check without keeping', IconShieldCheck, () => void fetchLink(file.path, { keep: false }))}
              {button('Save file…', IconDownload, () => void save())}
              {button('Fetch and show', IconEye, show)}
            </div>
          )
        }
      />
      {saveError && <ErrorNote error={saveError} onRetry={() => void save()} />}
      <LinkAddresses urls={urls} fetching={fetching} />
      <MirrorCheck file={file} />
      {fetching?.phase === 'done' ? null : <LinkSize file={file} />}
    </div>
  );
}

/** The size of a linked file as a host states it, or buttons to ask its hosts. */
function LinkSize({ file }: { file: PackageFile }) {
  const known = useApp(({ linkSizes }) => linkSizes.get(file.sha256?.toLowerCase() ?? ''));
  return (
    <div className={classes.size}>
      {known?.size === undefined ? (
        hostsOf(file.link?.urls ?? [])
          .slice(0, MAX_HOSTS)
          .map((host) => <SizeLookup key={host} host={host} />)
      ) : (
        <p className={classes.note}>
          Size: {formatBytes(known.size)}, according to {hostText(known.host)}
        </p>
      )}
    </div>
  );
}

/** Hosts with a button to ask for the size. */
const MAX_HOSTS = 4;

/** Where a fetched file came from, shown above its content. */
export function FetchedNote({ file }: { file: PackageFile }) {
  const { hashList } = useWords();
  const fetching = useLinkFetch(file.sha256);
  const root = useRef<HTMLDivElement>(null);
  // The button that fetched the file is gone, and with it the focus.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) {
      root.current?.focus({ preventScroll: true });
    }
  }, []);
  if (fetching?.phase === 'failed')
    return (
      <div ref={root} tabIndex={-1} className={classes.fetched}>
        <p className={classes.note}>The file fetched earlier is kept while the package is open. The latest check:</p>
        <FetchOutcome fetching={fetching} />
        <LinkAddresses urls={file.link?.urls ?? []} fetching={fetching} />
      </div>
    );
  if (fetching?.phase !== 'done') return null;
  const { url, tried } = fetching;
  return (
    <div ref={root} tabIndex={-1} className={classes.fetched}>
      <ToneLine tone="ok" role="status" aria-label="Fetching">
        Fetched from {hostInWords(url)}, and matches {hashList}. It is kept while the package is open.
      </ToneLine>
      <details open={tried.length > 0}>
        <summary className={classes.summary}>{formatNumberOf(file.link?.urls.length ?? 0, 'URL', 'URLs')}</summary>
        <LinkAddresses urls={file.link?.urls ?? []} fetching={fetching} titled={false} />
      </details>
    </div>
  );
}
