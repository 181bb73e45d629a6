import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { FilterInput } from '../filter-input.tsx';
import { HintButton } from '../hint.tsx';
import classes from './entry-list.module.css';

/** Entries that get fields. Real files have up to some hundreds. The filter finds the others. */
const MAX_SHOWN = 100;

/** Lists at least this long have a filter. */
const FILTER_FROM = 12;

export interface EntryListProps<T> {
  values: { readonly [key: string]: T };
  /** The text of a value that the filter searches. */
  textOf(value: T): string;
  /** The fields of an entry. Its element has `key`. */
  row(key: string, value: T): ReactNode;
  /** What is said where there is no entry. */
  empty: string;
  filterLabel: string;
  /** The label of the field for the key of a new entry, and of the button that adds it. */
  newLabel: string;
  addLabel: string;
  /** Why a key cannot be added. Undefined where it can. */
  refuse(key: string): string | undefined;
  onAdd(key: string): void;
}

/** Entries of a table, each with its fields, to be filtered and added. */
export function EntryList<T>({ values, textOf, row, empty, filterLabel, refuse, onAdd, ...labels }: EntryListProps<T>) {
  const [filter, setFilter] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const entries = Object.entries(values);
  const wanted = filter.toLowerCase();
  const found =
    wanted === ''
      ? entries
      : entries.filter(([key, value]) => `${key}\n${textOf(value)}`.toLowerCase().includes(wanted));
  return (
    <div className={classes.stack}>
      {entries.length === 0 && <p className={classes.hint}>{empty}</p>}
      {entries.length >= FILTER_FROM && (
        <FilterInput label={filterLabel} value={filter} onChange={setFilter} className={classes.filter} />
      )}
      <div ref={list} className={classes.entries}>
        {found.slice(0, MAX_SHOWN).map(([key, value]) => row(key, value))}
      </div>
      {found.length > MAX_SHOWN && (
        <p className={classes.hint}>
          and {formatNumberOf(found.length - MAX_SHOWN, 'more', 'more')}. Filter to see them.
        </p>
      )}
      <NewEntry
        {...labels}
        refuse={refuse}
        onAdd={(key, focuses) => {
          onAdd(key);
          if (!focuses) return;
          // Among the others it may be beyond those that get fields.
          setFilter(entries.length >= MAX_SHOWN ? key : '');
          requestAnimationFrame(() => {
            const added = list.current?.querySelector(`[data-entry="${CSS.escape(key)}"]`);
            const fields = added?.querySelectorAll<HTMLElement>('input:not([type=file]), textarea');
            fields?.[fields.length - 1]?.focus();
          });
        }}
      />
    </div>
  );
}

function NewEntry({
  newLabel,
  addLabel,
  refuse,
  onAdd,
}: Pick<EntryListProps<unknown>, 'newLabel' | 'addLabel' | 'refuse'> & { onAdd(key: string, focuses: boolean): void }) {
  const [key, setKey] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const problem = key === '' ? undefined : refuse(key);
  const add = (focuses: boolean) => {
    if (key === '' || problem !== undefined) return;
    onAdd(key, focuses);
    setKey('');
  };
  // No <form>: it would add only the Enter key.
  return (
    <div className={classes.line}>
      <TextInput
        label={newLabel}
        classNames={{ input: classes.mono ?? '' }}
        spellCheck={false}
        value={key}
        error={problem}
        onChange={(event) => setKey(event.currentTarget.value)}
        onBlur={({ relatedTarget }) => {
          // What was typed counts without the button too, so that Save does not leave it out.
          if (relatedTarget !== null && relatedTarget !== button.current) add(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add(true);
        }}
      />
      <Button
        ref={button}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        disabled={key === '' || problem !== undefined}
        onClick={() => add(true)}
      >
        {addLabel}
      </Button>
    </div>
  );
}

interface RemoveProps {
  label: string;
  className?: string | undefined;
  onClick(): void;
}

/** The button that removes an entry or an item. */
export function RemoveButton({ className = classes.remove ?? '', ...button }: RemoveProps) {
  return <HintButton Icon={IconTrash} size="lg" className={className} {...button} />;
}

interface LabelProps {
  of: string;
  /** Whether it is another than the first row's, and has to be seen. */
  isOwn?: boolean;
  children: string;
}

/** A label that says in its accessible name which entry it is of. */
export function EntryLabel({ of, isOwn = false, children }: LabelProps) {
  return (
    <>
      <span data-own={isOwn || undefined}>{children}</span>
      <span className="visually-hidden"> of {of}</span>
    </>
  );
}
