import type { ComponentType } from 'react';
import type { CheckFix } from '../model/checklist.ts';
import type { DraftChange, DraftRebase, EditStep } from '../model/draft.ts';
import type { Package, TensorInfo } from '../model/package.ts';
import type { TensorDrafts } from '../model/tensor/tensor-acts.ts';

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

/**
 * All functions are pure. Findings and values are those of the format's packages, and nobody else looks into the
 * values.
 */
export interface FormatDrafts {
  /** The fields that differ between the values of two states, in the order of the format's form. */
  changes(first: unknown, now: unknown): readonly DraftChange[];
  /**
   * The steps on `now` that take back one change each, by its key, for the first `limit` changes. Has no step for a
   * change that cannot be taken back alone.
   */
  putBackSteps(first: unknown, now: unknown, limit: number): ReadonlyMap<string, EditStep>;
  /**
   * Makes the changes from `first` to `now` on other values, such as those of a newer version of the package. Nothing
   * is replaced that differs from `first`: such a change does not fit.
   *
   * @param pkg the version that has `onto`
   * @param added paths of the files that the draft adds to it
   */
  rebase(first: unknown, now: unknown, onto: unknown, pkg: Package, added: ReadonlySet<string>): DraftRebase;
  /**
   * The edits that make references to files follow them to their new paths, by their old ones, as one step without a
   * name. Undefined where nothing refers to them.
   */
  followRenames?(values: unknown, renames: ReadonlyMap<string, string>): Pick<EditStep, 'edits' | 'apply'> | undefined;
  /**
   * What refers to files, in words, by path: "the description", "example “Cat”, input “image”". With the package, also
   * its tensors and symlinks. Files that nothing refers to are left out.
   */
  referencesTo?(values: unknown, paths: readonly string[], pkg?: Package): ReadonlyMap<string, readonly string[]>;
  /** The same of what refers to renamed files and follows them neither by `followRenames` nor when it is saved. */
  strandedReferences?(
    values: unknown,
    renames: ReadonlyMap<string, string>,
    pkg?: Package,
  ): ReadonlyMap<string, readonly string[]>;
  /** What the fix of a finding or check does, in the words of Undo. Undefined where a person must decide. */
  fixName(fix: CheckFix): string | undefined;
  /**
   * The step that fixes a finding or check, `renew` if any save fixes it, or `reseal` if a save that recomputes all hashes does.
   * Undefined if there is no fix, or if the field has changed since.
   */
  fixStep(fix: CheckFix, values: unknown): EditStep | 'renew' | 'reseal' | undefined;
  /** How its tensors are changed. For formats whose packages can have `can.editTensors` with a text. */
  tensors?: TensorDrafts;
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
