import type { ErrorData } from '../base/errors.ts';
import type { FileDigest } from '../base/file-digest.ts';
import type { Finding } from '../base/findings.ts';
import { sameData } from '../base/same-data.ts';
import { type ListPatch, patched } from './list-patch.ts';
import type { Package, PackageFile, TensorInfo } from './package.ts';

/**
 * Texts of small files by path, with their byte-order marks and line ends. A map, because a path is any text, also
 * `__proto__`.
 */
export type Texts = ReadonlyMap<string, string>;

/**
 * The path of the text that people review: the metadata file, or else the one text that the format edits, which is no
 * file of the package.
 */
export function reviewedPath(texts: Texts, metadataFile: string | undefined): string {
  return metadataFile ?? texts.keys().next().value ?? '';
}

/**
 * A change of a whole file. The changes of a draft hold together and not one after the other: a path that a file has in
 * the open package is in at most one `rename` or `remove`, a path that a file has afterwards in at most one `put` or
 * `rename`. `withFileChange` (file-changes.ts) keeps it so.
 *
 * - `put` adds a file, or replaces the one at its path. The Blob may be a file of the disk, which is read when it is
 *   saved. `digest` is there for large ones: whoever plans the draft computes that of others. `id` tells two contents
 *   apart, also in another thread; `withFileChange` adds it. `privateFiles`: names of the private files that bytes of
 *   the Blob are in; they stay as long as an open package has the change in its history. `drafts`: ids of kept drafts
 *   of the package in the file, and of packages in that one, whose changes the Blob has. They go when it is saved.
 * - `rename` gives a file of the open package another path. Its bytes stay.
 * - `remove` takes a file of the open package out.
 * - `link`: the package has only addresses of the file that would be at this path otherwise, and its hash. Of a file
 *   that is linked already, these are its new addresses. With `sha256`, 64 lower-case hexadecimal digits, it adds a file
 *   that nobody has the bytes of; `size` is its bytes, where a host has said it. `isCompared`: each of the addresses
 *   has sent the file.
 */
export type FileChange =
  | FilePut
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string }
  | FileLink;

/** The change that leaves only the addresses of a file in the package. */
export interface FileLink {
  readonly kind: 'link';
  readonly path: string;
  readonly urls: readonly string[];
  readonly sha256?: string | undefined;
  readonly size?: number | undefined;
  readonly isCompared?: boolean | undefined;
}

/** The change that adds a file, or replaces the one at its path. */
export interface FilePut {
  readonly kind: 'put';
  readonly path: string;
  readonly blob: Blob;
  readonly digest?: FileDigest;
  readonly id?: string;
  readonly privateFiles?: readonly string[];
  readonly drafts?: readonly string[];
}

/**
 * What saving changes in an open package. Editing makes it, and a save plan is made from it. Plain data, which can be
 * posted and stored.
 */
export interface Draft {
  /** New texts of small files. One that is the file's own changes nothing. */
  texts: Texts;
  /** Changes of whole files. The texts are written over them. */
  files: readonly FileChange[];
  renew: Renewal;
}

/**
 * When saving rewrites what the format derives from the package's files: its hash list, a tensor index.
 *
 * - `false`: where something else changes.
 * - `true` (renew): in any case, from what is known without reading other files.
 * - `reseal`: in any case, with the hash of each file of the open package recomputed.
 */
export type Renewal = boolean | 'reseal';

/** SHA-256 by the path of the file: 64 lower-case hexadecimal digits. */
export type FileHashes = ReadonlyMap<string, string>;

/**
 * What one act of the user changes: one step of undo and redo. A format's view makes it. Whoever hands it on looks
 * neither into the edits nor into the values.
 */
export interface EditStep {
  /** As Undo and Redo call it: "Rename input x to image". */
  name: string;
  /** Plain data for `OpenPackage.edit` of the format, which makes the edits in the texts. */
  edits: unknown;
  /**
   * The values once the edits are made; the very same values where they change nothing. Pure: it is called again on
   * other values where an earlier step was refused. Throws `internal/bug` where the edits do not fit.
   */
  apply(values: unknown): unknown;
  /** All changes of files after the step, where it changes any, as `withFileChange` composes them. */
  files?: readonly FileChange[];
  /**
   * Steps with the same key that follow each other soon become one, as while typing in a field. The last one takes the
   * place of those before it, so it must not depend on them.
   */
  key?: string;
  /** For a step with a key: it joins the last step with the same key, however long ago that one was made. */
  continues?: boolean;
}

/** A step that changes parts of the draft itself, whatever the format: the parts that it has take the place of those before. */
export interface PlainStep extends Pick<EditStep, 'name' | 'files' | 'key' | 'continues'> {
  /** New texts by path, whatever they say. Those of other paths stay. */
  texts?: Texts;
  renew?: Renewal;
}

export type DraftStep = EditStep | PlainStep;

/** The texts that a format edits, after edits. */
export interface EditedTexts {
  texts: Texts;
  /** What the format's view shows and edits: plain data. Undefined where a text cannot be parsed. */
  values?: unknown;
}

/**
 * The package that saving a draft would give. Of its files and tensors, it holds only what differs from those of the
 * open package.
 */
export interface DraftPackage extends Omit<Package, 'files' | 'tensors'> {
  files?: ListPatch<PackageFile>;
  tensors?: ListPatch<TensorInfo>;
}

/** A draft after edits, and what it makes of the package. */
export interface DraftState extends EditedTexts {
  /** Undefined of the open package's own texts, and where `error` says why. */
  package?: DraftPackage;
  /** Why nothing can be said of the package with these texts. The texts hold all the same. */
  error?: ErrorData;
}

/**
 * The package that saving would give, from the open one and what differs from it. Its parts that say the same as those
 * of `shown`, the package that is shown until then, are the same objects: what shows only them need not render again.
 */
export function draftedPackage(open: Package, drafted: DraftPackage, shown: Package = open): Package {
  const made: Package = {
    ...drafted,
    files: patched(open.files, drafted.files),
    tensors: patched(open.tensors, drafted.tensors),
  };
  const same = (Object.keys(made) as (keyof Package)[]).filter((part) => sameData(made[part], shown[part]));
  return { ...made, ...Object.fromEntries(same.map((part) => [part, shown[part]])) };
}

/** A field that a draft changes, as people count changes. */
export interface DraftChange {
  /** No other change of the draft has it. */
  key: string;
  /** The item of the Edit tab that shows the field. */
  item?: string;
  /** The field in words: "Short description". Holds names as they stand in the file. */
  label: string;
  /**
   * `renamed`: a key; `before` and `after` are its names. `moved`: a list's order; they are the names of what moved in
   * it.
   */
  kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  /** As it reads in the file, cut to a readable length; undefined where it is not there. */
  before?: string;
  after?: string;
}

/** What becomes of a draft's changes in another version of its package. */
export interface DraftRebase {
  /**
   * The changes that fit, each with the step that makes it. The steps are to be made in this order, from these values.
   */
  readonly fits: readonly { readonly change: DraftChange; readonly step: EditStep }[];
  /** The changes that do not fit, with the value found there; undefined if nothing is there. */
  readonly misfits: readonly { readonly change: DraftChange; readonly found: string | undefined }[];
  /** The changes that this version has already. */
  readonly present: readonly DraftChange[];
}

/** Names of the private files that bytes of added files are in. */
export function privateFilesOf(files: readonly FileChange[]): string[] {
  return files.flatMap((change) => (change.kind === 'put' ? (change.privateFiles ?? []) : []));
}

/** Ids of the kept drafts of inner packages whose changes added files have. */
export function draftsIn(files: readonly FileChange[]): string[] {
  return files.flatMap((change) => (change.kind === 'put' ? (change.drafts ?? []) : []));
}

/** Whether two drafts have the same texts. */
export function sameTexts(a: Texts, b: Texts): boolean {
  return a === b || (a.size === b.size && [...a].every(([path, text]) => b.get(path) === text));
}

/** How long texts are together, in characters. */
export function charactersOf(texts: Texts): number {
  return [...texts.values()].reduce((sum, { length }) => sum + length, 0);
}

/** Whether two drafts ask for the same. */
export function sameDraft(a: Draft, b: Draft): boolean {
  return a.renew === b.renew && sameTexts(a.texts, b.texts) && sameFiles(a.files, b.files);
}

/**
 * Whether two lists have the same changes of files. Contents are compared by their ids: Blobs are others in each
 * thread.
 */
export function sameFiles(a: readonly FileChange[], b: readonly FileChange[]): boolean {
  return a === b || (a.length === b.length && a.every((change, at) => isSameChange(change, b[at] as FileChange)));
}

function isSameChange(a: FileChange, b: FileChange): boolean {
  if (a.kind !== 'put' || b.kind !== 'put') return sameData(a, b);
  return a.path === b.path && (a.blob === b.blob || (a.id !== undefined && a.id === b.id));
}

/** A file that saving rewrites, before and after. */
export interface ChangedFile {
  path: string;
  kind: 'changed' | 'added';
  /** Undefined where it was not there, or was not text. */
  before?: string;
  after: string;
}

/** What becomes of a whole file. */
export interface ReviewedChange {
  /** As `FileMark` of file-changes.ts. */
  path: string;
  kind: 'added' | 'replaced' | 'renamed' | 'removed' | 'linked';
  from?: string;
}

/** What saving a draft would do. */
export interface DraftReview {
  /** Texts that saving rewrites, the hash list last. */
  files: ChangedFile[];
  /** What becomes of other files. */
  changes?: readonly ReviewedChange[];
  /** Bytes of the result. */
  size: number;
  identity?: { label: string; sha256: string };
  /** Sentences about what the result leaves out, or has otherwise, although nobody edited it. */
  notes: string[];
  /** What the result replaces although it cannot be known. Each is a note too. Saving waits for a yes to each. */
  asks?: DraftQuestion[];
  /** Of a draft that reseals. */
  reseal?: Reseal;
}

/**
 * What resealing changes in the hash list. Paths are in the order of the old list, then of the archive. Files that the
 * draft itself changes are only here if the old list was wrong about them already.
 */
export interface Reseal {
  /** Files of the hash list whose content was hashed. */
  files: number;
  /** Files that are not what the old list says: their old and new hashes. */
  differing: HashChange[];
  /** Files that the old list lacks. All files where there was none. */
  added: string[];
  /** Files of the old list that are neither in the package nor linked. The new list leaves them out. */
  dropped: string[];
  /** Files that are only linked. They cannot be hashed, and keep the hash of the old list. */
  linked: string[];
  /** Files that no hash list can have, and why: the end of a sentence. */
  unlistable: { path: string; why: string }[];
}

export interface HashChange {
  path: string;
  /** SHA-256 in lower-case digits. */
  before: string;
  after: string;
}

/** Something that a save would do and nobody asked for, which may lose what was meant. */
export interface DraftQuestion {
  /** The note that says it. */
  note: string;
  /** The yes, as the label of a checkbox. */
  agree: string;
  /** It follows from resealing: whoever asks for that by a command has said yes. */
  of?: 'reseal';
}

/** A review with the findings of the result, which was opened from the plan before it is written. */
export interface ReviewedDraft extends DraftReview {
  findings: readonly Finding[];
}
