import { CancelledError, type ErrorData, InternalError, isCancelled, toErrorData } from '../../base/errors.ts';
import { MAX_DRAFT_CHARACTERS, MAX_DRAFT_STEPS } from '../../base/limits.ts';
import { memo } from '../../base/memo.ts';
import {
  charactersOf,
  type Draft,
  type DraftPackage,
  type DraftState,
  type DraftStep,
  type EditedTexts,
  type EditStep,
  type FileChange,
  type PlainStep,
  privateFilesOf,
  type Renewal,
  sameDraft,
  sameFiles,
  sameTexts,
  type Texts,
} from '../../model/draft.ts';

/**
 * Steps with the same key are one step where each follows the last within this many milliseconds. People pause longer
 * between two thoughts.
 */
const ONE_STEP_MS = 1000;

/**
 * The worker is asked about a step with a key when no other has followed for this many milliseconds. A fast typist's
 * keys are 60 to 100 ms apart.
 */
const TYPING_PAUSE_MS = 80;

/**
 * The worker is asked after this many milliseconds all the same: what it has not answered is not kept, and some people
 * never pause.
 */
export const MAX_UNASKED_MS = 500;

/**
 * States before and after the current one that keep the worker's answer, so that undoing shows it at once. Of the
 * others the worker is asked again.
 */
const KEPT_PACKAGES = 10;

const NO_FILES: readonly FileChange[] = [];

/** Names of the private files that changes need. Most states share their list of changes with the one before. */
const neededBy = memo(privateFilesOf);

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

/** A state as the engine holds it. The worker's answers are filled in as they come. */
interface EngineDoc extends DraftDoc {
  readonly key: string | undefined;
  values: unknown;
  readonly settle: { resolve(texts: Texts): void; reject(error: unknown): void };
  /** The texts, once the worker has made them. */
  known: Texts | undefined;
  /** Until then: the state that the step applies to, and the step. */
  base: EngineDoc | undefined;
  step: EditStep | undefined;
  /** The package that saving would give, as the worker said. The open one for the first state, so that it has none. */
  package: DraftPackage | undefined;
  /** Whether the worker failed to parse and check these texts. */
  failed: boolean;
  /** When the last of its steps was made, and when to ask the worker. Both as `Date.now()`. */
  at: number;
  due: number;
}

/** The worker's `editDraft` for the open package. */
export type AskDraft = (ask: { draft: Draft; edits?: unknown }, signal: AbortSignal) => Promise<DraftState>;

/**
 * The states of one draft while it is edited, and the worker's answers to them. Values change at once. The texts
 * follow, one call at a time. Where the worker refuses an edit, its state is removed, and the states after it are made
 * from the state before. What the values are, only the format knows.
 *
 * Undo and redo go through a plain list of states, without a library: those record each `set` of a store, but here a
 * state is removed from the middle, and the list changes in one `set` with what the page shows.
 */
export class DraftEngine {
  readonly first: EngineDoc;
  readonly firstTexts: Texts;
  problem: ErrorData | undefined;
  /** The states that undo and redo go through, oldest first. */
  #docs: readonly EngineDoc[];
  /** The place of the current one among them. */
  #at = 0;
  #asking: { doc: EngineDoc; controller: AbortController } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the worker is to be asked at the latest. Undefined while nothing waits. */
  #askBy: number | undefined;
  #paused = false;
  readonly #ask: AskDraft;
  readonly #onChange: () => void;

  /** @param onChange called once for each act of the user, before the act returns, and for each answer of the worker */
  constructor({ texts, values }: EditedTexts, { ask, onChange }: { ask: AskDraft; onChange(): void }) {
    this.#ask = ask;
    this.#onChange = onChange;
    this.firstTexts = texts;
    this.first = docOf({ known: texts, values });
    this.#docs = [this.first];
  }

  get current(): EngineDoc {
    return this.#docs[this.#at] as EngineDoc;
  }

  get undoName(): string | undefined {
    return this.#at > 0 ? this.current.name : undefined;
  }

  get redoName(): string | undefined {
    return this.#docs[this.#at + 1]?.name;
  }

  /** The current state, or the last one before it that has texts. */
  get withTexts(): EngineDoc & { known: Texts } {
    const found = this.#docs.slice(0, this.#at + 1).findLast((doc) => doc.known !== undefined) ?? this.first;
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
    return [...new Set(this.#docs.flatMap(({ files }) => neededBy(files)))];
  }

  /** The state that a step with this key would apply to. */
  baseOf(key: string | undefined, continues = false): EngineDoc {
    return (this.#continues(key, continues) ? this.#docs[this.#at - 1] : undefined) ?? this.current;
  }

  /** Throws where the step does not fit. A step that changes nothing is not added. */
  edit(step: DraftStep): void {
    const base = this.baseOf(step.key, step.continues);
    this.#step(base, 'apply' in step ? this.#edited(base, step) : this.#changed(base, step));
  }

  undo(): void {
    if (this.#at > 0) this.#go(this.#docs, this.#at - 1);
  }

  redo(): void {
    if (this.#at < this.#docs.length - 1) this.#go(this.#docs, this.#at + 1);
  }

  /**
   * The current draft, or the one that replaces it meanwhile. Asks the worker for its texts at once, without waiting
   * for a pause.
   */
  async currentDraft(): Promise<Draft> {
    for (;;) {
      const doc = this.current;
      for (const each of this.#docs) each.due = 0;
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
    for (const doc of this.#docs) doc.package = undefined;
    this.#drop();
    this.#pump();
  }

  /** Ends the editing. Texts that have not come are rejected as canceled. */
  dispose(): void {
    this.#paused = true;
    this.#drop();
    for (const doc of this.#docs) doc.settle.reject(new CancelledError());
  }

  #continues(key: string | undefined, always: boolean): boolean {
    const { key: last, at } = this.current;
    if (key === undefined || key !== last || this.#at < this.#docs.length - 1) return false;
    return always || Date.now() - at < ONE_STEP_MS;
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

  /** Makes `doc` the state after `base`, and drops undone states. Without a `doc`, goes back to `base`. */
  #step(base: EngineDoc, doc: EngineDoc | undefined): void {
    const before = this.#docs.slice(0, base === this.current ? this.#at + 1 : this.#at);
    if (!doc && base === this.current) return;
    const docs = doc ? trimmed([...before, doc]) : before;
    this.#go(docs, docs.length - 1);
  }

  #go(docs: readonly EngineDoc[], at: number): void {
    const kept = new Set(docs);
    const gone = this.#docs.filter((doc) => !kept.has(doc));
    this.#docs = docs;
    this.#at = at;
    for (const doc of gone) doc.settle.reject(new CancelledError());
    this.#forgetPackages();
    this.problem = undefined;
    if (this.#asking && (gone.includes(this.#asking.doc) || !this.#needs(this.#asking.doc))) this.#drop();
    this.#onChange();
    this.#pump();
  }

  /** Forgets what the worker said of states that are many steps away, apart from the first one. */
  #forgetPackages(): void {
    for (const [index, doc] of this.#docs.entries())
      if (Math.abs(index - this.#at) > KEPT_PACKAGES && doc !== this.first) doc.package = undefined;
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
    const doc = canAsk(this.current) ? this.current : this.#docs.find(canAsk);
    if (!doc) return;
    this.#askBy ??= Date.now() + MAX_UNASKED_MS;
    const wait = Math.min(doc.due, this.#askBy) - Date.now();
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait);
    else void this.#request(doc);
  }

  async #request(doc: EngineDoc): Promise<void> {
    const controller = new AbortController();
    this.#asking = { doc, controller };
    this.#askBy = undefined;
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
    this.#forgetPackages();
    this.#onChange();
    this.#pump();
  }

  /**
   * Removes a state. Those made from it are made from the state before, or removed too where their edits do not fit
   * that.
   */
  #refuse(refused: EngineDoc, error: unknown): void {
    const gone = new Set([refused]);
    for (const doc of this.#docs) {
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
    const isLeft = (doc: EngineDoc) => !gone.has(doc);
    // Where the current state goes, the one before it takes its place, or else the next.
    const place = this.#docs.slice(0, this.#at + 1).filter(isLeft).length - 1;
    const left = this.#docs.filter(isLeft);
    this.#docs = left.length > 0 ? left : [this.first];
    this.#at = Math.max(0, place);
    for (const doc of gone) doc.settle.reject(error);
  }
}

/** The states up to the current one without the oldest ones, where they are too many or their texts too long. */
function trimmed(docs: readonly EngineDoc[]): readonly EngineDoc[] {
  let characters = 0;
  let from = docs.length - 1;
  while (from > 0 && docs.length - 1 - from < MAX_DRAFT_STEPS && characters <= MAX_DRAFT_CHARACTERS) {
    from--;
    const texts = docs[from]?.known;
    if (texts) characters += charactersOf(texts);
  }
  // A state that waits for its text may need those before it.
  const waiting = docs.findIndex((doc) => doc.known === undefined);
  return docs.slice(waiting < 0 ? from : Math.min(from, waiting));
}

/** A new state, made now. Its texts come later where `known` is left out. */
function docOf(parts: Partial<EngineDoc>): EngineDoc {
  const at = Date.now();
  let settle: EngineDoc['settle'] | undefined;
  const texts = new Promise<Texts>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A rejection that nobody waits for is not an error.
  texts.catch(() => {});
  const doc: EngineDoc = {
    name: undefined,
    key: undefined,
    renew: false,
    files: NO_FILES,
    values: undefined,
    texts,
    settle: settle as EngineDoc['settle'],
    known: undefined,
    base: undefined,
    step: undefined,
    package: undefined,
    failed: false,
    at,
    due: parts.key === undefined ? at : at + TYPING_PAUSE_MS,
    ...parts,
  };
  if (doc.known !== undefined) doc.settle.resolve(doc.known);
  return doc;
}
