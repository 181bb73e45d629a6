import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { EntryLabel } from '../../../../widgets/form-entries/entry-list.tsx';
import { EntryText } from '../../../../widgets/form-entries/entry-text.tsx';
import { NameField } from '../../../../widgets/form-text/name-field.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { useEdit } from '../../../draft-values.ts';
import { EntryTable } from '../../../entry-table.tsx';
import { canonicalText, EDITED_TYPES, editProblem, itemType } from '../../core/edit/edited-value.ts';
import { ALIGNMENT_SENTENCE, KEY_VALUES } from '../../core/edit/header-edit.ts';
import { type Entry, entryText } from '../../core/edit/stored-entries.ts';
import { ALIGNMENT_KEY } from '../../core/header/key-value-reader.ts';
import type { ValueType } from '../../core/header/value-type.ts';
import { MAX_VALUE_BYTES } from '../../core/limits.ts';
import classes from './header-editor.module.css';
import { KEY_STEPS, listText, parsedList, retypeValue } from './steps.ts';

/** Lines of a list that are seen at once. */
const LIST_ROWS = 5;

/** Edits the key-values of a GGUF file. */
export function HeaderEditor() {
  const refuse = (key: string) => {
    if (key === '') return 'A key must not be empty.';
    return key === ALIGNMENT_KEY ? 'The alignment cannot be changed.' : undefined;
  };
  return (
    <section aria-labelledby="edit-key-values" className={classes.section}>
      <h2 id="edit-key-values" className={classes.title}>
        Key-values
      </h2>
      <EntryTable<Entry>
        table={KEY_VALUES}
        steps={KEY_STEPS}
        nameLabel="Key"
        className={classes.entry}
        initial={{ type: 'string', value: '' }}
        isKept={(entry) => 'kept' in entry}
        fields={(key, entry) => <PairFields name={key} entry={entry} />}
        fixed={(key, entry) => (key === ALIGNMENT_KEY ? <FixedPair name={key} entry={entry} /> : undefined)}
        textOf={(entry) => `${entry.type}\n${entryText(entry)}`}
        empty="None."
        filterLabel="Filter key-values"
        newLabel="New key"
        addLabel="Add key"
        refuse={refuse}
      />
    </section>
  );
}

function FixedPair({ name, entry }: { name: string; entry: Entry }) {
  return (
    <>
      <p className={classes.fixed}>
        {name} <span className={classes.long}>{entry.type}</span> {entryText(entry)}
      </p>
      <p className={classes.why}>It cannot be changed. {ALIGNMENT_SENTENCE}</p>
    </>
  );
}

function PairFields({ name, entry }: { name: string; entry: Entry }) {
  const edit = useEdit();
  const { type } = entry;
  return (
    <>
      <NativeSelect
        label={<EntryLabel of={visibleText(name)}>Type</EntryLabel>}
        data={EDITED_TYPES.includes(type) ? [...EDITED_TYPES] : [type]}
        value={type}
        disabled={'kept' in entry}
        onChange={(event) => {
          const to = event.currentTarget.value;
          if ('value' in entry) edit(() => retypeValue(name, entry.value, to));
        }}
      />
      {'kept' in entry ? (
        <p className={classes.long}>{entry.kept}, too long to be edited. It is kept as it is, or removed.</p>
      ) : (
        <ValueField
          key={type}
          shown={visibleText(name)}
          type={type}
          value={entry.value}
          onValue={(value) => edit(() => KEY_STEPS.set(name, { type, value }))}
        />
      )}
    </>
  );
}

interface ValueProps {
  shown: string;
  type: string;
  value: string | string[];
  onValue(value: string | string[]): void;
}

function ValueField({ shown, type, value, onValue }: ValueProps) {
  if (type === 'string') {
    return <EntryText of={shown} value={String(value)} maxBytes={MAX_VALUE_BYTES} onText={onValue} />;
  }
  if (type !== 'bool') return <TypedField shown={shown} type={type} value={value} onValue={onValue} />;
  return (
    <NativeSelect
      label={<EntryLabel of={shown}>Value</EntryLabel>}
      data={['true', 'false']}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
}

/** A number, or the items of a list, one a line. */
function TypedField({ shown, type, value, onValue }: ValueProps) {
  const items = itemType(type);
  const text = useMemo(() => (typeof value === 'string' ? value : listText(value)), [value]);
  const parsed = (typed: string) =>
    items === undefined ? canonicalText(type as ValueType, typed) : parsedList(type, typed);
  const refuse = (typed: string) => {
    const result = parsed(typed);
    return typeof result === 'string' || Array.isArray(result) ? editProblem(type, result) : result.problem;
  };
  const label = items === undefined ? 'Value' : items === 'string' ? 'Texts, one a line' : 'Items, one a line';
  return (
    <NameField
      label={
        <EntryLabel of={shown} isOwn={items !== undefined}>
          {label}
        </EntryLabel>
      }
      value={text}
      {...(items === undefined ? {} : { rows: LIST_ROWS })}
      refuse={refuse}
      onName={(typed) => onValue(parsed(typed) as string | string[])}
    />
  );
}
