import { lazy, Suspense } from 'react';
import type { Tab } from '../../model/place.ts';
import { useApp, useOpenPackage } from '../../state/hooks.ts';
import { Boundary } from '../boundary.tsx';
import classes from './draft-bar.module.css';

const Bar = lazy(() => import('./bar.tsx'));
const Elsewhere = lazy(() => import('./elsewhere.tsx'));
const Offer = lazy(() => import('./offer.tsx'));

/** The bar of the draft. Shown once there is something to undo, redo, review or save, and always on the Edit tab. */
export function DraftBar({ tab }: { tab: Tab }) {
  const isWanted = useApp(
    ({ draft, unfinished }) =>
      draft !== undefined && (draft.changed || !!draft.undo || !!draft.redo || unfinished.size > 0),
  );
  const isThere = useApp(({ draft }) => draft !== undefined);
  const canEdit = useOpenPackage().can.edit;
  const hasFailed = useApp(({ draftError }) => draftError !== undefined);
  if (!isWanted && tab !== 'edit') return null;
  // Its room is kept while the draft begins.
  const room = <div className={classes.room} data-awaiting />;
  if (!isThere) return canEdit && !hasFailed ? room : null;
  return (
    <Boundary resetKey="bar">
      <Suspense fallback={room}>
        <Bar tab={tab} />
      </Suspense>
    </Boundary>
  );
}

/** Offers a kept draft of the package from an earlier visit, and tells of one in another tab. Above the package. */
export function DraftNotices() {
  const isOffered = useApp(({ draftOffer }) => draftOffer !== undefined);
  const isElsewhere = useApp(({ draftElsewhere }) => draftElsewhere !== undefined);
  return (
    <Suspense fallback={null}>
      {isElsewhere && <Elsewhere />}
      {isOffered && <Offer />}
    </Suspense>
  );
}
