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

/** `savedDraft` of changes of files. */
export async function savedFiles(open: OpenPackage, ...acts: FileChange[]): Promise<SavedFiles> {
  return savedDraft(open, await fileDraft(open, acts));
}

/**
 * Saves a draft, checks the result as saving does, and opens it. Rejects as planning does, and where the result is not
 * what the review says: each file has the text that the review shows, or what was put there, or what it had before.
 */
export async function savedDraft(open: OpenPackage, draft: Draft): Promise<SavedFiles> {
  if (!open.plan) throw new Error(open.package.cannot?.save);
  const plan = await open.plan(draft);
  const planned = plannedSource(plan);
  const source = memorySource('new.carton', await planned.read(0, planned.size));
  await plan.check(source);
  const again = await openPackage(source);
  const { identity, size, files } = plan.review;
  if (again.package.identity?.sha256 !== identity?.sha256) throw new Error('The review has another hash.');
  if (source.size !== size) throw new Error('The review has another size.');
  const shown = new Map(files.map(({ path, after }) => [path, encodeUtf8(after)]));
  for (const { path, kind } of again.package.files) {
    // A symlink has the content of its file.
    if (kind !== 'file') continue;
    const saved = await contentOf(again.source(path));
    const expected = shown.get(path) ?? (await unwritten(open, draft, path));
    if (saved && !(expected && isEqual(expected, saved))) throw new Error(`The review shows another ${path}.`);
  }
  for (const path of shown.keys())
    if (!again.source(path)) throw new Error(`The review shows ${path}, which is missing.`);
  return { plan, source, open: again };
}

/** What a file has after a draft that saving does not write itself. */
async function unwritten(open: OpenPackage, { files }: Draft, path: string): Promise<Uint8Array | undefined> {
  const put = files.find((change) => change.kind === 'put' && change.path === path);
  if (put?.kind === 'put') return new Uint8Array(await put.blob.arrayBuffer());
  const moved = files.find((change) => change.kind === 'rename' && change.to === path);
  return contentOf(open.source(moved?.kind === 'rename' ? moved.from : path));
}

async function contentOf(source: ByteSource | undefined): Promise<Uint8Array | undefined> {
  return source?.read(0, source.size);
}
