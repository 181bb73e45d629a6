import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import type { Tab } from '../../model/place.ts';
import { useApp, useOpenPackage } from '../../state/hooks.ts';
import { Boundary } from '../boundary.tsx';
import classes from './draft-bar.module.css';

const Bar = lazy(() => import('./bar.tsx'));

type Load = () => Promise<{ default: ComponentType }>;

const loadElsewhere: Load = () => import('./elsewhere.tsx');
const loadOffer: Load = () => import('./offer.tsx');

/** What is loaded. `lazy` would show nothing for a moment, also where it is here. */
const loaded = new Map<Load, ComponentType>();

async function preload(load: Load): Promise<ComponentType> {
  const { default: View } = await load();
  loaded.set(load, View);
  return View;
}

/** A component that is loaded once it is wanted; undefined until then. */
function useLoaded(isWanted: boolean, load: Load): ComponentType | undefined {
  const [view, setView] = useState(() => ({ View: loaded.get(load) }));
  const isMissing = isWanted && view.View === undefined;
  useEffect(() => {
    if (!isMissing) return;
    // Without it the draft stays kept, and is offered on the next visit.
    preload(load).then(
      (View) => setView({ View }),
      () => {},
    );
  }, [isMissing, load]);
  return isWanted ? view.View : undefined;
}

/** Whether a tab has the bar of the draft, whose main action is to save. */
export function useHasDraftBar(tab: Tab): boolean {
  const isWanted = useApp(
    ({ draft, unfinished }) =>
      draft !== undefined && (draft.changed || !!draft.undo || !!draft.redo || unfinished.size > 0),
  );
  const canEdit = useOpenPackage().can.edit;
  return isWanted || (tab === 'edit' && canEdit);
}

/** The bar of the draft. Shown once there is something to undo, redo, review or save, and always on the Edit tab. */
export function DraftBar({ tab }: { tab: Tab }) {
  const isWanted = useHasDraftBar(tab);
  const isThere = useApp(({ draft }) => draft !== undefined);
  const hasFailed = useApp(({ draftError }) => draftError !== undefined);
  if (!isWanted) return null;
  // Its room is kept while the draft begins.
  const room = <div className={classes.room} data-awaiting />;
  if (!isThere) return hasFailed ? null : room;
  return (
    <Boundary resetKey="bar">
      <Suspense fallback={room}>
        <Bar tab={tab} />
      </Suspense>
    </Boundary>
  );
}

/** Milliseconds that the package waits until it is known whether a draft is offered, which stands above it. */
const MAX_WAIT_MS = 800;

/** Offers a kept draft of the package from an earlier visit, and tells of one in another tab. Above the package. */
export function DraftNotices() {
  const isOffered = useApp(({ draftOffer }) => draftOffer !== undefined);
  const isElsewhere = useApp(({ draftElsewhere }) => draftElsewhere !== undefined);
  const Elsewhere = useLoaded(isElsewhere, loadElsewhere);
  const Offer = useLoaded(isOffered, loadOffer);
  return (
    <>
      {Elsewhere && <Elsewhere />}
      {Offer && <Offer />}
    </>
  );
}

/** Whether it is known what stands above the package, so that nothing moves it any more. Waits for `MAX_WAIT_MS`. */
export function useKnowsDrafts(): boolean {
  const hasLooked = useApp((state) => state.hasLookedForDraft);
  const isOffered = useApp(({ draftOffer }) => draftOffer !== undefined);
  const isElsewhere = useApp(({ draftElsewhere }) => draftElsewhere !== undefined);
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!hasLooked) return;
    const loads = [isOffered && preload(loadOffer), isElsewhere && preload(loadElsewhere)];
    void Promise.allSettled(loads).then(() => setKnown(true));
  }, [hasLooked, isOffered, isElsewhere]);
  return isKnown;
}
