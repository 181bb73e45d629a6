import { type ComponentType, createContext, useContext } from 'react';

/** What the elements of a shown text need to know besides their own attributes. */
export interface MarkdownContext {
  /** Shows an image of the package. */
  Image: ComponentType<{ path: string; alt: string }>;
  /** Path of the package's file that an address names; undefined of any other address. */
  fileOf(address: string): string | undefined;
  /** Other hosts whose images the reader asked for. */
  loadedHosts: ReadonlySet<string>;
  /** Names that a link like `#usage` can lead to. */
  anchors: ReadonlySet<string>;
}

const Context = createContext<MarkdownContext | undefined>(undefined);

export const MarkdownContextProvider = Context.Provider;

/** Throws outside of a `MarkdownContextProvider`. */
export function useMarkdownContext(): MarkdownContext {
  const context = useContext(Context);
  if (!context) throw new Error('A part of a Markdown text is rendered outside of one.');
  return context;
}
