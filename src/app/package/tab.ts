import type { Tab } from '../../model/place.ts';

/** What people call the tabs. */
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
  /** What is chosen in it (a path, a tensor's name), as it stands in the address. */
  item: string | undefined;
  /** The line of a file that is meant, from 1. */
  line?: number | undefined;
  /** Chooses; undefined goes back to the whole list. Moves the address with it. */
  onItem(item: string | undefined): void;
}
