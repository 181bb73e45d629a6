import { CancelledError, type ErrorData, fromErrorData, isCancelled, toErrorData } from '../base/errors.ts';
import type { DraftState, EditedTexts, Texts } from '../model/draft.ts';
import type { WorkerCalls, WorkerClient } from '../worker/protocol.ts';
import type { DraftStorage } from './kept-drafts.ts';
import type { Opened } from './load.ts';
import { OpenDraft } from './open-draft.ts';

export interface EditSessionPorts {
  client: WorkerClient;
  storage: DraftStorage | undefined;
  /** Something to show has changed. */
  onChange(): void;
  /** The first step of a draft was made. */
  onFirstStep(): void;
  /** Another tab has taken the draft over. The package is shown as it stands in its file. */
  onTaken(): void;
}

/** Drafts that have begun in this page, for their numbers. */
let drafts = 0;

/**
 * The editing of one open package, from when it is opened until another one is. It asks the worker for nothing before
 * somebody asks for the draft. It goes on where the worker dies and a new one opens the same package.
 */
export class EditSession {
  /** Undefined until `start` has succeeded. */
  draft: OpenDraft | undefined;
  /** Why the draft could not begin. */
  error: ErrorData | undefined;
  #opened: Opened;
  readonly #ports: EditSessionPorts;
  /** The package's own texts, once they were asked for. */
  #own: Promise<EditedTexts> | undefined;
  /** The draft that is about to begin; also one that was when the worker died, until `resume`. */
  #starting: Promise<void> | undefined;
  /** Aborted when the worker dies, and when the session ends. */
  #calls = new AbortController();
  #isEnded = false;

  constructor(opened: Opened, ports: EditSessionPorts) {
    this.#opened = opened;
    this.#ports = ports;
  }

  get opened(): Opened {
    return this.#opened;
  }

  /** The package's texts as they stand in its files. Asks the worker once; a failure is not kept. */
  ownTexts(): Promise<EditedTexts> {
    const asked = this.#own ?? this.#ask({});
    this.#own = asked;
    asked.catch(() => {
      if (this.#own === asked) this.#own = undefined;
    });
    return asked;
  }

  /** What the format's view shows of these texts; undefined where one cannot be parsed. Rejects as reading does. */
  async valuesOf(texts: Texts): Promise<unknown> {
    return (await this.#ask({ texts })).values;
  }

  /** Begins the draft. A second call waits for the first. Never rejects: `error` says why there is none. */
  async start(): Promise<void> {
    if (this.draft) return;
    this.#starting ??= this.#begin();
    await this.#starting;
  }

  /** The draft, begun where there is none. Rejects with a `BoxcutterError`. */
  async started(): Promise<OpenDraft> {
    await this.start();
    if (this.draft) return this.draft;
    if (this.error) throw fromErrorData(this.error);
    throw new CancelledError();
  }

  /** Back to the open package, for good: the kept draft goes too. */
  async discard(): Promise<void> {
    if (!this.draft) return;
    const { start } = this.draft;
    const gone = this.draft.end(false);
    this.draft = this.#draftOf(start);
    this.#ports.onChange();
    await gone;
  }

  /** Back to the open package, because another tab has the draft now. */
  #giveUp(): void {
    if (!this.draft || this.#isEnded) return;
    const { start } = this.draft;
    void this.draft.end(true);
    this.draft = this.#draftOf(start);
    this.#ports.onChange();
    this.#ports.onTaken();
  }

  /** The worker died, and the package's handle with it. */
  pause(): void {
    this.#own = undefined;
    this.#calls.abort();
    this.draft?.pause();
  }

  /** The same package in a new worker. `resume` is to follow once it is shown. */
  revive(opened: Opened): void {
    this.#opened = opened;
    this.#own = undefined;
    this.#calls = new AbortController();
    this.draft?.setPackage(opened.package);
  }

  /** Goes on as before the worker died: also with a draft that was about to begin, or could not. */
  resume(): void {
    const isWanted = this.#starting !== undefined || this.error !== undefined;
    this.#starting = undefined;
    if (this.draft) this.draft.resume();
    else if (isWanted) void this.start();
  }

  /** The package has got files. `askAgain` of the draft is to follow once it is shown. */
  grow(opened: Opened): void {
    this.#opened = opened;
    this.#own = undefined;
    this.draft?.setPackage(opened.package);
  }

  /**
   * Another package takes its place. With `keep`, what is kept of the draft stays. Settles when that is written; never
   * rejects.
   */
  async end(keep: boolean): Promise<void> {
    this.#isEnded = true;
    this.#calls.abort();
    await this.draft?.end(keep);
  }

  async #begin(): Promise<void> {
    const { signal } = this.#calls;
    try {
      const state = await this.ownTexts();
      if (signal.aborted) return;
      this.draft = this.#draftOf(state);
      this.error = undefined;
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return;
      this.error = toErrorData(error);
    } finally {
      if (!signal.aborted) this.#starting = undefined;
    }
    this.#ports.onChange();
  }

  #draftOf(state: EditedTexts): OpenDraft {
    const { storage, onChange, onFirstStep } = this.#ports;
    const draft = ++drafts;
    return new OpenDraft(this.#opened, state, storage, {
      ask: (ask, signal) => this.#ask(ask, signal),
      // Where the worker dies, the next one is told by `pause`.
      hold: (names) => void this.#ports.client.call('holdFiles', { draft, names }).catch(() => {}),
      onChange: () => this.#isEnded || onChange(),
      onFirstStep,
      onTaken: () => this.#giveUp(),
    });
  }

  #ask(
    ask: Omit<WorkerCalls['editDraft']['ask'], 'handle'>,
    signal: AbortSignal = this.#calls.signal,
  ): Promise<DraftState> {
    return this.#ports.client.call('editDraft', { handle: this.#opened.handle, ...ask }, { signal });
  }
}
