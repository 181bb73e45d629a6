import { Button } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ErrorData } from '../../base/errors.ts';
import { shortened } from '../../base/text.ts';
import { OPENED } from '../../formats/list.ts';
import { hostInWords } from '../../model/link/linked-content.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import { descriptorName, type SourceDescriptor } from '../../state/load.ts';
import { useLateView } from '../../widgets/loading/late-view.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { useNewPackage } from '../making/new-package-ways.ts';
import { absoluteUrl, addressedUrl } from '../page-address.ts';
import classes from './empty-page.module.css';
import { Failure } from './failure.tsx';
import { canChooseFolders } from './file-input.tsx';
import { type Opening, useOpening } from './opening-ways.tsx';
import { PurposeCards } from './purpose-cards.tsx';
import { RecentList } from './recent-list.tsx';
import { UrlForm } from './url-form.tsx';

const loadKeptList = () => import('./kept-list.tsx');

interface Props {
  /** Why the last attempt to open something failed. */
  error: ErrorData | undefined;
  busy: boolean;
}

/** Milliseconds that the lower part waits for what the browser keeps. It is there in a few, or the storage is stuck. */
const STORAGE_WAIT_MS = 300;

/** Whether it is known what the browser keeps. What is shown below it would move otherwise. */
function useKept(): boolean {
  const { lookForKeptDrafts, lookForRecents } = useActions();
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), STORAGE_WAIT_MS);
    void Promise.all([lookForKeptDrafts(), lookForRecents()]).then(() => setKnown(true));
    return () => clearTimeout(timer);
  }, [lookForKeptDrafts, lookForRecents]);
  return isKnown;
}

/** Whether the page was loaded for a link, which is not opened or refused yet. All else would be gone in a moment. */
function useArriving(error: ErrorData | undefined, busy: boolean, isAsking: boolean): boolean {
  const [isArriving, setArriving] = useState(() => addressedUrl() !== undefined);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (busy) wasBusy.current = true;
    else if (error || wasBusy.current || isAsking) setArriving(false);
  }, [error, busy, isAsking]);
  return isArriving && !error;
}

/** Says which local file a reload has closed, with the button that opens it again. */
function LostFile({ lost }: { lost: NonNullable<Opening['lost']> }) {
  const { chooseFile, openRecent } = useOpening();
  const recent = useApp(({ recents }) => recents.find((one) => one.id === lost.recent));
  const name = lost.name ?? recent?.name;
  const isThere = recent?.kind === 'file' && recent.handle !== undefined;
  return (
    <div role="status" className={classes.lost}>
      {lost.byLink ? (
        <span>
          This link compares a file that you choose with{' '}
          {typeof lost.other === 'object' && lost.other.kind === 'url' ? (
            <NameText mono>{shortened(lost.other.url)}</NameText>
          ) : (
            'another one'
          )}
          .
        </span>
      ) : (
        <span>
          Reloading closed {name === undefined ? 'the file that was open here' : <NameText>{name}</NameText>}
          {lost.other !== undefined && ', and what it was compared with'}.
        </span>
      )}
      <Button size="compact-sm" onClick={() => (recent ? openRecent(recent) : chooseFile())}>
        {lost.byLink ? (
          'Choose file'
        ) : isThere ? (
          <>
            Reopen <NameText>{recent.name}</NameText>
          </>
        ) : (
          'Open it again'
        )}
      </Button>
    </div>
  );
}

/** What the link that the page was loaded for names, where opening it failed. Undefined for what was opened by hand. */
function useFailedLink(error: ErrorData | undefined): SourceDescriptor | undefined {
  const attempt = useApp((state) => state.attempt);
  const given = addressedUrl();
  const isLink = given !== undefined && attempt?.kind === 'url' && attempt.url === absoluteUrl(given);
  return isLink && error && !error.files ? attempt : undefined;
}

/** What Boxcutter is. For those who followed a link that failed, what the link is for comes first. */
function Greeting({ failedLink }: { failedLink: SourceDescriptor | undefined }) {
  return (
    <header className={classes.head}>
      <h1 className={classes.heading}>
        {failedLink ? 'This link could not be opened' : 'See what is inside a model package'}
      </h1>
      <p className={classes.lead}>
        {failedLink?.kind === 'url' ? (
          <>
            It leads to <NameText>{descriptorName(failedLink)}</NameText>
            {URL.canParse(failedLink.url) && ` on ${hostInWords(failedLink.url)}`}. Boxcutter shows what a model package
            does, whether it is intact, and what loading it would run. If you have the file, drop it here.
          </>
        ) : (
          'Open a carton to see what it does, whether it is intact, and what loading it would run.'
        )}{' '}
        Everything is read in your browser, and nothing is uploaded.
      </p>
    </header>
  );
}

/** The page while nothing is open: what Boxcutter is, the ways to open a package, and what was open before. */
export function EmptyPage({ error, busy }: Props) {
  const opening = useOpening();
  const newPackage = useNewPackage();
  const isKnown = useKept();
  const hasDrafts = useApp(({ keptDrafts, unreadDrafts }) => keptDrafts.length + unreadDrafts.length > 0);
  const KeptList = useLateView(hasDrafts ? loadKeptList : undefined);
  const isFirst = useApp((state) => state.recents.length === 0) && !hasDrafts;
  const [now] = useState(Date.now);
  const isArriving = useArriving(error, busy, opening.isAsking);
  const failedLink = useFailedLink(error);
  // What will stand above would push it down.
  const isHeld = isArriving || (opening.lost !== undefined && !isKnown);
  return (
    <div className={classes.root}>
      <Greeting failedLink={failedLink} />
      {error ? <Failure error={error} isOfLink={failedLink !== undefined} /> : null}
      {opening.lost && isKnown && !error && !busy ? <LostFile lost={opening.lost} /> : null}
      <div className={classes.ways} hidden={isHeld}>
        <div className={classes.drop} aria-busy={busy}>
          <IconPackageImport className={classes.icon} size={40} stroke={1.5} aria-hidden />
          <p className={classes.title}>Drop a package here</p>
          <p className={classes.hint}>{OPENED}</p>
          {!canChooseFolders() && (
            <p className={classes.hint}>This browser cannot choose a folder. Choose all its files instead.</p>
          )}
          <div className={classes.buttons}>
            <Button variant="filled" onClick={opening.chooseFile}>
              Open file
            </Button>
            {canChooseFolders() && <Button onClick={opening.chooseFolder}>Open folder</Button>}
            <Button onClick={opening.openSample}>Open sample</Button>
            <Button onClick={newPackage.choose}>New package</Button>
          </div>
        </div>
        <UrlForm initial={addressedUrl()} />
      </div>
      {isKnown && !isArriving && (!hasDrafts || KeptList) && (
        <div className={classes.below} data-first={isFirst || undefined}>
          <div className={classes.kept}>
            {hasDrafts && KeptList && <KeptList />}
            <RecentList now={now} />
          </div>
          <PurposeCards wide={isFirst} />
        </div>
      )}
    </div>
  );
}
