import type { ReactNode } from 'react';
import type { EntrySteps } from '../model/edit/entry-changes.ts';
import type { FieldValue } from '../model/edit/field.ts';
import { EntryLabel, EntryList, type EntryListProps, RemoveButton } from '../widgets/form-entries/entry-list.tsx';
import { NameField } from '../widgets/form-text/name-field.tsx';
import { visibleText } from '../widgets/name-text.tsx';
import { useEdit, useValues } from './draft-values.ts';

interface Props<T> extends Omit<EntryListProps<T>, 'values' | 'row' | 'refuse' | 'onAdd'> {
  /** The key of the table in the values. */
  table: string;
  steps: EntrySteps;
  /** What the name of an entry is called. */
  nameLabel: string;
  className: string | undefined;
  /** The value of a new entry. */
  initial: FieldValue;
  /** The fields of a value. */
  fields(name: string, value: T): ReactNode;
  /** What is shown of an entry that cannot be edited. */
  fixed?(name: string, value: T): ReactNode;
  /** Whether an entry can only be removed. */
  isKept?(value: T): boolean;
  /** Why an entry cannot have a name that no other has. */
  refuse?(name: string): string | undefined;
}

/** Edits the entries of a table of the draft's values: their names, their values, and which there are. */
export function EntryTable<T>({ table, steps, nameLabel, className, initial, fields, ...props }: Props<T>) {
  const { fixed, isKept, refuse, ...list } = props;
  const edit = useEdit();
  const values = (useValues()?.[table] ?? {}) as { [key: string]: T };
  const refused = (name: string) =>
    refuse?.(name) ?? (Object.hasOwn(values, name) ? 'Another entry has this name.' : undefined);
  const row = (name: string, value: T) => {
    const shown = visibleText(name);
    return (
      <div key={name} className={className} data-entry={name}>
        {fixed?.(name, value) ?? (
          <>
            <NameField
              label={<EntryLabel of={shown}>{nameLabel}</EntryLabel>}
              value={name}
              disabled={isKept?.(value) ?? false}
              refuse={refused}
              onName={(to) => edit(() => steps.rename(name, to))}
            />
            {fields(name, value)}
            <RemoveButton label={`Remove ${shown}`} onClick={() => edit(() => steps.remove(name))} />
          </>
        )}
      </div>
    );
  };
  return (
    <EntryList
      {...list}
      values={values}
      row={row}
      refuse={refused}
      onAdd={(name) => edit(() => steps.add(name, initial))}
    />
  );
}
