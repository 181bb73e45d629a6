import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { type FieldPath, type FieldValue, sameValue, valueAt } from '../../../../model/field.ts';
import { useAppReader } from '../../../../state/hooks.ts';
import { unfinishedField, unfinishedKey, useUnfinished } from './unfinished.ts';
import { valuesOf } from './values.ts';

export type Read<T> = { ok: true; value: T } | { ok: false; reason: string };

interface Typed<T extends FieldValue> {
  /** In words: "Input 1 shape". */
  label: string;
  /** Where its value stands; of a name, what has it. */
  path: FieldPath;
  isName?: boolean;
  /** The type that its value is to have, where there is a choice. */
  type?: string | undefined;
  /** What the draft holds: the value, or the name. */
  value: FieldValue | undefined;
  /** How that is written. */
  text: string;
  read(text: string): Read<T>;
  /** `continues`: it goes on with what was set since the focus came, and is one step with it. Undefined: as it was, not there. */
  onValue(value: T | undefined, continues: boolean): void;
  /** What may well be on the way to something else: it does not count after a mere pause. */
  isUnripe?: ((text: string) => boolean) | undefined;
}

/** The value that a field had when the focus came, and whether what was typed since has set another one. */
export interface Begun {
  value: FieldValue | undefined;
  isSet: boolean;
}

/** What comes of text that is to count. */
export interface Outcome {
  /** The field is not unfinished any more. */
  isFinished: boolean;
  /** The value that the draft gets: that of the text, or the one that it had when the focus came. Undefined where it keeps its own. */
  next: { value: FieldValue | undefined } | undefined;
}

/**
 * A value of its own goes into the draft. Text that is no value takes back what was set on its way, so that the draft holds what it held
 * before. A name's text goes along when the name changes; that of a value goes by itself, and with it a type that the field has from there.
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

/** What is typed counts once nothing was typed for so long, in milliseconds. */
const PAUSE_MS = 900;

/**
 * Text that counts as a whole: a shape, a number, a name with which others change. It counts when the field is left, on Enter, and after a
 * pause. Text that is no value is unfinished: the draft then holds what it held when the field was entered, whatever the text was on its way,
 * and the store keeps the text. When the value changes otherwise, as by Undo, the text follows.
 */
export function useTyped<T extends FieldValue>(field: Typed<T>) {
  const { path, isName = false, value, text, read, isUnripe = () => false } = field;
  const key = unfinishedKey(path, isName);
  const kept = useUnfinished(key);
  const store = useAppReader();
  const [typed, setTyped] = useState<{ text: string; of: FieldValue | undefined }>();
  /** The value when the first letter was typed since the focus came, and whether it was set since. */
  const begun = useRef<Begun>(undefined);
  const shown = typed && sameValue(typed.of, value) ? typed.text : kept?.text;
  const own = shown === text && kept === undefined ? undefined : shown;
  const result = own === undefined ? undefined : read(own);
  const latest = { field, key, own, result, isUnripe, isTyped: typed !== undefined };
  const now = useRef(latest);
  now.current = latest;

  const forget = useCallback(() => {
    const { setUnfinished } = store();
    setUnfinished(now.current.key, undefined);
  }, [store]);

  /** Lets what is typed count, or notes that it cannot. The field goes on showing it. */
  const settle = useCallback(() => {
    const { field, key, own, result } = now.current;
    if (own === undefined || !result) return;
    const { label, path, isName = false, value, type } = field;
    const before = begun.current ?? { value, isSet: false };
    const outcome = outcomeOf(result, value, before, isName);
    if (outcome.isFinished) forget();
    if (outcome.next) {
      begun.current = { value: before.value, isSet: result.ok };
      setTyped({ text: own, of: outcome.next.value });
      field.onValue(outcome.next.value as T | undefined, before.isSet);
    }
    if (result.ok) return;
    const { draft, setUnfinished } = store();
    const held = valueAt(valuesOf(draft), path);
    setUnfinished(
      key,
      unfinishedField({
        label,
        text: own,
        problem: result.reason,
        field: path,
        isName,
        of: held,
        ...(type ? { type } : {}),
      }),
    );
  }, [store, forget]);

  useEffect(() => {
    if (own === undefined) return;
    const timer = setTimeout(() => {
      const { own, result, isUnripe } = now.current;
      if (own !== undefined && own !== '' && !(result?.ok && isUnripe(own))) settle();
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [own, settle]);

  // The field may go with the focus in it, as when the address leads to the text.
  useEffect(
    () => () => {
      const { field, isTyped } = now.current;
      const { draft } = store();
      const held = valueAt(valuesOf(draft), field.path);
      if (isTyped && !field.isName && held !== undefined && sameValue(held, field.value)) settle();
    },
    [store, settle],
  );

  return {
    text: own ?? text,
    /** Why what is typed is no value. */
    problem: result && !result.ok ? result.reason : undefined,
    /** What is said of it then. */
    said:
      result && !result.ok
        ? `${result.reason}${value === undefined ? '' : ` The draft keeps ${text.slice(0, MAX_KEPT_SHOWN) || 'it empty'}.`}`
        : undefined,
    /** What the field takes. */
    input: {
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
        // What does not count yet is no step: undoing it is this field's own affair.
        const undoes = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
        if (own !== undefined && own !== text && (event.key === 'Escape' || undoes)) {
          event.preventDefault();
          event.stopPropagation();
          forget();
          setTyped(undefined);
        }
      },
      // So that nobody else undoes something then.
      'data-undoes': own !== undefined && own !== text ? '' : undefined,
    },
  };
}

/** Characters of a value in a sentence. */
const MAX_KEPT_SHOWN = 40;

/** `useTyped` for a name: one that others cannot have, or that must not be empty. */
export function useTypedName(
  field: Omit<Typed<string>, 'value' | 'text' | 'read' | 'isName' | 'onValue'> & {
    name: string;
    /** Why it cannot be the name. */
    refuse(text: string): string | undefined;
    onName(name: string): void;
  },
) {
  const { name, refuse, onName, ...rest } = field;
  return useTyped<string>({
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
