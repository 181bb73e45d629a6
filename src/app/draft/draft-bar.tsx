import { useEffect, useState } from 'react';
import type { Tab } from '../../model/place.ts';
import { useApp, useOpenPackage } from '../../state/hooks.ts';
import { lateView, preloadView } from '../../widgets/loading/late-view.tsx';
import { Boundary } from '../boundary.tsx';

const loadNotices = () => import('./offer/notices.tsx');

const loadBar = () => import('./bar.tsx');

const Bar = lateView(loadBar);
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

/**
 * The draft in the bar: once there is something to undo, redo, review or save, and always on the Edit tab, where it is
 * there before the draft, so that it moves nothing.
 */
export function DraftBar({ tab }: { tab: Tab }) {
  const hasBar = useHasDraftBar(tab);
  const hasFailed = useApp(({ draft, draftError }) => draft === undefined && draftError !== undefined);
  return (
    <Boundary resetKey="bar" brief>
      {hasBar && !hasFailed && <Bar tab={tab} />}
    </Boundary>
  );
}

/** What there is to say of the draft, below the bar. */
export function DraftNotes({ tab }: { tab: Tab }) {
  const hasBar = useHasDraftBar(tab);
  const isThere = useApp(({ draft }) => draft !== undefined);
  return <Boundary resetKey="notes">{hasBar && isThere && <Notes tab={tab} />}</Boundary>;
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

/**
 * Whether it is settled what is shown above the package and in its bar, so that nothing moves it. True after
 * `MAX_WAIT_MS`.
 */
export function useKnowsDrafts(tab: Tab | undefined): boolean {
  const hasLooked = useApp((state) => state.hasLookedForDraft);
  const hasNotices = useHasNotices();
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!hasLooked) return;
    const parts = [hasNotices && preloadView(loadNotices), tab === 'edit' && preloadView(loadBar)];
    void Promise.allSettled(parts).then(() => setKnown(true));
  }, [hasLooked, hasNotices, tab]);
  return isKnown;
}
