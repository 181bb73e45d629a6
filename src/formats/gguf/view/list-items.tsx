import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, type TablerIcon } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { useApp, useLoading } from '../../../state/hooks.ts';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { FilterInput } from '../../../widgets/filter-input.tsx';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { StringText } from '../../../widgets/tensor/string-text.tsx';
import { type ItemsFound, readPage, searchItems } from '../core/header/item-search.ts';
import { type ListItem, type ListValue, valueText } from '../core/header/key-value.ts';
import { MARK_EVERY, MAX_FOUND_ITEMS } from '../core/limits.ts';
import type { GgufOwn } from '../core/own.ts';
import { hasByteTokens, tokenText } from '../core/token-text.ts';
import classes from './list-items.module.css';

interface Props {
  /** The key of the list. */
  name: string;
  list: ListValue;
  own: GgufOwn;
  /** The items are tokens of byte-level BPE. */
  isBytes: boolean;
}

/** The items of a list, read page by page, with a search through all of them. */
export function ListItems({ name, list, own }: Omit<Props, 'isBytes'>) {
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const shown = { name, list, own, isBytes: hasByteTokens(own.keyValues, name) };
  return (
    <div className={classes.root}>
      <FilterInput
        label={`Search ${formatNumberOf(list.count, 'item')}`}
        value={query}
        onChange={setQuery}
        className={classes.search}
      />
      {wanted === '' ? <Pages {...shown} /> : <Found key={wanted} {...shown} query={wanted} />}
    </div>
  );
}

function Pages(props: Props) {
  const { list, own } = props;
  const [first, setFirst] = useState(0);
  const last = Math.min(list.count, first + MARK_EVERY) - 1;
  const turn = (label: string, Icon: TablerIcon, to: number) => (
    <Button px={8} aria-label={label} disabled={to < 0 || to >= list.count} onClick={() => setFirst(to)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </Button>
  );
  const shownDraft = useApp((state) => state.draft?.shownDraft);
  const loading = useLoading(`items ${first} ${list.start} ${shownDraft?.id ?? ''} ${own.path}`, (actions, options) =>
    readPage(list, first, own, (start, end) => actions.readBytes(own.path, start, end, { ...options, shownDraft })),
  );
  return (
    <>
      {list.count > MARK_EVERY && (
        <div className={classes.pager}>
          {turn('Previous items', IconChevronLeft, first - MARK_EVERY)}
          {turn('Next items', IconChevronRight, first + MARK_EVERY)}
          <span role="status" className={classes.note}>
            {formatCount(first)}–{formatCount(last)} of {formatCount(list.count)}
          </span>
        </div>
      )}
      <LoadingView of={loading} what="the items">
        {(page) =>
          page ? (
            <ItemList {...props} items={page.items.map((item, at) => ({ index: page.first + at, item }))} />
          ) : (
            <p className={classes.note}>These items are too long to show.</p>
          )
        }
      </LoadingView>
    </>
  );
}

/** What a search has found so far. Another query is another component. */
function Found({ query, ...props }: Props & { query: string }) {
  const { list, own, isBytes } = props;
  const shownDraft = useApp((state) => state.draft?.shownDraft);
  const [state, setState] = useState<ItemsFound>({ found: [], seen: 0, isDone: false });
  const textOf = (item: ListItem) => `${item}\n${tokenText(String(item)) ?? ''}`;
  const loading = useLoading(
    `search ${query} ${list.start} ${shownDraft?.id ?? ''} ${own.path}`,
    async (actions, options) => {
      const read = (start: number, end: number) => actions.readBytes(own.path, start, end, { ...options, shownDraft });
      for await (const found of searchItems(list, query, own, read, isBytes ? textOf : undefined)) {
        if (options.signal?.aborted) return;
        setState(found);
      }
    },
  );
  const { found, seen, isDone } = state;
  if (loading.status === 'failed') return <ErrorNote error={loading.error} />;
  const share = `${Math.floor((100 * seen) / list.count)}%`;
  return (
    <>
      <p role="status" className={classes.note}>
        {!isDone && `Searching… ${share}`}
        {isDone && found.length === 0 && `No match for “${query}”.`}
        {isDone &&
          found.length > 0 &&
          (seen < list.count
            ? `The first ${MAX_FOUND_ITEMS} matches`
            : formatNumberOf(found.length, 'match', 'matches'))}
      </p>
      {found.length > 0 && <ItemList {...props} items={found} />}
    </>
  );
}

interface ItemListProps extends Props {
  items: readonly { index: number; item: ListItem }[];
}

/** Items with their numbers. What scrolls must be reachable by keyboard. */
function ItemList({ name, list, isBytes, items }: ItemListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={classes.box} aria-label={`Items of ${name}`} tabIndex={0}>
      <ol className={classes.items}>
        {items.map(({ index, item }) => (
          <li key={index} data-index={index}>
            <span className={classes.index}>{index}</span>
            <span className={classes.item}>
              {typeof item !== 'string' ? (
                valueText(list.type, item)
              ) : isBytes ? (
                <TokenText>{item}</TokenText>
              ) : (
                <StringText>{item}</StringText>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The text that a token stands for, and the token beside it. */
function TokenText({ children }: { children: string }) {
  const text = tokenText(children);
  if (text === undefined) return <StringText>{children}</StringText>;
  return (
    <>
      “<StringText>{text}</StringText>”{' '}
      <span className={classes.raw}>
        <StringText>{children}</StringText>
      </span>
    </>
  );
}
