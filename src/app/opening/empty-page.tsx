import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import type { ErrorData } from '../../base/errors.ts';
import { MAIN_FORMAT } from '../../formats/views.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import { addressedUrl } from '../page-address.ts';
import classes from './empty-page.module.css';
import { Failure } from './failure.tsx';
import { useOpening } from './opening.tsx';
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

/** The page while nothing is open: what Boxcutter is, and the ways to open a package. */
export function EmptyPage({ error, busy }: Props) {
  const opening = useOpening();
  return (
    <div className={classes.root}>
      {error ? <Failure error={error} /> : null}
      {opening.lost && !error && !busy ? (
        <p role="status" className={classes.lost}>
          A file from this computer was open here. Browsers do not keep it for a page: choose it again to go on.
        </p>
      ) : null}
      {!error && !busy ? <KeptDrafts /> : null}
      <div>
        <h1 className={classes.heading}>See what is inside a {MAIN_FORMAT.extension}</h1>
        <p className={classes.lead}>
          A carton is a zip that holds a machine-learning model, its description and its test data. Files that you open
          stay on your computer.
        </p>
      </div>
      <div className={classes.drop} aria-busy={busy}>
        <Button onClick={opening.chooseFile}>Open file</Button>
        <p className={classes.hint}>
          or drop a {MAIN_FORMAT.extension}, or the folder of an unpacked one, anywhere on this page
        </p>
      </div>
      <div className={classes.others}>
        <Button variant="default" onClick={opening.openSample}>
          Open sample
        </Button>
        <div className={classes.url}>
          <UrlForm initial={addressedUrl()} />
        </div>
        <Button variant="subtle" onClick={opening.chooseFolder}>
          Open folder
        </Button>
      </div>
    </div>
  );
}
