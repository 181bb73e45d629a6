import type { Archive } from '../../../archive/archive.ts';
import type { NewContent } from '../../../archive/plan.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { InternalError } from '../../../base/errors.ts';
import type { FileEditing, OwnFile } from '../../../model/package.ts';
import { FilesAfter } from '../../files-after.ts';
import type { DraftPlan, OpenPackage } from '../../format.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import type { Signature } from './signature.ts';

/** The files of a model that stay where they are. */
const OWN_FILES: readonly OwnFile[] = [
  { path: MANIFEST, why: `${MANIFEST} is edited on the Edit tab.` },
  { path: SIGNATURE, why: `Only the author can sign the model, so ${SIGNATURE} stays as it is.` },
];

/** What can be done with the files of a model that can be saved. */
export const MODEL_FILES: FileEditing = { own: OWN_FILES, folders: [] };

/**
 * Makes `OpenPackage.plan`: the archive with another manifest and other files. SIGNATURE stays as it is, since only the
 * author can sign, and the review says what it is worth after that.
 *
 * @param own the text of the manifest
 */
export function plannerOf(
  archive: Archive,
  own: string,
  signature: Signature | undefined,
): NonNullable<OpenPackage['plan']> {
  return async ({ texts, files }, signal): Promise<DraftPlan> => {
    throwIfAborted(signal);
    if ([...texts.keys()].some((path) => path !== MANIFEST))
      throw new InternalError(
        'internal/bug',
        'Boxcutter tried to write a text of an mldef model that nobody can edit.',
      );
    const filesAfter = new FilesAfter(archive, files, MODEL_FILES);
    const after = texts.get(MANIFEST) ?? own;
    const isChanged = after !== own;
    const changes = new Map<string, NewContent | null>(filesAfter.changes);
    if (isChanged) changes.set(MANIFEST, encodeUtf8(after));
    const plan = await archive.plan?.(changes, { signal });
    if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save a model that cannot be saved.');
    const notes = [...plan.notes];
    if (isChanged && signature) notes.push(staleNote(signature));
    const signed = filesAfter.reviewed.flatMap(({ path, from }) =>
      [path, from ?? path].filter((at) => signature?.sums.has(at)),
    );
    if (signed.length > 0)
      notes.push(
        `${SIGNATURE} is out of date: its checksums are those of the old files. Only the author can sign the model again.`,
      );
    const file = { path: MANIFEST, kind: 'changed', before: own, after } as const;
    return {
      ...plan,
      notes,
      review: {
        files: isChanged ? [file] : [],
        ...(files.length > 0 ? { changes: filesAfter.reviewed } : {}),
        size: plan.size,
        notes,
      },
    };
  };
}

/** What SIGNATURE is worth once the manifest has changed. */
function staleNote({ sums, opaque }: Signature): string {
  if (sums.has(MANIFEST)) {
    return `${SIGNATURE} is out of date: its checksum of ${MANIFEST} no longer matches. Only the author can sign the model again.`;
  }
  if (opaque > 0 || sums.size === 0) {
    return `${SIGNATURE} is out of date: it may sign the old ${MANIFEST}. Only the author can sign the model again.`;
  }
  return `${SIGNATURE} does not cover your changes: it has no checksum of ${MANIFEST}.`;
}
