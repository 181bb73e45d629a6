import { createSafeContext } from '@mantine/core';
import type { ComponentType } from 'react';

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

/** The hook throws outside of the provider. */
export const [MarkdownContextProvider, useMarkdownContext] = createSafeContext<MarkdownContext>(
  'A part of a Markdown text is rendered outside of one.',
);
