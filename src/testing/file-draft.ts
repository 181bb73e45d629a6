import { digestBlob } from '../archive/digest/blob.ts';
import type { OpenPackage } from '../formats/format.ts';
import type { Draft, FileChange } from '../model/draft.ts';
import { withFileChanges } from '../model/file-changes.ts';

/** A content to be put at a path. */
export function put(path: string, content: BlobPart): FileChange {
  return { kind: 'put', path, blob: new Blob([content]) };
}

/** A draft that makes these changes of files, with the digests that the worker computes. */
export async function fileDraft({ package: { files } }: OpenPackage, acts: readonly FileChange[]): Promise<Draft> {
  const paths = new Set(files.map(({ path }) => path));
  const changes = withFileChanges([], acts, (path) => paths.has(path));
  const digested = changes.map(async (change) =>
    change.kind === 'put' ? { ...change, digest: await digestBlob(change.blob) } : change,
  );
  return { texts: new Map(), files: await Promise.all(digested), renew: false };
}
