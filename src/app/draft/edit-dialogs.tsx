import { createSafeContext } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useLevels } from '../../state/hooks.ts';
import { giveFocusBack } from '../focus.ts';

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

/** What the dialogs themselves need beside. */
interface Dialogs extends EditDialogs {
  close(): void;
  /** Goes on to the Save dialog: what has opened this one gets the focus back. */
  goOn(): void;
  /** Takes note of a save that begins, with what cancels it, or that has ended. */
  onSaving(end: (() => void) | undefined): void;
}

const [DialogsContext, useDialogs] = createSafeContext<Dialogs>('An editing control is outside EditDialogsProvider.');
/** Which dialog `ShownDialogs` shows. */
const ShownContext = createContext<DialogName | undefined>(undefined);

export const useEditDialogs: () => EditDialogs = useDialogs;

/**
 * Knows which dialog of editing is open; `ShownDialogs` shows it. While there are changes or a save is running, the
 * browser asks before it closes the tab.
 */
export function EditDialogsProvider({ children }: { children: ReactNode }) {
  const [shown, show] = useState<DialogName>();
  const levels = useLevels();
  const dialogs = useMemo<Dialogs>(() => {
    /** Cancels the running save. */
    let saving: (() => void) | undefined;
    let opener: Element | null = null;
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

  useWindowEvent('beforeunload', (event) => {
    if (levels.unsaved(0).length > 0 || dialogs.isSaving()) event.preventDefault();
  });

  return (
    <DialogsContext value={dialogs}>
      <ShownContext value={shown}>{children}</ShownContext>
    </DialogsContext>
  );
}

/** Which dialog is shown, and how it ends. For `ShownDialogs` alone. */
export function useShownDialog() {
  return { shown: useContext(ShownContext), ...useDialogs() };
}
