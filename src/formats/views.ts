import type { ComponentType } from 'react';
import type { FormatId } from '../model/package.ts';
import type { Tab } from '../model/place.ts';

/**
 * What a format adds to the page: components that read the open package by the hooks of `state`. Each is left out where the format
 * has nothing of the kind. A format's `view/view.ts` exports one of these as `view`.
 */
export interface FormatView {
  /** Overview, right: what loading the package needs, runs and fetches. */
  WhenLoaded?: ComponentType;
  /** Overview, right: fields of its files that the format does not know. */
  OtherFields?: ComponentType;
  /** Overview, left: how to load the package from other programs. */
  Snippets?: ComponentType;
  /** The Edit tab: edits the draft of `state`, which is there. */
  Edit?: ComponentType<EditProps>;
  /** Labels of the package's facts that these components show already. */
  shownFacts?: readonly string[];
}

/** What the Edit tab gives to a format's editor. */
export interface EditProps {
  /** The section that is chosen, as it stands in the address, and the line of a text that is meant, from 1. */
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
  /** Shows a description as the page does. */
  Preview: ComponentType<{ markdown: string }>;
}

/** The tabs of each format, the first of them shown first. */
export const FORMAT_TABS: Readonly<Record<FormatId, readonly Tab[]>> = {
  carton: ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'],
  zip: ['files', 'problems'],
};

const VIEWS: Readonly<Record<string, () => Promise<{ view: FormatView }>>> = {
  carton: () => import('./carton/view/view.ts'),
};

/** The views of a format, loaded when first asked for; undefined where it has none. */
export async function loadFormatView(format: string): Promise<FormatView | undefined> {
  const load = Object.hasOwn(VIEWS, format) ? VIEWS[format] : undefined;
  return (await load?.())?.view;
}
