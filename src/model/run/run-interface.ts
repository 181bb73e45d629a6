/** What a model asks for and offers, as its file says it, whether it can run here or not. */
export interface RunInterface {
  imports: readonly InterfaceItem[];
  exports: readonly InterfaceItem[];
  /** Why it does not run here, in a sentence. */
  problem?: string | undefined;
}

/** One import or export. All texts are the file's. */
export interface InterfaceItem {
  name: string;
  /** "function", "instance", "type". */
  kind: string;
  /** What a function takes and gives, as its language writes it. */
  type?: string | undefined;
}

/** Whether the page can run the model of a package. */
export type RunsHere =
  | { can: true; path: string; size: number }
  /** `why` is a sentence. `command` runs it where it can run. */
  | { can: false; why: string; command?: string | undefined };
