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
import { type HTMLAttributes, memo, type Ref, useId } from 'react';
import { formatNumberOf } from '../../../../widgets/byte-size.ts';
import { Hint } from '../../../../widgets/hint.tsx';
import { NameText, visibleText } from '../../../../widgets/name-text.tsx';
import { duplicateItem, ITEM_NOUNS, type ItemList, leftBehind, moveItem, removeItem } from '../../core/steps.ts';
import shared from './form.module.css';
import classes from './item-list.module.css';
import type { ItemListActions } from './item-list.tsx';
import { useEdit } from './use-edit.ts';

/** What the handle needs so that its item can be dragged. */
export interface Handle {
  ref: Ref<HTMLButtonElement>;
  props: HTMLAttributes<HTMLButtonElement>;
}

interface Props {
  /** Of the item in its list. */
  id: string;
  list: ItemList;
  index: number;
  /** The number of items in the list. */
  count: number;
  name: string | undefined;
  /** What a folded item says beside its name. */
  summary: string;
  errors: number;
  isOpen: boolean;
  onOpen(id: string, isOpen: boolean): void;
  isChosen: boolean;
  onChoose(id: string, isChosen: boolean): void;
  handle: Handle;
  actions: ItemListActions;
}

/**
 * An item's line: it folds and opens the item, and has what moves, copies, chooses and removes it. It does not render
 * again for what is typed in the item's fields.
 */
export const ItemHead = memo(function ItemHead(props: Props) {
  const { id, list, index, count, name, summary, errors, isOpen, onOpen, isChosen, onChoose, handle } = props;
  const noun = ITEM_NOUNS[list];
  const chooseId = useId();
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${index + 1}`;
  return (
    <div className={classes.itemHead}>
      {count > 1 && (
        <>
          <ActionIcon
            {...handle.props}
            ref={handle.ref}
            variant="subtle"
            color="gray"
            className={classes.handle ?? ''}
            aria-label={`Drag ${noun} ${index + 1}`}
            data-focus="handle"
          >
            <IconGripVertical size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
          {/* As large as a finger. */}
          <label htmlFor={chooseId} className={classes.choose}>
            <Checkbox
              id={chooseId}
              size="xs"
              aria-label={`Select ${noun} ${index + 1}`}
              checked={isChosen}
              onChange={(event) => onChoose(id, event.currentTarget.checked)}
            />
          </label>
        </>
      )}
      <h3 className={classes.itemTitle}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          data-focus="fold"
          onClick={() => onOpen(id, !isOpen)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden className={classes.chevron} />
          <span className={classes.foldText}>
            {title}
            {name?.trim() ? (
              <>
                : <NameText>{name}</NameText>
              </>
            ) : null}
            {!isOpen && summary !== '' && <span className={classes.foldSummary}> · {visibleText(summary)}</span>}
          </span>
          {errors > 0 && (
            <span className={shared.errorCount} data-tone="error">
              <IconAlertOctagon size={14} stroke={1.75} aria-hidden /> {formatNumberOf(errors, 'error')}
            </span>
          )}
        </button>
      </h3>
      <ItemButtons {...props} />
    </div>
  );
});

function ItemButtons({ list, index, count, actions }: Pick<Props, 'list' | 'index' | 'count' | 'actions'>) {
  const edit = useEdit();
  const noun = ITEM_NOUNS[list];
  const move = (by: 1 | -1) => {
    actions.focus(index + by, by < 0 ? 'up' : 'down');
    edit((values) => moveItem(values, list, index, index + by));
  };
  const buttons = [
    { what: 'up', label: `Move ${noun} ${index + 1} up`, Icon: IconArrowUp, off: index === 0, act: () => move(-1) },
    {
      what: 'down',
      label: `Move ${noun} ${index + 1} down`,
      Icon: IconArrowDown,
      off: index === count - 1,
      act: () => move(1),
    },
    {
      what: undefined,
      label: `Duplicate ${noun} ${index + 1}`,
      Icon: IconCopy,
      off: false,
      act: () => {
        actions.focus(index + 1, 'new');
        edit((values) => duplicateItem(values, list, index));
      },
    },
    {
      what: undefined,
      label: `Remove ${noun} ${index + 1}`,
      Icon: IconTrash,
      off: false,
      act: () => {
        actions.focus(index, 'first');
        edit((values) => {
          actions.say(leftBehind(values, list, index), 1);
          return removeItem(values, list, index);
        });
      },
    },
  ];
  return (
    <div className={classes.itemButtons}>
      {buttons.map(({ what, label, Icon, off, act }) => (
        <Hint key={label} label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.itemButton ?? ''}
            aria-label={label}
            data-focus={what}
            disabled={off}
            onClick={act}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Hint>
      ))}
    </div>
  );
}
