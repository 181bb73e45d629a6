import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { Finding } from '../../../base/findings.ts';
import type { FieldStep } from '../../../model/edit/edit.ts';
import { type FieldValue, type FieldValues, isTable, sameValue } from '../../../model/edit/field.ts';
import type { ListSteps } from '../../../model/edit/list-steps.ts';
import { matchItems } from '../../../model/edit/match.ts';
import { useApp } from '../../../state/hooks.ts';
import { valueText } from '../../../toml/value-text.ts';
import { visibleText } from '../../../widgets/name-text.tsx';
import { useEdit } from '../../draft-values.ts';
import { type FieldFindings, findingsOf } from '../field-findings.ts';
import { whenThere } from '../field-in-view.ts';
import { FoldsContext, OpenItems } from '../folds.ts';
import shared from '../form.module.css';
import { HeadSlot } from '../head-slot.ts';
import { FindingTexts, Note } from '../notes.tsx';
import { sameProps } from '../same-props.ts';
import { Item, type ItemFocus, type ItemListActions } from './item.tsx';
import { useItemKeys } from './item-keys.ts';
import classes from './item-list.module.css';
import { Sorting } from './sorting.tsx';

interface Props {
  label: string;
  /** The list's name in the file. */
  field: string;
  /** The steps on the items of the file's lists. Always the same object. */
  lists: ListSteps;
  /** What the file has, which may not be a list. */
  value: FieldValue | undefined;
  /** The fields of an item. Memoized in the item's component. */
  children(item: FieldValue, index: number, findings: readonly Finding[]): ReactNode;
  /** The summary beside the name of a folded item. */
  summaryOf(item: FieldValue): string;
  /** Names are code: those of inputs, and not titles of examples. */
  hasCodeNames?: boolean;
  findings: FieldFindings;
  /** Shown above the items. */
  lead?: ReactNode;
  /** Buttons before the one that adds an item. */
  actions?: ReactNode;
  /** The step that adds an item. */
  added(values: FieldValues): FieldStep;
  /** Shown where there are no items. */
  empty: ReactNode;
  /** Height of an item, in px, before it is measured. */
  estimate: number;
  /** Whether files can be dropped on an item. `useItemFiles` in its fields gets them. */
  takesFiles?: boolean;
}

/** Longer lists render only the items that can be seen: each has a dozen fields and buttons. */
const VIRTUAL_FROM = 30;

/** Which part of an item to focus: the first of these that exists. A folded item has no fields. */
const FOCUS_ORDER: Readonly<Record<ItemFocus, readonly string[]>> = {
  new: ['first'],
  first: ['first', 'fold'],
  up: ['up', 'down'],
  down: ['down', 'up'],
  handle: ['handle'],
};

const NO_ITEMS: FieldValue[] = [];
const NONE_CHOSEN: ReadonlySet<string> = new Set();

/** Most sentences shown about removed items. */
const MAX_SAID = 3;

/** Height of a folded item, in px, before it is measured. */
const FOLDED = 45;

/**
 * A list whose items can be added, folded, moved, duplicated and removed, several at once. The focus goes along. A long
 * list is folded at first.
 */
export function ItemList(props: Props) {
  const { label, field, lists, value, children, summaryOf, findings, lead, added, empty, estimate, takesFiles } = props;
  const { hasCodeNames = false, actions: buttons } = props;
  const edit = useEdit();
  const items = Array.isArray(value) ? value : NO_ITEMS;
  const noun = lists.nounOf(field);
  const keys = useItemKeys(items);
  const ownFindings = (index: number) => findingsOf(findings.items, `${field}.${index}`);
  const errorsOf = (index: number) => ownFindings(index).filter(({ severity }) => severity === 'error').length;
  const [open] = useState(() => new OpenItems());
  open.see(keys, (index) => errorsOf(index) > 0);
  const [, renderAgain] = useState(0);
  const setOpen = useCallback(
    (key: string, isOpen: boolean) => {
      open.set(key, isOpen);
      renderAgain((times) => times + 1);
    },
    [open],
  );
  const [marked, setMarked] = useState<ReadonlySet<string>>(NONE_CHOSEN);
  const choose = useCallback((key: string, isChosen: boolean) => {
    setMarked((before) => new Set(isChosen ? [...before, key] : [...before].filter((other) => other !== key)));
  }, []);
  const chosen = keys.flatMap((key, index) => (marked.has(key) ? [index] : []));
  const box = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [focused, setFocused] = useState<number>();
  /** What is said of removed items, until the list has another length again. */
  const [said, setSaid] = useState({ text: '', length: 0 });
  const isVirtual = items.length > VIRTUAL_FROM;
  // Must stay the same function, or the virtualizer measures every item again.
  const getItemKey = useCallback((index: number) => keys[index] ?? index, [keys]);
  const virtualizer = useVirtualizer({
    count: items.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: (index) => (open.has(keys[index]) ? estimate : FOLDED),
    overscan: 2,
    getItemKey,
    // The item with the focus stays rendered, even out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= items.length || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
  });
  const scrollTo = useCallback(
    (index: number) => {
      if (virtualizer.options.enabled) virtualizer.scrollToIndex(index, { align: 'auto' });
    },
    [virtualizer],
  );
  const changes = useItemChanges(field, items);
  const slot = useContext(HeadSlot);
  const actions = useMemo<ItemListActions>(() => {
    let stopWaiting = () => {};
    /** Focuses a part of an item, or the button that adds one where there is none. */
    const focus = (index: number, what: ItemFocus) => {
      stopWaiting();
      const { count } = virtualizer.options;
      if (count === 0) return add.current?.focus();
      const at = Math.min(index, count - 1);
      scrollTo(at);
      const find = () => {
        const item = box.current?.querySelector(`:scope > [data-item="${at}"]`);
        return FOCUS_ORDER[what]
          .map((name) => item?.querySelector<HTMLElement>(`[data-focus="${name}"]:not(:disabled)`) ?? undefined)
          .find((found) => found);
      };
      stopWaiting = whenThere(find, (target) => {
        target.focus();
        if (what === 'new') (target as Partial<HTMLTextAreaElement>).select?.();
      });
    };
    const act: ItemListActions['act'] = (make, index, what) => {
      if (what === 'new') open.openNext();
      flushSync(() => edit(make));
      focus(index, what);
    };
    return {
      act,
      remove(indices) {
        act(
          (values) => {
            const left = indices.flatMap((index) => lists.leftBehind?.(values, field, index) ?? []);
            const length = (values[field] as FieldValue[]).length - indices.length;
            setSaid({ text: left.slice(0, MAX_SAID).join(' '), length });
            return lists.removeItems(values, field, indices);
          },
          indices[0] ?? 0,
          'first',
        );
      },
    };
  }, [open, edit, field, lists, virtualizer, scrollTo]);

  const folds = useContext(FoldsContext);
  const onUnfold = useEffectEvent((index: number) => {
    const key = keys[index];
    if (key === undefined) return;
    setOpen(key, true);
    scrollTo(index);
  });
  useEffect(() => folds.add(field, (index) => onUnfold(index)), [folds, field]);

  const virtualItems = virtualizer.getVirtualItems();
  const shown = isVirtual ? virtualItems.map(({ index }) => index) : items.map((_, index) => index);
  return (
    <>
      <FindingTexts findings={findingsOf(findings.fields, field)} />
      {value !== undefined && !Array.isArray(value) && (
        <p className={shared.wrong}>
          {field} = {valueText(value)}
          <br />
          This is not a list. Adding an item replaces it.
        </p>
      )}
      {lead}
      {items.length === 0 ? (
        <p className={shared.hint}>{empty}</p>
      ) : (
        <Sorting
          keys={keys}
          noun={noun}
          onMove={(from, to) => actions.act((values) => lists.moveItem(values, field, from, to), to, 'handle')}
        >
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
            {shown.map((index, at) => {
              const key = keys[index] as string;
              const item = items[index] as FieldValue;
              return (
                <Item
                  key={key}
                  id={key}
                  list={field}
                  lists={lists}
                  index={index}
                  count={items.length}
                  name={isTable(item) && typeof item.name === 'string' ? item.name : undefined}
                  isCode={hasCodeNames}
                  summary={summaryOf(item)}
                  about={isTable(item) && typeof item.description === 'string' ? firstOf(item.description) : ''}
                  change={changes[index]}
                  errors={errorsOf(index)}
                  isOpen={open.has(key)}
                  onOpen={setOpen}
                  isChosen={marked.has(key)}
                  onChoose={choose}
                  measure={isVirtual ? virtualizer.measureElement : undefined}
                  start={isVirtual ? (virtualItems[at]?.start ?? 0) : undefined}
                  actions={actions}
                  takesFiles={takesFiles && isTable(item)}
                >
                  {open.has(key) ? children(item, index, ownFindings(index)) : null}
                </Item>
              );
            })}
          </ul>
        </Sorting>
      )}
      <p role="status" className={classes.said}>
        {said.text !== '' && said.length === items.length && <Note severity="warning">{visibleText(said.text)}</Note>}
      </p>
      {slot &&
        createPortal(
          <>
            {buttons}
            <Button
              ref={add}
              data-field={items.length === 0 ? field : undefined}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={() => actions.act(added, items.length, 'new')}
            >
              Add {noun}
            </Button>
          </>,
          slot,
        )}
      {chosen.length > 0 && (
        <div className={classes.listActions}>
          <Button
            leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
            onClick={() => {
              actions.remove(chosen);
              setMarked(NONE_CHOSEN);
            }}
          >
            Remove {formatNumberOf(chosen.length, noun)}
          </Button>
          <Button
            variant="subtle"
            onClick={() => {
              setMarked(NONE_CHOSEN);
              add.current?.focus();
            }}
          >
            Clear selection
          </Button>
        </div>
      )}
    </>
  );
}

/** Characters of a description that a line may have room for. */
const FIRST = 120;

function firstOf(text: string): string {
  return text.trim().slice(0, FIRST).split('\n', 1)[0] ?? '';
}

/** How each item differs from the one of the open package that it continues. */
function useItemChanges(field: string, items: readonly FieldValue[]): readonly ('new' | 'changed' | undefined)[] {
  const first = useApp(({ draft }) => (draft?.first.values as FieldValues | undefined)?.[field]);
  return useMemo(() => {
    const before = Array.isArray(first) ? first : NO_ITEMS;
    if (sameProps(before, items)) return [];
    return matchItems(before, items).map((from, index) =>
      from < 0 ? 'new' : sameValue(before[from], items[index]) ? undefined : 'changed',
    );
  }, [first, items]);
}
