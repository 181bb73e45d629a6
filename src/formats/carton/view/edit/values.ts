import type { FieldValue, FieldValues } from '../../../../model/edit/field.ts';
import type { DraftEditing } from '../../../../state/draft/editing.ts';
import { useApp } from '../../../../state/hooks.ts';

/** The values of carton.toml as they are edited. Undefined where nothing is edited, or where the text is not TOML. */
export function valuesOf(draft: DraftEditing | undefined): FieldValues | undefined {
  return draft?.current.values as FieldValues | undefined;
}

/** The value of a key at the top of carton.toml. */
export function useValue(key: string): FieldValue | undefined {
  return useApp((state) => valuesOf(state.draft)?.[key]);
}
