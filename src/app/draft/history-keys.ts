import { useWindowEvent } from '@mantine/hooks';
import { useActions } from '../../state/hooks.ts';

/**
 * Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y (with ⌘ on a Mac) undo and redo steps of the draft, in its fields too. The browser's
 * own history of each field knows nothing of the other fields, and two histories of one text would disagree. Fields
 * outside of the draft (filters, the URL) keep the browser's history.
 *
 * Ctrl+S calls `onSave`, because nothing else on the page could be meant.
 *
 * What is in an element with `data-draft-text` belongs to the draft on every tab.
 *
 * @param fields whether the fields of the shown tab belong to the draft
 * @param onSave undefined if the package cannot be saved: then Ctrl+S does what the browser does
 */
export function useHistoryKeys(fields: boolean, onSave: (() => void) | undefined): void {
  const { undo, redo } = useActions();
  const isOurs = ({ target }: Event) => {
    // A dialog is open: what it asks about must not change behind it.
    if (document.querySelector('[aria-modal="true"]') || !(target instanceof Element)) return false;
    // The field undoes its own typing, which is not a step of the draft yet.
    if (target.matches('[data-undoes]')) return false;
    const isOfDraft = (fields && target.closest('[role="tabpanel"]')) || target.closest('[data-draft-text]');
    return !target.matches(':read-write') || Boolean(isOfDraft);
  };
  const onKey = (event: KeyboardEvent) => {
    const act = actOf(event);
    if (act === 'save') {
      if (!onSave) return;
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') || event.repeat) return;
      // Leaving the field makes a step of what was typed there, so that it is saved too.
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
  // Undo and Redo of the browser's menu.
  const onInput = (event: InputEvent) => {
    const act = { historyUndo: undo, historyRedo: redo }[event.inputType];
    if (!act || !isOurs(event)) return;
    event.preventDefault();
    act();
  };
  useWindowEvent('keydown', onKey, CAPTURE);
  useWindowEvent('beforeinput', onInput, CAPTURE);
}

const CAPTURE = { capture: true };

/** What a key does with the draft. Undefined for other keys. */
export function actOf({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
  isComposing,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'>):
  | 'undo'
  | 'redo'
  | 'save'
  | undefined {
  if (!(ctrlKey || metaKey) || altKey || isComposing) return undefined;
  if (key.toLowerCase() === 's' && !shiftKey) return 'save';
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined;
}
