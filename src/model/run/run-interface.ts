/** What a model asks for and offers, as its file says it, whether it runs here or not. */
export interface RunInterface {
  imports: readonly InterfaceItem[];
  exports: readonly InterfaceItem[];
  /** Imports and exports beyond those. */
  more?: number | undefined;
  /** Why it does not run here, in a sentence. */
  problem?: string | undefined;
}

/** One import or export. Names and types are the file's. */
export interface InterfaceItem {
  name: string;
  /** "function", "interface", "type", "memory". */
  kind: string;
  /** Of a function or type, as WIT writes it. Of an interface, the names of what it has. */
  type?: string | undefined;
}

/** Whether the model of a package can run in the page, as far as opening knows. */
export type RunsHere =
  /** `path` is that of its file. */
  | { can: true; path: string }
  /** `why` is a sentence. `command` installs what runs it. */
  | { can: false; why: string; command?: string | undefined };
