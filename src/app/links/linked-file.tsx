import { Anchor, Button } from '@mantine/core';
import { IconCloud, IconDownload, IconEye, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../base/errors.ts';
import { hostText } from '../../base/host.ts';
import { savedName } from '../../model/file/file-name.ts';
import { hostInWords, hostOf, hostsInWords, hostsOf } from '../../model/link/linked-content.ts';
import type { PackageFile } from '../../model/package.ts';
import { atStart } from '../../model/words.ts';
import { useActions, useApp, useWords } from '../../state/hooks.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';
import { formatBytes, formatNumberOf } from '../../widgets/byte-size.ts';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { saveBlob } from '../../widgets/files/save-blob.ts';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { pickSaveFile } from '../files/content/save-file.ts';
import { LinkAddresses } from './addresses.tsx';
import { useContentOf, useLinkFetch } from './hooks.ts';
import classes from './linked-file.module.css';
import { PrivateHosts } from './private-hosts.tsx';
import { SizeLookup } from './size.tsx';

interface Props {
  file: PackageFile;
  /** Shows only the path and a button to fetch it. For examples and self-tests. */
  compact: boolean;
}

/** A file that the package only links to: its addresses, and ways to fetch it. No host is contacted without a click. */
export function LinkedFile({ file, compact }: Props) {
  const placeHref = usePlaceHref();
  const { hashList, linkList } = useWords();
  const { fetchLink, readBlob } = useActions();
  const fetching = useLinkFetch(file.sha256);
  const [saveError, setSaveError] = useState<ErrorData>();
  const urls = file.link?.urls ?? [];
  const running = fetching?.phase === 'running';

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
  if (compact)
    return (
      <div className={classes.root}>
        <ToneLine tone="info" Icon={IconCloud}>
          <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: file.path })}>
            <NameText mono>{file.path}</NameText>
          </Anchor>{' '}
          is not in the package, only linked.
        </ToneLine>
        <PrivateHosts urls={urls} />
        {running ? (
          <FetchProgress sha256={file.sha256 ?? ''} fetching={fetching} what="Fetching" />
        ) : (
          <div className={classes.actions}>
            <Button variant="default" size="compact-sm" onClick={show}>
              Fetch it from {hostsInWords(urls)}
            </Button>
          </div>
        )}
        <FetchOutcome fetching={fetching} />
      </div>
    );
  return (
    <div className={classes.root}>
      <ToneLine tone="info" Icon={IconCloud}>
        This file is not in the package. {atStart(linkList)} says where to fetch it
        {file.sha256 === undefined ? '' : `, and ${hashList} has its hash`}.
        {fetching === undefined ? ' Nothing has been contacted yet.' : ''}
      </ToneLine>
      <PrivateHosts urls={urls} />
      {file.unsafe ? null : (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
            disabled={running}
            onClick={() => void fetchLink(file.path, { keep: false })}
          >
            Check without keeping
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            disabled={running}
            onClick={() => void save()}
          >
            Save file…
          </Button>
          <Button
            variant="default"
            leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
            disabled={running}
            onClick={show}
          >
            Fetch and show
          </Button>
        </div>
      )}
      {running ? <FetchProgress sha256={file.sha256 ?? ''} fetching={fetching} what="Fetching" /> : null}
      <div role="status" aria-label="Fetching">
        <FetchOutcome fetching={fetching} />
      </div>
      {saveError && <ErrorNote error={saveError} onRetry={() => void save()} />}
      <LinkAddresses urls={urls} fetching={fetching} />
      {fetching?.phase === 'done' ? null : <LinkSize file={file} />}
    </div>
  );
}

/** How far fetching is, with a button to cancel. */
export function FetchProgress({ sha256, fetching, what }: { sha256: string; fetching: LinkFetchState; what: string }) {
  const { cancelFetch } = useActions();
  if (fetching.phase !== 'running') return null;
  const host = hostOf(fetching.url ?? '');
  return (
    <RunningJob
      what={host ? `${what} from ${hostText(host)}` : what}
      progress={fetching.progress}
      onCancel={() => cancelFetch(sha256.toLowerCase())}
    />
  );
}

/** The outcome of fetching, in a sentence. The reasons are shown with the addresses. */
export function FetchOutcome({ fetching }: { fetching: LinkFetchState | undefined }) {
  const { hashList } = useWords();
  switch (fetching?.phase) {
    case 'done':
      return (
        <ToneLine tone="ok">
          Matches {hashList}: {formatBytes(fetching.size)} from {hostInWords(fetching.url)}. It was not kept.
        </ToneLine>
      );
    case 'failed':
      if (fetching.error) return <ErrorNote error={fetching.error} />;
      return (
        <ToneLine tone="error">
          {fetching.tried.some(({ error }) => error.code === 'links/hash-mismatch')
            ? `The fetched file is not the one that ${hashList} lists.`
            : fetching.tried.length === 1
              ? 'The URL does not lead to the file.'
              : `None of ${formatNumberOf(fetching.tried.length, 'URL', 'URLs')} leads to the file.`}
        </ToneLine>
      );
    case 'cancelled':
      return <p className={classes.note}>Canceled. Nothing was kept.</p>;
    default:
      return null;
  }
}

/** The size of a linked file as a host states it, or buttons to ask its hosts. */
function LinkSize({ file }: { file: PackageFile }) {
  const content = useContentOf(file);
  const known = useApp(({ linkSizes }) => (content ? linkSizes.get(content.sha256) : undefined));
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
