import { CancelledError, type ErrorData, InternalError, isCancelled, toErrorData } from '../../base/errors.ts';
import {
  type Draft,
  type DraftState,
  type DraftStep,
  type EditedTexts,
  type EditStep,
  type PlainStep,
  sameDraft,
  sameFiles,
  sameTexts,
  type Texts,
} from '../../model/draft.ts';
import {
  allOf,
  docOf,
  type EngineDoc,
  filtered,
  forgetPackages,
  type History,
  historyOf,
  privateFilesIn,
  pushed,
  redone,
  replaced,
  trimmed,
  undone,
} from './history.ts';

/**
 * Steps with the same key are one step where each follows the last within this many milliseconds. People pause longer
 * between two thoughts.
 */
const ONE_STEP_MS = 1000;

/** The worker's `editDraft` for the open package. */
export type AskDraft = (ask: { draft: Draft; edits?: unknown }, signal: AbortSignal) => Promise<DraftState>;

/**
 * The states of one draft while it is edited, and the worker's answers to them. Values change at once. The texts
 * follow, one call at a time. Where the worker refuses an edit, its state is removed, and the states after it are made
 * from the state before. What the values are, only the format knows.
 */
export class DraftEngine {
  readonly first: EngineDoc;
  readonly firstTexts: Texts;
  problem: ErrorData | undefined;
  #history: History<EngineDoc>;
  #asking: { doc: EngineDoc; controller: AbortController } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #paused = false;
  readonly #ask: AskDraft;
  readonly #onChange: () => void;

  /** @param onChange called once for each act of the user, before the act returns, and for each answer of the worker */
  constructor({ texts, values }: EditedTexts, { ask, onChange }: { ask: AskDraft; onChange(): void }) {
    this.#ask = ask;
    this.#onChange = onChange;
    this.firstTexts = texts;
    this.first = docOf({ known: texts, values });
    this.#history = historyOf(this.first);
  }

  get current(): EngineDoc {
    return this.#history.current;
  }

  get undoName(): string | undefined {
    return this.#history.past.length > 0 ? this.current.name : undefined;
  }

  get redoName(): string | undefined {
    return this.#history.future[0]?.name;
  }

  /** The current state, or the last one before it that has texts. */
  get withTexts(): EngineDoc & { known: Texts } {
    const found = [...this.#history.past, this.current].findLast((doc) => doc.known !== undefined) ?? this.first;
    return found as EngineDoc & { known: Texts };
  }

  get changed(): boolean {
    const { known, renew, files } = this.current;
    return renew !== false || files.length > 0 || !known || !sameTexts(known, this.firstTexts);
  }

  /** Whether the worker has yet to say what the current state means. */
  get pending(): boolean {
    return this.current !== this.first && !this.current.package && !this.current.failed;
  }

  /** Names of the private files that states of the history need. */
  get privateFiles(): readonly string[] {
    return [...new Set(allOf(this.#history).flatMap(privateFilesIn))];
  }

  /** The state that a step with this key would apply to. */
  baseOf(key: string | undefined, continues = false): EngineDoc {
    return (this.#continues(key, continues) ? this.#history.past.at(-1) : undefined) ?? this.current;
  }

  /** Throws where the step does not fit. A step that changes nothing is not added. */
  edit(step: DraftStep): void {
    const base = this.baseOf(step.key, step.continues);
    this.#step(base, 'apply' in step ? this.#edited(base, step) : this.#changed(base, step));
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

  /** The state after edits of the format. Undefined where it is the same. */
  #edited(base: EngineDoc, step: EditStep): EngineDoc | undefined {
    if (base.values === undefined)
      throw new InternalError('internal/bug', 'Boxcutter tried to edit the values of a text that has none.');
    const { name, key, files = base.files } = step;
    const values = step.apply(base.values);
    if (values === base.values) return this.#changed(base, { name, key, files });
    return docOf({ name, key, renew: base.renew, files, values, base, step });
  }

  /** The state with other parts. Undefined where it is the same. */
  #changed(base: EngineDoc, step: PlainStep): EngineDoc | undefined {
    const { name, key, files = base.files, texts, renew = base.renew } = step;
    const before = base.known;
    if (texts) {
      // Texts that are on their way are not waited for: the page shows no text to edit meanwhile.
      const known = new Map([...(before ?? this.withTexts.known), ...texts]);
      const isSame = before && sameDraft({ ...base, texts: before }, { texts: known, files, renew });
      return isSame ? undefined : docOf({ name, key, renew, files, known });
    }
    // Resealing renews too.
    const isRenewed = renew === base.renew || (renew === true && base.renew === 'reseal');
    if (isRenewed && sameFiles(files, base.files)) return undefined;
    // Where the texts are known, it needs none to begin from.
    return docOf({ name, key, renew, files, values: base.values, known: before, base: before ? undefined : base });
  }

  /** Makes `doc` the state after `base`. Without a `doc`, goes back to `base`. */
  #step(base: EngineDoc, doc: EngineDoc | undefined): void {
    if (doc) {
      const next = base === this.current ? pushed(this.#history, doc) : replaced(this.#history, doc);
      this.#go(trimmed(next));
    } else if (base !== this.current) {
      const { past } = this.#history;
      this.#go({ past: past.slice(0, -1), current: base, future: [] });
    }
  }

  #go(next: History<EngineDoc>): void {
    if (next === this.#history) return;
    const gone = new Set(allOf(this.#history));
    for (const doc of allOf(next)) gone.delete(doc);
    this.#history = next;
    for (const doc of gone) doc.settle.reject(new CancelledError());
    forgetPackages(next, this.first);
    this.problem = undefined;
    if (this.#asking && (gone.has(this.#asking.doc) || !this.#needs(this.#asking.doc))) this.#drop();
    this.#onChange();
    this.#pump();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#asking?.controller.abort();
    this.#asking = undefined;
  }

  #needs(doc: EngineDoc): boolean {
    return doc.known === undefined || (doc === this.current && this.pending);
  }

  /**
   * Asks the worker of the next state that needs it: of the current one, unless that one waits for the text of another.
   */
  #pump(): void {
    clearTimeout(this.#timer);
    if (this.#paused || this.#asking) return;
    const canAsk = (doc: EngineDoc) => this.#needs(doc) && (doc.known ?? doc.base?.known) !== undefined;
    const doc = canAsk(this.current) ? this.current : allOf(this.#history).find(canAsk);
    if (!doc) return;
    const wait = doc.due - Date.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait);
    else void this.#request(doc);
  }

  async #request(doc: EngineDoc): Promise<void> {
    const controller = new AbortController();
    this.#asking = { doc, controller };
    const isCurrent = () => this.#asking?.controller === controller;
    const { known, base, step, files, renew } = doc;
    const draft = { texts: known ?? (base?.known as Texts), files, renew };
    try {
      const answer = await this.#ask(step ? { draft, edits: step.edits } : { draft }, controller.signal);
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
    this.#onChange();
    this.#pump();
  }

  /**
   * Removes a state. Those made from it are made from the state before, or removed too where their edits do not fit
   * that.
   */
  #refuse(refused: EngineDoc, error: unknown): void {
    const gone = new Set([refused]);
    for (const doc of allOf(this.#history)) {
      const { base } = doc;
      if (!base || doc.known !== undefined || gone.has(doc)) continue;
      let next: EngineDoc | undefined = base;
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
