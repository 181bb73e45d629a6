import {
  type Draft,
  type DraftPackage,
  draftedPackage,
  draftsIn,
  type EditedTexts,
  type FileChange,
  sameFiles,
  type Texts,
} from '../../model/draft.ts';
import type { Package } from '../../model/package.ts';
import { descriptorName, type Opened } from '../load.ts';
import {
  type DraftEditing,
  type DraftEvents,
  NOTHING_UNFINISHED,
  type Returned,
  type ShownDraft,
  type UnfinishedField,
  type UnfinishedFields,
  unfinishedAfter,
  withUnfinished,
} from './editing.ts';
import type { DraftDoc } from './engine.ts';
import { type AskDraft, DraftEngine } from './engine.ts';
import { DraftKeeper } from './keeper.ts';
import type { DraftStorage, DraftSubject } from './kept-drafts.ts';

interface DraftPorts extends DraftEvents {
  storage: DraftStorage | undefined;
  ask: AskDraft;
  /** These are all private files that the history needs. */
  hold(privateFiles: readonly string[]): void;
}

/**
 * One draft of the open package: its engine, what is kept of it, and what the page shows of it. Ends when it is saved,
 * discarded or left.
 */
export class OpenDraft {
  readonly engine: DraftEngine;
  readonly keeper: DraftKeeper;
  /** A new object for each change, with the parts that have not changed. */
  shown: DraftEditing;
  /** Fields of the form whose text cannot be their value yet. */
  unfinished: UnfinishedFields = NOTHING_UNFINISHED;
  /** What Undo or Redo did last; undefined once something else was done. */
  returned: Returned | undefined;
  readonly #ports: DraftPorts;
  #pkg: Package;
  #edited: ReadonlySet<string> = new Set();
  #held: readonly string[] = [];
  #isTouched = false;
  #isEnded = false;
  #last: DraftDoc;
  /** The last values that `unfinished` was compared with. */
  #values: unknown;
  /** What `shown.shown` was made from, where it is not the open package. */
  #applied: { from: Package; drafted: DraftPackage; result: Package; draft: ShownDraft } | undefined;

  /** @param state the package's own texts */
  constructor(opened: Opened, state: EditedTexts, ports: DraftPorts) {
    this.#pkg = opened.package;
    this.#ports = ports;
    const onChange = () => this.#follow();
    this.engine = new DraftEngine(state, { ask: ports.ask, onChange });
    const about = { ...subjectOf(opened), firstTexts: state.texts };
    this.keeper = new DraftKeeper(ports.storage, about, { onChange, onTaken: ports.onTaken });
    this.shown = this.#toShow();
    this.#last = this.engine.current;
    this.#values = state.values;
  }

  go(act: Returned['act']): void {
    const { engine } = this;
    const { values: before, files } = engine.current;
    const name = act === 'undo' ? engine.undoName : engine.redoName;
    if (name === undefined) return;
    engine[act]();
    const { values: now, files: left } = engine.current;
    this.returned = { act, name, before, now, takenOut: takenOut(files, left) };
    this.#ports.onChange();
  }

  setUnfinished(key: string, field: UnfinishedField | undefined): void {
    const next = withUnfinished(this.unfinished, key, field);
    if (next === this.unfinished) return;
    this.unfinished = next;
    this.#ports.onChange();
  }

  /** The worker died. Nothing is asked until the engine resumes, except that the next worker holds the private files. */
  pause(): void {
    // At once: it removes the files that nobody holds soon after it starts, and opening the package may take longer.
    if (this.#held.length > 0) this.#ports.hold(this.#held);
    this.engine.pause();
  }

  /** The package is another object, which has other files or another handle. Calls no port. */
  setPackage(pkg: Package): void {
    this.#pkg = pkg;
    this.shown = this.#toShow();
  }

  /** Ends it. With `keep`, what is kept stays for another visit. Settles when that is written; never rejects. */
  end(keep: boolean): Promise<void> {
    this.#isEnded = true;
    const ended = this.keeper.end(keep);
    this.engine.dispose();
    this.#hold([]);
    return ended;
  }

  #hold(names: readonly string[]): void {
    if (names.join() === this.#held.join()) return;
    this.#held = names;
    this.#ports.hold(names);
  }

  /** The engine's state has changed, or why it is not kept. */
  #follow(): void {
    if (this.#isEnded) return;
    const { current, changed, privateFiles } = this.engine;
    this.#hold(privateFiles);
    const { known: texts, files, renew, values } = current;
    if (texts !== undefined) this.keeper.set(changed ? { texts, files, renew } : undefined);
    if (values !== undefined) {
      if (this.#values !== undefined) this.unfinished = unfinishedAfter(this.unfinished, this.#values, values);
      this.#values = values;
    }
    const isStep = current !== this.#last;
    this.#last = current;
    if (isStep) this.returned = undefined;
    this.shown = this.#toShow();
    this.#ports.onChange();
    if (!isStep || this.#isTouched) return;
    this.#isTouched = true;
    this.#ports.onFirstStep();
  }

  #toShow(): DraftEditing {
    const { first, current, firstTexts, problem, pending, changed, undoName, redoName } = this.engine;
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
      pending,
      changed,
      problem,
      keptId: this.keeper.id,
      unkept: this.keeper.unkept,
    };
  }

  /** The package that saving would give, as far as the worker has said. */
  #package(): Package {
    const from = this.#pkg;
    const { current, changed } = this.engine;
    const last = this.#applied;
    const drafted = current.package ?? last?.drafted;
    if (!changed || !drafted) return from;
    if (last?.from === from && last.drafted === drafted) return last.result;
    const { known: texts, files, renew } = current;
    // The draft that the worker spoke of: the current one, unless the package has only grown since.
    const draft =
      last?.drafted === drafted ? last.draft : shownDraft(from, { texts: texts as Texts, files, renew }, last?.draft);
    const result = draftedPackage(from, drafted, this.shown.shown);
    this.#applied = { from, drafted, result, draft };
    return result;
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

/** @param last the one that was shown before */
function shownDraft({ can }: Package, draft: Draft, last: ShownDraft | undefined): ShownDraft {
  const id = ++shownDrafts;
  if (!can.editTensors || can.editTensors === true) return { draft, id, tensorsId: can.editTensors ? id : undefined };
  const { text } = can.editTensors;
  const { files, texts } = draft;
  if (files.length === 0 && !texts.has(text)) return { draft, id, tensorsId: undefined };
  const isSame = last && texts.get(text) === last.draft.texts.get(text) && sameFiles(files, last.draft.files);
  return { draft, id, tensorsId: isSame ? last.tensorsId : id };
}

/** By what the drafts of an open package are found again. */
export function subjectOf({ package: { identity, name, title, size }, descriptor, inside }: Opened): DraftSubject {
  return {
    hash: identity?.sha256.toLowerCase(),
    size,
    name: inside ? descriptorName(descriptor) : name,
    inside,
    title,
    origin: descriptor.kind === 'url' ? descriptor.url : undefined,
  };
}
