import { Button } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import type { ErrorData } from '../../base/errors.ts';
import { MAIN_FORMAT } from '../../formats/views.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import { addressedUrl } from '../page-address.ts';
import classes from './empty-page.module.css';
import { Failure } from './failure.tsx';
import { useOpening } from './opening.tsx';
import { PurposeCards } from './purpose-cards.tsx';
import { UrlForm } from './url-form.tsx';

const KeptList = lazy(() => import('./kept-list.tsx'));

interface Props {
  /** Why the last attempt to open something failed. */
  error: ErrorData | undefined;
  busy: boolean;
}

/** Drafts of earlier visits. What shows them is loaded only where there are any. */
function KeptDrafts() {
  const isThere = useApp((state) => state.keptDrafts.length > 0);
  const { lookForKeptDrafts } = useActions();
  useEffect(() => void lookForKeptDrafts(), [lookForKeptDrafts]);
  if (!isThere) return null;
  return (
    <Suspense fallback={null}>
      <KeptList />
    </Suspense>
  );
}

/** The page while nothing is open: what Boxcutter is, the ways to open a package, and what was open before. */
export function EmptyPage({ error, busy }: Props) {
  const opening = useOpening();
  const hasDrafts = useApp((state) => state.keptDrafts.length > 0);
  return (
    <div className={classes.root}>
      <header className={classes.head}>
        <h1 className={classes.heading}>See what is inside a model package</h1>
        <p className={classes.lead}>
          Open a carton and see what it does, whether its bytes are intact, and what loading it would run. It is read in
          your browser and sent nowhere.
        </p>
      </header>
      {error ? <Failure error={error} /> : null}
      {opening.lost && !error && !busy ? (
        <p role="status" className={classes.lost}>
          A file from this computer was open here. Browsers do not keep it for a page: choose it again to go on.
        </p>
      ) : null}
      <div className={classes.ways}>
        <div className={classes.drop} aria-busy={busy}>
          <IconPackageImport className={classes.icon} size={40} stroke={1.5} aria-hidden />
          <p className={classes.title}>Drop a package here</p>
          <p className={classes.hint}>A {MAIN_FORMAT.extension}, the folder of an unpacked one, or any zip</p>
          <div className={classes.buttons}>
            <Button onClick={opening.chooseFile}>Open file</Button>
            <Button variant="default" onClick={opening.chooseFolder}>
              Open folder
            </Button>
            <Button variant="default" onClick={opening.openSample}>
              Open sample
            </Button>
          </div>
        </div>
        <UrlForm initial={addressedUrl()} />
      </div>
      <div className={classes.below} data-wide={!hasDrafts || undefined}>
        <KeptDrafts />
        <PurposeCards wide={!hasDrafts} />
      </div>
    </div>
  );
}
