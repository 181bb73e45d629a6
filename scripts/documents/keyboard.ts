import { type KeyEntry, keyGroups } from '../../src/app/help/key-list.ts';

/** What a mouse, a pen or a finger does, and how a keyboard does the same. */
const INSTEAD: readonly [pointer: string, keyboard: string][] = [
  [
    'Drop a file or folder on the page',
    '**Open** in the top bar: **Open file**, **Open folder**. Or Find, and paste a link',
  ],
  ['Drop two packages, to compare them', 'Open one. Then Find, and **Compare with…**'],
  [
    'Drop files on Files',
    '**Add**, then **Add files**. For a certain folder: the menu of its row, **Add files here…**',
  ],
  ['Drag a file to another folder', '`F2`, and type the path: `model/weights.bin`'],
  ['Right-click a row', '`Shift` `F10`, or the key for menus'],
  ['Drag an item of a list in a form', 'Its handle: `Space`, arrow keys, `Space`'],
  ['Drop a file on an input, an output or a description', 'The button beside it, which chooses a file'],
  ['Drag over cells', '`Shift` and arrow keys'],
  ['Drag the edge of a column, or its head', 'The menu **Columns**: narrower, wider, up or down'],
  ['Drag the edge between two panes', '`Tab` to it, then the arrow keys'],
  ['Drag or pinch a picture, a heat map or lines', 'Arrow keys, `+` and `−`'],
  ['Drag the ends of a range of values', '`Tab` to an end, then arrow keys, `PgUp`, `PgDn`, `Home` or `End`'],
  ['Drag the divider between two pictures', '`Tab` to it, then arrow keys. With `Shift`: ten times as far'],
];

/** The text of docs/keyboard.md: the keys that the help lists, and what to do instead of pointing. */
export function keyboardDocument(): string {
  const lines = [
    '<!-- Written by `npm run documents` from src/app/help/key-list.ts and scripts/documents/keyboard.ts. Do not edit. -->',
    '',
    '# Keyboard',
    '',
    'Everything on the page can be done with a keyboard alone. Press `?` to see these keys on the page. On a Mac, ⌘ takes the place of Ctrl, except for going to a line.',
    '',
    'In a list, a table, a tree or a grid, `Tab` goes to one row or cell only, and arrow keys move on from there. In a dialog, `Tab` stays in the dialog; `Esc` closes it, and the focus goes back to where it was.',
    '',
    'Keys that are a letter or a sign alone (marked with *) can be turned off in Help, for example for speech input.',
  ];
  for (const { label, keys } of keyGroups('Ctrl')) {
    lines.push('', `## ${label}`, '', '| Keys | What they do |', '| --- | --- |', ...keys.map(lineOf));
  }
  lines.push('', '## Instead of a pointer', '', '| With a pointer | With the keyboard |', '| --- | --- |');
  lines.push(...INSTEAD.map(([pointer, keyboard]) => `| ${pointer} | ${keyboard} |`));
  return `${lines.join('\n')}\n`;
}

function lineOf({ press, does, single }: KeyEntry): string {
  return `| ${press.map((key) => `\`${key}\``).join(' ')}${single ? ' \\*' : ''} | ${does} |`;
}
