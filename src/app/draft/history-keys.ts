import { useEffect } from 'react';
import { useActions } from '../../state/hooks.ts';

/**
 * Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (with ⌘ on a Mac) undo and redo steps of the draft, in its fields too: the browser's own history of each
 * field knows nothing of the others, and two histories of one text would disagree. Fields that hold nothing of the draft (filters, the
 * URL) keep the browser's.
 * Ctrl+S asks to save the package, as there is nothing else on the page that could be meant.
 * Not where `onSave` is undefined.
 * @param fields whether the fields of the tab that is shown are the draft's
 */
export function useHistoryKeys(fields: boolean, onSave: (() => void) | undefined): void {
  const { undo, redo } = useActions();
  useEffect(() => {
    const isOurs = ({ target }: Event) => {
      // What a dialog asks about must not change behind it.
      if (document.querySelector('[aria-modal="true"]') || !(target instanceof Element)) return false;
      // What is typed there is no step yet.
      if (target.matches('[data-undoes]')) return false;
      return !target.matches(':read-write') || (fields && target.closest('[role="tabpanel"]') !== null);
    };
    const onKey = (event: KeyboardEvent) => {
      const act = actOf(event);
      if (act === 'save') {
        if (!onSave) return;
        event.preventDefault();
        if (document.querySelector('[aria-modal="true"]') || event.repeat) return;
        // What is typed and does not count yet is to be saved, too.
        if (document.activeElement instanceof HTMLElement) {
          const field = document.activeElement;
          field.blur();
          field.focus({ preventScroll: true });
        }
        onSave();
        return;
      }
      if (!act || !isOurs(event)) return;
      event.preventDefault();
      if (act === 'undo') undo();
      else redo();
    };
    // As the browser's menu asks for it.
    const onInput = (event: InputEvent) => {
      const act = { historyUndo: undo, historyRedo: redo }[event.inputType];
      if (!act || !isOurs(event)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('beforeinput', onInput, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('beforeinput', onInput, true);
    };
  }, [fields, onSave, undo, redo]);
}

function actOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
  isComposing,
}: KeyboardEvent): 'undo' | 'redo' | 'save' | undefined {
  if (!(ctrlKey || metaKey) || altKey || isComposing) return undefined;
  if (key.toLowerCase() === 's' && !shiftKey) return 'save';
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined;
}
