import { asBoxcutterError, InternalError } from '../../base/errors.ts';
import type { Draft, Reseal, ReviewedDraft } from '../../model/draft.ts';
import type { CallOptions, DraftContent, NewPackage, SavedDraft, SourceDescriptor } from '../../worker/protocol.ts';
import type { MakeSlice } from '../app-state.ts';

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

/** Saving the draft. All reject with a `BoxcutterError`. */
export interface SaveSlice {
  /** The draft as it would be saved; waits for its text. */
  draftToSave(): Promise<Draft>;
  reviewDraft(options?: CallOptions): Promise<ReviewedDraft>;
  /**
   * Hashes every file of the open package and says how the hash list would differ with the hashes. Changes nothing:
   * A step with `renew` takes them into the draft. Reports progress in bytes.
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
}

declare module '../app-state.ts' {
  interface AppState extends SaveSlice {}
}

export const saveSlice: MakeSlice<SaveSlice> = (_set, get, { client }) => {
  /** The draft, and the package that it is of. */
  async function saving() {
    const session = get().editSession();
    if (!session) throw new InternalError('internal/bug', 'No package that can be edited is open.');
    const draft = await session.currentDraft();
    return { ask: { handle: session.opened.handle, draft }, opened: session.opened };
  }

  return {
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
  };
};

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
