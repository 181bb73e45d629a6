import { Button } from '@mantine/core';
import { IconCircleOff, IconLoader, type TablerIcon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatBytes, formatCount, formatNumberIs, formatNumberOf } from '../../base/amounts.ts';
import { groupBy } from '../../base/group-by.ts';
import type { LinkedContent } from '../../model/link/linked-content.ts';
import { useActions, useApp, useWords } from '../../state/hooks.ts';
import type { LinkFetchState } from '../../state/link-slice.ts';
import { AddressText } from '../../widgets/address-text.tsx';
import { Card } from '../../widgets/card.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { RunningJob } from '../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { type Tone, ToneLine } from '../../widgets/severity.tsx';
import { hostInPage } from '../private-host.ts';
import classes from './check-dialog.module.css';
import { isDifferent } from './fetching.tsx';
import { useLinkedContents, useSizesText } from './hooks.ts';
import { PrivateHosts } from './private-hosts.tsx';
import { SizeLookup } from './size.tsx';

/** Hosts and files listed here; the Files tab has all files. */
const MAX_HOSTS = 20;
const MAX_FILES = 100;

interface Props {
  opened: boolean;
  onClose(): void;
}

/** Checks all linked files. Shows the hosts to ask, the known sizes, the progress, and the outcome of each address. */
export default function LinkCheckDialog({ opened, onClose }: Props) {
  const { checkLinked, cancelCheck } = useActions();
  const { hashList } = useWords();
  const contents = useLinkedContents();
  const batch = useApp((state) => state.linkBatch);
  const fetches = useApp((state) => state.linkFetches);
  const counts = useMemo(() => {
    const states = contents.map(({ sha256 }) => statusOf(fetches.get(sha256)));
    const count = (of: Status) => states.filter((status) => status === of).length;
    return { matching: count('matching'), differing: count('differing'), failed: count('failed') };
  }, [contents, fetches]);
  const left = contents.length - counts.matching;
  const begun = batch.phase === 'running' || counts.matching + counts.differing + counts.failed > 0;
  return (
    <Dialog opened={opened} onClose={onClose} title="Check linked files">
      <p className={classes.lead}>
        {formatNumberIs(contents.length, `file of ${hashList}`, `files of ${hashList}`)} not in the package. Checking
        downloads {contents.length === 1 ? 'it' : 'each one'}, compares its hash with {hashList}, and keeps nothing.
      </p>
      <Hosts contents={contents} />
      <PrivateHosts urls={contents.flatMap(({ urls }) => urls)} />
      <div className={classes.actions}>
        {batch.phase === 'running' ? (
          <RunningJob
            what={`Checking, ${formatCount(batch.done)} of ${formatNumberOf(batch.total, 'file')} done`}
            progress={batch.progress}
            onCancel={cancelCheck}
          />
        ) : (
          <Button variant={left > 0 ? 'filled' : 'default'} onClick={() => void checkLinked()}>
            Check{' '}
            {left > 0 && counts.matching > 0
              ? `the other ${formatCount(left)}`
              : `${formatNumberOf(contents.length, 'file')}${left > 0 ? '' : ' again'}`}
          </Button>
        )}
      </div>
      <p role="status" aria-label="Linked files" className={classes.summary}>
        {begun ? summaryOf(counts, contents.length, hashList) : null}
      </p>
      {begun && (
        <Card as="ul" rows aria-label="Checked files" className={classes.files}>
          {contents.slice(0, MAX_FILES).map((content) => (
            <File key={content.sha256} content={content} state={fetches.get(content.sha256)} onFollow={onClose} />
          ))}
          {contents.length > MAX_FILES && (
            <li className={classes.quiet}>and {formatCount(contents.length - MAX_FILES)} more, under Files</li>
          )}
        </Card>
      )}
    </Dialog>
  );
}

function summaryOf(
  { matching, differing, failed }: Record<'matching' | 'differing' | 'failed', number>,
  all: number,
  hashList: string,
) {
  return [
    `${formatCount(matching)} of ${formatCount(all)} match ${hashList}`,
    differing > 0 ? `${formatCount(differing)} differ${differing === 1 ? 's' : ''}` : undefined,
    failed > 0 ? `${formatCount(failed)} could not be fetched` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

function Hosts({ contents }: { contents: readonly LinkedContent[] }) {
  const sizesText = useSizesText();
  const hosts = useMemo(() => {
    const pairs = contents.flatMap((content) => content.hosts.map((host) => ({ host, content })));
    return [...groupBy(pairs, ({ host }) => host)].sort((a, b) => b[1].length - a[1].length);
  }, [contents]);
  return (
    <>
      <h3 className={classes.heading}>
        {hosts.length === 1 ? 'The host that is contacted' : 'The hosts that are contacted'}
      </h3>
      <Card as="ul" rows aria-label="Hosts" className={classes.hosts}>
        {hosts.slice(0, MAX_HOSTS).map(([host, pairs]) => (
          <li key={host}>
            <span className={classes.host}>
              <NameText mono>{hostInPage(host)}</NameText>
              <span className={classes.quiet}>
                {formatNumberOf(pairs.length, 'file')}, {sizesText(pairs.map(({ content }) => content))}
              </span>
            </span>
            <SizeLookup host={host} />
          </li>
        ))}
        {hosts.length > MAX_HOSTS && <li>and {formatNumberOf(hosts.length - MAX_HOSTS, 'more host')}</li>}
      </Card>
    </>
  );
}

interface FileProps {
  content: LinkedContent;
  state: LinkFetchState | undefined;
  onFollow(): void;
}

function File({ content, state, onFollow }: FileProps) {
  const { hashList } = useWords();
  const status = statusOf(state);
  const { word, tone, Icon } = STATUSES[status];
  const done = state?.phase === 'running' ? state.progress.done : 0;
  const path = content.paths[0] as string;
  const tried = state && 'tried' in state ? state.tried : [];
  return (
    <li data-path={path}>
      <div className={classes.file}>
        <PlaceLink
          to={{ tab: 'files', item: path }}
          underline="never"
          onClick={onFollow}
          className={classes.path ?? ''}
        />
        {content.paths.length > 1 && (
          <span className={classes.quiet}>and {formatNumberOf(content.paths.length - 1, 'other path')}</span>
        )}
        <ToneLine as="span" tone={tone} Icon={Icon} className={classes.status}>
          {word}
          {status === 'matching' && ` ${hashList}`}
          {done > 0 && `, ${formatBytes(done)}`}
        </ToneLine>
      </div>
      {state?.phase === 'failed' && state.error ? (
        <p className={classes.reason}>{visibleText(state.error.message)}</p>
      ) : null}
      {tried.map(({ url, error }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice.
        <p key={index} className={classes.reason} data-code={error.code}>
          <AddressText>{url}</AddressText>: {visibleText(error.message)}
        </p>
      ))}
    </li>
  );
}

type Status = Exclude<LinkFetchState['phase'], 'done'> | 'matching' | 'differing' | 'unchecked';

const STATUSES: Readonly<Record<Status, { word: string; tone: Tone; Icon?: TablerIcon }>> = {
  matching: { word: 'Matches', tone: 'ok' },
  running: { word: 'Checking', tone: 'quiet', Icon: IconLoader },
  differing: { word: 'Differs', tone: 'error' },
  failed: { word: 'Could not be fetched', tone: 'error' },
  cancelled: { word: 'Canceled', tone: 'quiet', Icon: IconCircleOff },
  waiting: { word: 'Waiting', tone: 'quiet' },
  unchecked: { word: 'Not checked', tone: 'quiet' },
};

function statusOf(state: LinkFetchState | undefined): Status {
  if (state?.phase === 'done') return 'matching';
  return isDifferent(state) ? 'differing' : (state?.phase ?? 'unchecked');
}
