import type { ErrorData } from '../../base/errors.ts';
import type { Draft, Texts } from '../../model/draft.ts';
import type { Package } from '../../model/package.ts';
import type { DraftDoc } from './engine.ts';

/**
 * Why a draft would not outlive the page: its texts are too long, the files that it adds are too large, the browser has
 * no space left for this site, or it stores nothing.
 */
export type Unkept = 'too-long' | 'too-large' | 'full' | 'failed';

/** A draft as the page shows it, beside the open package. */
export interface DraftEditing {
  /** The package without the draft. */
  readonly first: DraftDoc;
  readonly current: DraftDoc;
  /** Texts of `current`; while these are being made, those that were last known. */
  readonly texts: Texts;
  /** Texts of `first`. */
  readonly firstTexts: Texts;
  /** Paths of the texts that differ from those of `first`. The same set as long as they are the same. */
  readonly edited: ReadonlySet<string>;
  /** What Undo and Redo would undo and redo; undefined where there is nothing. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /**
   * The package that saving would give, its files and findings too, as far as the worker has said; the open one where
   * nothing is changed.
   */
  readonly shown: Package;
  /** The draft that `shown` is made from, for reading files of `shown`. Undefined where `shown` is the open package. */
  readonly shownDraft: ShownDraft | undefined;
  /** Whether `shown` (its findings too) is of an earlier state than `current`. */
  readonly pending: boolean;
  /** Whether saving would write anything else than the open file, as far as is known. */
  readonly changed: boolean;
  /** Why the last edit was not made, or nothing can be said of the package with it. */
  readonly problem: ErrorData | undefined;
  /** Names what is kept of it, in this browser. */
  readonly keptId: string;
  /** Why the draft would not survive a reload; undefined where it would. */
  readonly unkept: Unkept | undefined;
}

/** A draft, where the page shows the package that saving it would give. */
export interface ShownDraft {
  readonly draft: Draft;
  /** Each shown draft has another one. */
  readonly id: number;
  /** Drafts with the same one have the same tensors. Undefined where they are those of the open package. */
  readonly tensorsId: number | undefined;
}

/** What Undo or Redo did. */
export interface Returned {
  readonly act: 'undo' | 'redo';
  /** The step, as Undo calls it. */
  readonly name: string;
  /** The values that it led from and to, where both are known. */
  readonly before: unknown;
  readonly now: unknown;
  /** Files that have no longer what was put into them from an edited inner package. Its draft is kept. */
  readonly takenOut: readonly string[];
}

export interface DraftEvents {
  /** Something to show has changed. */
  onChange(): void;
  /** The first step was made. */
  onFirstStep(): void;
  /** Another tab has taken the kept draft over. */
  onTaken(): void;
}

/** A field of a format's form whose text cannot be its value yet. The draft keeps the value from before. */
export interface UnfinishedField {
  /** No other unfinished field has it. */
  readonly key: string;
  /** The field in words: "Input 1 shape". */
  readonly label: string;
  /** As it was typed. */
  readonly text: string;
  /** Why the text cannot be its value: a sentence. */
  readonly problem: string;
  /**
   * The field once an edit, Undo or Redo has changed the values: with another key where it has moved, undefined where
   * it is gone or has another value by now, and the very same one where neither is so. Pure. The values are the
   * format's, before and after.
   */
  follow(before: unknown, now: unknown): UnfinishedField | undefined;
}

/** Unfinished fields by their keys. */
export type UnfinishedFields = ReadonlyMap<string, UnfinishedField>;

export const NOTHING_UNFINISHED: UnfinishedFields = new Map();

/** The fields with one of them set or removed. The same map where nothing changes. */
export function withUnfinished(
  fields: UnfinishedFields,
  key: string,
  field: UnfinishedField | undefined,
): UnfinishedFields {
  if (!field && !fields.has(key)) return fields;
  const next = new Map(fields);
  if (field) next.set(key, field);
  else next.delete(key);
  return next;
}

/** The fields that stay unfinished when the values change. The same map where all of them stay as they are. */
export function unfinishedAfter(fields: UnfinishedFields, before: unknown, now: unknown): UnfinishedFields {
  if (fields.size === 0 || before === now) return fields;
  const next = new Map<string, UnfinishedField>();
  let isSame = true;
  for (const field of fields.values()) {
    const followed = field.follow(before, now);
    if (followed) next.set(followed.key, followed);
    if (followed !== field) isSame = false;
  }
  return isSame ? fields : next;
}
