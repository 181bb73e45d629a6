import type { Archive } from '../../../archive/archive.ts';
import type { FileEditing, OwnFile } from '../../../model/package.ts';
import { planFiles } from '../../file-plan.ts';
import type { OpenPackage } from '../../format.ts';
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
  return (draft, signal) =>
    planFiles(archive, draft, signal, {
      editing: MODEL_FILES,
      text: { path: MANIFEST, before: own, after: draft.texts.get(MANIFEST) ?? own },
      notes({ reviewed }, isTextChanged) {
        const isSigned = reviewed.some(
          ({ path, from = path }) => signature?.sums.has(path) || signature?.sums.has(from),
        );
        const files = `${SIGNATURE} is out of date: its checksums are those of the old files. Only the author can sign the model again.`;
        return [...(isTextChanged && signature ? [staleNote(signature)] : []), ...(isSigned ? [files] : [])];
      },
    });
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
