import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { isTable } from '../../../../model/field.ts';
import { formatCount, formatNumberOf } from '../../../../widgets/byte-size.ts';
import { FilterInput } from '../../../../widgets/filter-input.tsx';
import { NameField } from '../../../../widgets/form-text/name-field.tsx';
import { MAX_FIELD_CHARACTERS, TextField } from '../../../../widgets/form-text/text-field.tsx';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { METADATA_KEY } from '../../core/header.ts';
import classes from './header-editor.module.css';
import { addEntry, removeEntry, renameEntry, setEntry } from './steps.ts';
import { useEdit, useValues } from './use-values.ts';

/** Entries that get fields. Trainers write hundreds. The filter finds the others. */
const MAX_SHOWN = 100;

/** From so many on there is a filter. */
const FILTER_FROM = 12;

/** The texts of `__metadata__`, to be changed, added and removed. */
export function MetadataEntries() {
  const table = useValues()?.[METADATA_KEY];
  const [filter, setFilter] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const values = isTable(table) ? (table as { [key: string]: string }) : {};
  const entries = Object.entries(values);
  const wanted = filter.toLowerCase();
  const found = entries.filter(([key, value]) => `${key}\n${value}`.toLowerCase().includes(wanted));
  return (
    <div className={classes.stack}>
      {entries.length === 0 && <p className={classes.hint}>None. Entries are short texts, such as a license.</p>}
      {entries.length >= FILTER_FROM && (
        <FilterInput label="Filter metadata" value={filter} onChange={setFilter} className={classes.filter} />
      )}
      <div ref={list} className={classes.entries}>
        {found.slice(0, MAX_SHOWN).map(([key, value]) => (
          <Entry key={key} name={key} value={value} values={values} />
        ))}
      </div>
      {found.length > MAX_SHOWN && (
        <p className={classes.hint}>
          and {formatNumberOf(found.length - MAX_SHOWN, 'more', 'more')}. Filter to see them.
        </p>
      )}
      <NewEntry
        values={values}
        onAdded={() => {
          setFilter('');
          requestAnimationFrame(() => {
            const fields = list.current?.querySelectorAll<HTMLElement>('input, textarea');
            fields?.[fields.length - 1]?.focus();
          });
        }}
      />
    </div>
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
        label={<Labeled of={shown}>Name</Labeled>}
        value={name}
        refuse={(text) => (Object.hasOwn(values, text) ? 'Another entry has this name.' : undefined)}
        onName={(to) => edit(() => renameEntry(name, to))}
      />
      {value.length > MAX_FIELD_CHARACTERS ? (
        <p className={classes.long}>
          It has {formatCount(value.length)} characters, too many for a field. Remove it, and add it again with another
          text.
        </p>
      ) : (
        <TextField
          label={<Labeled of={shown}>Value</Labeled>}
          value={value}
          onText={(text) => edit(() => setEntry(name, text))}
        />
      )}
      <Tooltip label={`Remove ${shown}`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.remove ?? ''}
          aria-label={`Remove ${shown}`}
          onClick={() => edit(() => removeEntry(name))}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
});

/** A label that says in its accessible name which entry it is of. */
function Labeled({ of, children }: { of: string; children: string }) {
  return (
    <>
      {children}
      <span className="visually-hidden"> of {of}</span>
    </>
  );
}

function NewEntry({ values, onAdded }: { values: object; onAdded(): void }) {
  const edit = useEdit();
  const [name, setName] = useState('');
  const isTaken = Object.hasOwn(values, name);
  const add = () => {
    if (name === '' || isTaken) return;
    edit(() => addEntry(name));
    setName('');
    onAdded();
  };
  // No <form>: the page's own policy (form-action) forbids one.
  return (
    <div className={classes.line}>
      <TextInput
        label="Name of a new entry"
        classNames={{ input: classes.mono ?? '' }}
        spellCheck={false}
        value={name}
        error={isTaken ? 'Another entry has this name.' : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add();
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        disabled={name === '' || isTaken}
        onClick={add}
      >
        Add entry
      </Button>
    </div>
  );
}
