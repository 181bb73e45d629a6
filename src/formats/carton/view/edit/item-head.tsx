import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';
import { NameText } from '../../../../widgets/name-text.tsx';
import { ITEM_NOUNS, type ItemList, leftBehind, moveItem, removeItem } from '../../core/steps.ts';
import classes from './form.module.css';
import type { ItemListActions } from './item-list.tsx';
import { useEdit } from './use-edit.ts';

interface Props {
  list: ItemList;
  index: number;
  /** Whether it is the last one. */
  isLast: boolean;
  name: string | undefined;
  actions: ItemListActions;
}

/** An item's heading, with the buttons that move and remove it. */
export const ItemHead = memo(function ItemHead({ list, index, isLast, name, actions }: Props) {
  const edit = useEdit();
  const noun = ITEM_NOUNS[list];
  const title = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${index + 1}`;
  const move = (by: 1 | -1) => {
    actions.focus(index + by, by < 0 ? 'up' : 'down');
    edit((values) => moveItem(values, list, index, index + by));
  };
  const buttons = [
    { what: 'up', label: `Move ${noun} ${index + 1} up`, Icon: IconArrowUp, off: index === 0, act: () => move(-1) },
    { what: 'down', label: `Move ${noun} ${index + 1} down`, Icon: IconArrowDown, off: isLast, act: () => move(1) },
    {
      what: undefined,
      label: `Remove ${noun} ${index + 1}`,
      Icon: IconTrash,
      off: false,
      act: () => {
        actions.focus(index, 'first');
        edit((values) => {
          actions.say(leftBehind(values, list, index));
          return removeItem(values, list, index);
        });
      },
    },
  ];
  return (
    <div className={classes.itemHead}>
      <h3 className={classes.itemTitle}>
        {title}
        {name?.trim() ? (
          <>
            : <NameText>{name}</NameText>
          </>
        ) : null}
      </h3>
      {buttons.map(({ what, label, Icon, off, act }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className={classes.itemButton ?? ''}
            aria-label={label}
            data-focus={what}
            disabled={off}
            onClick={act}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
});
