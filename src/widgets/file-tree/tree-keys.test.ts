import { expect, test } from 'vitest';
import { buildTree, flattenTree, sortTree } from './rows.ts';
import { keyAct } from './tree-keys.ts';

const files = ['a/b/c.txt', 'a/d.txt', 'e.txt'].map(
  (path) => ({ path, size: 1, storedSize: 1, role: 'other', hash: 'unverified', kind: 'file' }) as const,
);
const root = buildTree(files, () => false);
sortTree(root, { by: 'name', descending: false });
/** a/, b/, c.txt, d.txt, e.txt. */
const rows = flattenTree(root, new Set());

/** What keys do, as "Control+a" names them, at a row. */
function act(keys: string, at: number, more: Partial<Parameters<typeof keyAct>[1]> = {}) {
  const names = keys.split('+');
  const held = { altKey: names.includes('Alt'), ctrlKey: names.includes('Control'), metaKey: names.includes('Meta') };
  const indexOf = (folder: unknown) => {
    const index = rows.findIndex(({ row }) => row === folder);
    return index < 0 ? undefined : index;
  };
  return keyAct(
    { key: names.at(-1) ?? '', shiftKey: names.includes('Shift'), ...held },
    { rows, at, page: 3, indexOf, canChange: () => true, hasMenu: true, hasChoice: true, ...more },
  );
}

test('arrows go over the rows, open and close folders, and lead to the folder above', () => {
  expect(act('ArrowDown', 1)).toEqual({ act: 'move', to: 2 });
  expect(act('PageUp', 4)).toEqual({ act: 'move', to: 1 });
  expect(act('End', 0)).toEqual({ act: 'move', to: 4 });
  expect(act('Shift+ArrowUp', 2)).toEqual({ act: 'extend', to: 1 });
  expect(act('ArrowRight', 0)).toEqual({ act: 'move', to: 1 });
  expect(act('ArrowLeft', 1)).toEqual({ act: 'toggle' });
  expect(act('ArrowLeft', 2)).toEqual({ act: 'move', to: 1 });
  expect(act('ArrowLeft', 3)).toEqual({ act: 'move', to: 0 });
  // The page must not scroll sideways.
  expect([act('ArrowLeft', 4), act('ArrowRight', 4)]).toEqual([{ act: 'none' }, { act: 'none' }]);
  const shut = flattenTree(root, new Set([rows[0]?.row.key ?? '']));
  expect(act('ArrowRight', 0, { rows: shut })).toEqual({ act: 'toggle' });
});

test('files are changed only where they can be, and Escape is the page’s where nothing is chosen', () => {
  const fixed = { canChange: () => false, hasMenu: false, hasChoice: false };
  for (const [keys, does] of [
    ['F2', 'rename'],
    ['Delete', 'remove'],
    ['Meta+Backspace', 'remove'],
    ['ContextMenu', 'menu'],
    ['Shift+F10', 'menu'],
    ['Escape', 'choose-none'],
  ] as const) {
    expect(act(keys, 2)).toEqual({ act: does });
    expect(act(keys, 2, fixed)).toBeUndefined();
  }
  expect(['Enter', ' ', 'Control+a'].map((keys) => act(keys, 2, fixed)?.act)).toEqual([
    'press',
    'choose',
    'choose-all',
  ]);
  for (const keys of ['Alt+ArrowLeft', 'Control+z', 'Control+ArrowDown', 'Backspace', 'F10', 'x'])
    expect(act(keys, 2)).toBeUndefined();
});
