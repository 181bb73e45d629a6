/** What the shell gives to a tab's view. */
export interface TabProps {
  /** What is chosen in it (a path, a tensor's name), as it stands in the address. */
  item: string | undefined;
  /** Chooses; undefined goes back to the whole list. Moves the address with it. */
  onItem(item: string | undefined): void;
}
