import { useWindowEvent } from '@mantine/hooks';
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
    if (isShown) typed.current = '';
  }, [isShown]);
  const onKey = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, isComposing } = event;
    // The field is there, or another control of its dialog has the focus.
    if (!isShown || isComposing || (target instanceof Element && target.closest('[role="dialog"]'))) return;
    if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
    else if (key.length === 1 && !ctrlKey && !metaKey) typed.current += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useWindowEvent('keydown', onKey, true);
  return useCallback(() => {
    const ahead = typed.current;
    typed.current = '';
    return ahead;
  }, []);
}
