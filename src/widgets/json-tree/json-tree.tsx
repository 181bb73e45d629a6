import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatNumberOf } from '../../base/amounts.ts';
import { shortened } from '../../base/text.ts';
import { visibleText } from '../name-text.tsx';
import classes from './json-tree.module.css';
import { type JsonValue, sizeOf } from './json-value.ts';

/** Values that a list shows at first, and with each "Show more". */
const STEP = 100;

/** A value with at most this many is open at first, on the first levels. */
const OPEN_SIZE = 24;
const OPEN_LEVELS = 2;

/** Characters shown of one string. The text itself has the rest. */
const MAX_STRING = 300;

interface Props {
  value: JsonValue;
  label: string;
  /** Without a card: a pane is around it. */
  plain?: boolean;
}

/**
 * A JSON value as a tree that folds. Only what is open is in the document. The components that others made
 * (react-json-view-lite, react-json-tree) take what `JSON.parse` gives: without exact numbers and members of one name.
 */
export function JsonTree({ value, label, plain = false }: Props) {
  return (
    <section className={classes.root} aria-label={label} data-plain={plain || undefined}>
      {sizeOf(value) > 0 ? <Children of={value} level={0} /> : <Leaf value={value} />}
    </section>
  );
}

function Children({ of, level }: { of: JsonValue; level: number }) {
  const [limit, setLimit] = useState(STEP);
  const size = sizeOf(of);
  return (
    <ul className={classes.list}>
      {entriesOf(of, limit).map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two members may have one name; the value never changes.
        <li key={index}>
          <Entry name={name} value={value} level={level} />
        </li>
      ))}
      {size > limit && (
        <li>
          <Button variant="subtle" size="compact-sm" onClick={() => setLimit(limit + STEP)}>
            Show more of {formatNumberOf(size, 'value')}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The first values in one, each with its name, or its index in an array. */
function entriesOf(of: JsonValue, limit: number): (readonly [name: string | number, value: JsonValue])[] {
  if (of.kind === 'object') return of.members.slice(0, limit);
  return of.kind === 'array' ? of.items.slice(0, limit).map((item, index) => [index, item]) : [];
}

function Entry({ name, value, level }: { name: string | number; value: JsonValue; level: number }) {
  const size = sizeOf(value);
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS && size <= OPEN_SIZE);
  if (size === 0) {
    return (
      <p className={classes.leaf}>
        <Name name={name} /> <Leaf value={value} />
      </p>
    );
  }
  return (
    <>
      <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight className={classes.mark} size={16} stroke={1.75} aria-hidden />
        <Name name={name} />{' '}
        <span className={classes.count}>
          {value.kind === 'array' ? formatNumberOf(size, 'item') : formatNumberOf(size, 'member')}
        </span>
      </button>
      {isOpen && <Children of={value} level={level + 1} />}
    </>
  );
}

function Name({ name }: { name: string | number }): ReactNode {
  if (typeof name === 'number') return <span className={classes.count}>{name}:</span>;
  return (
    <bdi className={classes.name}>
      {name === '' ? '""' : visibleText(shortened(name))}
      <span className={classes.count}>:</span>
    </bdi>
  );
}

function Leaf({ value }: { value: JsonValue }): ReactNode {
  switch (value.kind) {
    case 'string':
      return (
        <bdi className={classes.value} data-kind="string">
          {`"${visibleText(shortened(value.text, MAX_STRING))}"`}
        </bdi>
      );
    case 'array':
    case 'object':
      return <span className={classes.count}>{value.kind === 'array' ? '[]' : '{}'}</span>;
    default:
      return (
        <span className={classes.value} data-kind={value.kind}>
          {value.kind === 'number' ? shortened(value.text) : value.kind === 'boolean' ? String(value.value) : 'null'}
        </span>
      );
  }
}
