import { ActionIcon, Checkbox } from '@mantine/core';
import {
  IconAlertOctagon,
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type ReactNode, useCallback, useId } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import { capitalized } from '../../../base/text.ts';
import type { FieldStep } from '../../../model/edit/edit.ts';
import type { FieldValues } from '../../../model/edit/field.ts';
import type { ListSteps } from '../../../model/edit/list-steps.ts';
import { HintButton } from '../../../widgets/hint.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import shared from '../form.module.css';
import { ItemFilesProvider, useItemDrop } from './item-files.ts';
import classes from './item-list.module.css';
import { type Handle, useSortableItem } from './sorting.tsx';

/**
 * The part of an item that gets the focus. `new` and `first` are its first field, whose text is selected for `new`.
 * `up` and `down` are the buttons that move the item. `handle` is what it is dragged by.
 */
export type ItemFocus = 'new' | 'first' | 'up' | 'down' | 'handle';

export interface ItemListActions {
  /** Makes a step, and focuses a part of an item. Always the same function. */
  act(make: (values: FieldValues) => FieldStep | undefined, index: number, what: ItemFocus): void;
  /** Removes items, and shows what still refers to them. */
  remove(indices: readonly number[]): void;
}

interface HeadProps {
  /** Of the item in its list. */
  id: string;
  /** The key of the list, and the steps on its items. */
  list: string;
  lists: ListSteps;
  index: number;
  /** The number of items in the list. */
  count: number;
  name: string | undefined;
  /** Names are code: those of inputs, and not titles of examples. */
  isCode: boolean;
  /** What a folded item says beside its name, and at the end of its line. */
  summary: string;
  about: string;
  /** How it differs from the item of the open package. */
  change: 'new' | 'changed' | undefined;
  errors: number;
  isOpen: boolean;
  onOpen(id: string, isOpen: boolean): void;
  isChosen: boolean;
  onChoose(id: string, isChosen: boolean): void;
  actions: ItemListActions;
}

interface ItemProps extends HeadProps {
  /** Of a long list: measures the item. */
  measure: ((element: HTMLElement | null) => void) | undefined;
  /** Of a long list: where the item begins. */
  start: number | undefined;
  takesFiles: boolean | undefined;
  children: ReactNode;
}

/** One item: its line, and its fields while it is open. */
export const Item = memo(function Item({ measure, start, takesFiles, children, ...head }: ItemProps) {
  const { id, list, index, count, isOpen, onOpen } = head;
  const { drop, given } = useItemDrop(() => onOpen(id, true));
  const sortable = useSortableItem(id, start);
  const { ref: sorted } = sortable;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      sorted(element);
      measure?.(element);
    },
    [sorted, measure],
  );
  return (
    <li
      ref={ref}
      data-index={index}
      data-item={index}
      data-field={`${list}.${index}`}
      data-open={isOpen || undefined}
      data-dragged={sortable.isDragged || undefined}
      className={classes.item}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={sortable.style}
      {...(takesFiles && drop)}
    >
      <ItemHead {...head} handle={sortable.handle} />
      {isOpen && (
        <div className={classes.itemBody}>
          <ItemFilesProvider value={given}>{children}</ItemFilesProvider>
        </div>
      )}
    </li>
  );
});

/**
 * An item's header: it folds and opens the item, and has the controls that move, copy, select and remove it. With a
 * mouse, these show where the pointer or the focus is. Typing in the item's fields does not render it again.
 */
const ItemHead = memo(function ItemHead(props: HeadProps & { handle: Handle }) {
  const { id, list, lists, index, count, isOpen, onOpen, isChosen, onChoose, handle } = props;
  const noun = `${lists.nounOf(list)} ${index + 1}`;
  const chooseId = useId();
  return (
    <div className={classes.itemHead}>
      {count > 1 && (
        <ActionIcon
          {...handle.props}
          ref={handle.ref}
          className={classes.handle ?? ''}
          aria-label={`Drag ${noun}`}
          data-focus="handle"
        >
          <IconGripVertical size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <h3 className={classes.itemTitle}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          data-focus="fold"
          onClick={() => onOpen(id, !isOpen)}
        >
          <FoldText {...props} />
          <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
        </button>
      </h3>
      <div className={classes.tools} data-chosen={isChosen || undefined}>
        {count > 1 && (
          // As large as a finger.
          <label htmlFor={chooseId} className={classes.choose}>
            <Checkbox
              id={chooseId}
              size="xs"
              aria-label={`Select ${noun}`}
              checked={isChosen}
              onChange={(event) => onChoose(id, event.currentTarget.checked)}
            />
          </label>
        )}
        <ItemButtons {...props} />
      </div>
    </div>
  );
});

/** What is written in an item's header. */
function FoldText({ list, lists, index, name, isCode, summary, about, change, errors, isOpen }: HeadProps) {
  const noun = `${capitalized(lists.nounOf(list))} ${index + 1}`;
  return (
    <>
      <span className={classes.foldText}>
        {name?.trim() ? (
          <>
            <span className="visually-hidden">{noun}: </span>
            <NameText mono={isCode}>{name}</NameText>
          </>
        ) : (
          noun
        )}
        {!isOpen && summary !== '' && (
          <span className={classes.foldSummary} data-code={isCode || undefined}>
            <span className="visually-hidden"> · </span>
            {visibleText(summary)}
          </span>
        )}
      </span>
      {change !== undefined && (
        <span className={classes.change} data-tone="warning">
          {change}
        </span>
      )}
      {errors > 0 && (
        <span className={shared.errorCount} data-tone="error">
          <IconAlertOctagon size={14} stroke={1.75} aria-hidden /> {formatNumberOf(errors, 'error')}
        </span>
      )}
      <span className={classes.about}>{isOpen ? '' : visibleText(about)}</span>
    </>
  );
}

function ItemButtons({ list, lists, index, count, actions }: HeadProps) {
  const noun = `${lists.nounOf(list)} ${index + 1}`;
  const move = (what: 'up' | 'down', to: number) => () =>
    actions.act((values) => lists.moveItem(values, list, index, to), to, what);
  const duplicate = () => actions.act((values) => lists.duplicateItem(values, list, index), index + 1, 'new');
  const buttons = [
    { what: 'up', label: `Move ${noun} up`, Icon: IconArrowUp, off: index === 0, act: move('up', index - 1) },
    {
      what: 'down',
      label: `Move ${noun} down`,
      Icon: IconArrowDown,
      off: index === count - 1,
      act: move('down', index + 1),
    },
    { label: `Duplicate ${noun}`, Icon: IconCopy, act: duplicate },
    { label: `Remove ${noun}`, Icon: IconTrash, act: () => actions.remove([index]) },
  ];
  return (
    <div className={classes.itemButtons}>
      {buttons.map(({ what, label, Icon, off, act }) => (
        <HintButton
          key={label}
          {...{ label, Icon }}
          className={classes.itemButton ?? ''}
          data-focus={what}
          disabled={off ?? false}
          onClick={act}
        />
      ))}
    </div>
  );
}
