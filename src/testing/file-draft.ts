import { digestBlob } from '../archive/digest/blob.ts';
import { plannedSource } from '../archive/plan.ts';
import { encodeUtf8, isEqual } from '../base/bytes.ts';
import type { DraftPlan, OpenPackage } from '../formats/format.ts';
import { openPackage } from '../formats/registry.ts';
import type { Draft, FileChange } from '../model/draft.ts';
import { withFileChanges } from '../model/file/file-changes.ts';
import { memorySource } from '../source/memory.ts';
import type { ByteSource } from '../source/source.ts';

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

/** What saving changes of files gives. */
export interface SavedFiles {
  plan: DraftPlan;
  source: ByteSource;
  open: OpenPackage;
}

/**
 * Saves changes of files, checks the result as saving does, and opens it. Rejects as planning does, and where the
 * result is not what the review says.
 */
export async function savedFiles(open: OpenPackage, ...acts: FileChange[]): Promise<SavedFiles> {
  if (!open.plan) throw new Error(open.package.cannot?.save);
  const plan = await open.plan(await fileDraft(open, acts));
  const planned = plannedSource(plan);
  const source = memorySource('new.carton', await planned.read(0, planned.size));
  await plan.check(source);
  const again = await openPackage(source);
  const { identity, size } = plan.review;
  if (again.package.identity?.sha256 !== identity?.sha256) throw new Error('The review has another hash.');
  if (source.size !== size) throw new Error('The review has another size.');
  for (const change of acts) {
    if (change.kind !== 'put' || !again.source(change.path)) continue;
    const written = plan.review.files.find(({ path }) => path === change.path);
    const shown = written ? encodeUtf8(written.after) : new Uint8Array(await change.blob.arrayBuffer());
    const saved = again.source(change.path) as ByteSource;
    if (!isEqual(shown, await saved.read(0, saved.size))) throw new Error(`The review shows another ${change.path}.`);
  }
  return { plan, source, open: again };
}
