/** What the shell gives to a tab's view. */
export interface TabProps {
  /** What is chosen in it (a path, a tensor's name), as it stands in the address. */
  item: string | undefined;
  /** The line of a file that is meant, from 1. */
  line?: number | undefined;
  /** Chooses; undefined goes back to the whole list. Moves the address with it. */
  onItem(item: string | undefined): void;
}
