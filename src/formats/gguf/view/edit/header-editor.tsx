import { NativeSelect } from '@mantine/core';
import { memo, useMemo } from 'react';
import { isTable } from '../../../../model/edit/field.ts';
import { EntryLabel, EntryList, RemoveEntry } from '../../../../widgets/form-entries/entry-list.tsx';
import { EntryText } from '../../../../widgets/form-entries/entry-text.tsx';
import { NameField } from '../../../../widgets/form-text/name-field.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { useEdit, useValues } from '../../../draft-values.ts';
import { EDITED_TYPES, editProblem, itemType, plainText } from '../../core/edit/edited-value.ts';
import { ALIGNMENT_SENTENCE, KEY_VALUES } from '../../core/edit/header-edit.ts';
import { type Entry, entryText } from '../../core/edit/stored-entries.ts';
import { ALIGNMENT_KEY } from '../../core/header/key-value-reader.ts';
import type { ValueType } from '../../core/header/value-type.ts';
import { MAX_VALUE_BYTES } from '../../core/limits.ts';
import classes from './header-editor.module.css';
import { addKey, listText, parsedList, removeKey, renameKey, retypeValue, setValue } from './steps.ts';

/** Lines of a list that are seen at once. */
const LIST_ROWS = 5;

/** Edits the key-values of a GGUF file. */
export function HeaderEditor() {
  const table = useValues()?.[KEY_VALUES];
  const edit = useEdit();
  const values = isTable(table) ? (table as { [key: string]: Entry }) : {};
  const refuse = (key: string) => {
    if (key === '') return 'A key must not be empty.';
    if (key === ALIGNMENT_KEY) return 'The alignment cannot be changed.';
    return Object.hasOwn(values, key) ? 'The header has this key.' : undefined;
  };
  return (
    <section aria-labelledby="edit-key-values" className={classes.section}>
      <h2 id="edit-key-values" className={classes.title}>
        Key-values
      </h2>
      <EntryList
        values={values}
        textOf={(entry) => `${entry.type}\n${entryText(entry)}`}
        row={(key, entry) => <Pair key={key} name={key} entry={entry} values={values} />}
        empty="None."
        filterLabel="Filter key-values"
        newLabel="New key"
        addLabel="Add key"
        refuse={refuse}
        onAdd={(key) => edit(() => addKey(key))}
      />
    </section>
  );
}

interface PairProps {
  name: string;
  entry: Entry;
  values: object;
}

const Pair = memo(function Pair({ name, entry, values }: PairProps) {
  const edit = useEdit();
  const shown = visibleText(name);
  if (name === ALIGNMENT_KEY) return <FixedPair name={shown} entry={entry} why={ALIGNMENT_SENTENCE} />;
  const isKept = 'kept' in entry;
  const refuse = (to: string) => {
    if (to === '') return 'A key must not be empty.';
    return Object.hasOwn(values, to) || to === ALIGNMENT_KEY ? 'Another key has this name.' : undefined;
  };
  return (
    <div className={classes.entry} data-entry={name}>
      <NameField
        label={<EntryLabel of={shown}>Key</EntryLabel>}
        value={name}
        disabled={isKept}
        refuse={refuse}
        onName={(to) => edit(() => renameKey(name, to))}
      />
      <TypeField name={name} shown={shown} entry={entry} />
      {isKept ? (
        <p className={classes.long}>{entry.kept}, too long to be edited. It is kept as it is, or removed.</p>
      ) : (
        <ValueField name={name} shown={shown} type={entry.type} value={entry.value} />
      )}
      <RemoveEntry name={shown} onRemove={() => edit(() => removeKey(name))} />
    </div>
  );
});

function FixedPair({ name, entry, why }: { name: string; entry: Entry; why: string }) {
  return (
    <div className={classes.entry} data-entry={name}>
      <p className={classes.fixed}>
        {name} <span className={classes.long}>{entry.type}</span> {entryText(entry)}
      </p>
      <p className={classes.why}>It cannot be changed. {why}</p>
    </div>
  );
}

function TypeField({ name, shown, entry }: { name: string; shown: string; entry: Entry }) {
  const edit = useEdit();
  const { type } = entry;
  return (
    <NativeSelect
      label={<EntryLabel of={shown}>Type</EntryLabel>}
      data={EDITED_TYPES.includes(type) ? [...EDITED_TYPES] : [type]}
      value={type}
      disabled={'kept' in entry}
      onChange={(event) => {
        const to = event.currentTarget.value;
        if ('value' in entry) edit(() => retypeValue(name, entry.value, to));
      }}
    />
  );
}

interface ValueProps {
  name: string;
  shown: string;
  type: string;
  value: string | string[];
}

function ValueField({ name, shown, type, value }: ValueProps) {
  const edit = useEdit();
  const label = <EntryLabel of={shown}>Value</EntryLabel>;
  if (typeof value !== 'string') return <ListField name={name} shown={shown} type={type} items={value} />;
  if (type === 'bool') {
    return (
      <NativeSelect
        label={label}
        data={['true', 'false']}
        value={value}
        onChange={(event) => {
          const text = event.currentTarget.value;
          edit(() => setValue(name, type, text));
        }}
      />
    );
  }
  if (type !== 'string') {
    return (
      <NameField
        key={type}
        label={label}
        value={value}
        refuse={(text) => editProblem(type, text)}
        onName={(text) => edit(() => setValue(name, type, plainText(type as ValueType, text)))}
      />
    );
  }
  return (
    <EntryText
      of={shown}
      value={value}
      maxBytes={MAX_VALUE_BYTES}
      onText={(text) => edit(() => setValue(name, type, text))}
    />
  );
}

function ListField({ name, shown, type, items }: { name: string; shown: string; type: string; items: string[] }) {
  const edit = useEdit();
  const text = useMemo(() => listText(items), [items]);
  const refuse = (typed: string) => {
    const list = parsedList(type, typed);
    return Array.isArray(list) ? editProblem(type, list) : list.problem;
  };
  return (
    <NameField
      key={type}
      label={
        <EntryLabel of={shown}>{itemType(type) === 'string' ? 'Texts, one a line' : 'Items, one a line'}</EntryLabel>
      }
      value={text}
      rows={LIST_ROWS}
      refuse={refuse}
      onName={(typed) => {
        const list = parsedList(type, typed);
        if (Array.isArray(list)) edit(() => setValue(name, type, list));
      }}
    />
  );
}
