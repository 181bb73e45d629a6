import { useCallback } from 'react';
import type { EditStep, TomlValues } from '../../../../model/edit.ts';
import { useAppReader } from '../../../../state/hooks.ts';

/** Makes a step on the values as they are by then; undefined makes none. */
export type MakeEdit = (make: (values: TomlValues) => EditStep | undefined) => void;

/** How fields change the draft. Always the same function, so that a field need not render again for it. */
export function useEdit(): MakeEdit {
  const read = useAppReader();
  return useCallback(
    (make) => {
      const { draft, edit } = read();
      const values = draft?.current.values;
      const step = values && make(values);
      if (step) edit(step);
    },
    [read],
  );
}
