import type { KeyboardEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { isGoKey } from '../../widgets/code-view/go-to-line.tsx';
import { keyAct } from '../../widgets/file-tree/tree-keys.ts';
import { PICTURE_ACTS, PICTURE_ARROWS } from '../../widgets/lightbox/picture-keys.ts';
import { PLAYER_KEYS } from '../../widgets/sound/sound-keys.ts';
import { rowAfter } from '../../widgets/table-rows.ts';
import { cellByKey } from '../../widgets/tensor-grid/grid-keys.ts';
import { heatKeyAct } from '../../widgets/tensor-views/heat-map/heat-keys.ts';
import { onLineKey } from '../../widgets/tensor-views/line/line-keys.ts';
import { actOf } from '../draft/history-keys.ts';
import { keyGroups } from './key-list.ts';

/** What browsers call the keys that the list has by their signs. */
const NAMES: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  Space: ' ',
  Esc: 'Escape',
  Del: 'Delete',
  '−': '-',
};

type Held = 'Ctrl' | 'Shift';
const HELD: readonly string[] = ['Ctrl', 'Shift'];

const pressed = (key: string, held?: Held) => ({
  key,
  ctrlKey: held === 'Ctrl',
  shiftKey: held === 'Shift',
  metaKey: false,
  altKey: false,
  isComposing: false,
});
type Pressed = ReturnType<typeof pressed>;

const FOLDER = { kind: 'folder' as const, key: 'a/', path: 'a', name: 'a', count: 1 };
const treePlace = {
  rows: [{ row: FOLDER, open: true }],
  at: 0,
  page: 5,
  indexOf: () => undefined,
  canChange: () => true,
  hasMenu: true,
  hasChoice: true,
} as unknown as Parameters<typeof keyAct>[1];
const heatPlace = { cell: { row: 1, column: 1 }, step: { rows: 1, columns: 1 }, extent: { width: 9, height: 9 } };

/** Whether the part of the page takes a key from the browser. */
const TAKES: Readonly<Record<string, (event: Pressed) => boolean>> = {
  'The file tree': (event) => keyAct(event, treePlace) !== undefined,
  'Values of a tensor': (event) =>
    cellByKey(event as unknown as KeyboardEvent, { row: 1, column: 1 }, { rows: 9, columns: 9, page: 5 }) !== undefined,
  'A heat map': (event) => heatKeyAct(event, heatPlace) !== undefined,
  'Lines of a tensor': (event) => {
    let isTaken = false;
    const none = () => undefined;
    const acts = { marked: { line: 0, point: 1 }, lines: [0], points: 9, window: { from: 0, to: 8 } };
    onLineKey({ ...event, preventDefault: () => (isTaken = true) } as unknown as KeyboardEvent, {
      ...acts,
      onWindow: none,
      onPoint: none,
    });
    return isTaken;
  },
  'A picture': ({ key, ctrlKey }) => !ctrlKey && (key in PICTURE_ARROWS || key in PICTURE_ACTS),
  'A sound': ({ key }) => key in PLAYER_KEYS,
  Editing: (event) => actOf(event) !== undefined,
};

/** Keys that the list leaves out: the same on other keyboards, or said beside another key. */
const UNSAID: Readonly<Record<string, readonly string[]>> = {
  'The file tree': ['ContextMenu', 'Escape'],
  'A heat map': ['=', '_'],
  'Lines of a tensor': ['='],
  'A picture': ['='],
  'A sound': ['M'],
};

/** Keys that others take: the cell of a grid, what stands around it, and the list of a form. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'Values of a tensor': ['Ctrl+a', 'Ctrl+c', 'F2'],
  Editing: [' '],
};

const GROUPS = keyGroups('Ctrl').map(({ label, keys }) => ({ label, keys }));
const CANDIDATES = [
  ...['Up', 'Down', 'Left', 'Right'].map((way) => `Arrow${way}`),
  ...['PageUp', 'PageDown', 'Home', 'End', 'Enter', ' ', 'Escape', 'F2', 'F10', 'Delete', 'Backspace', 'ContextMenu'],
  ...'abcdefghijklmnopqrstuvwxyzM+-=_0123456789/?',
];

/** What an entry says is pressed, as `Ctrl+a`; and the keys without anything held that its words name. */
function saidBy({ press, does }: (typeof GROUPS)[number]['keys'][number]): string[] {
  const held = press.filter((key) => HELD.includes(key));
  const keys = press
    .filter((key) => !HELD.includes(key))
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toLowerCase() : key));
  const digits = [...does.matchAll(/(?:^|[.,] )(\d) (?:fits|shows)/g)].map(([, digit = '']) => digit);
  const more = held.length > 0 ? [] : HELD.filter((each) => new RegExp(`With ${each}:`).test(does));
  return [
    ...keys.map((key) => [...held, key].join('+')),
    ...digits,
    ...more.flatMap((each) => keys.map((key) => `${held.length > 0 ? `${held.join('+')}+` : ''}${each}+${key}`)),
  ];
}

const parsed = (said: string): Pressed => {
  const [held, key] = said.length > 1 && said.includes('+') ? said.split(/\+(?=.)/) : [undefined, said];
  return pressed(key ?? said, held as Held | undefined);
};

describe.each(GROUPS.filter(({ label }) => label in TAKES))('the keys of “$label”', ({ label, keys }) => {
  const takes = TAKES[label] as (event: Pressed) => boolean;
  const said = keys.flatMap(saidBy);

  it('are taken', () => {
    const elsewhere = ELSEWHERE[label] ?? [];
    expect(said.filter((each) => !elsewhere.includes(each) && !takes(parsed(each)))).toEqual([]);
  });

  it('are all that are taken', () => {
    const taken = CANDIDATES.filter((key) => takes(pressed(key)));
    expect(taken.filter((key) => !said.includes(key) && !UNSAID[label]?.includes(key))).toEqual([]);
  });
});

it('moves through lists by the keys that the help has for them', () => {
  const said = GROUPS.find(({ label }) => label === 'Lists and tables')?.keys.flatMap(saidBy) ?? [];
  const taken = CANDIDATES.filter((key) => rowAfter(key, 1, 5, 9) !== undefined);
  expect(taken.filter((key) => !said.includes(key))).toEqual([]);
});

it('goes to a line by the keys that the help has for it', () => {
  const said = GROUPS.find(({ label }) => label === 'A text, and bytes')?.keys.flatMap(saidBy) ?? [];
  expect(said.filter((each) => isGoKey(parsed(each), true))).toEqual(['Ctrl+g', 'g']);
});
