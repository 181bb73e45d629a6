import { useEffect, useState } from 'react';
import type { Tab } from '../../model/place.ts';
import { useApp, useOpenPackage } from '../../state/hooks.ts';
import { lateView, preloadView } from '../../widgets/loading/late-view.tsx';
import { Boundary } from '../boundary.tsx';
import classes from './draft-bar.module.css';

const loadNotices = () => import('./offer/notices.tsx');

/** Its room is kept while it is loaded, and while the draft begins. */
const room = <div className={classes.room} />;

const Bar = lateView(() => import('./bar.tsx'), room);
const Notes = lateView(async () => ({ default: (await import('./bar.tsx')).Notes }));
const Notices = lateView(loadNotices);

/** Whether a tab has the bar of the draft, whose main action is to save. */
export function useHasDraftBar(tab: Tab): boolean {
  const isWanted = useApp(
    ({ draft, unfinished }) =>
      draft !== undefined && (draft.changed || !!draft.undo || !!draft.redo || unfinished.size > 0),
  );
  const canEdit = useOpenPackage().can.edit;
  return isWanted || (tab === 'edit' && canEdit);
}

function useShowsDraft(tab: Tab): boolean {
  const isThere = useApp(({ draft }) => draft !== undefined);
  return useHasDraftBar(tab) && isThere;
}

/** The draft in the bar: once there is something to undo, redo, review or save, and always on the Edit tab. */
export function DraftBar({ tab }: { tab: Tab }) {
  const isWanted = useHasDraftBar(tab);
  const isShown = useShowsDraft(tab);
  return <Boundary resetKey="bar">{isShown ? <Bar tab={tab} /> : isWanted && room}</Boundary>;
}

/** What there is to say of the draft, below the bar. */
export function DraftNotes({ tab }: { tab: Tab }) {
  const isShown = useShowsDraft(tab);
  return <Boundary resetKey="notes">{isShown && <Notes tab={tab} />}</Boundary>;
}

function useHasNotices(): boolean {
  return useApp(({ draftOffer, draftElsewhere }) => draftOffer !== undefined || draftElsewhere !== undefined);
}

/** Milliseconds that the package waits to learn whether the offer of a draft comes above it. */
const MAX_WAIT_MS = 800;

/** Offers a kept draft of the package from an earlier visit, and tells of one in another tab. Above the package. */
export function DraftNotices() {
  return <Boundary resetKey="notices">{useHasNotices() && <Notices />}</Boundary>;
}

/** Whether it is settled what is shown above the package, so that nothing moves it. True after `MAX_WAIT_MS`. */
export function useKnowsDrafts(): boolean {
  const hasLooked = useApp((state) => state.hasLookedForDraft);
  const hasNotices = useHasNotices();
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!hasLooked) return;
    void Promise.allSettled([hasNotices && preloadView(loadNotices)]).then(() => setKnown(true));
  }, [hasLooked, hasNotices]);
  return isKnown;
}
