import type { ComponentType } from 'react';
import type { Finding } from '../base/findings.ts';
import type { DraftChange, EditStep } from '../model/draft.ts';
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
  /** What the page asks of a draft, where packages of the format can be edited. */
  drafts?: FormatDrafts;
  /** Labels of the package's facts that these components show already. */
  shownFacts?: readonly string[];
}

/** Pure; findings and values are those of packages of the format. Nobody else looks into the values. */
export interface FormatDrafts {
  /** The fields that differ between the values of two states, in the order of the files. */
  changes(first: unknown, now: unknown): readonly DraftChange[];
  /** What the fix of a finding does, as Undo calls it; undefined where only a person can say what is meant. */
  fixName(finding: Finding): string | undefined;
  /** The step that mends a finding; `renew` where any save does; undefined where there is none, or the field has changed since. */
  fixStep(finding: Finding, values: unknown): EditStep | 'renew' | undefined;
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

/** What every package can fill. */
const FILES_ALONE: readonly [Tab, ...Tab[]] = ['files', 'problems'];

/** What the page says and asks while nothing is open: the format that people come with. */
export const MAIN_FORMAT = { extension: '.carton', metadataFile: 'carton.toml' };

interface FormatPage {
  /** Those that it can ever fill, the first of them shown first. */
  tabs: readonly [Tab, ...Tab[]];
  view?: () => Promise<{ view: FormatView }>;
}

/** What each format has on the page. */
const PAGES = new Map<string, FormatPage>([
  [
    'carton',
    {
      tabs: ['overview', 'schema', 'tensors', 'examples', 'self-tests', 'files', 'problems', 'edit'],
      view: () => import('./carton/view/view.ts'),
    },
  ],
  ['zip', { tabs: FILES_ALONE }],
]);

/** The tabs of a format; of one that has no line above, those that every package can fill. */
export function tabsOf(format: string): readonly [Tab, ...Tab[]] {
  return PAGES.get(format)?.tabs ?? FILES_ALONE;
}

/** The views of a format, loaded when first asked for; undefined where it has none. */
export async function loadFormatView(format: string): Promise<FormatView | undefined> {
  return (await PAGES.get(format)?.view?.())?.view;
}
