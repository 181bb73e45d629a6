import { type ReactNode, useRef, useState } from 'react';
import { Dialog } from '../../../widgets/dialog.tsx';

/**
 * Asks in a dialog. Resolves to the answer, once the dialog is closed; undefined where nothing is to be done after all.
 *
 * @param size the dialog's width in px
 * @param form what it shows, and how that answers
 */
export type Ask = <Answer>(
  title: string,
  size: number,
  form: (answer: (given?: Answer) => void) => ReactNode,
) => Promise<Answer | undefined>;

/**
 * The dialog of the open question, and how to ask one. One is asked at a time.
 *
 * @param onAsk called before each question
 */
export function useFileQuestions(onAsk: () => void): { dialog: ReactNode; ask: Ask } {
  const [asked, setAsked] = useState<{ title: string; size: number; form: ReactNode; onCancel(): void }>();
  // The question stays in its dialog while that fades.
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element>(null);

  function close(): void {
    setOpen(false);
    const from = opener.current;
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    // What was done may have taken the control away, as the menu of a row is that led here.
    requestAnimationFrame(() => {
      if (from?.isConnected && document.activeElement !== document.body) return;
      const back = from?.isConnected ? null : document.querySelector<HTMLElement>('[data-put-back]');
      const row = document.querySelector<HTMLElement>('[role="treegrid"] [role="row"][tabindex="0"]');
      (back ?? row)?.focus({ preventScroll: true });
    });
  }

  const ask: Ask = (title, size, form) =>
    new Promise((resolve) => {
      opener.current = document.activeElement;
      onAsk();
      const answer: typeof resolve = (given) => {
        close();
        resolve(given);
      };
      setAsked({ title, size, form: form(answer), onCancel: () => answer(undefined) });
      setOpen(true);
    });

  const dialog = (
    <Dialog opened={isOpen} onClose={() => asked?.onCancel()} title={asked?.title ?? ''} size={asked?.size}>
      {asked?.form}
    </Dialog>
  );
  return { dialog, ask };
}
