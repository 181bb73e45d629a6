import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import { shortened, visibleText } from '../../../base/text.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { nameColumn } from '../../../widgets/data-table/name-column.tsx';
import { LongText } from '../../../widgets/long-text.tsx';
import { fileTypeName } from '../core/file-type.ts';
import { type KeyValue, type ListValue, valueText } from '../core/header/key-value.ts';
import type { GgufOwn } from '../core/own.ts';
import { hasByteTokens, tokenText } from '../core/token-text.ts';
import classes from './key-value-table.module.css';
import { ListItems } from './list-items.tsx';

/** Characters shown of an item of a list. */
const ITEM_CHARACTERS = 40;

/** All pairs of the header with their types, as a table to filter. */
export function KeyValueTable({ own }: { own: GgufOwn }) {
  const columns = useMemo(() => columnsFor(own), [own]);
  if (own.keyValues.length === 0) return <p className={classes.note}>{noneText(own)}</p>;
  return (
    <DataTable
      label="Key-values"
      columns={columns}
      rows={own.keyValues}
      rowKey={({ start }) => String(start)}
      rowAttributes={({ key }) => ({ 'data-key': key })}
      filterLabel="Filter key-values"
    />
  );
}

function columnsFor(own: GgufOwn): DataColumn<KeyValue>[] {
  const typeText = ({ type, list }: KeyValue) => (list ? `array of ${list.type}` : type);
  return [
    { ...nameColumn<KeyValue>('key', 'Key', ({ key }) => key, { mono: true }), width: '36%' },
    {
      id: 'type',
      header: 'Type',
      width: '140px',
      narrow: 'end',
      value: typeText,
      cell: (pair) => <span className={classes.type}>{typeText(pair)}</span>,
    },
    {
      id: 'value',
      header: 'Value',
      narrow: 'line',
      text: ({ value }) => String(value ?? ''),
      cell: (pair) => (
        <div className={classes.value}>
          {pair.list ? <List name={pair.key} list={pair.list} own={own} /> : <Value pair={pair} />}
        </div>
      ),
    },
  ];
}

/** Why there is no pair. A file can end within the first one. */
function noneText({ keyValueCount }: GgufOwn): string {
  return keyValueCount === 0n
    ? 'The header has no key-value pairs.'
    : 'The key-value pairs of the header could not be read.';
}

interface ListProps {
  name: string;
  list: ListValue;
  own: GgufOwn;
}

/** The first items of a list, and all of them once they are asked for. */
function List({ name, list, own }: ListProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  if (list.count === 0) return <span className={classes.note}>empty</span>;
  return (
    <>
      <FirstItems name={name} list={list} own={own} />
      {list.count > list.first.length && (
        <Button
          className={classes.more ?? ''}
          size="compact-sm"
          variant="subtle"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={`${open ? 'Hide' : 'Show'} the items of ${name}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide items' : `Show all ${formatCount(list.count)}`}
        </Button>
      )}
      {open && (
        <div id={id}>
          <ListItems name={name} list={list} own={own} />
        </div>
      )}
    </>
  );
}

function FirstItems({ name, list, own }: ListProps) {
  const texts = list.first.map((item) => valueText(list.type, item));
  const textOf = hasByteTokens(own.keyValues, name) ? tokenText : () => undefined;
  return (
    <>
      <span className={classes.note}>{`${formatCount(list.count)} ${list.count === 1 ? 'item' : 'items'}: `}</span>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is its position, and the list never changes.
        <span key={index}>
          {index > 0 && ', '}
          {list.type === 'string' ? <bdi className={classes.item}>{`“${itemText(textOf(text) ?? text)}”`}</bdi> : text}
          {textOf(text) !== undefined && <bdi className={classes.note}> {itemText(text)}</bdi>}
        </span>
      ))}
      {list.count > texts.length && ' …'}
    </>
  );
}

function Value({ pair: { key, type, value, cutBytes } }: { pair: KeyValue }) {
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
