import type { ComponentType } from 'react';
import type { TensorInfo } from '../model/package.ts';
import type { FormatDrafts } from './format.ts';

/**
 * What a format adds to the page: components that read the open package with the hooks of `state`. A format leaves out
 * what it has nothing for. Its `view/view.ts` exports one of these as `view`.
 */
export interface FormatView {
  /** Overview, right: rows of "What would run" that only this format has, as `FactRow`. They follow what runs. */
  RunRows?: ComponentType;
  /** As `RunRows`, after all facts. */
  OtherRunRows?: ComponentType;
  /** Overview, right, after the facts: fields of its files that no fact is made of. */
  OtherFields?: ComponentType;
  /**
   * Overview, left, before `Snippets`: what the format's files say that no fact or panel can show. Where something is
   * chosen in it, the address has its name.
   */
  Details?: ComponentType<DetailsProps>;
  /** Tensors, above the values of a tensor: what only this format says of one. */
  TensorFacts?: ComponentType<{ info: TensorInfo }>;
  /**
   * Tensors, beside a chosen element of a tensor that has `values`: what is stored of it. `index` counts elements in
   * row-major order.
   */
  TensorBlock?: ComponentType<{ info: TensorInfo; index: number }>;
  /** Overview, left: how to load the package from other programs. */
  Snippets?: ComponentType;
  /** Loads the Edit tab when it is first shown. It edits the draft of `state`, which then exists. */
  Edit?: () => Promise<{ default: ComponentType<EditProps> }>;
  /** What the page asks about a draft. For formats whose packages can be edited. */
  drafts?: FormatDrafts;
  /** These components lead to the packages inside, so the Overview does not list them again. */
  listsInner?: true;
  /** Labels of the package's facts, and titles of its panels, that these components show already. */
  shownFacts?: readonly string[];
}

/** What is chosen in the details of a package, as the address has it. */
export interface DetailsProps {
  item: string | undefined;
  /** Chooses another, and writes it into the address. */
  onItem(item: string): void;
}

/** What the Edit tab gives to a format's editor. */
export interface EditProps {
  /** The chosen section or field, as in the address. */
  item: string | undefined;
  line: number | undefined;
  onItem(item: string | undefined): void;
  /** Shows a description as the page does. */
  Preview: ComponentType<{ markdown: string }>;
}
