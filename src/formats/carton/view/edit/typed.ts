import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TomlValue } from '../../../../model/carton-toml.ts';
import { sameValue } from '../../../../model/same-value.ts';

export type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

/**
 * Text that stands for a value. What is typed stays as it is typed, also while it is no value; the last right one is handed on. When the
 * value changes otherwise, as by Undo, the text follows.
 */
export function useTyped<T extends TomlValue>(
  value: TomlValue | undefined,
  text: string,
  read: (text: string) => Read<T>,
  onValue: (value: T) => void,
) {
  const [typed, setTyped] = useState<{ text: string; of: TomlValue | undefined }>();
  const own = typed && sameValue(typed.of, value) ? typed.text : undefined;
  const result = own === undefined ? undefined : read(own);
  return {
    text: own ?? text,
    /** Why what is typed is no value. */
    problem: result && !result.ok ? result.reason : undefined,
    onText(next: string) {
      const now = read(next);
      setTyped({ text: next, of: now.ok ? now.value : value });
      if (now.ok && !sameValue(now.value, value)) onValue(now.value);
    },
    onBlur() {
      if (result?.ok) setTyped(undefined);
    },
  };
}

/** A name that is typed counts once nothing was typed for so long, in milliseconds. */
const PAUSE_MS = 900;

/**
 * Text that counts as a whole: a name, with which others change. It counts when the field is left, on Enter, and after a pause. Where
 * `refuse` gives a reason against it, it does not count, and the field goes back when it is left.
 */
export function useCommitted(
  value: string,
  refuse: (text: string) => string | undefined,
  onValue: (text: string) => void,
  /** What may well be on the way to something else: it does not count after a mere pause. */
  isUnripe: (text: string) => boolean = () => false,
) {
  const [typed, setTyped] = useState<{ text: string; of: string }>();
  const own = typed && typed.of === value && typed.text !== value ? typed.text : undefined;
  const problem = own === undefined ? undefined : refuse(own);
  const latest = useRef({ own, problem, onValue, isUnripe });
  latest.current = { own, problem, onValue, isUnripe };
  const commit = () => {
    const { own, problem, onValue } = latest.current;
    if (own !== undefined && problem === undefined) onValue(own);
  };
  useEffect(() => {
    if (own === undefined) return;
    const timer = setTimeout(() => {
      const { own, problem, onValue, isUnripe } = latest.current;
      if (own !== undefined && problem === undefined && own !== '' && !isUnripe(own)) onValue(own);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [own]);
  return {
    text: own ?? value,
    problem,
    onText: (text: string) => setTyped({ text, of: value }),
    onBlur() {
      commit();
      setTyped(undefined);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Enter' && !event.defaultPrevented) commit();
      // What does not count yet is no step: undoing it is this field's own affair.
      const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (own !== undefined && (event.key === 'Escape' || undoes)) {
        event.preventDefault();
        event.stopPropagation();
        setTyped(undefined);
      }
    },
  };
}
