import type { ErrorData } from '../base/errors.ts';
import type { Draft, DraftReview } from '../model/draft.ts';
import type { EditStep, TomlValues } from '../model/edit.ts';
import type { Package } from '../model/package.ts';
import type { CallOptions, SavedDraft } from '../worker/protocol.ts';

/** One state of the description in the history of its editing. */
export interface DraftDoc {
  /** What led here, as Undo calls it; undefined of the first. */
  readonly name: string | undefined;
  /** At once after an edit. Undefined while the text is no TOML: then there is only the text. */
  readonly values: TomlValues | undefined;
  /** Follows an edit of the values when the worker has spliced it. Rejects where that refused it; then the state is not there any more. */
  readonly text: Promise<string>;
  readonly reseal: boolean;
}

/** The editing of the open package. It lives beside the package, never instead of it. */
export interface DraftEditing {
  /** The package as it stands in its file. */
  readonly first: DraftDoc;
  readonly current: DraftDoc;
  /** Text of `current`, or of the last state that has one while its own is being made. */
  readonly text: string;
  /** Text of `first`. */
  readonly firstText: string;
  /** What Undo and Redo would undo and redo; undefined where there is nothing. */
  readonly undo: string | undefined;
  readonly redo: string | undefined;
  /** The open package with the draft applied, as far as it was checked. */
  readonly shown: Package;
  /** Whether `shown` (its findings too) is of an earlier state than `current`. */
  readonly pending: boolean;
  /** Whether saving would write anything else than the open file, as far as is known. */
  readonly changed: boolean;
  /** Why the last edit was not made. */
  readonly problem: ErrorData | undefined;
}

/** A draft of an earlier visit for the carton that is open. */
export interface DraftOffer {
  readonly id: string;
  /** When it was last changed, milliseconds since 1970. */
  readonly at: number;
  /** The draft's text and the open carton's own. */
  readonly text: string;
  readonly firstText: string;
}

export interface DraftSlice {
  /** Undefined until the package is first edited, or its Edit tab shown. */
  draft: DraftEditing | undefined;
  /** Why editing could not begin. */
  draftError: ErrorData | undefined;
  draftOffer: DraftOffer | undefined;
  /** Reads what is edited. A second call does nothing. Never rejects. */
  startDraft(): Promise<void>;
  /** Makes a step at once; throws where it does not fit the values. The first one starts the check of the package's content. */
  edit(step: EditStep): void;
  /** The whole text instead, whatever it says. Steps with one `key` that follow each other soon are one. */
  editText(text: string, name?: string, key?: string): void;
  /** Have saving write MANIFEST and the tensor index anew, also where nothing else changes. */
  setReseal(reseal: boolean, name: string): void;
  undo(): void;
  redo(): void;
  /** Back to the open package, for good: the kept draft goes too. */
  discardDraft(): Promise<void>;
  /** Takes up the offered draft, as one step that can be undone. */
  restoreDraft(): Promise<void>;
  discardOffer(): Promise<void>;
  /** The draft as it would be saved; waits for its text. Rejects with a `BoxcutterError`. */
  draftToSave(): Promise<Draft>;
  reviewDraft(options?: CallOptions): Promise<DraftReview>;
  /** As the worker's call. Rejects with a `BoxcutterError`; the draft is kept until `openSaved`. */
  saveDraft(saveTo: FileSystemFileHandle | undefined, options?: CallOptions): Promise<SavedDraft>;
  /** Makes the saved file the open one, and lets go of the draft that it was made of. `onOpened` as of `open`. */
  openSaved(file: File, kept: string | undefined, onOpened?: () => void): Promise<void>;
}
