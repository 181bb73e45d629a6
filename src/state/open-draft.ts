import type { ErrorData } from '../base/errors.ts';
import {
  type Draft,
  type DraftPackage,
  draftedPackage,
  draftsIn,
  type EditedTexts,
  type EditStep,
  type FileChange,
  type Renewal,
  sameTexts,
  type Texts,
} from '../model/draft.ts';
import type { Package } from '../model/package.ts';
import { DraftEditor, type EditorPorts } from './draft-editor.ts';
import { DraftKeeper, type Unkept } from './draft-keeper.ts';
import type { DraftStorage, DraftSubject } from './kept-drafts.ts';
import { descriptorName, type Opened } from './load.ts';
import {
  NOTHING_UNFINISHED,
  type UnfinishedField,
  type UnfinishedFields,
  unfinishedAfter,
  withUnfinished,
} from './unfinished.ts';

/** One state of the draft in the history of its editing. */
export interface DraftDoc {
  /** What led here, as Undo calls it; undefined of the first. */
  readonly name: string | undefined;
  /**
   * What the format's view shows and edits. Only that view looks into them. They change at once with an edit. Undefined
   * where a text cannot be parsed, and while a typed text is not parsed yet (`pending`): then there are only the texts.
   */
  readonly values: unknown;
  /** The texts with the edit made in them. They come from the worker, later than the values. Rejects if it refuses. */
  readonly texts: Promise<Texts>;
  readonly renew: Renewal;
  readonly files: readonly FileChange[];
}

/** A draft as the page shows it. It stands beside the open package, never instead of it. */
export interface DraftEditing {
  /** The package as it stands in its file. */
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

export interface OpenDraftPorts {
  ask: EditorPorts['ask'];
  /** These are all private files that the history needs. */
  hold(privateFiles: readonly string[]): void;
  /** Something to show has changed. */
  onChange(): void;
  /** The first step was made. */
  onFirstStep(): void;
  /** Another tab has taken the kept draft over. */
  onTaken(): void;
}

/**
 * One draft of the open package: its editor, what is kept of it, and what the page shows of it. Ends when it is saved,
 * discarded or left.
 */
export class OpenDraft {
  /** As it stands. A new object for each change, with the parts that have not changed. */
  shown: DraftEditing;
  /** Fields of the form whose text cannot be their value yet. */
  unfinished: UnfinishedFields = NOTHING_UNFINISHED;
  /** What Undo or Redo did last; undefined once something else was done. */
  returned: Returned | undefined;
  readonly #editor: DraftEditor;
  readonly #keeper: DraftKeeper;
  readonly #ports: OpenDraftPorts;
  #pkg: Package;
  #edited: ReadonlySet<string> = new Set();
  #held: readonly string[] = [];
  #isTouched = false;
  #isEnded = false;
  /** The last values that `unfinished` was compared with. */
  #values: unknown;
  /** The package with what the worker said last, so that it is the same object as long as neither changes. */
  #applied: { from: Package; drafted: DraftPackage; result: Package; draft: ShownDraft } | undefined;

  /** @param state the texts of the package as they stand in its files */
  constructor(opened: Opened, state: EditedTexts, storage: DraftStorage | undefined, ports: OpenDraftPorts) {
    this.#pkg = opened.package;
    this.#ports = ports;
    const follow = () => this.#follow();
    this.#editor = new DraftEditor(state, { ask: ports.ask, onChange: follow });
    const about = { ...subjectOf(opened), firstTexts: state.texts };
    this.#keeper = new DraftKeeper(storage, about, { onChange: follow, onTaken: ports.onTaken });
    this.shown = this.#toShow();
    this.#values = state.values;
  }

  /** Names what is kept of it in the storage. */
  get keptId(): string {
    return this.#keeper.id;
  }

  /** The draft as it began. */
  get start(): EditedTexts {
    const { first, firstTexts } = this.#editor;
    return { texts: firstTexts, values: first.values };
  }

  /** Throws where the step does not fit the values. */
  edit(step: EditStep): void {
    this.#editor.edit(step);
    this.#touch();
  }

  /** As `DraftEditor.editFiles`. */
  editFiles(files: readonly FileChange[], name: string, key?: string, continues?: boolean): void {
    this.#editor.editFiles(files, name, key, continues);
    this.#touch();
  }

  editText(path: string, text: string, name: string, key?: string): void {
    this.#editor.editText(path, text, name, key);
    this.#touch();
  }

  /** Puts another draft in the place of this one, as one step. */
  replace(draft: Draft, name: string): void {
    this.#editor.replace(draft, name);
    this.#touch();
  }

  setRenew(renew: Renewal, name: string): void {
    this.#editor.setRenew(renew, name);
    this.#touch();
  }

  go(act: Returned['act']): void {
    const editor = this.#editor;
    const { values: before, files } = editor.current;
    const name = act === 'undo' ? editor.undoName : editor.redoName;
    editor[act]();
    if (name === undefined) return;
    const { values: now, files: left } = editor.current;
    this.returned = { act, name, before, now, takenOut: takenOut(files, left) };
    this.#ports.onChange();
  }

  setUnfinished(key: string, field: UnfinishedField | undefined): void {
    const next = withUnfinished(this.unfinished, key, field);
    if (next === this.unfinished) return;
    this.unfinished = next;
    this.#ports.onChange();
  }

  /** The draft as it would be saved; waits for its texts. Rejects as canceled when the draft ends. */
  current(): Promise<Draft> {
    return this.#editor.currentDraft();
  }

  /** Writes what is to be kept at once. Whether the draft is kept as it stands. */
  keep(): Promise<boolean> {
    return this.#keeper.flush();
  }

  /** The worker died. Nothing is asked until `resume`, except that the next worker holds the private files. */
  pause(): void {
    // At once: it removes the files that nobody holds soon after it starts, and opening the package may take longer.
    if (this.#held.length > 0) this.#ports.hold(this.#held);
    this.#editor.pause();
  }

  resume(): void {
    this.#editor.resume();
  }

  /** The package is another object, which has other files or another handle. Calls no port. */
  setPackage(pkg: Package): void {
    this.#pkg = pkg;
    this.shown = this.#toShow();
  }

  /** What the worker said follows from the package's files too, and those have changed. */
  askAgain(): void {
    this.#editor.askAgain();
  }

  /** Ends it. With `keep`, what is kept stays for another visit. Settles when that is written; never rejects. */
  end(keep: boolean): Promise<void> {
    this.#isEnded = true;
    const ended = this.#keeper.end(keep);
    this.#editor.dispose();
    this.#hold([]);
    return ended;
  }

  #hold(names: readonly string[]): void {
    if (names === this.#held || names.join() === this.#held.join()) return;
    this.#held = names;
    this.#ports.hold(names);
  }

  #touch(): void {
    if (this.returned) {
      this.returned = undefined;
      this.#ports.onChange();
    }
    if (this.#isTouched) return;
    this.#isTouched = true;
    this.#ports.onFirstStep();
  }

  /** The editor's state has changed, or why it is not kept. */
  #follow(): void {
    if (this.#isEnded) return;
    const { current, changed, privateFiles } = this.#editor;
    this.#hold(privateFiles);
    if (current.known !== undefined) {
      const { known: texts, files, renew } = current;
      this.#keeper.set(changed ? { texts, files, renew } : undefined);
    }
    if (current.values !== undefined) {
      if (this.#values !== undefined) this.unfinished = unfinishedAfter(this.unfinished, this.#values, current.values);
      this.#values = current.values;
    }
    this.shown = this.#toShow();
    this.#ports.onChange();
  }

  #toShow(): DraftEditing {
    const { first, current, firstTexts, problem, pending, changed, undoName, redoName } = this.#editor;
    const shown = this.#package();
    const texts = current.known ?? this.shown.texts;
    this.#edited = editedPaths(texts, firstTexts, this.#edited);
    return {
      first,
      current,
      texts,
      firstTexts,
      edited: this.#edited,
      undo: undoName,
      redo: redoName,
      shown,
      shownDraft: shown === this.#pkg ? undefined : this.#applied?.draft,
      pending: pending && current !== first,
      changed,
      problem,
      keptId: this.#keeper.id,
      unkept: this.#keeper.unkept,
    };
  }

  /** The package that saving would give, as far as the worker has said. */
  #package(): Package {
    const from = this.#pkg;
    const { current, first, firstTexts, changed, pending } = this.#editor;
    const isOwn = current === first || (!changed && current.known && sameTexts(current.known, firstTexts));
    if (isOwn) return from;
    const drafted = current.package ?? this.#applied?.drafted;
    if (!drafted) {
      if (!pending) this.#applied = undefined;
      return from;
    }
    if (this.#applied?.from !== from || this.#applied.drafted !== drafted) {
      this.#applied = {
        from,
        drafted,
        result: draftedPackage(from, drafted, this.shown.shown),
        draft: this.#shownDraft(drafted),
      };
    }
    return this.#applied.result;
  }

  /** The draft that the worker spoke of: the current one, unless the package has only grown since. */
  #shownDraft(drafted: DraftPackage): ShownDraft {
    const { current } = this.#editor;
    const known = this.#applied;
    if (known?.drafted === drafted || current.package !== drafted) return known?.draft as ShownDraft;
    const { known: texts, files, renew } = current;
    return { draft: { texts: texts as Texts, files, renew }, id: ++shownDrafts };
  }
}

function editedPaths(texts: Texts, first: Texts, before: ReadonlySet<string>): ReadonlySet<string> {
  const paths = [...texts.keys()].filter((path) => texts.get(path) !== first.get(path));
  return paths.length === before.size && paths.every((path) => before.has(path)) ? before : new Set(paths);
}

/** The paths of files with changes of inner packages that are not in the list that came after. */
function takenOut(before: readonly FileChange[], after: readonly FileChange[]): string[] {
  const left = new Set(draftsIn(after));
  return before.flatMap((change) =>
    change.kind === 'put' && change.drafts?.some((id) => !left.has(id)) ? [change.path] : [],
  );
}

/** Of all drafts that were shown. */
let shownDrafts = 0;

/** By what the drafts of an open package are found again. */
export function subjectOf({ package: { identity, name, title, size }, descriptor, inside }: Opened): DraftSubject {
  const hash = identity?.sha256.toLowerCase();
  return {
    ...(hash === undefined ? {} : { hash }),
    size,
    name: inside ? descriptorName(descriptor) : name,
    ...(inside ? { inside } : {}),
    ...(title === undefined ? {} : { title }),
    ...(descriptor.kind === 'url' ? { origin: descriptor.url } : {}),
  };
}
