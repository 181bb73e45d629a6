import { type ErrorData, InternalError } from '../../base/errors.ts';
import type { FileDigest } from '../../base/file-digest.ts';
import type { DraftStep } from '../../model/draft.ts';
import type { CallOptions } from '../../worker/protocol.ts';
import type { MakeSlice } from '../app-state.ts';
import { isRemote } from '../load.ts';
import {
  type DraftEditing,
  NOTHING_UNFINISHED,
  type Returned,
  type UnfinishedField,
  type UnfinishedFields,
} from './editing.ts';
import { EditSession } from './session.ts';

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

export const editSlice: MakeSlice<EditSlice> =
  ({ client, drafts: { storage, onHide } = {}, onPackageChanged }) =>
  (set, get) => {
    let session: EditSession | undefined;
    let earlier: Promise<unknown> = Promise.resolve();

    client.onDeath(() => session?.pause());
    onHide?.(() => {
      void session?.draft?.keeper.flush();
      // Its text may be on its way, and is kept when it comes.
      session?.draft?.engine.currentDraft().catch(() => {});
    });

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
      if (!session?.opened.package.can.verify || isRemote(session.opened.descriptor)) return;
      if (get().verification.phase !== 'idle') return;
      if (!session.opened.package.findings.some(({ code }) => code === 'zip/overlap')) void get().verify();
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
      editSession: () => session,
      earlierDrafts: () => earlier,
    };
  };
