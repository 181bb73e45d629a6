import { Button } from '@mantine/core';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { shortened, visibleText } from '../../../base/text.ts';
import { Card } from '../../../widgets/card.tsx';
import { FilterInput } from '../../../widgets/filter-input.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { LongText } from '../../../widgets/long-text.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { ROLE } from '../../../widgets/table-rows.ts';
import { fileTypeName } from '../core/file-type.ts';
import { type KeyValue, valueText } from '../core/header/key-value.ts';
import type { GgufOwn } from '../core/own.ts';
import { hasByteTokens, tokenText } from '../core/token-text.ts';
import classes from './key-value-table.module.css';
import { ListItems } from './list-items.tsx';

/** Pairs shown before a click. Models have 20 to 60. */
const FIRST_PAIRS = 100;

/** Characters shown of an item of a list. */
const ITEM_CHARACTERS = 40;

/** All pairs of the header with their types, as a table to filter. */
export function KeyValueTable({ own }: { own: GgufOwn }) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query.trim().toLowerCase());
  const shown = useMemo(() => own.keyValues.filter((pair) => matches(pair, wanted)), [own, wanted]);
  const [first, more] = useFirst(shown, FIRST_PAIRS, `Show more of ${formatCount(shown.length)}`, {
    step: FIRST_PAIRS,
  });
  const all = own.keyValues.length;
  if (all === 0) return <p className={classes.none}>{noneText(own)}</p>;
  return (
    <>
      <div className={classes.bar}>
        <FilterInput label="Filter key-values" value={query} onChange={setQuery} className={classes.filter} />
        <span role="status" className={classes.count}>
          {wanted !== '' && `${formatCount(shown.length)} of ${formatCount(all)}`}
        </span>
      </div>
      <Card rows>
        <table {...ROLE.table} className={classes.table} aria-label="Key-values">
          <thead {...ROLE.group}>
            <tr {...ROLE.row}>
              {['Key', 'Type', 'Value'].map((title) => (
                <th key={title} {...ROLE.column} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...ROLE.group}>
            {first.map((pair) => (
              <Row key={pair.start} pair={pair} own={own} />
            ))}
          </tbody>
        </table>
      </Card>
      {shown.length === 0 && <p className={classes.none}>No match for “{wanted}”.</p>}
      {more}
    </>
  );
}

/** Why there is no pair. A file can end within the first one. */
function noneText({ keyValueCount }: GgufOwn): string {
  return keyValueCount === 0n
    ? 'The header has no key-value pairs.'
    : 'The key-value pairs of the header could not be read.';
}

function matches({ key, type, value, list }: KeyValue, wanted: string): boolean {
  if (wanted === '') return true;
  const text = `${key}\n${type}\n${list?.type ?? ''}\n${typeof value === 'string' ? value : String(value ?? '')}`;
  return text.toLowerCase().includes(wanted);
}

function Row({ pair, own }: { pair: KeyValue; own: GgufOwn }) {
  const { key, type, list } = pair;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <tr {...ROLE.row} data-key={key}>
        <th {...ROLE.key} scope="row" className={classes.key}>
          <NameText mono>{key}</NameText>
        </th>
        <td {...ROLE.cell} className={classes.type}>
          {list ? `array of ${list.type}` : type}
        </td>
        <td {...ROLE.cell}>
          <Value pair={pair} own={own} />
          {list && list.count > list.first.length && (
            <Button
              className={classes.more ?? ''}
              size="compact-sm"
              variant="subtle"
              aria-expanded={open}
              aria-controls={id}
              aria-label={`${open ? 'Hide' : 'Show'} the items of ${key}`}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Hide items' : `Show all ${formatCount(list.count)}`}
            </Button>
          )}
        </td>
      </tr>
      {list && open && (
        <tr {...ROLE.row} id={id} className={classes.items}>
          <td {...ROLE.cell} colSpan={3}>
            <ListItems name={key} list={list} own={own} />
          </td>
        </tr>
      )}
    </>
  );
}

function Value({ pair: { key, type, value, list, cutBytes }, own }: { pair: KeyValue; own: GgufOwn }) {
  if (list) {
    const texts = list.first.map((item) => valueText(list.type, item));
    const textOf = hasByteTokens(own.keyValues, key) ? tokenText : () => undefined;
    if (list.count === 0) return <span className={classes.note}>empty</span>;
    return (
      <>
        <span className={classes.count}>{`${formatCount(list.count)} ${list.count === 1 ? 'item' : 'items'}: `}</span>
        {texts.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its position, and the list never changes.
          <span key={index}>
            {index > 0 && ', '}
            {list.type === 'string' ? (
              <bdi className={classes.item}>{`“${itemText(textOf(text) ?? text)}”`}</bdi>
            ) : (
              text
            )}
            {textOf(text) !== undefined && <bdi className={classes.note}> {itemText(text)}</bdi>}
          </span>
        ))}
        {list.count > texts.length && ' …'}
      </>
    );
  }
  if (typeof value === 'string') return <LongText text={value} bytes={cutBytes} name={key} />;
  const meaning = key === 'general.file_type' && typeof value === 'number' ? fileTypeName(value) : undefined;
  return (
    <>
      <span className={classes.number} title={String(value)}>
        {value === undefined ? '' : valueText(type, value)}
      </span>
      {meaning !== undefined && <span className={classes.note}> {meaning}</span>}
    </>
  );
}

/** An item of a list in a few words. */
function itemText(text: string): string {
  return visibleText(shortened(text, ITEM_CHARACTERS));
}
