import type { FileDigest } from '../../base/file-digest.ts';
import type { TensorContents } from '../../tensor/contents/contents.ts';
import type { Shape } from '../../tensor/shape.ts';
import type { EditStep, FileChange } from '../draft.ts';
import type { Package } from '../package.ts';

/**
 * What people do to the tensors of a package, by the names that these have at the time.
 *
 * - `put` adds a tensor, or gives the one of that name other elements, with their dtype and shape.
 * - `reshape` gives it another shape for as many elements.
 * - `rename` and `remove` change what refers to it too. A tensor that is removed takes its parts with it.
 * - `duplicate` adds the same tensor under another name.
 */
export type TensorAct =
  | { readonly kind: 'put'; readonly name: string; readonly contents: TensorContents }
  | { readonly kind: 'reshape'; readonly name: string; readonly shape: Shape }
  | { readonly kind: 'rename' | 'duplicate'; readonly name: string; readonly to: string }
  | { readonly kind: 'remove'; readonly name: string };

/** What the tensors of a draft follow from, at once: also while the worker has yet to answer. */
export interface TensorsBasis {
  /** The format's values of the draft. */
  readonly values: unknown;
  /** The draft's changes of files. */
  readonly files: readonly FileChange[];
  /** The open package, without the draft. */
  readonly open: Package;
}

/** What a draft makes of a tensor. */
export interface TensorMark {
  readonly kind: 'added' | 'changed' | 'renamed' | 'removed';
  /** Its name in the draft; of a removed one, in the open package. */
  readonly name: string;
  /** Its name in the open package. Undefined of an added one. */
  readonly from: string | undefined;
  /** Whether its elements, dtype or shape may be others, also of one that is renamed. */
  readonly hasOthers: boolean;
  /** Paths of the files with its elements, in the draft or before: their changes are told with it. */
  readonly files: readonly string[];
}

/** The values of a new example or self-test, by the inputs and outputs that they are of. */
export interface CaseValues {
  readonly inputs: readonly { name: string; contents: TensorContents }[];
  readonly outputs: readonly { name: string; contents: TensorContents }[];
}

/** What a format says of changes of tensors. All functions are pure. */
export interface TensorDrafts {
  /** The types that its tensors can have, in the format's order. */
  readonly dtypes: readonly string[];
  /** Why no tensor can be changed now, in a sentence. Undefined where they can. */
  problem(on: TensorsBasis): string | undefined;
  /** Why a tensor cannot have a name, in a sentence. Undefined where it can. */
  nameProblem(on: TensorsBasis, name: string): string | undefined;
  /** `image_0`, or with the next number that no tensor has. */
  freeName(on: TensorsBasis, stem: string): string;
  /** What refers to a tensor, in words, and follows it: "example “Cat”, input “image”". */
  usesOf(on: TensorsBasis, name: string): readonly string[];
  /**
   * One step of the draft that makes these acts. Throws `internal/bug` for an act that does not fit, and
   * `source/too-large` for strings that nobody could read again.
   *
   * @param digests of contents, by their Blobs. Large ones need them (`MAX_UNDIGESTED`)
   */
  step(on: TensorsBasis, acts: readonly TensorAct[], name: string, digests?: ReadonlyMap<Blob, FileDigest>): EditStep;
  /**
   * One step of the draft that adds an example or self-test with these values, each as a tensor of its own. Throws as
   * `step`. Left out where packages have no examples.
   */
  addCase?(
    on: TensorsBasis,
    of: 'example' | 'self-test',
    values: CaseValues,
    digests?: ReadonlyMap<Blob, FileDigest>,
  ): EditStep;
  /** What the draft makes of tensors, without the parts of those that are listed. In the order of the package. */
  changes(on: TensorsBasis): readonly TensorMark[];
  /** The step that takes back one of these changes. Undefined where another tensor has its name or file now. */
  putBack(on: TensorsBasis, mark: TensorMark): EditStep | undefined;
}
