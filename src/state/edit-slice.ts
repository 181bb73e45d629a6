import type { StateCreator } from 'zustand/vanilla';
import { type ErrorData, InternalError } from '../base/errors.ts';
import type { FileDigest } from '../base/file-digest.ts';
import type { EditStep, FileChange, Renewal } from '../model/draft.ts';
import type { CallOptions, WorkerClient } from '../worker/protocol.ts';
import type { AppState, OnPackageChanged } from './app-state.ts';
import { EditSession } from './edit-session.ts';
import type { DraftStorage } from './kept-drafts.ts';
import { isRemote } from './load.ts';
import type { DraftEditing, OpenDraft, Returned } from './open-draft.ts';
import { NOTHING_UNFINISHED, type UnfinishedField, type UnfinishedFields } from './unfinished.ts';

/** Editing the open package. */
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
  edit(step: EditStep): void;
  /**
   * Makes a step that changes files alone: `files` are all changes after it, as `withFileChange` composes them from
   * `draft.current.files`. Named as Undo calls it: "Rename a.png to b.png". Steps with one `key` that follow each other
   * soon are one, and those with `continues` whenever they follow. Where references are to follow, the format's view
   * makes a step with `files`, for `edit`.
   */
  editFiles(files: readonly FileChange[], name: string, key?: string, continues?: boolean): void;
  /**
   * What a Blob is known by, for a `put` of more than `MAX_UNDIGESTED` bytes: reads it once. Reports progress in bytes.
   * Rejects as reading it does.
   */
  digestBlob(blob: Blob, options?: CallOptions): Promise<FileDigest>;
  /** Another text of a whole file, whatever it says. Steps with one `key` that follow each other soon are one. */
  editText(path: string, text: string, name?: string, key?: string): void;
  /** Have saving write the lists of the package anew, also where nothing else changes. */
  setRenew(renew: Renewal, name: string): void;
  undo(): void;
  redo(): void;
  /**
   * Notes the text of the field with this key as unfinished, or, with undefined, that it is no longer so.
   */
  setUnfinished(key: string, field: UnfinishedField | undefined): void;
  /** Back to the open package, for good: the kept draft goes too. */
  discardDraft(): Promise<void>;
  /** For the other slices: the editing of the open package; undefined where none is open, or it cannot be edited. */
  editSession(): EditSession | undefined;
  /**
   * For the other slices: settles when what is kept of the drafts of earlier packages is written or removed. Never
   * rejects.
   */
  earlierDrafts(): Promise<unknown>;
}

declare module './app-state.ts' {
  interface AppState extends EditSlice {}
}

/** What outlives the page, and how to know that it may be about to go. Without them drafts live as long as the page. */
export interface DraftKeeping {
  storage?: DraftStorage | undefined;
  /** Calls whenever the page is hidden or left. */
  onHide?(listener: () => void): void;
  /** Calls whenever somebody comes back to the page. */
  onShow?(listener: () => void): void;
}

export function editSlice(
  client: WorkerClient,
  { storage, onHide }: DraftKeeping,
  onPackageChanged: (listener: OnPackageChanged) => void,
): StateCreator<AppState, [], [], EditSlice> {
  return (set, get) => {
    let session: EditSession | undefined;
    let earlier: Promise<unknown> = Promise.resolve();

    client.onDeath(() => session?.pause());
    onHide?.(() => {
      void session?.draft?.keep();
      // Its text may be on its way, and is kept when it comes.
      session?.draft?.current().catch(() => {});
    });

    onPackageChanged((opened, reason) => {
      if (opened && session && reason === 'revived') {
        const revived = session;
        revived.revive(opened);
        return { state: shown(), begin: () => revived.resume() };
      }
      if (opened && session && reason === 'grown') {
        const { draft } = session;
        session.grow(opened);
        return { state: shown(), begin: () => draft?.askAgain() };
      }
      if (session) earlier = Promise.all([earlier, session.end(reason !== 'saved')]);
      session =
        opened && (opened.package.can.edit || opened.package.can.files)
          ? new EditSession(opened, {
              client,
              storage,
              onChange: () => set(shown()),
              onFirstStep: verifyBesides,
              onTaken: () => get().draftTaken(),
            })
          : undefined;
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
      if (!session?.opened.package.can.verify || isRemote(session.opened.descriptor)) return;
      if (get().verification.phase !== 'idle') return;
      if (!session.opened.package.findings.some(({ code }) => code === 'zip/overlap')) void get().verify();
    }

    function editing(): OpenDraft {
      if (!session?.draft) throw new InternalError('internal/bug', 'Boxcutter tried to edit before editing began.');
      return session.draft;
    }

    return {
      ...shown(),
      startDraft: async () => session?.start(),
      edit: (step) => editing().edit(step),
      editFiles: (files, name, key, continues) => editing().editFiles(files, name, key, continues),
      digestBlob: (blob, options) => client.call('digestBlob', { blob }, options),
      editText: (path, text, name = 'Edit the text', key) => editing().editText(path, text, name, key),
      setRenew: (renew, name) => editing().setRenew(renew, name),
      undo() {
        session?.draft?.go('undo');
        get().draftUndone();
      },
      redo: () => session?.draft?.go('redo'),
      setUnfinished: (key, field) => session?.draft?.setUnfinished(key, field),
      discardDraft: async () => session?.discard(),
      editSession: () => session,
      earlierDrafts: () => earlier,
    };
  };
}
