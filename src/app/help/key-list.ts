/** A key of the page, or several that do the same in two directions. */
export interface KeyEntry {
  press: readonly string[];
  does: string;
  /** Whether it is a key without Ctrl, which can be switched off. */
  single?: true;
}

/** The keys of one part of the page. */
export interface KeyGroup {
  label: string;
  keys: readonly KeyEntry[];
}

/**
 * The keys of the page, as the help and docs/keyboard.md list them.
 *
 * @param command what is held for a command: Ctrl, or ⌘
 */
export const keyGroups = (command: string): readonly KeyGroup[] => [
  {
    label: 'Anywhere',
    keys: [
      { press: [command, 'K'], does: 'Find or open' },
      { press: ['/'], does: 'Find or open', single: true },
      { press: ['?'], does: 'Show these keys', single: true },
      { press: ['Tab'], does: 'Go to the next control. With Shift: the previous one' },
      { press: ['Esc'], does: 'Close a dialog or a menu, clear a filter, go back from a pane to its list' },
    ],
  },
  {
    label: 'Lists and tables',
    keys: [
      { press: ['↑', '↓'], does: 'Move through rows, results or choices' },
      { press: ['PgUp', 'PgDn'], does: 'Move one screen up or down' },
      { press: ['Home', 'End'], does: 'Go to the first or last' },
      { press: ['Enter'], does: 'Show the row' },
      { press: ['←', '→'], does: 'Move through tabs and heads of columns. Enter sorts by a column' },
    ],
  },
  {
    label: 'The file tree',
    keys: [
      { press: ['↑', '↓'], does: 'Move through the rows. With Shift: select files one after the other' },
      { press: ['PgUp', 'PgDn'], does: 'Move one screen up or down' },
      { press: ['Home', 'End'], does: 'Go to the first or last row' },
      { press: ['←', '→'], does: 'Close and open a folder. From a file, ← goes to its folder' },
      { press: ['Enter'], does: 'Show the file. Open and close the folder' },
      { press: ['Space'], does: 'Select the file, or all files of the folder' },
      { press: [command, 'A'], does: 'Select all that are shown. Esc clears the selection' },
      { press: ['F2'], does: 'Rename. A name with slashes moves to another folder' },
      { press: ['Del'], does: 'Remove the file or folder, or all selected files' },
      { press: ['Shift', 'F10'], does: 'Open the menu of the row' },
    ],
  },
  {
    label: 'Values of a tensor',
    keys: [
      { press: ['↑', '↓', '←', '→'], does: 'Move through the cells. With Shift: select. With Ctrl: to the edge' },
      { press: ['PgUp', 'PgDn'], does: 'Move one screen up or down' },
      { press: ['Home', 'End'], does: 'Go to the first or last cell of the row. With Ctrl: of all' },
      { press: [command, 'A'], does: 'Select all' },
      { press: [command, 'C'], does: 'Copy the exact value of the cell, or the selected ones' },
      { press: ['F2'], does: 'Change the cell, where the package can be edited; so does Enter' },
    ],
  },
  {
    label: 'A heat map',
    keys: [
      { press: ['↑', '↓', '←', '→'], does: 'Choose a value. With Ctrl: at the edge. With Shift: move the view' },
      { press: ['PgUp', 'PgDn'], does: 'Go ten values up or down' },
      { press: ['Home', 'End'], does: 'Go to the first or last value of the row' },
      { press: ['+', '−'], does: 'Zoom in and out. 0 shows all' },
    ],
  },
  {
    label: 'A drawing that a model is tried with',
    keys: [
      { press: ['↑', '↓', '←', '→'], does: 'Go to another cell. With Shift: draw on the way' },
      { press: ['Space'], does: 'Draw or erase the cell' },
    ],
  },
  {
    label: 'Lines of a tensor',
    keys: [
      { press: ['←', '→'], does: 'Mark the point beside. With Shift: move what is shown' },
      { press: ['↑', '↓'], does: 'Go to the line before or after' },
      { press: ['PgUp', 'PgDn'], does: 'Go a tenth of what is shown back or forth' },
      { press: ['Home', 'End'], does: 'Mark the first or last point' },
      { press: ['+', '−'], does: 'Zoom in and out. 0 shows all' },
    ],
  },
  {
    label: 'A picture',
    keys: [
      { press: ['+', '−'], does: 'Zoom in and out. 0 fits it to the window, 1 shows actual size' },
      {
        press: ['↑', '↓', '←', '→'],
        does: 'Move it. With Shift: select a pixel and read its value. As a view of a tensor, the other way round',
      },
      { press: ['PgUp', 'PgDn'], does: 'Go to the previous or next picture' },
    ],
  },
  {
    label: 'A sound',
    keys: [
      { press: ['Space'], does: 'Play and pause' },
      { press: ['←', '→'], does: 'Go back and forth' },
      { press: ['Home', 'End'], does: 'Go to the start or end' },
      { press: ['↑', '↓'], does: 'Change the volume' },
      { press: ['M'], does: 'Mute' },
    ],
  },
  {
    label: 'A text, and bytes',
    keys: [
      { press: ['Ctrl', 'G'], does: 'Go to a line. ↑ and ↓ move along the line numbers' },
      { press: ['G'], does: 'Go to a line', single: true },
      { press: ['Shift', '↑'], does: 'Select rows of bytes, also with ↓' },
    ],
  },
  {
    label: 'The edge between two panes',
    keys: [
      { press: ['←', '→'], does: 'Move it. With Shift: in larger steps' },
      { press: ['Home', 'End'], does: 'Make the pane as narrow or wide as it can be' },
      { press: ['Enter'], does: 'Fold the pane, or unfold it' },
    ],
  },
  {
    label: 'Editing',
    keys: [
      { press: [command, 'Z'], does: 'Undo the last change. With Shift: redo it' },
      { press: [command, 'S'], does: 'Save' },
      { press: ['Space'], does: 'On the handle of an item: pick it up and drop it. Arrow keys move it, Esc cancels' },
    ],
  },
];
