import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { FieldValue } from '../../../../model/field.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import classes from './form.module.css';
import { useItemKeys } from './item-keys.ts';
import { Note } from './notes.tsx';

/**
 * The part of an item that gets the focus. `new` and `first` are its first field, whose text is selected for `new`.
 * `up` and `down` are the buttons that move the item.
 */
export type ItemFocus = 'new' | 'first' | 'up' | 'down';

export interface ItemListActions {
  /** Focuses a part of an item once it is there. Always the same function. */
  focus(index: number, what: ItemFocus): void;
  /** Says something about the item that is about to be removed, until the list changes again. */
  say(text: string | undefined): void;
}

interface Props {
  label: string;
  /** The list's name in the file. */
  field: string;
  items: readonly FieldValue[];
  /** Renders one item. Memoized in the item's component. */
  children(item: FieldValue, index: number, actions: ItemListActions): ReactNode;
  addLabel: string;
  onAdd(): void;
  /** Shown where there are no items. */
  empty: ReactNode;
  /** Height of an item, in px, before it is measured. */
  estimate: number;
}

/** Longer lists render only the items that can be seen: each has a dozen fields and buttons. */
const VIRTUAL_FROM = 30;

/** How long a wanted focus stays valid, in milliseconds. The change that leads to it comes at once. */
const SOON_MS = 1000;

/** A list whose items can be added, moved and removed. The focus goes along. */
export function ItemList({ label, field, items, children, addLabel, onAdd, empty, estimate }: Props) {
  const keys = useItemKeys(items);
  const box = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState<number>();
  const [said, setSaid] = useState<{ text: string | undefined; length: number }>({ text: undefined, length: 0 });
  const count = useRef(items.length);
  count.current = items.length;
  const isVirtual = items.length > VIRTUAL_FROM;
  // Must stay the same function, or the virtualizer measures every item again.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    overscan: 2,
    getItemKey,
    // The item with the focus stays rendered, even out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= items.length || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
  });
  const wanted = useRef<{ index: number; what: ItemFocus; at: number; tries: number }>(undefined);

  /** Focuses the wanted part if it is there by now. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `items` shows that the item is there.
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
