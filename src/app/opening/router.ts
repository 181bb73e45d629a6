import { useCallback, useEffect, useRef, useState } from 'react';
import { fragmentWithin, type Inside, insideHref, OUTERMOST } from '../../model/place.ts';
import { useLevels, useOutermost } from '../../state/hooks.ts';
import type { Unsaved } from '../../state/level/levels.ts';
import { openedOf, type SourceDescriptor } from '../../state/load.ts';
import type { Shelf } from '../../state/shelf-slice.ts';
import { useEditDialogs } from '../draft/edit-dialogs.tsx';
import { followInside } from '../inside/follow.ts';
import { addressedOther } from '../page-address.ts';
import { isPrivateFor } from '../private-host.ts';
import { forgetListed, hostedShelf, shelfOf } from '../shelf/shelf-of.ts';
import {
  givenUrl,
  isSame,
  type Other,
  type OtherVisit,
  placeInLost,
  presentVisit,
  pushVisit,
  rememberRecent,
  rememberVisit,
  returnToVisit,
  type Visit,
  writtenUrl,
} from './visit.ts';

/** A step that waits until the user agrees to leave unsaved changes. */
interface Leaving {
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
  /** What it is compared with. */
  other?: OtherVisit;
}

/** The visit in the history, if it is a local file that the page no longer has. */
function lostIn(visit: ReturnType<typeof presentVisit>) {
  return visit.kind === 'lost' ? visit : undefined;
}

/** URLs in the reader's own network that the reader agreed to open: each is asked about once. */
const agreed = new Set<string>();

/** The first URL of a link's visit that is in the reader's own network, and that the reader has not agreed to open. */
function askedIn(visit: Visit): string | undefined {
  if (visit.kind === 'start' || !visit.byLink) return undefined;
  const named = [visit.kind === 'package' ? visit.descriptor : undefined, visit.other].flatMap((one) =>
    typeof one === 'object' && one.kind === 'url' ? [one.url] : [],
  );
  return named.find((url) => !agreed.has(url) && isPrivateFor(url));
}

/** Whether a pair is with this package. */
function isWith({ descriptor }: { descriptor: SourceDescriptor | 'draft' }, other: SourceDescriptor): boolean {
  return descriptor !== 'draft' && isSame(descriptor, other);
}

/** What the chosen file is compared with, where a reload has lost it and not that. */
function lostOther(): OtherVisit | undefined {
  const visit = presentVisit();
  if (askedIn(visit) !== undefined) return undefined;
  return visit.kind === 'lost' && visit.other ? { descriptor: visit.other, url: addressedOther() } : undefined;
}

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

  /** Opens a package, or shows the shelf that several are. A host's list comes in place of a file. */
  const openOrShelve = useCallback(
    async (descriptor: SourceDescriptor, onOpened?: () => void) => {
      const { getState: read } = levels.outermost;
      const show = (shelf: Shelf) => {
        read().cancelOpening();
        onOpened?.();
        read().openShelf(shelf);
      };
      const known = shelfOf(descriptor);
      if (known) {
        show(known);
        return;
      }
      await open(descriptor, onOpened);
      const { load, alert, attempt } = read();
      const error = load.phase === 'failed' ? load.error : alert;
      const listed = attempt === descriptor && error?.files ? hostedShelf(descriptor, error) : undefined;
      if (listed) show(listed);
    },
    [levels, open],
  );

  /** Begins a step. Gives whether no other has begun since: what waits must not show what nobody looks at any more. */
  const steps = useRef(0);
  const begin = useCallback(() => {
    const own = ++steps.current;
    return () => own === steps.current;
  }, []);

  /** Shows the package that is open beside another one; without one, alone. */
  const showBeside = useCallback(
    (other: Other | undefined) => {
      const { pair, pairWith, pairWithDraft, pairLost, endPair } = levels.state.getState().shown.store.getState();
      if (!other) endPair();
      else if (other === 'draft') void pairWithDraft();
      else if (other.kind === 'lost') pairLost(other.name);
      else if (!pair || pair.phase === 'lost' || pair.phase === 'failed' || !isWith(pair, other)) void pairWith(other);
    },
    [levels],
  );

  /** Opens a package, and the one that it is compared with. Where the first cannot be opened, the other is. */
  const openBoth = useCallback(
    async (descriptor: SourceDescriptor, other: Other | undefined, onOpened?: () => void) => {
      const isLatest = begin();
      let isOpen = false;
      await openOrShelve(descriptor, () => {
        isOpen = true;
        onOpened?.();
      });
      if (!other || !isLatest() || levels.outermost.getState().shelf) return;
      if (isOpen) {
        await followInside(levels);
        if (isLatest()) showBeside(other);
        return;
      }
      const { load, alert } = levels.outermost.getState();
      const error = load.phase === 'failed' ? load.error : alert;
      if (!error || other === 'draft' || other.kind === 'lost') return;
      await open(other, () => pushVisit(other, other.kind === 'url' ? writtenUrl(other.url) : undefined));
      levels.outermost.getState().fail(error);
    },
    [levels, open, openOrShelve, begin, showBeside],
  );

  const compareWith = useCallback(
    (other: OtherVisit | undefined) => {
      const opened = openedOf(levels.outermost.getState().load);
      if (!opened) return;
      const { descriptor } = opened;
      const { inside } = levels.state.getState().shown;
      const url = descriptor.kind === 'url' ? givenUrl(descriptor.url) : undefined;
      pushVisit(descriptor, url, inside.length > 0 ? insideHref(inside) : '', other);
      const { openedRecent } = levels.outermost.getState();
      if (openedRecent !== undefined) rememberRecent(openedRecent);
      begin();
      showBeside(other?.descriptor);
    },
    [levels, begin, showBeside],
  );

  const openNew = useCallback(
    (descriptor: SourceDescriptor, url?: string, { draft, inside = OUTERMOST, isAgain, other }: Purpose = {}) => {
      const go = () => {
        leave();
        setLeaving(undefined);
        setLost(undefined);
        setAsked(undefined);
        openForDraft(draft);
        forgetListed();
        const place = inside.length > 0 ? insideHref(inside) : placeInLost(descriptor);
        const beside = other ?? lostOther();
        void openBoth(descriptor, beside?.descriptor, () => pushVisit(descriptor, url, place, beside));
      };
      const left = leftBy(0);
      const isKept = left?.saving === false && left.unsaved.every((changes) => changes.isKept);
      if (left && !(isAgain && isKept)) setLeaving({ opens: true, ...left, go });
      else go();
    },
    [openBoth, openForDraft, leftBy, leave],
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
      const { load, shelf } = levels.outermost.getState();
      const shown = shelf?.of ?? openedOf(load)?.descriptor;
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
        const isLatest = begin();
        void followInside(levels).then(() => isLatest() && showBeside(visit.other));
        return;
      }
      openForDraft(undefined);
      const asked = askedIn(visit);
      setAsked(asked);
      if (!wanted || asked !== undefined) close();
      else void openBoth(wanted, visit.other);
    };
    follow();
    // Captures the event, to run before the views that follow the address: they must not flash before the user agrees.
    window.addEventListener('popstate', follow, true);
    return () => window.removeEventListener('popstate', follow, true);
  }, [levels, openBoth, begin, showBeside, close, openForDraft, leftBy, leave]);

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
    compareWith,
    stay: () => setLeaving(undefined),
    openAsked(url: string) {
      agreed.add(url);
      const visit = presentVisit();
      const next = askedIn(visit);
      setAsked(next);
      if (next === undefined && visit.kind === 'package') void openBoth(visit.descriptor, visit.other);
    },
    declineAsked() {
      setAsked(undefined);
      // It has the URL, to be opened by hand.
      document.querySelector<HTMLInputElement>('input[type="url"]')?.focus();
    },
  };
}
