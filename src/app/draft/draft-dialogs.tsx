import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../../state/hooks.ts';

const ReviewDialog = lazy(() => import('./review.tsx'));
const SaveDialog = lazy(() => import('./save.tsx'));

/** Opens the dialogs of editing, from whichever control. */
export interface EditDialogs {
  review(): void;
  save(): void;
  /** Whether a package is being saved; leaving would end that. */
  isSaving(): boolean;
  /** Closes them, and ends what is being saved: another package is about to be opened, or none. */
  leave(): void;
}

const DialogsContext = createContext<EditDialogs | undefined>(undefined);

export function useEditDialogs(): EditDialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('A control of editing stands outside EditDialogsProvider.');
  return dialogs;
}

/**
 * Holds the dialogs of editing. They stand outside of the package's page, which goes when what was saved becomes the open package. The tab
 * cannot be closed unasked while there are changes, or one is being saved.
 */
export function EditDialogsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<'review' | 'save'>();
  const [wanted, setWanted] = useState({ review: false, save: false });
  /** Ends the saving that goes on. */
  const saving = useRef<() => void>(undefined);
  const opener = useRef<Element>(null);
  const changed = useApp((state) => state.draft?.changed ?? false);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (changed || saving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [changed]);

  const dialogs = useMemo<EditDialogs>(() => {
    const open = (which: 'review' | 'save') => {
      opener.current = document.activeElement;
      setWanted((before) => ({ ...before, [which]: true }));
      setShown(which);
    };
    return {
      review: () => open('review'),
      save: () => open('save'),
      isSaving: () => saving.current !== undefined,
      leave() {
        saving.current?.();
        setShown(undefined);
      },
    };
  }, []);

  function close(): void {
    setShown(undefined);
    // The dialog is loaded after the click, and so does not know where the focus was.
    if (opener.current instanceof HTMLElement && opener.current.isConnected)
      opener.current.focus({ preventScroll: true });
    // What was saved is the open package now, and its page another one.
    else document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')?.focus({ preventScroll: true });
  }

  return (
    <DialogsContext value={dialogs}>
      {children}
      {wanted.review && (
        <Suspense fallback={null}>
          <ReviewDialog
            opened={shown === 'review'}
            onClose={close}
            onSave={() => {
              setWanted((before) => ({ ...before, save: true }));
              setShown('save');
            }}
          />
        </Suspense>
      )}
      {wanted.save && (
        <Suspense fallback={null}>
          <SaveDialog
            opened={shown === 'save'}
            onClose={close}
            onSaving={(end) => {
              saving.current = end;
            }}
          />
        </Suspense>
      )}
    </DialogsContext>
  );
}
