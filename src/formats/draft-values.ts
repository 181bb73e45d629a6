import { useCallback } from 'react';
import { editStep, type FieldStep } from '../model/edit/edit.ts';
import type { FieldValue, FieldValues } from '../model/edit/field.ts';
import type { DraftEditing } from '../state/draft/editing.ts';
import { useApp, useAppReader } from '../state/hooks.ts';

/**
 * The values of a draft as they are edited, for formats whose drafts have `FieldValues`. Undefined where nothing is
 * edited, or where the text cannot be parsed.
 */
export function valuesOf(draft: DraftEditing | undefined): FieldValues | undefined {
  return draft?.current.values as FieldValues | undefined;
}

export function useValues(): FieldValues | undefined {
  return useApp(({ draft }) => valuesOf(draft));
}

/** The value of a key at the top. */
export function useValue(key: string): FieldValue | undefined {
  return useApp(({ draft }) => valuesOf(draft)?.[key]);
}

/** The function with which fields change the draft. It gets the current values, and is always the same function. */
export function useEdit(): (make: (values: FieldValues) => FieldStep | undefined) => void {
  const read = useAppReader();
  return useCallback(
    (make) => {
      const { draft, edit } = read();
      const values = valuesOf(draft);
      const step = values && make(values);
      if (step) edit(editStep(step));
    },
    [read],
  );
}
