import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValue } from '../../../../model/field.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import classes from './form.module.css';
import { useItemKeys } from './item-keys.ts';
import { Note } from './notes.tsx';

/** What of an item is to have the focus: its first field, which is written over where it is new, or the button that moved it. */
export type ItemFocus = 'new' | 'first' | 'up' | 'down';

export interface ItemListActions {
  /** Has an item's part focused once it is there. Always the same function. */
  focus(index: number, what: ItemFocus): void;
  /** Says something of the item that is about to be removed, until the list is another one again. */
  say(text: string | undefined): void;
}

interface Props {
  label: string;
  /** The list's name in the file. */
  field: string;
  items: readonly FieldValue[];
  /** Renders one item; memoised there. */
  children(item: FieldValue, index: number, actions: ItemListActions): ReactNode;
  addLabel: string;
  onAdd(): void;
  /** What stands there without any. */
  empty: ReactNode;
  /** Of an item, in px, before it is measured. */
  estimate: number;
}

/** Items above this are rendered only where they can be seen: each has a dozen fields and buttons. */
const VIRTUAL_FROM = 30;

/** A focus that was asked for counts so long, in milliseconds: what comes of it comes at once. */
const SOON_MS = 1000;

/** A list whose items are added, moved and removed, with the focus going along. */
export function ItemList({ label, field, items, children, addLabel, onAdd, empty, estimate }: Props) {
  const keys = useItemKeys(items);
  const box = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState<number>();
  const [said, setSaid] = useState<{ text: string | undefined; length: number }>({ text: undefined, length: 0 });
  const count = useRef(items.length);
  count.current = items.length;
  const isVirtual = items.length > VIRTUAL_FROM;
  // Another function would have every item measured again.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    overscan: 2,
    getItemKey,
    // What has the focus must not go away under it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= items.length || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
  });
  const wanted = useRef<{ index: number; what: ItemFocus; at: number; tries: number }>(undefined);

  /** Focuses what is wanted, if it is there by now. */
  const settle = useCallback(() => {
    const goal = wanted.current;
    const list = box.current;
    if (!goal || !list) return;
    const item = list.querySelector(`:scope > [data-item="${goal.index}"]`);
    const order = { new: ['first'], first: ['first'], up: ['up', 'down'], down: ['down', 'up'] }[goal.what];
    const target = order
      .map((name) => item?.querySelector<HTMLElement>(`[data-focus="${name}"]:not(:disabled)`))
      .find((found) => found);
    if (target) {
      wanted.current = undefined;
      target.focus();
      if (goal.what === 'new' && target instanceof HTMLInputElement) target.select();
    } else if (goal.tries-- > 0) requestAnimationFrame(settle);
    else wanted.current = undefined;
  }, []);

  const scroll = useRef(virtualizer);
  scroll.current = virtualizer;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an item that was moved, added or removed is there when the list is another one.
  useLayoutEffect(() => {
    const goal = wanted.current;
    if (!goal) return;
    if (performance.now() - goal.at > SOON_MS) {
      wanted.current = undefined;
      return;
    }
    if (items.length === 0) {
      wanted.current = undefined;
      add.current?.focus();
      return;
    }
    goal.index = Math.min(goal.index, items.length - 1);
    if (isVirtual) scroll.current.scrollToIndex(goal.index, { align: 'auto' });
    settle();
  }, [items, settle]);

  const actions = useRef<ItemListActions>({
    focus(index, what) {
      wanted.current = { index, what, at: performance.now(), tries: 30 };
    },
    say(text) {
      setSaid({ text, length: count.current - 1 });
    },
  }).current;

  const virtualItems = virtualizer.getVirtualItems();
  const shown = isVirtual ? virtualItems.map(({ index }) => index) : items.map((_, index) => index);
  return (
    <>
      {items.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul
          ref={box}
          data-field={field}
          className={classes.items}
          aria-label={label}
          data-virtual={isVirtual || undefined}
          onFocus={(event) => {
            const at = (event.target as Element).closest('[data-item]')?.getAttribute('data-item');
            if (at) setFocused(Number(at));
          }}
          onBlur={() => setFocused(undefined)}
        >
          {isVirtual && <li aria-hidden className={classes.space} style={{ height: virtualizer.getTotalSize() }} />}
          {shown.map((index, at) => (
            <li
              key={keys[index]}
              ref={isVirtual ? virtualizer.measureElement : undefined}
              data-index={index}
              data-item={index}
              data-field={`${field}.${index}`}
              className={classes.item}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={isVirtual ? { transform: `translateY(${virtualItems[at]?.start ?? 0}px)` } : undefined}
            >
              {children(items[index] as FieldValue, index, actions)}
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.said}>
        {said.text !== undefined && said.length === items.length && (
          <Note severity="warning">{visibleText(said.text)}</Note>
        )}
      </p>
      <Button
        ref={add}
        data-field={items.length === 0 ? field : undefined}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          actions.focus(items.length, 'new');
          onAdd();
        }}
      >
        {addLabel}
      </Button>
    </>
  );
}
