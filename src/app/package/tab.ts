import type { PlaceDetail, Tab } from '../../model/place.ts';

/** The tabs' names on the page, and what else people call them. */
export const TAB_WORDS: Readonly<Record<Tab, { label: string; also?: string }>> = {
  overview: { label: 'Overview', also: 'start home summary description readme use code snippet' },
  schema: { label: 'Schema', also: 'inputs outputs signature types' },
  tensors: { label: 'Tensors', also: 'weights arrays values data' },
  examples: { label: 'Examples' },
  'self-tests': { label: 'Self-tests' },
  files: { label: 'Files', also: 'tree contents' },
  problems: { label: 'Problems', also: 'errors warnings notes findings issues' },
  edit: { label: 'Edit', also: 'change metadata' },
};

/** What the shell gives to a tab's view. */
export interface TabProps extends PlaceDetail {
  /** What is chosen in the tab, as the address has it: a path, a tensor's name, the number of a case. */
  item: string | undefined;
  /** Which items the tab lists at first, as the address has it. */
  show?: string | undefined;
  /** The part of the model whose tensors the tab lists, as the address has it. */
  part?: string | undefined;
  /** On a phone, where the name of the chosen item goes: into the bar, beside the way back. Null elsewhere. */
  titleSlot: HTMLElement | null;
  /** Chooses an item and writes it into the address. Undefined goes back to the whole list. */
  onItem(item: string | undefined): void;
  /**
   * Writes into the address how the chosen item is shown, without a step for Back. What is left out goes.
   *
   * @param shown names the item where none is chosen: the only one, which is shown at once
   */
  onDetail(detail: PlaceDetail, shown?: string): void;
}
