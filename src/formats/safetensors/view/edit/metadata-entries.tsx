import { memo } from 'react';
import { isTable } from '../../../../model/edit/field.ts';
import { EntryLabel, EntryList, RemoveEntry } from '../../../../widgets/form-entries/entry-list.tsx';
import { EntryText } from '../../../../widgets/form-entries/entry-text.tsx';
import { NameField } from '../../../../widgets/form-text/name-field.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { useEdit, useValues } from '../../../draft-values.ts';
import { METADATA_KEY } from '../../core/header.ts';
import { MAX_METADATA_UNITS } from '../../core/limits.ts';
import classes from './header-editor.module.css';
import { addEntry, removeEntry, renameEntry, setEntry } from './steps.ts';

/** The texts of `__metadata__`, to be changed, added and removed. */
export function MetadataEntries() {
  const table = useValues()?.[METADATA_KEY];
  const edit = useEdit();
  const values = isTable(table) ? (table as { [key: string]: string }) : {};
  return (
    <EntryList
      values={values}
      textOf={(value) => value}
      row={(key, value) => <Entry key={key} name={key} value={value} values={values} />}
      empty="None. Entries are short texts, such as a license."
      filterLabel="Filter metadata"
      newLabel="Name of a new entry"
      addLabel="Add entry"
      refuse={(key) => (Object.hasOwn(values, key) ? 'Another entry has this name.' : undefined)}
      onAdd={(key) => edit(() => addEntry(key))}
    />
  );
}

interface EntryProps {
  name: string;
  value: string;
  values: object;
}

const Entry = memo(function Entry({ name, value, values }: EntryProps) {
  const edit = useEdit();
  const shown = visibleText(name);
  return (
    <div className={classes.entry} data-entry={name}>
      <NameField
        label={<EntryLabel of={shown}>Name</EntryLabel>}
        value={name}
        refuse={(text) => (Object.hasOwn(values, text) ? 'Another entry has this name.' : undefined)}
        onName={(to) => edit(() => renameEntry(name, to))}
      />
      <EntryText
        of={shown}
        value={value}
        maxBytes={MAX_METADATA_UNITS}
        onText={(text) => edit(() => setEntry(name, text))}
      />
      <RemoveEntry name={shown} onRemove={() => edit(() => removeEntry(name))} />
    </div>
  );
});
