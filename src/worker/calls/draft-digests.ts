import { digestBlob } from '../../archive/digest/blob.ts';
import type { Draft, FileChange } from '../../model/draft.ts';
import type { CallOptions } from '../protocol.ts';
import type { PackageRecord } from './open-packages.ts';

/** Contents that are remembered of one package. Those of undone steps are among them. */
const MAX_KNOWN = 10_000;

/**
 * The draft with the digest of each file that it adds. Reads those once that have none, and remembers them by their
 * ids. The same content is the same Blob each time. Rejects with `source/changed`, and when canceled.
 */
export async function digestedDraft(
  { contents }: PackageRecord,
  draft: Draft,
  { signal }: CallOptions,
): Promise<Draft> {
  if (!draft.files.some(({ kind }) => kind === 'put')) return draft;
  const files: FileChange[] = [];
  for (const change of draft.files) {
    if (change.kind !== 'put') {
      files.push(change);
      continue;
    }
    const { id } = change;
    const known = id === undefined ? undefined : contents.get(id);
    const content = known ?? { blob: change.blob, digest: change.digest ?? (await digestBlob(change.blob, signal)) };
    if (id !== undefined && !known) {
      if (contents.size >= MAX_KNOWN) contents.clear();
      contents.set(id, content);
    }
    files.push({ ...change, ...content });
  }
  return { ...draft, files };
}
