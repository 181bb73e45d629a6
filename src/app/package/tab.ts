import type { Tab } from '../../model/place.ts';

/** The tabs' names on the page. */
export const TAB_LABELS: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  schema: 'Schema',
  tensors: 'Tensors',
  examples: 'Examples',
  'self-tests': 'Self-tests',
  files: 'Files',
  problems: 'Problems',
  edit: 'Edit',
};

/** What the shell gives to a tab's view. */
export interface TabProps {
  /** What is chosen in the tab, as the address has it: a path, a tensor's name, the number of a case. */
  item: string | undefined;
  /** The line to show of the chosen file, from 1. */
  line?: number | undefined;
  /** Which items the tab lists at first, as the address has it. */
  show?: string | undefined;
  /** Chooses an item and writes it into the address. Undefined goes back to the whole list. */
  onItem(item: string | undefined): void;
}
