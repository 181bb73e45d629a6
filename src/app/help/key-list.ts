import { COMMAND_KEY } from '../keys.ts';

/** A key of the page, or several that do the same in two directions. */
interface KeyEntry {
  press: readonly string[];
  does: string;
  /** Whether it is a key without Ctrl, which can be switched off. */
  single?: true;
}

/** The keys of the page, as the help lists them. */
export const KEY_GROUPS: readonly { label: string; keys: readonly KeyEntry[] }[] = [
  {
    label: 'Anywhere',
    keys: [
      { press: [COMMAND_KEY, 'K'], does: 'Find or open' },
      { press: ['/'], does: 'Find or open', single: true },
      { press: ['?'], does: 'Show these keys', single: true },
      { press: ['Tab'], does: 'Go to the next control. With Shift: the previous one' },
      { press: ['Esc'], does: 'Close a dialog or a menu, clear a filter' },
    ],
  },
  {
    label: 'Lists and tables',
    keys: [
      { press: ['↑', '↓'], does: 'Move through files, tensors, results or values' },
      { press: ['←', '→'], does: 'Move through tabs and heads of columns. In the file tree, close and open a folder' },
      { press: ['PgUp', 'PgDn'], does: 'Move one screen up or down' },
      { press: ['Home', 'End'], does: 'Go to the first or last. With Ctrl: of all values of a tensor' },
      { press: ['Enter'], does: 'Show the selected item. Open and close a folder' },
      { press: [COMMAND_KEY, 'C'], does: 'Copy the exact value of the selected cell' },
    ],
  },
  {
    label: 'A text',
    keys: [
      { press: ['Ctrl', 'G'], does: 'Go to a line' },
      { press: ['G'], does: 'Go to a line', single: true },
    ],
  },
  {
    label: 'Several files',
    keys: [
      { press: ['Space'], does: 'Select a file, or all files of a folder' },
      { press: ['Shift', '↑'], does: 'Select files one after the other, also with ↓' },
      { press: [COMMAND_KEY, 'A'], does: 'Select all that are shown. Esc clears the selection' },
    ],
  },
  {
    label: 'An enlarged picture',
    keys: [
      { press: ['+', '−'], does: 'Zoom in and out. 0 fits it to the window, 1 shows actual size' },
      { press: ['↑', '↓', '←', '→'], does: 'Move it. With Shift: select a pixel and read its value' },
      { press: ['PgUp', 'PgDn'], does: 'Go to the previous or next picture on the page' },
    ],
  },
  {
    label: 'Editing',
    keys: [
      { press: [COMMAND_KEY, 'Z'], does: 'Undo the last change. With Shift: redo it' },
      { press: [COMMAND_KEY, 'S'], does: 'Save' },
      { press: ['F2'], does: 'Rename the focused file or folder' },
      { press: ['Del'], does: 'Remove the focused file or folder, or all selected files' },
    ],
  },
];
