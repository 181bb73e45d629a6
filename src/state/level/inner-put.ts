import { throwIfAborted } from '../../base/abort.ts';
import { fromErrorData, InternalError } from '../../base/errors.ts';
import { draftsIn, type FileChange, type FilePut } from '../../model/draft.ts';
import { isThereIn, pathsAfter, withFileChange } from '../../model/file/file-changes.ts';
import { contentFile, fileIndex } from '../../model/file/file-index.ts';
import type { PackageFile } from '../../model/package.ts';
import type { CallOptions } from '../../worker/protocol.ts';
import type { AppState, AppStore } from '../app-state.ts';
import { hasPut } from '../file-place.ts';
import { openedOf } from '../load.ts';

/** `checks`: verifies what is put again, as a host may have sent different bytes this time. */
export type PutOptions = CallOptions & { checks?: boolean };

/** An edited inner package that is the content of its file now, in the draft of the package around it. */
export interface InnerPut {
  /** Of the file, with the changes of the outer package's draft. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** The model hash of the inner package, as it is now. */
  readonly identity: { readonly label: string; readonly sha256: string } | undefined;
}

/**
 * The path at which the content of an inner package is to be put: that of the file that a symlink leads to, and where
 * the draft of the outer package has renamed the file, its new one.
 *
 * @param path at which the inner package was opened
 */
export function putPath(files: readonly PackageFile[], changes: readonly FileChange[], path: string): string {
  if (hasPut(changes, path)) return path;
  const file = fileIndex(files).get(path);
  const held = (file && contentFile(files, file)?.path) ?? path;
  return pathsAfter(changes)(held) ?? held;
}

/**
 * Puts what saving the draft of an inner package would give into the package around it, as one step of that one's
 * draft. The inner draft stays, and is kept: Undo of the step leaves its changes there. Reports progress in bytes.
 * Rejects as the worker's `draftContent`, and where the outer package cannot be edited.
 *
 * @param path of the file that the inner package was opened from
 */
export async function putInto(
  outer: AppStore,
  inner: AppStore,
  path: string,
  options: PutOptions = {},
): Promise<InnerPut> {
  const content = await inner.getState().draftContent(options);
  const keptId = await keptDraft(inner.getState());
  await outer.getState().startDraft();
  throwIfAborted(options.signal);
  const { load, draft, draftError, edit } = outer.getState();
  const opened = openedOf(load);
  if (!opened || !draft) {
    if (draftError) throw fromErrorData(draftError);
    throw new InternalError('internal/bug', 'Boxcutter tried to change a package that cannot be edited.');
  }
  const { files } = opened.package;
  const changes = draft.current.files;
  const to = putPath(files, changes, path);
  const { blob, digest, privateFiles, identity } = content;
  const drafts = draftsOf(inner.getState(), changes, to, keptId);
  const put: FilePut = {
    kind: 'put',
    path: to,
    blob,
    digest,
    privateFiles,
    drafts: drafts.length > 0 ? drafts : undefined,
  };
  const innerName = openedOf(inner.getState().load)?.package.name ?? path;
  const name = `Put ${innerName} into ${opened.package.name}`;
  edit({ name, files: withFileChange(changes, put, isThereIn(files)) });
  return { path: to, size: blob.size, identity };
}

/** The id of a package's draft, if its current state is kept. */
async function keptDraft(state: AppState): Promise<string | undefined> {
  const draft = state.editSession()?.draft;
  return draft && (await draft.keeper.flush()) ? draft.keeper.id : undefined;
}

/** The kept drafts whose changes the put bytes have: those of the bytes before, and of packages within them, too. */
function draftsOf(
  { draft }: AppState,
  changes: readonly FileChange[],
  path: string,
  keptId: string | undefined,
): readonly string[] {
  const before = changes.filter((change) => change.kind === 'put' && change.path === path);
  const own = keptId === undefined ? [] : [keptId];
  return [...new Set([...draftsIn(before), ...draftsIn(draft?.current.files ?? []), ...own])];
}
