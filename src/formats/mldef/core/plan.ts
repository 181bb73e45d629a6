import type { Archive } from '../../../archive/archive.ts';
import { throwIfAborted } from '../../../base/abort.ts';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { InternalError } from '../../../base/errors.ts';
import type { DraftPlan, OpenPackage } from '../../format.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import type { Signature } from './signature.ts';

/**
 * Makes `OpenPackage.plan`: the archive with another manifest. SIGNATURE stays as it is, since only the author can sign,
 * and the review says what it is worth after that.
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
    const other = [...texts.keys()].find((path) => path !== MANIFEST);
    if (files.length > 0 || other !== undefined) {
      throw new InternalError('internal/bug', 'Only the manifest of an mldef model can be changed.');
    }
    const after = texts.get(MANIFEST) ?? own;
    const isChanged = after !== own;
    const changes = new Map<string, Uint8Array>(isChanged ? [[MANIFEST, encodeUtf8(after)]] : []);
    const plan = await archive.plan?.(changes, { signal });
    if (!plan) throw new InternalError('internal/bug', 'Boxcutter tried to save a model that cannot be saved.');
    const notes = [...plan.notes, ...(isChanged && signature ? [staleNote(signature)] : [])];
    const file = { path: MANIFEST, kind: 'changed', before: own, after } as const;
    return { ...plan, notes, review: { files: isChanged ? [file] : [], size: plan.size, notes } };
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
