import { rowAfter } from '../table-rows.ts';
import type { ShownRow, TreeFolder } from './rows.ts';

/** What a key does in the tree. `move` leads to the row at an index; `none` takes the key from the page. */
export type KeyAct =
  | { readonly act: 'move' | 'extend'; readonly to: number }
  | {
      readonly act:
        | 'rename'
        | 'remove'
        | 'menu'
        | 'toggle'
        | 'press'
        | 'choose'
        | 'choose-all'
        | 'choose-none'
        | 'none';
    };

interface KeyPlace {
  rows: readonly ShownRow[];
  /** Of the row that has the focus. */
  at: number;
  /** Rows that a page has. */
  page: number;
  /** The index of a folder's row. Undefined for one that has none. */
  indexOf(folder: TreeFolder): number | undefined;
  /** Whether the row can be renamed and removed. */
  canChange(): boolean;
  hasMenu: boolean;
  /** Whether files are chosen. */
  hasChoice: boolean;
}

type Keys = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const EDITS: Readonly<Record<string, 'rename' | 'remove'>> = { F2: 'rename', Delete: 'remove' };

/** What a key does with the row that has the focus. Undefined for keys that are not the tree's. */
export function keyAct(keys: Keys, place: KeyPlace): KeyAct | undefined {
  const { key, shiftKey } = keys;
  const { at, hasMenu } = place;
  if (keys.altKey) return undefined;
  if (keys.ctrlKey || keys.metaKey) {
    // The keyboards of a Mac have no other key that removes.
    if (keys.metaKey && key === 'Backspace' && place.canChange()) return { act: 'remove' };
    return key === 'a' ? { act: 'choose-all' } : undefined;
  }
  if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp'))
    return { act: 'extend', to: at + (key === 'ArrowDown' ? 1 : -1) };
  if (hasMenu && (key === 'ContextMenu' || (shiftKey && key === 'F10'))) return { act: 'menu' };
  const edit = EDITS[key];
  if (edit) return place.canChange() ? { act: edit } : undefined;
  const to = rowAfter(key, at, place.page, place.rows.length);
  return to === undefined ? rowActOf(key, place) : { act: 'move', to };
}

function rowActOf(key: string, { rows, at, indexOf, hasChoice }: KeyPlace): KeyAct | undefined {
  const { row, open } = rows[at] as ShownRow;
  const isFolder = row.kind === 'folder';
  switch (key) {
    case 'ArrowRight':
      if (!isFolder) return { act: 'none' };
      return open ? { act: 'move', to: at + 1 } : { act: 'toggle' };
    case 'ArrowLeft': {
      if (isFolder && open) return { act: 'toggle' };
      const above = row.parent && indexOf(row.parent);
      return above === undefined ? { act: 'none' } : { act: 'move', to: above };
    }
    case 'Enter':
      return { act: 'press' };
    case ' ':
      return { act: 'choose' };
    case 'Escape':
      return hasChoice ? { act: 'choose-none' } : undefined;
    default:
      return undefined;
  }
}
