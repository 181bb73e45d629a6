import { useCallback, useEffect, useState } from 'react';
import { fragmentWithin, type Inside, insideHref, OUTERMOST } from '../../model/place.ts';
import { useLevels, useOutermost } from '../../state/hooks.ts';
import type { Unsaved } from '../../state/level/levels.ts';
import { openedOf, type SourceDescriptor } from '../../state/load.ts';
import { useEditDialogs } from '../draft/draft-dialogs.tsx';
import { followInside } from '../inside/follow.ts';
import { isPrivateFor } from '../private-host.ts';
import { isSame, placeInLost, presentVisit, pushVisit, rememberRecent, rememberVisit, returnToVisit } from './visit.ts';

/** A step that waits until the user agrees to leave unsaved changes. */
export interface Leaving {
  /** Whether the step opens another package. */
  opens: boolean;
  unsaved: readonly Unsaved[];
  saving: boolean;
  go(): void;
}

/** Why something is opened. */
export interface Purpose {
  /** The kept draft that it is opened for. */
  draft?: string | undefined;
  /** The path of the inner package to show. */
  inside?: Inside;
  /** It is the open package, read again. Kept changes are offered for it then, so nothing need be asked. */
  isAgain?: boolean;
}

/** The visit in the history, if it is a local file that the page no longer has. */
function lostIn(visit: ReturnType<typeof presentVisit>) {
  return visit.kind === 'lost' ? visit : undefined;
}

/** URLs in the reader's own network that the reader agreed to open: each is asked about once. */
const agreed = new Set<string>();

/**
 * Follows the browser's history and the address: opens and closes packages until what they name is shown. Asks before
 * unsaved changes are left, and before a link reads from the reader's own network.
 */
export function useRouter() {
  const levels = useLevels();
  const { open, close, openForDraft } = levels.outermost.getState();
  const { isSaving, leave } = useEditDialogs();
  // Known at once, so that what says it moves nothing.
  const [lost, setLost] = useState(() => lostIn(presentVisit()));
  const [leaving, setLeaving] = useState<Leaving>();
  /** The URL in the reader's own network that a link asks for. */
  const [asked, setAsked] = useState<string>();

  /** What closing all but the outermost `kept` packages would lose: unsaved changes, or a running save. */
  const leftBy = useCallback(
    (kept: number): Pick<Leaving, 'unsaved' | 'saving'> | undefined => {
      const left = { unsaved: levels.unsaved(kept), saving: isSaving() };
      return left.unsaved.length > 0 || left.saving ? left : undefined;
    },
    [levels, isSaving],
  );

  const openNew = useCallback(
    (descriptor: SourceDescriptor, url?: string, { draft, inside = OUTERMOST, isAgain }: Purpose = {}) => {
      const go = () => {
        leave();
        setLeaving(undefined);
        setLost(undefined);
        setAsked(undefined);
        openForDraft(draft);
        const place = inside.length > 0 ? insideHref(inside) : placeInLost(descriptor);
        void open(descriptor, () => pushVisit(descriptor, url, place));
      };
      const left = leftBy(0);
      const isKept = left?.saving === false && left.unsaved.every((changes) => changes.isKept);
      if (left && !(isAgain && isKept)) setLeaving({ opens: true, ...left, go });
      else go();
    },
    [open, openForDraft, leftBy, leave],
  );

  const openedRecent = useOutermost((state) => state.openedRecent);
  useEffect(() => {
    if (openedRecent !== undefined) rememberRecent(openedRecent);
  }, [openedRecent]);

  // Shows what the history names: once at the start, and after each step back or forward.
  useEffect(() => {
    let isAgreed = false;
    const follow = () => {
      const visit = presentVisit();
      const wanted = visit.kind === 'package' ? visit.descriptor : undefined;
      const shown = openedOf(levels.outermost.getState().load)?.descriptor;
      const isShown = wanted && shown && isSame(shown, wanted);
      const { hash } = window.location;
      const isStep = isShown && fragmentWithin(hash, levels.state.getState().shown.inside) !== undefined;
      const left = isAgreed || isStep ? undefined : leftBy(isShown ? levels.keptBy(hash) : 0);
      if (left) {
        // The browser has moved already. The address goes back to what is shown until the user agrees.
        returnToVisit();
        const go = () => {
          isAgreed = true;
          setLeaving(undefined);
          window.history.back();
        };
        setLeaving({ opens: !isShown && wanted !== undefined, ...left, go });
        return;
      }
      isAgreed = false;
      rememberVisit();
      setLost(lostIn(visit));
      if (!isStep) leave();
      if (isShown) {
        void followInside(levels);
        return;
      }
      openForDraft(undefined);
      const url = visit.kind === 'package' && visit.byLink && wanted?.kind === 'url' ? wanted.url : undefined;
      const isAsked = url !== undefined && !agreed.has(url) && isPrivateFor(url);
      setAsked(isAsked ? url : undefined);
      if (!wanted || isAsked) close();
      else void open(wanted);
    };
    follow();
    // Captures the event, to run before the views that follow the address: they must not flash before the user agrees.
    window.addEventListener('popstate', follow, true);
    return () => window.removeEventListener('popstate', follow, true);
  }, [levels, open, close, openForDraft, leftBy, leave]);

  // The address may name a package inside the opened one. Followed at once, so that the outer one is not shown first.
  useEffect(() => {
    let handle: number | undefined;
    const look = () => {
      const next = openedOf(levels.outermost.getState().load)?.handle;
      if (next === handle) return;
      handle = next;
      if (next !== undefined) void followInside(levels);
    };
    look();
    return levels.outermost.subscribe(look);
  }, [levels]);

  return {
    lost,
    leaving,
    asked,
    openNew,
    stay: () => setLeaving(undefined),
    openAsked(url: string) {
      agreed.add(url);
      setAsked(undefined);
      void open({ kind: 'url', url });
    },
    declineAsked() {
      setAsked(undefined);
      // It has the URL, to be opened by hand.
      document.querySelector<HTMLInputElement>('input[type="url"]')?.focus();
    },
  };
}
