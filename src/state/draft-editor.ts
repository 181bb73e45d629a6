import { CancelledError, type ErrorData, InternalError, isCancelled, toErrorData } from '../base/errors.ts';
import {
  type Draft,
  type DraftState,
  type EditedTexts,
  type EditStep,
  type FileChange,
  type Renewal,
  sameDraft,
  sameFiles,
  sameTexts,
  type Texts,
} from '../model/draft.ts';
import { baseOfSame, docOf, type EditorDoc, forgetPackages, privateFilesIn, trimmed } from './editor-doc.ts';
import { allOf, filtered, type History, historyOf, pushed, redone, replaced, undone } from './history.ts';

/**
 * Steps with the same key are one step where each follows the last within this many milliseconds. People pause longer
 * between two thoughts.
 */
const ONE_STEP_MS = 1000;

export interface EditorPorts {
  /** The worker's `editDraft` for the open package. */
  ask(ask: { draft: Draft; edits?: unknown }, signal: AbortSignal): Promise<DraftState>;
  /** The editor has changed. Called once for each act of the user, before the act returns, and for each answer. */
  onChange(): void;
}

/**
 * The states of one draft while it is edited, and the worker's answers to them. Values change at once. The texts
 * follow, one call at a time. Where the worker refuses an edit, its state is removed, and the states after it are made
 * from the state before. What the values are, only the format knows.
 */
export class DraftEditor {
  readonly first: EditorDoc;
  readonly firstTexts: Texts;
  problem: ErrorData | undefined;
  #history: History<EditorDoc>;
  #asking: { doc: EditorDoc; controller: AbortController } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #paused = false;
  #needed: { of: History<EditorDoc>; names: readonly string[] };
  readonly #ports: EditorPorts;

  constructor({ texts, values }: EditedTexts, ports: EditorPorts) {
    this.#ports = ports;
    this.firstTexts = texts;
    this.first = docOf({ known: texts, values });
    this.#history = historyOf(this.first);
    this.#needed = { of: this.#history, names: [] };
  }

  get current(): EditorDoc {
    return this.#history.current;
  }

  get undoName(): string | undefined {
    return this.#history.past.length > 0 ? this.current.name : undefined;
  }

  get redoName(): string | undefined {
    return this.#history.future[0]?.name;
  }

  /** The current state, or the last one before it that has texts. */
  get withTexts(): EditorDoc & { known: Texts } {
    const found = [...this.#history.past, this.current].findLast((doc) => doc.known !== undefined) ?? this.first;
    return found as EditorDoc & { known: Texts };
  }

  get changed(): boolean {
    const { known, renew, files } = this.current;
    return renew !== false || files.length > 0 || !known || !sameTexts(known, this.firstTexts);
  }

  /** Whether the worker has yet to say what the current state means. */
  get pending(): boolean {
    return this.current !== this.first && !this.current.package && !this.current.failed;
  }

  /** Names of the private files that states of the history need. The same list as long as the history is the same. */
  get privateFiles(): readonly string[] {
    const history = this.#history;
    if (this.#needed.of !== history) {
      const names = new Set(allOf(history).flatMap(privateFilesIn));
      this.#needed = { of: history, names: [...names] };
    }
    return this.#needed.names;
  }

  /** The state that a step with this key would apply to. */
  baseOf(key: string | undefined, continues = false): EditorDoc {
    return (this.#continues(key, continues) ? this.#history.past.at(-1) : undefined) ?? this.current;
  }

  /** Throws where the step does not fit. A step that changes nothing is not added. */
  edit(step: EditStep): void {
    const { name, key, continues } = step;
    const base = this.baseOf(key, continues);
    if (base.values === undefined)
      throw new InternalError('internal/bug', 'Boxcutter tried to edit the values of a text that has none.');
    const values = step.apply(base.values);
    const { renew } = base;
    const files = step.files ?? base.files;
    if (values === base.values) this.#setFiles(base, files, name, key);
    else this.#step(base, docOf({ name, key, renew, files, values, base, step }));
  }

  /**
   * Puts all changes of files in the place of the current ones. A step with a key, as `EditStep`.
   *
   * @param continues as `EditStep.continues`
   */
  editFiles(files: readonly FileChange[], name: string, key?: string, continues = false): void {
    this.#setFiles(this.baseOf(key, continues), files, name, key);
  }

  /** Puts a whole text in the place of a file's. */
  editText(path: string, text: string, name: string, key?: string): void {
    const base = this.baseOf(key);
    const { renew, files } = base;
    // Texts that are on their way are not waited for: the page shows no text to edit meanwhile.
    const texts = new Map(base.known ?? this.withTexts.known).set(path, text);
    const isSame = base.known?.get(path) === text;
    this.#step(base, isSame ? undefined : docOf({ name, key, renew, files, known: texts }));
  }

  /** Puts a whole draft in the place of the current one. */
  replace({ texts, files, renew }: Draft, name: string): void {
    const base = this.current;
    const isSame = base.known !== undefined && sameDraft({ ...base, texts: base.known }, { texts, files, renew });
    this.#step(base, isSame ? undefined : docOf({ name, renew, files, known: texts }));
  }

  setRenew(renew: Renewal, name: string): void {
    const base = this.current;
    const { values, files, known } = base;
    const doc = docOf({ name, renew, files, values, known, base: baseOfSame(base) });
    // Resealing renews too.
    const isSame = renew === base.renew || (renew === true && base.renew === 'reseal');
    this.#step(base, isSame ? undefined : doc);
  }

  undo(): void {
    this.#go(undone(this.#history));
  }

  redo(): void {
    this.#go(redone(this.#history));
  }

  /**
   * The current draft, or the one that replaces it meanwhile. Asks the worker for its texts at once, without waiting
   * for a pause.
   */
  async currentDraft(): Promise<Draft> {
    for (;;) {
      const doc = this.current;
      for (const each of allOf(this.#history)) each.due = 0;
      this.#pump();
      try {
        const texts = await doc.texts;
        if (doc === this.current) return { texts, files: doc.files, renew: doc.renew };
      } catch (error) {
        if (doc === this.current || !isCancelled(error)) throw error;
      }
    }
  }

  /** The worker died: its open calls are lost, and no others are made until `resume`. */
  pause(): void {
    this.#paused = true;
    this.#drop();
  }

  resume(): void {
    this.#paused = false;
    this.#pump();
  }

  /** Asks the worker again of all states: what it said follows from the package's files too, and those have changed. */
  askAgain(): void {
    for (const doc of allOf(this.#history)) doc.package = undefined;
    this.#drop();
    this.#pump();
  }

  /** Ends the editing. Texts that have not come are rejected as canceled. */
  dispose(): void {
    this.#paused = true;
    this.#drop();
    for (const doc of allOf(this.#history)) doc.settle.reject(new CancelledError());
  }

  #continues(key: string | undefined, always: boolean): boolean {
    const { past, current, future } = this.#history;
    if (key === undefined || current.key !== key || future.length > 0 || past.length === 0) return false;
    return always || Date.now() - current.at < ONE_STEP_MS;
  }

  /** The same texts and values with other changes of files. */
  #setFiles(base: EditorDoc, files: readonly FileChange[], name: string, key: string | undefined): void {
    const { renew, values, known } = base;
    const isSame = sameFiles(files, base.files);
    this.#step(base, isSame ? undefined : docOf({ name, key, renew, files, values, known, base: baseOfSame(base) }));
  }

  /** Makes `doc` the state after `base`. Without a `doc`, goes back to `base`. */
  #step(base: EditorDoc, doc: EditorDoc | undefined): void {
    if (doc) {
      const next = base === this.current ? pushed(this.#history, doc) : replaced(this.#history, doc);
      this.#go(trimmed(next));
    } else if (base !== this.current) {
      const { past } = this.#history;
      this.#go({ past: past.slice(0, -1), current: base, future: [] });
    }
  }

  #go(next: History<EditorDoc>): void {
    if (next === this.#history) return;
    const gone = new Set(allOf(this.#history));
    for (const doc of allOf(next)) gone.delete(doc);
    this.#history = next;
    for (const doc of gone) doc.settle.reject(new CancelledError());
    forgetPackages(next, this.first);
    this.problem = undefined;
    if (this.#asking && (gone.has(this.#asking.doc) || !this.#needs(this.#asking.doc))) this.#drop();
    this.#ports.onChange();
    this.#pump();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#asking?.controller.abort();
    this.#asking = undefined;
  }

  #needs(doc: EditorDoc): boolean {
    return doc.known === undefined || (doc === this.current && this.pending);
  }

  /**
   * Asks the worker of the next state that needs it: of the current one, unless that one waits for the text of another.
   */
  #pump(): void {
    clearTimeout(this.#timer);
    if (this.#paused || this.#asking) return;
    const canAsk = (doc: EditorDoc) => this.#needs(doc) && (doc.known ?? doc.base?.known) !== undefined;
    const doc = canAsk(this.current) ? this.current : allOf(this.#history).find(canAsk);
    if (!doc) return;
    const wait = doc.due - Date.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait);
    else void this.#ask(doc);
  }

  async #ask(doc: EditorDoc): Promise<void> {
    const controller = new AbortController();
    this.#asking = { doc, controller };
    const isCurrent = () => this.#asking?.controller === controller;
    const { known, base, step, files, renew } = doc;
    const draft = { texts: known ?? (base?.known as Texts), files, renew };
    try {
      const answer = await this.#ports.ask(step ? { draft, edits: step.edits } : { draft }, controller.signal);
      if (!isCurrent()) return;
      if (known === undefined) {
        doc.known = answer.texts;
        doc.base = undefined;
        doc.step = undefined;
        doc.settle.resolve(answer.texts);
      } else if (doc.values === undefined) doc.values = answer.values;
      doc.package = answer.package;
      doc.failed = answer.error !== undefined;
      if (answer.error) this.problem = answer.error;
    } catch (error) {
      if (!isCurrent()) return;
      const data = toErrorData(error);
      // `resume` asks again, of the new worker.
      if (data.code === 'internal/worker-died') this.pause();
      else if (known !== undefined) doc.failed = true;
      else this.#refuse(doc, error);
      this.problem = data.code === 'internal/worker-died' ? this.problem : data;
    }
    this.#asking = undefined;
    forgetPackages(this.#history, this.first);
    this.#ports.onChange();
    this.#pump();
  }

  /**
   * Removes a state. Those made from it are made from the state before, or removed too where their edits do not fit
   * that.
   */
  #refuse(refused: EditorDoc, error: unknown): void {
    const gone = new Set([refused]);
    for (const doc of allOf(this.#history)) {
      const { base } = doc;
      if (!base || doc.known !== undefined || gone.has(doc)) continue;
      let next: EditorDoc | undefined = base;
      while (next && gone.has(next)) next = next.base;
      if (next?.values === undefined) continue;
      try {
        // Also where its own base has stayed, whose values may have changed.
        doc.values = doc.step ? doc.step.apply(next.values) : next.values;
        doc.base = next;
      } catch {
        gone.add(doc);
      }
    }
    this.#history = filtered(this.#history, (doc) => !gone.has(doc)) ?? historyOf(this.first);
    for (const doc of gone) doc.settle.reject(error);
  }
}
