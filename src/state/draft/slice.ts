import {
  asBoxcutterError,
  CancelledError,
  type ErrorData,
  fromErrorData,
  InternalError,
  isCancelled,
  toErrorData,
} from '../../base/errors.ts';
import type { FileDigest } from '../../base/file-digest.ts';
import { sharedBy } from '../../base/shared-task.ts';
import type { Draft, DraftState, DraftStep, EditedTexts, Reseal, ReviewedDraft, Texts } from '../../model/draft.ts';
import type {
  CallOptions,
  DraftContent,
  NewPackage,
  SavedDraft,
  SourceDescriptor,
  WorkerCalls,
  WorkerClient,
} from '../../worker/protocol.ts';
import type { MakeSlice } from '../app-state.ts';
import { isRemote, type Opened } from '../load.ts';
import {
  type DraftEditing,
  type DraftEvents,
  NOTHING_UNFINISHED,
  type Returned,
  type UnfinishedField,
  type UnfinishedFields,
} from './editing.ts';
import type { DraftStorage } from './kept-drafts.ts';
import { OpenDraft } from './open-draft.ts';

/** Where a draft is saved to. */
export interface SaveTarget {
  /** Of the new file, where it is downloaded. */
  name: string;
  /** The file that was chosen; without one, the result is to be downloaded. */
  file?: FileSystemFileHandle | undefined;
}

/** What saving a draft made, and where its bytes are. */
export interface SavedPackage {
  /**
   * Opens the saved package. Tells the private files that its bytes are in, and the files on the disk that its bytes
   * are slices of, where there are any: nothing may be saved over those.
   */
  descriptor: Extract<SourceDescriptor, { kind: 'file' }>;
  /** What is to be downloaded; undefined where the file that was chosen holds it. */
  download: Blob | undefined;
  /** In bytes. */
  size: number;
  /** The model hash of the result. */
  identity: { label: string; sha256: string } | undefined;
}

export interface MadePackage extends SavedPackage {
  /** Sentences about what rewritten files said before. */
  notes: readonly string[];
}

/** Editing the open package, and saving its draft. What saves rejects with a `BoxcutterError`. */
export interface EditSlice {
  /** Undefined until the package is first edited, or its Edit tab shown. */
  draft: DraftEditing | undefined;
  /** Why editing could not begin. */
  draftError: ErrorData | undefined;
  /** Fields of the form whose text cannot be their value yet: the draft does not hold it. They end with the draft. */
  unfinished: UnfinishedFields;
  /** What Undo or Redo did last; undefined once something else was done. */
  returned: Returned | undefined;
  /** Reads what is edited. A second call does nothing. Never rejects. */
  startDraft(): Promise<void>;
  /**
   * Makes a step at once; throws where it does not fit the values. The first one starts the verification of the
   * package.
   */
  edit(step: DraftStep): void;
  /**
   * What a Blob is known by, for a `put` of more than `MAX_UNDIGESTED` bytes: reads it once. Reports progress in bytes.
   * Rejects as reading it does.
   */
  digestBlob(blob: Blob, options?: CallOptions): Promise<FileDigest>;
  undo(): void;
  redo(): void;
  /**
   * Marks the field with this key as unfinished, with its text. Undefined removes the mark.
   */
  setUnfinished(key: string, field: UnfinishedField | undefined): void;
  /** Back to the open package, for good: the kept draft goes too. */
  discardDraft(): Promise<void>;
  /** The draft as it would be saved; waits for its text. */
  draftToSave(): Promise<Draft>;
  reviewDraft(options?: CallOptions): Promise<ReviewedDraft>;
  /**
   * Hashes every file of the open package and says how the hash list would differ with the hashes. Changes nothing:
   * a step with `renew` takes them into the draft. Reports progress in bytes.
   */
  resealDraft(options?: CallOptions): Promise<Reseal>;
  /**
   * Saves the draft and keeps it: it goes when the saved package is opened, by `open` with 'saved'. Reports progress in
   * bytes.
   */
  saveDraft(target: SaveTarget, options?: CallOptions): Promise<SavedPackage>;
  /** What saving the draft would give, for a draft of another package. As the worker's call of this name. */
  draftContent(options?: CallOptions & { checks?: boolean }): Promise<DraftContent>;
  /** Makes a new package and saves it. What is open stays as it is. Reports progress in bytes of its files. */
  makePackage(ask: NewPackage, target: SaveTarget, options?: CallOptions): Promise<MadePackage>;
  /** For the other slices: the editing of the open package; undefined where none is open, or it cannot be edited. */
  editSession(): EditSession | undefined;
  /**
   * For the other slices: settles when what is kept of the drafts of earlier packages is written or removed. Never
   * rejects.
   */
  earlierDrafts(): Promise<unknown>;
}

declare module '../app-state.ts' {
  interface AppState extends EditSlice {}
}

export const editSlice: MakeSlice<EditSlice> = (
  set,
  get,
  { client, drafts: { storage, onHide } = {}, onPackageChanged, until },
) => {
  let session: EditSession | undefined;
  let earlier: Promise<unknown> = Promise.resolve();

  client.onDeath(() => session?.pause());
  onHide?.(() => {
    void session?.draft?.keeper.flush();
    // Its text may be on its way, and is kept when it comes.
    session?.draft?.engine.currentDraft().catch(() => {});
  }, until);

  onPackageChanged((opened, reason) => {
    if (opened && session && (reason === 'revived' || reason === 'grown')) {
      const same = session;
      same.setOpened(opened);
      const begin = () => (reason === 'revived' ? same.resume() : same.draft?.engine.askAgain());
      return { state: shown(), begin };
    }
    if (session) earlier = Promise.all([earlier, session.end(reason !== 'saved')]);
    const can = opened?.package.can;
    const events = { onChange: () => set(shown()), onFirstStep: verifyBesides, onTaken: () => get().draftTaken() };
    session = opened && (can?.edit || can?.files) ? new EditSession(opened, client, storage, events) : undefined;
    return { state: shown() };
  });

  function shown(): Pick<EditSlice, 'draft' | 'draftError' | 'unfinished' | 'returned'> {
    const draft = session?.draft;
    return {
      draft: draft?.shown,
      draftError: session?.error,
      unfinished: draft?.unfinished ?? NOTHING_UNFINISHED,
      returned: draft?.returned,
    };
  }

  /**
   * A local package is verified while people edit, so that little is left to verify when they save. Editing downloads
   * nothing: for a remote package, verifying waits for the button or for saving.
   */
  function verifyBesides(): void {
    const { verification, verifyHold, verify } = get();
    if (!session || isRemote(session.opened.descriptor) || verifyHold === 'overlap') return;
    if (verification.phase === 'idle') void verify();
  }

  /** The draft, and the package that it is of. */
  async function saving() {
    const mine = session;
    if (!mine) throw new InternalError('internal/bug', 'No package that can be edited is open.');
    const draft = await mine.currentDraft();
    return { ask: { handle: mine.opened.handle, draft }, opened: mine.opened };
  }

  return {
    ...shown(),
    startDraft: async () => session?.start(),
    edit(step) {
      if (!session?.draft) throw new InternalError('internal/bug', 'Boxcutter tried to edit before editing began.');
      session.draft.engine.edit(step);
    },
    digestBlob: (blob, options) => client.call('digestBlob', { blob }, options),
    undo() {
      session?.draft?.go('undo');
      get().draftUndone();
    },
    redo: () => session?.draft?.go('redo'),
    setUnfinished: (key, field) => session?.draft?.setUnfinished(key, field),
    discardDraft: async () => session?.discard(),
    draftToSave: async () => (await saving()).ask.draft,
    reviewDraft: async (options) => client.call('reviewDraft', (await saving()).ask, options),
    resealDraft: async (options) => client.call('resealDraft', (await saving()).ask, options),
    async draftContent({ checks = false, ...options } = {}) {
      return client.call('draftContent', { ...(await saving()).ask, checks }, options);
    },
    async saveDraft(target, options) {
      const { ask, opened } = await saving();
      const { descriptor, inside } = opened;
      const saved = await client.call('saveDraft', { ...ask, saveTo: target.file }, options);
      if (descriptor.kind !== 'file') return savedPackage(saved, target);
      const { file, madeOf = [], edition } = descriptor;
      return savedPackage(saved, target, {
        // Of a local file the worker gives slices, of anything else a copy.
        madeOf: saved.blob && [file, ...madeOf, ...addedFiles(ask.draft)],
        edition: edition && !inside ? edition + 1 : undefined,
      });
    },
    async makePackage(ask, target, options) {
      const made = await client.call('makePackage', { ...ask, name: target.name, saveTo: target.file }, options);
      return { ...(await savedPackage(made, target, { edition: 1 })), notes: made.notes };
    },
    editSession: () => session,
    earlierDrafts: () => earlier,
  };
};

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
  opened: Opened;
  readonly #client: WorkerClient;
  readonly #storage: DraftStorage | undefined;
  readonly #events: DraftEvents;
  /** The own texts of a package. It is another object once its texts may be others. */
  readonly #own = sharedBy((_: Opened, signal): Promise<EditedTexts> => this.#ask({}, signal));
  /** The draft that is about to begin; also one that was when the worker died, until `resume`. */
  #starting: Promise<void> | undefined;
  /** Aborted when the worker dies, and when the session ends. */
  #calls = new AbortController();
  #isEnded = false;

  constructor(opened: Opened, client: WorkerClient, storage: DraftStorage | undefined, events: DraftEvents) {
    this.opened = opened;
    this.#client = client;
    this.#storage = storage;
    this.#events = events;
  }

  /** The package's own texts, without the draft. Asks the worker once; a failure is not kept. */
  ownTexts(): Promise<EditedTexts> {
    return this.#own(this.opened, this.#calls.signal);
  }

  /** What the format's view shows of these texts; undefined where one cannot be parsed. Rejects as reading does. */
  async valuesOf(texts: Texts): Promise<unknown> {
    return (await this.#ask({ texts })).values;
  }

  /** Begins the draft. A second call waits for the first. Never rejects: `error` says why it could not begin. */
  async start(): Promise<void> {
    if (this.draft) return;
    this.#starting ??= this.#begin();
    await this.#starting;
  }

  /** The draft as it would be saved. Begins one if needed, and waits for its texts. Rejects with a `BoxcutterError`. */
  async currentDraft(): Promise<Draft> {
    await this.start();
    if (this.draft) return this.draft.engine.currentDraft();
    throw this.error ? fromErrorData(this.error) : new CancelledError();
  }

  /** Back to the open package. Without `keep`, for good: the kept draft goes too. */
  async discard(keep = false): Promise<void> {
    if (!this.draft) return;
    const { first, firstTexts } = this.draft.engine;
    const gone = this.draft.end(keep);
    this.draft = this.#draftOf({ texts: firstTexts, values: first.values });
    this.#events.onChange();
    await gone;
  }

  /** The worker died, and the package's handle with it. */
  pause(): void {
    this.#calls.abort();
    this.draft?.pause();
  }

  /** The package in a new worker, or with more files. `resume`, or `askAgain` of the engine, follows once it is shown. */
  setOpened(opened: Opened): void {
    this.opened = opened;
    if (this.#calls.signal.aborted) this.#calls = new AbortController();
    this.draft?.setPackage(opened.package);
  }

  /** Goes on as before the worker died: also with a draft that was about to begin, or could not. */
  resume(): void {
    const isWanted = this.#starting !== undefined || this.error !== undefined;
    this.#starting = undefined;
    if (this.draft) this.draft.engine.resume();
    else if (isWanted) void this.start();
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
    this.#events.onChange();
  }

  #draftOf(state: EditedTexts): OpenDraft {
    const { onChange, onFirstStep, onTaken } = this.#events;
    const draft = ++drafts;
    return new OpenDraft(this.opened, state, {
      storage: this.#storage,
      ask: (ask, signal) => this.#ask(ask, signal),
      // Where the worker dies, the next one is told by `pause`.
      hold: (names) => void this.#client.call('holdFiles', { draft, names }).catch(() => {}),
      onChange: () => this.#isEnded || onChange(),
      onFirstStep,
      onTaken: () => {
        if (this.#isEnded) return;
        void this.discard(true);
        onTaken();
      },
    });
  }

  #ask(
    ask: Omit<WorkerCalls['editDraft']['ask'], 'handle'>,
    signal: AbortSignal = this.#calls.signal,
  ): Promise<DraftState> {
    return this.#client.call('editDraft', { handle: this.opened.handle, ...ask }, { signal });
  }
}

/** @param about what is known of it beside its bytes */
async function savedPackage(
  { blob, privateFiles, size, identity }: SavedDraft,
  { name, file: handle }: SaveTarget,
  about?: Pick<SavedPackage['descriptor'], 'madeOf' | 'edition'>,
): Promise<SavedPackage> {
  const file = blob ? new File([blob], name) : await savedFile(handle);
  return {
    descriptor: { kind: 'file', file, privateFiles, handle, ...about },
    download: blob,
    size,
    identity,
  };
}

/** The files of the disk that a draft adds. */
function addedFiles({ files }: Draft): File[] {
  return files.flatMap((change) => (change.kind === 'put' && change.blob instanceof File ? [change.blob] : []));
}

/** The content of the file that was just written. */
async function savedFile(handle: FileSystemFileHandle | undefined): Promise<File> {
  if (!handle) throw new InternalError('internal/bug', 'The saved draft has no location.');
  try {
    return await handle.getFile();
  } catch (error) {
    throw asBoxcutterError(error);
  }
}
