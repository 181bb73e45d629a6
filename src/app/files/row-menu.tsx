import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCursorText,
  IconEdit,
  IconFilePlus,
  IconFolderSymlink,
  IconReplace,
  IconTrash,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';

import { languageOf } from '../../model/language.ts';
import type { TreeRow } from '../../widgets/file-tree/rows.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import type { FileActs } from './file-acts.ts';
import { hasFixed, pathsBelow, whyFixed, whyKept } from './file-paths.ts';
import classes from './row-menu.module.css';
import { MAX_EDITED_TEXT } from './text-edit.tsx';

export interface RowMenuAt {
  readonly row: TreeRow;
  readonly x: number;
  readonly y: number;
}

interface Props {
  at: RowMenuAt | undefined;
  acts: FileActs;
  /** Begins to type the name in its row. */
  onRename(row: TreeRow): void;
  /** Shows the editor of the file's text. */
  onText(path: string): void;
  onClose(): void;
}

interface Item {
  label: string;
  Icon: TablerIcon;
  /** The key that does the same in the tree. */
  keys?: string;
  run(): void;
}

/** What can be done with a row of the tree. Nothing of it is here alone: buttons and keys do it too. */
export function RowMenu({ at, acts, onRename, onText, onClose }: Props) {
  if (!at) return null;
  const { row, x, y } = at;
  const { items, why } =
    row.kind === 'file' ? fileItems(row, acts, onRename, onText) : folderItems(row, acts, onRename);
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={220}
      withinPortal
      returnFocus
      trapFocus
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        {/* Only its place counts. */}
        <button type="button" tabIndex={-1} aria-hidden className={classes.point} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${visibleText(row.name)}`}>
        {items.map(({ label, Icon, keys, run }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
            rightSection={keys === undefined ? null : <kbd className={classes.keys}>{keys}</kbd>}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
        {why !== undefined && <Menu.Label maw={280}>{why}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

function fileItems(
  row: TreeRow & { kind: 'file' },
  acts: FileActs,
  onRename: Props['onRename'],
  onText: Props['onText'],
): { items: readonly Item[]; why: string | undefined } {
  const { path, size = 0 } = row.file;
  const back: Item = { label: 'Put back', Icon: IconArrowBackUp, run: () => acts.putBack(path) };
  if (row.change?.kind === 'removed') return { items: [back], why: undefined };
  const why = row.file.shadowed || row.file.unsafe ? 'This entry stays as it is.' : whyFixed(acts.can, path);
  const isKept = row.file.shadowed || row.file.unsafe || whyKept(acts.can, path) !== undefined;
  const isText = languageOf(path) !== undefined && row.file.size !== undefined && size <= MAX_EDITED_TEXT;
  const items: (Item | false)[] = [
    !isKept && isText && { label: 'Edit text', Icon: IconEdit, run: () => onText(path) },
    !isKept && { label: 'Replace…', Icon: IconReplace, run: () => acts.chooseReplacement(path) },
    why === undefined && { label: 'Rename', Icon: IconCursorText, keys: 'F2', run: () => onRename(row) },
    why === undefined && {
      label: 'Move to…',
      Icon: IconFolderSymlink,
      run: () => acts.askPath({ act: 'move', path, isFolder: false }),
    },
    why === undefined && { label: 'Remove', Icon: IconTrash, keys: 'Del', run: () => acts.remove([path]) },
    row.change !== undefined && back,
  ];
  return { items: items.filter((item) => item !== false), why };
}

function folderItems(
  row: TreeRow & { kind: 'folder' },
  acts: FileActs,
  onRename: Props['onRename'],
): { items: readonly Item[]; why: string | undefined } {
  const { path } = row;
  const isFixed = hasFixed(acts.can, path);
  const items: (Item | false)[] = [
    { label: 'Add files here…', Icon: IconUpload, run: () => acts.chooseFiles(path) },
    { label: 'New file here…', Icon: IconFilePlus, run: () => acts.askPath({ act: 'new', folder: path }) },
    !isFixed && { label: 'Rename', Icon: IconCursorText, keys: 'F2', run: () => onRename(row) },
    !isFixed && {
      label: 'Move to…',
      Icon: IconFolderSymlink,
      run: () => acts.askPath({ act: 'move', path, isFolder: true }),
    },
    !isFixed && {
      label: 'Remove',
      Icon: IconTrash,
      keys: 'Del',
      run: () => acts.remove(pathsBelow(acts.taken, path, true)),
    },
  ];
  return {
    items: items.filter((item) => item !== false),
    why: isFixed ? 'It has files of the format in it, so it stays where it is.' : undefined,
  };
}
