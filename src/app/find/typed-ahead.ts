import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps what is typed while the code of Find loads, until its field has the focus: people type at once.
 *
 * @param isShown whether Find is shown, or about to be
 * @returns a function that gives the text typed so far, once
 */
export function useTypedAhead(isShown: boolean): () => string {
  const typed = useRef('');
  useEffect(() => {
    if (!isShown) return;
    typed.current = '';
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, isComposing } = event;
      // The field is there, or another control of its dialog has the focus.
      if (isComposing || (target instanceof Element && target.closest('[role="dialog"]'))) return;
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1 && !ctrlKey && !metaKey) typed.current += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isShown]);
  return useCallback(() => {
    const ahead = typed.current;
    typed.current = '';
    return ahead;
  }, []);
}
