import type { Finding } from '../base/findings.ts';
import type { FieldValues } from './field.ts';
import type { Package } from './package.ts';

/** What is to become of an open package: what editing makes, and a save plan is made of. Later also files that are added, replaced, removed. */
export interface Draft {
  /** The package's metadata file as text, byte-order mark and line ends as they stand. */
  text: string;
  /** Also write anew what the format derives from the package's files (its hash list, a tensor index), where nothing else changes. */
  renew: boolean;
}

/** What of a package follows from its description. Its files and tensors are those of the open one. */
export type DraftView = Omit<Package, 'files' | 'tensors' | 'spareLinks'>;

/** A description after edits, parsed again. */
export interface DraftState {
  text: string;
  /** Undefined where the text is no TOML; findings in `view` then say where. */
  values?: FieldValues;
  view: DraftView;
}

/** A field that a draft changes, as people count changes. */
export interface DraftChange {
  /** No other change of the draft has it. */
  key: string;
  /** The field in words: "Short description". Holds names as they stand in the file. */
  label: string;
  /** `renamed`: a key; `before` and `after` are its names. `moved`: a list's order; they are the names of what moved in it. */
  kind: 'changed' | 'added' | 'removed' | 'renamed' | 'moved';
  /** As it reads in the file, cut to a readable length; undefined where it is not there. */
  before?: string;
  after?: string;
}

/** The findings that a package still has once a change of it is saved: every save mends those whose fix is `renew`. */
export function findingsOnceSaved(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ fix }) => fix !== 'renew');
}

/** A file that saving writes anew, before and after. */
export interface ChangedFile {
  path: string;
  kind: 'changed' | 'added';
  /** Undefined where it was not there, or was no text. */
  before?: string;
  after: string;
}

/** What saving a draft would do. */
export interface DraftReview {
  /** What is written anew, the hash list last. Empty where the saved file would be the same, byte for byte. */
  files: ChangedFile[];
  /** Bytes of the result. */
  size: number;
  identity?: { label: string; sha256: string };
  /** Sentences about what the result leaves out, or has otherwise, although nobody edited it. */
  notes: string[];
}

/** That, and what would be found in the result: it was opened as any package is, though it is not written yet. */
export interface ReviewedDraft extends DraftReview {
  findings: readonly Finding[];
}
