import type { Archive, ArchiveEntry } from '../archive/archive.ts';
import type { Container } from '../archive/container.ts';
import type { DigestRunner } from '../archive/digest/job.ts';
import type { SavePlan } from '../archive/plan.ts';
import type { Finding } from '../base/findings.ts';
import type { CheckFix, CheckItem } from '../model/checklist.ts';
import type {
  Draft,
  DraftChange,
  DraftRebase,
  DraftReview,
  EditedTexts,
  EditStep,
  FileHashes,
  Texts,
} from '../model/draft.ts';
import type { Edit, FieldStep } from '../model/edit/edit.ts';
import type { FieldPath, FieldValue, FieldValues } from '../model/edit/field.ts';
import type { ListSteps } from '../model/edit/list-steps.ts';
import type { PackageMaker } from '../model/maker.ts';
import type { Package } from '../model/package.ts';
import type { RunInterface } from '../model/run/run-interface.ts';
import type { RunFacts } from '../model/run-facts.ts';
import type { TensorDrafts } from '../model/tensor/tensor-acts.ts';
import type { Vocabulary } from '../model/tensor/token-text.ts';
import type { FileVerdict, HashJudgement, Verification, VerifyProgress } from '../model/verification.ts';
import type { ByteSource } from '../source/source.ts';
import type { SourcedElements, TensorReader } from '../tensor/values.ts';
import type { CheckScope } from './checklist/check-item.ts';

/** What opening may need from its caller. */
export interface OpenContext {
  signal?: AbortSignal;
  /** Opens a file as any other file, although it is, or claims to be, of a known format. */
  asBytes?: boolean;
  /** Opens a file in the package as the package that it is, and looks no further into it. The registry gives it. */
  openInner?(source: ByteSource, signal?: AbortSignal): Promise<OpenPackage>;
}

/** How files are read whole to be hashed. */
export interface HashOptions {
  signal?: AbortSignal | undefined;
  /** In decoded bytes. */
  onProgress?: ((progress: VerifyProgress) => void) | undefined;
  /** Computes the hashes; by default in this thread. */
  digests?: DigestRunner | undefined;
}

export interface VerifyOptions extends HashOptions {
  /**
   * Called as each file is finished: every file of the hash list that the package holds, and of the others only those
   * that are damaged. The others are unlisted files, the hash list and the link list.
   */
  onFile?: ((verdict: FileVerdict) => void) | undefined;
}

/** A vocabulary of a package, which is read when it is first asked for. */
export interface PackageVocabulary {
  /** What has it: a path, or a key. */
  from: string;
  /** Rejects with `source/too-large` and `tensor/bad-vocabulary`, and as reading does. */
  load(signal?: AbortSignal): Promise<Vocabulary>;
}

/** The model of a package that runs in the page and in Node. Both reject when canceled, and where no bytes come. */
export interface ModelRunner {
  /** The whole file of the model, in memory that is the caller's. Rejects with `run/too-large`. */
  readModel(signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
  /** What the model asks for and offers. Reads what its file says of that, and skips its code. */
  readInterface(signal?: AbortSignal): Promise<RunInterface>;
}

/** An open package, in the worker or in Node. */
export interface OpenPackage {
  readonly package: Package;
  /**
   * A file's decoded bytes. Follows symlinks, and links whose files were fetched. Undefined where the package does not
   * hold the file.
   */
  source(path: string): ByteSource | undefined;
  /**
   * The values of a tensor. Rejects with `tensor/file-missing`, `tensor/unsafe-path`, `tensor/size-mismatch` or
   * `tensor/bad-strings` where they cannot be read. A nested tensor has no values: ask for its inner tensors.
   */
  tensor(name: string, signal?: AbortSignal): Promise<TensorReader>;
  /** The vocabulary that the format itself has. `registry.ts` finds those of files. */
  readonly vocabulary?: PackageVocabulary | undefined;
  /**
   * Reads every byte of the package and compares it with what the package says: hashes, sizes, CRC-32, local headers,
   * string counts. Present where `package.can.verify`. Rejects when canceled, when the container's bytes do not come,
   * or when a worker dies.
   */
  verify?(options?: VerifyOptions): Promise<Verification>;
  /**
   * What loading the package would run and install, as far as small files of its own say, which opening does not read.
   * Left out where `package.runs` has it all. What the other files of the package would run, `registry.ts` finds for
   * every format. Rejects when canceled, and where the container's bytes do not come.
   */
  whatRuns?(signal?: AbortSignal): Promise<{ runs: RunFacts; findings: readonly Finding[] }>;
  /** Present where the package holds a model of a kind that runs here, also where this one does not. */
  readonly runner?: ModelRunner | undefined;
  /**
   * What an exacting publisher wants of the package before others get it: the checks of `checklist/checks.ts` that mean
   * something in the format, and its own. Left out where only those of any package do. Reads small files. Rejects when
   * canceled, and where the container's bytes do not come.
   */
  checks?(scope: CheckScope, signal?: AbortSignal): Promise<CheckItem[]>;
  /**
   * What opening has looked into for what loading it would run: the file itself, by the format that its first bytes
   * name, or these entries of the archive. `registry.ts` looks at all else.
   */
  readonly looked?: 'file' | ReadonlySet<ArchiveEntry>;
  /** Of a file that was looked into: where bytes begin that may be something else. */
  readonly rest?: number;
  /** The archive that was read, where it is another one than the container's. */
  readonly archive?: Archive;
  /**
   * SHA-256 of the files that opening has read whole, by path: 64 lower-case hexadecimal digits. They need no second
   * read to be compared with the hash list.
   */
  readonly digested?: ReadonlyMap<string, string>;
  /**
   * Compares the SHA-256 of a file's whole content, 64 lower-case hexadecimal digits, with the hash list. Gives nothing
   * for a file that it does not list. Present where there may be a hash list.
   */
  judgeHash?(path: string, sha256: string): HashJudgement;
  /**
   * Opens the package once more, with files that it links to and whose hashes were found right. Keeps files that were
   * given before. Present where a package may have links.
   */
  withFiles?(files: ReadonlyMap<string, ByteSource>, signal?: AbortSignal): Promise<OpenPackage>;
  /** Opens the package once more, with the files that `package.more` speaks of. Present where there are any. */
  readMore?(signal?: AbortSignal): Promise<OpenPackage>;
  /**
   * Applies edits to `texts`, which are by default the package's own, and gives the texts that the format edits.
   * Present where `package.can.edit`. `edits` are those of an `EditStep` that the format's view made. Rejects with
   * `internal/edit-refused` where the edited texts do not parse to the intended values. Then the edit is a bug of ours,
   * and the texts stay.
   */
  edit?(ask: { texts?: Texts | undefined; edits?: unknown }, signal?: AbortSignal): Promise<EditedTexts>;
  /**
   * Plans how the package is saved with a draft applied. A draft that changes nothing gives the package's own bytes.
   * Present where `package.can.save`, and where `package.can.reseal`: then perhaps for drafts that reseal alone.
   * Rejects with what reading the small files rejects with, and with `internal/bug` for a change of files that it
   * cannot make.
   *
   * @param hashes of `hash`, which a draft that reseals needs
   */
  plan?(draft: Draft, signal?: AbortSignal, hashes?: FileHashes): Promise<DraftPlan>;
  /**
   * Reads every file whole and gives its hash. Present where `package.can.reseal`. Rejects as `verify`, and where a
   * file cannot be read or is not as the archive states it: then its hash cannot be known, and the error names it.
   */
  hash?(options?: HashOptions): Promise<FileHashes>;
}

/** What saving a draft would write, and what people should know before. */
export interface DraftPlan extends SavePlan {
  readonly review: DraftReview;
}

/** What a format's `core/` exports as `format`. See README.md beside this file. */
export interface Format {
  /**
   * Whether the container, which has a sign of the descriptor, is of this format, judged by its content. Reads no more
   * than opening would. Where it rejects because of the file (a broken archive), the next format is tried.
   */
  match(container: Container, context: OpenContext): Promise<boolean>;
  /** Rejects with a BoxcutterError only where nothing can be shown. Everything else that is wrong becomes findings. */
  open(container: Container, context: OpenContext): Promise<OpenPackage>;
  /** The fields of its metadata file, if they can be edited. Loaded when somebody names a field by its key. */
  fields?(): Promise<FieldGuide>;
  /** Reads elements in blocks of the format, which a reader of it has given as stored. Loads what it needs. */
  storedReader?(stored: SourcedElements): Promise<TensorReader>;
  /** What is asked about its values, if they can be edited. Loaded when two packages are compared. */
  drafts?(): Promise<FormatDrafts>;
  /** What makes new packages of the format, if it can: as a zip. Loaded when somebody makes one. */
  maker?(): Promise<PackageMaker>;
}

/**
 * What is asked about the draft of a package, and about the values that `OpenPackage.edit` gives. All functions are pure. Findings and values are those of the format's packages, and nobody else looks into the
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

/** A field that a metadata file may have. */
export interface KnownField {
  /** Its keys from the top. `#` stands for the number of an item, `*` for a name that the author chooses. */
  path: readonly string[];
  /** Whether its value is text of one line, text of any length, or anything else. */
  kind: 'line' | 'text' | 'value';
  /** What its value is, in a few words. */
  about: string;
  /** Values that are text even without quotation marks, and may begin with `@`. */
  bare?: RegExp;
  /** The name at the end of the path is all that follows, with its dots: it needs no quotation marks. */
  isDotted?: true;
}

/** What a format says of the fields of its metadata file to those who name them by keys, such as a command line. */
export interface FieldGuide {
  /** The path of the metadata file. */
  file: string;
  /** Every field that the format knows, in the format's order. */
  fields: readonly KnownField[];
  /**
   * The step that sets a field, and changes what follows from it, as the format's form does. `what` is the field in
   * words. Undefined if nothing would change. `edit` of an open package takes the step's edits.
   */
  set(values: FieldValues, path: FieldPath, what: string, value: FieldValue): FieldStep | undefined;
  /**
   * The edits that make references to files follow them to their new paths, by their old ones. Left out if there are
   * no references.
   */
  followRenames?(values: FieldValues, renames: ReadonlyMap<string, string>): readonly Edit[];
  /** What the form puts into a new item of the list at a path. Undefined for a list that the format does not know. */
  newItem(values: FieldValues, list: FieldPath): FieldValue | undefined;
  /** The steps on the items of the lists at the top: copies, removals, other places. */
  lists?: ListSteps;
}

/** A format that opens what no other format does. */
export type FallbackFormat = Omit<Format, 'match'>;
