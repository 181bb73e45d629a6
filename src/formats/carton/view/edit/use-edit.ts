import { useCallback } from 'react';
import { editStep, type FieldStep } from '../../../../model/edit.ts';
import type { FieldValues } from '../../../../model/field.ts';
import { useAppReader } from '../../../../state/hooks.ts';
import { valuesOf } from './values.ts';

/** Makes a step on the values as they are by then. `make` gives undefined for no step. */
export type MakeEdit = (make: (values: FieldValues) => FieldStep | undefined) => void;

/** The function with which fields change the draft. Always the same one, so no field renders again because of it. */
export function useEdit(): MakeEdit {
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
