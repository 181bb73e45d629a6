import type { StateCreator } from 'zustand/vanilla';
import { asBoxcutterError, InternalError } from '../base/errors.ts';
import type { Draft, Reseal, ReviewedDraft } from '../model/draft.ts';
import type { CallOptions, DraftContent, NewPackage, SourceDescriptor, WorkerClient } from '../worker/protocol.ts';
import type { AppState } from './app-state.ts';
import type { EditSession } from './edit-session.ts';

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
  /** Sentences about what the files that were written anew said before. */
  notes: readonly string[];
}

/** Saving the draft. All reject with a `BoxcutterError`. */
export interface SaveSlice {
  /** The draft as it would be saved; waits for its text. */
  draftToSave(): Promise<Draft>;
  reviewDraft(options?: CallOptions): Promise<ReviewedDraft>;
  /**
   * Hashes every file of the open package and says how the hash list would differ with the hashes. Changes nothing:
   * `setRenew` takes them into the draft. Reports progress in bytes.
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

declare module './app-state.ts' {
  interface AppState extends SaveSlice {}
}

export function saveSlice(client: WorkerClient): StateCreator<AppState, [], [], SaveSlice> {
  return (_set, get) => {
    function session(): EditSession {
      const open = get().editSession();
      if (!open) throw new InternalError('internal/bug', 'No package that can be edited is open.');
      return open;
    }

    async function draftOf(open: EditSession): Promise<Draft> {
      return (await open.started()).current();
    }

    return {
      draftToSave: async () => draftOf(session()),
      async reviewDraft(options) {
        const open = session();
        const draft = await draftOf(open);
        return client.call('reviewDraft', { handle: open.opened.handle, draft }, options);
      },
      async resealDraft(options) {
        const open = session();
        const draft = await draftOf(open);
        return client.call('resealDraft', { handle: open.opened.handle, draft }, options);
      },
      async draftContent({ checks = false, ...options } = {}) {
        const open = session();
        const draft = await draftOf(open);
        return client.call('draftContent', { handle: open.opened.handle, draft, checks }, options);
      },
      async saveDraft({ name, file: saveTo }, options) {
        const open = session();
        const draft = await draftOf(open);
        const { handle, descriptor } = open.opened;
        const { blob, privateFiles, size, identity } = await client.call(
          'saveDraft',
          { handle, draft, ...(saveTo ? { saveTo } : {}) },
          options,
        );
        const file = blob ? new File([blob], name) : await savedFile(saveTo);
        // Of a local file the worker gives slices, of anything else a copy.
        const madeOf =
          blob && descriptor.kind === 'file'
            ? [descriptor.file, ...(descriptor.madeOf ?? []), ...addedFiles(draft)]
            : undefined;
        return {
          descriptor: {
            kind: 'file',
            file,
            ...(privateFiles ? { privateFiles } : {}),
            ...(madeOf ? { madeOf } : {}),
            ...(saveTo ? { handle: saveTo } : {}),
          },
          download: blob,
          size,
          identity,
        };
      },
      async makePackage(ask, { name, file: saveTo }, options) {
        const made = await client.call('makePackage', { ...ask, name, ...(saveTo ? { saveTo } : {}) }, options);
        const { blob, privateFiles, size, identity, notes } = made;
        const file = blob ? new File([blob], name) : await savedFile(saveTo);
        return {
          descriptor: {
            kind: 'file',
            file,
            ...(privateFiles ? { privateFiles } : {}),
            ...(saveTo ? { handle: saveTo } : {}),
          },
          download: blob,
          size,
          identity,
          notes,
        };
      },
    };
  };
}

/** The files of the disk that a draft adds. */
function addedFiles({ files }: Draft): File[] {
  return files.flatMap((change) => (change.kind === 'put' && change.blob instanceof File ? [change.blob] : []));
}

/** What stands in the file that was just written. */
async function savedFile(handle: FileSystemFileHandle | undefined): Promise<File> {
  if (!handle) throw new InternalError('internal/bug', 'The saved draft has no location.');
  try {
    return await handle.getFile();
  } catch (error) {
    throw asBoxcutterError(error);
  }
}
