import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type FieldPath, type FieldValue, sameValue, valueAt } from '../../model/edit/field.ts';
import { useAppReader } from '../../state/hooks.ts';
import { valuesOf } from '../draft-values.ts';
import { useUnfinishedText } from './unfinished.ts';

export type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

interface Typed<T extends FieldValue> {
  /** The field in words: "Input 1 shape". */
  label: string;
  /** The path of its value; for a name, the path of what has the name. */
  path: FieldPath;
  isName?: boolean;
  /** The type that its value should have, where there is a choice. */
  type?: string | undefined;
  /** The value, or the name, in the draft. */
  value: FieldValue | undefined;
  /** The same as text. */
  text: string;
  read(text: string): Read<T>;
  /**
   * Gets each new value. With `continues`, the field has already set a value since it got the focus, and both are one
   * step. Undefined restores a value that was missing.
   */
  onValue(value: T | undefined, continues: boolean): void;
  /** Whether the text may be the beginning of something else. A mere pause does not commit such text. */
  isUnripe?: ((text: string) => boolean) | undefined;
}

/** The value that a field had when it got the focus, and whether the field has set another one since. */
export interface Begun {
  value: FieldValue | undefined;
  isSet: boolean;
}

/** What committing a text does. */
export interface Outcome {
  /** The field is no longer unfinished. */
  isFinished: boolean;
  /**
   * The draft's new value: that of the text, or the one from when the field got the focus. Undefined if the draft keeps
   * the value that it has.
   */
  next: { value: FieldValue | undefined } | undefined;
}

/**
 * Decides what committing a field's text does. A new value goes into the draft. Invalid text takes back what the field
 * has set since it got the focus, so that the draft has its earlier value. Unfinished text of a name would follow a
 * rename, so it is finished at once. Unfinished text of a value disappears when the value changes, and so does the type
 * that the field takes from it.
 *
 * @param value that the draft has now
 */
export function outcomeOf(
  result: Read<FieldValue>,
  value: FieldValue | undefined,
  before: Begun,
  isName: boolean,
): Outcome {
  if (result.ok) {
    const isSame = sameValue(result.value, value);
    return { isFinished: isName || isSame, next: isSame ? undefined : { value: result.value } };
  }
  const takesBack = before.isSet && !sameValue(before.value, value);
  return { isFinished: false, next: takesBack ? { value: before.value } : undefined };
}

/** A pause in typing that commits the text, in milliseconds. */
const PAUSE_MS = 900;

/**
 * A field whose text is committed as a whole: a shape, a number, a name that changes others. Leaving the field, Enter
 * and a pause commit it. Invalid text is unfinished: the draft gets back the value from when the field was entered, and
 * the store keeps the text. When something else changes the value, such as Undo, the text follows.
 */
export function useCommittedText<T extends FieldValue>(field: Typed<T>) {
  const { label, path, isName = false, type, value, text, read, onValue, isUnripe } = field;
  const { kept: unfinished, keep, drop: forget } = useUnfinishedText({ label, field: path, isName });
  const store = useAppReader();
  const [typed, setTyped] = useState<{ text: string; of: FieldValue | undefined }>();
  /** The value before the first keystroke since the field got the focus, and whether the field has set it since. */
  const begun = useRef<Begun>(undefined);
  const shown = typed && sameValue(typed.of, value) ? typed.text : unfinished?.text;
  const own = shown === text && unfinished === undefined ? undefined : shown;
  const result = own === undefined ? undefined : read(own);
  const problem = result && !result.ok ? result.reason : undefined;

  /** Applies the typed text, or notes that it cannot. The field still shows the text. */
  const settle = () => {
    if (own === undefined || !result) return;
    const before = begun.current ?? { value, isSet: false };
    const outcome = outcomeOf(result, value, before, isName);
    if (outcome.isFinished) forget();
    if (outcome.next) {
      begun.current = { value: before.value, isSet: result.ok };
      setTyped({ text: own, of: outcome.next.value });
      onValue(outcome.next.value as T | undefined, before.isSet);
    }
    if (problem !== undefined) keep(own, problem, type);
  };

  const onPause = useEffectEvent(() => {
    if (own !== '' && !(own !== undefined && result?.ok && isUnripe?.(own))) settle();
  });
  useEffect(() => {
    if (own === undefined) return;
    const timer = setTimeout(() => onPause(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [own]);

  // The field may disappear while it has the focus, as when the address leads to the text.
  const onGone = useEffectEvent(() => {
    const held = valueAt(valuesOf(store().draft), path);
    if (typed && !isName && held !== undefined && sameValue(held, value)) settle();
  });
  useEffect(() => () => onGone(), []);

  const kept = value === undefined ? '' : ` The draft keeps ${text.slice(0, MAX_KEPT_SHOWN) || 'it empty'}.`;
  return {
    unfinished,
    text: own ?? text,
    /** Why the typed text is not a value. */
    problem,
    /** The sentence that says so. */
    said: problem && problem + kept,
    /** Props of the field. */
    input: {
      value: own ?? text,
      onText(next: string) {
        begun.current ??= { value, isSet: false };
        setTyped({ text: next, of: value });
        if (next === text) forget();
      },
      onBlur() {
        settle();
        begun.current = undefined;
        setTyped(undefined);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' && !event.defaultPrevented) settle();
        // Uncommitted text is not a step yet, so the field itself undoes it.
        const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
        if (own !== undefined && own !== text && (event.key === 'Escape' || undoes)) {
          event.preventDefault();
          event.stopPropagation();
          forget();
          setTyped(undefined);
        }
      },
      // Tells the page that this field handles Undo itself.
      'data-undoes': own !== undefined && own !== text ? '' : undefined,
    },
  };
}

/** Most characters of a value in a sentence. */
const MAX_KEPT_SHOWN = 40;

/** `useCommittedText` for a name that must be free or must not be empty. */
export function useCommittedName(
  field: Omit<Typed<string>, 'value' | 'text' | 'read' | 'isName' | 'onValue'> & {
    name: string;
    /** Why a text cannot be the name. */
    refuse(text: string): string | undefined;
    onName(name: string): void;
  },
) {
  const { name, refuse, onName, ...rest } = field;
  return useCommittedText<string>({
    ...rest,
    isName: true,
    value: name,
    text: name,
    read(text) {
      const reason = text === name ? undefined : refuse(text);
      return reason === undefined ? { ok: true, value: text } : { ok: false, reason };
    },
    onValue: (to) => to !== undefined && onName(to),
  });
}
