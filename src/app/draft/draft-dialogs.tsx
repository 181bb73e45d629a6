import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useLevels } from '../../state/hooks.ts';
import { lateView } from '../../widgets/late-view.tsx';
import { Boundary } from '../boundary.tsx';
import { focusChosenTab } from '../focus.ts';

const ReviewDialog = lateView(() => import('./review.tsx'));
const SaveDialog = lateView(() => import('./save.tsx'));
const ResealDialog = lateView(() => import('./reseal.tsx'));

type DialogName = 'review' | 'save' | 'reseal';

/** Opens the dialogs of editing, for all controls that offer them. */
export interface EditDialogs {
  review(): void;
  save(): void;
  /** Computes all hashes anew, and asks before they are used. */
  reseal(): void;
  /** Whether a save is running. Leaving would cancel it. */
  isSaving(): boolean;
  /** Closes the dialogs and cancels a running save, before the open package is left. */
  leave(): void;
}

const DialogsContext = createContext<EditDialogs | undefined>(undefined);

/** What `ShownDialogs` shows. */
interface Shown {
  shown: DialogName | undefined;
  /** Those that were opened once: they stay rendered, to close softly. */
  wanted: Readonly<Record<DialogName, boolean>>;
  open(which: DialogName): void;
  close(): void;
  /** Takes note of a save that begins, with what cancels it, or that has ended. */
  onSaving(end: (() => void) | undefined): void;
}

const ShownContext = createContext<Shown | undefined>(undefined);

export function useEditDialogs(): EditDialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('An editing control is outside EditDialogsProvider.');
  return dialogs;
}

/**
 * Knows which dialog of editing is open; `ShownDialogs` shows it. While there are changes or a save is running, the
 * browser asks before it closes the tab.
 */
export function EditDialogsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<DialogName>();
  const [wanted, setWanted] = useState({ review: false, save: false, reseal: false });
  /** Cancels the running save. */
  const saving = useRef<() => void>(undefined);
  const opener = useRef<Element>(null);
  const levels = useLevels();

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (levels.unsaved(0).length > 0 || saving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [levels]);

  const dialogs = useMemo<EditDialogs>(() => {
    const open = (which: DialogName) => {
      opener.current = document.activeElement;
      setWanted((before) => ({ ...before, [which]: true }));
      setShown(which);
    };
    return {
      review: () => open('review'),
      save: () => open('save'),
      reseal: () => open('reseal'),
      isSaving: () => saving.current !== undefined,
      leave() {
        saving.current?.();
        setShown(undefined);
      },
    };
  }, []);

  function close(): void {
    setShown(undefined);
    giveFocusBack(opener.current);
  }

  function open(which: DialogName): void {
    setWanted((before) => ({ ...before, [which]: true }));
    setShown(which);
  }

  const onSaving = (end: (() => void) | undefined) => {
    saving.current = end;
  };
  return (
    <DialogsContext value={dialogs}>
      <ShownContext value={{ shown, wanted, open, close, onSaving }}>{children}</ShownContext>
    </DialogsContext>
  );
}

/** The dialog is loaded after the click, so it cannot know where the focus was. */
function giveFocusBack(opener: Element | null): void {
  // The saved package is open now, and its page has no such control.
  if (!(opener instanceof HTMLElement && opener.isConnected)) {
    focusChosenTab();
    return;
  }
  opener.focus({ preventScroll: true });
  // Once the page is drawn again, the control is gone if it offered what was just done.
  requestAnimationFrame(() => {
    if (!opener.isConnected) focusChosenTab();
  });
}

/**
 * The dialogs of editing. They are outside of the package's page, because that page is replaced when the saved package
 * becomes the open one.
 */
export function ShownDialogs() {
  const dialogs = useContext(ShownContext);
  if (!dialogs) throw new Error('The editing dialogs are outside EditDialogsProvider.');
  const { shown, wanted, open, close, onSaving } = dialogs;
  return (
    <>
      {wanted.review && (
        <Boundary resetKey={String(shown === 'review')}>
          <ReviewDialog opened={shown === 'review'} onClose={close} onSave={() => open('save')} />
        </Boundary>
      )}
      {wanted.save && (
        <Boundary resetKey={String(shown === 'save')}>
          <SaveDialog opened={shown === 'save'} onClose={close} onSaving={onSaving} />
        </Boundary>
      )}
      {wanted.reseal && (
        <Boundary resetKey={String(shown === 'reseal')}>
          <ResealDialog opened={shown === 'reseal'} onClose={close} />
        </Boundary>
      )}
    </>
  );
}
