import { useCallback } from 'react';
import { editStep, type FieldStep } from '../model/edit/edit.ts';
import type { FieldValues } from '../model/edit/field.ts';
import { useApp, useAppReader } from '../state/hooks.ts';

/** The values of the draft as they are edited, for formats whose drafts have `FieldValues`. */
export function useValues(): FieldValues | undefined {
  return useApp((state) => state.draft?.current.values as FieldValues | undefined);
}

/** The function with which fields change the draft. It gets the current values, and is always the same function. */
export function useEdit(): (make: (values: FieldValues) => FieldStep | undefined) => void {
  const read = useAppReader();
  return useCallback(
    (make) => {
      const { draft, edit } = read();
      const values = draft?.current.values as FieldValues | undefined;
      const step = values && make(values);
      if (step) edit(editStep(step));
    },
    [read],
  );
}
