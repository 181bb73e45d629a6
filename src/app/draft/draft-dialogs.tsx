import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useLevels } from '../../state/hooks.ts';
import { lateView } from '../../widgets/loading/late-view.tsx';
import { Boundary } from '../boundary.tsx';
import { focusChosenTab } from '../focus.ts';

const ReviewDialog = lateView(() => import('./review/review.tsx'));
const SaveDialog = lateView(() => import('./save/save.tsx'));
const ResealDialog = lateView(() => import('./save/reseal.tsx'));

type DialogName = 'review' | 'save' | 'reseal';

/** Opens the dialogs of editing, for all controls that offer them. */
export interface EditDialogs {
  review(): void;
  save(): void;
  /** Recomputes all hashes, and asks before they are used. */
  reseal(): void;
  /** Whether a save is running. Leaving would cancel it. */
  isSaving(): boolean;
  /** Closes the dialogs and cancels a running save, before the open package is left. */
  leave(): void;
}

/** What `ShownDialogs` shows. */
interface Shown {
  shown: DialogName | undefined;
  /** Those that were opened once: they stay rendered, to close softly. */
  wanted: ReadonlySet<DialogName>;
}

interface Dialogs extends EditDialogs {
  close(): void;
  /** Goes on to the Save dialog: what has opened this one gets the focus back. */
  goOn(): void;
  /** Takes note of a save that begins, with what cancels it, or that has ended. */
  onSaving(end: (() => void) | undefined): void;
}

const DialogsContext = createContext<Dialogs | undefined>(undefined);
const ShownContext = createContext<Shown>({ shown: undefined, wanted: new Set() });

function useDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error('An editing control is outside EditDialogsProvider.');
  return dialogs;
}

export const useEditDialogs: () => EditDialogs = useDialogs;

/**
 * Knows which dialog of editing is open; `ShownDialogs` shows it. While there are changes or a save is running, the
 * browser asks before it closes the tab.
 */
export function EditDialogsProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Shown>({ shown: undefined, wanted: new Set() });
  const levels = useLevels();
  const dialogs = useMemo<Dialogs>(() => {
    /** Cancels the running save. */
    let saving: (() => void) | undefined;
    let opener: Element | null = null;
    const show = (shown: DialogName | undefined) =>
      setState(({ wanted }) => ({ shown, wanted: shown ? new Set([...wanted, shown]) : wanted }));
    const open = (which: DialogName) => {
      opener = document.activeElement;
      show(which);
    };
    return {
      review: () => open('review'),
      save: () => open('save'),
      reseal: () => open('reseal'),
      isSaving: () => saving !== undefined,
      leave() {
        saving?.();
        show(undefined);
      },
      close() {
        show(undefined);
        giveFocusBack(opener);
      },
      goOn: () => show('save'),
      onSaving(end) {
        saving = end;
      },
    };
  }, []);

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (levels.unsaved(0).length > 0 || dialogs.isSaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [levels, dialogs]);

  return (
    <DialogsContext value={dialogs}>
      <ShownContext value={state}>{children}</ShownContext>
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
  const { close, goOn, onSaving } = useDialogs();
  const { shown, wanted } = useContext(ShownContext);
  const dialogs: [DialogName, (opened: boolean) => ReactNode][] = [
    ['review', (opened) => <ReviewDialog opened={opened} onClose={close} onSave={goOn} />],
    ['save', (opened) => <SaveDialog opened={opened} onClose={close} onSaving={onSaving} />],
    ['reseal', (opened) => <ResealDialog opened={opened} onClose={close} />],
  ];
  return dialogs.map(
    ([name, draw]) =>
      wanted.has(name) && (
        <Boundary key={name} resetKey={String(shown === name)}>
          {draw(shown === name)}
        </Boundary>
      ),
  );
}
