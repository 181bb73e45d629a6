import type { Archive } from '../../../archive/archive.ts';
import { formatNumberOf } from '../../../base/amounts.ts';
import { InternalError } from '../../../base/errors.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { ChangedFile, Draft, FileHashes, Reseal } from '../../../model/draft.ts';
import type { FileEditing, OwnFile } from '../../../model/package.ts';
import { planFiles } from '../../file-plan.ts';
import type { FilesAfter } from '../../files-after.ts';
import type { OpenPackage } from '../../format.ts';
import { MANIFEST, SIGNATURE } from './paths.ts';
import { NEW_SIGNATURE, type Signature, signatureWith } from './signature.ts';

/** The files of a model that the format itself writes. */
const OWN_FILES: readonly OwnFile[] = [
  { path: MANIFEST, why: `${MANIFEST} is edited on the Edit tab.` },
  { path: SIGNATURE, why: `${SIGNATURE} is written with the checksums of all files when the model is saved.` },
];

/** What can be done with the files of a model that can be saved. */
export const MODEL_FILES: FileEditing = { own: OWN_FILES, folders: [] };

/**
 * Makes `OpenPackage.plan`: the archive with another manifest and other files. The checksums in SIGNATURE follow, in
 * the form that stands there. A draft that reseals writes the checksums of all files, also where there was no SIGNATURE.
 * Lines that only the author's key can make stay, and the review says so.
 *
 * @param own the text of the manifest
 */
export function plannerOf(
  archive: Archive,
  own: string,
  signature: Signature | undefined,
): NonNullable<OpenPackage['plan']> {
  return async (draft, signal, hashes) => {
    const isResealed = draft.renew === 'reseal';
    if (isResealed && !hashes)
      throw new InternalError('internal/bug', 'Boxcutter tried to sign a model without hashes.');
    const all = isResealed ? hashes : undefined;
    const plan = await planFiles(archive, draft, signal, {
      editing: MODEL_FILES,
      text: { path: MANIFEST, before: own, after: draft.texts.get(MANIFEST) ?? own },
      notes: ({ changes }, isTextChanged) =>
        signature && (isTextChanged || changes.size > 0 || all) ? signatureNotes(signature, isResealed) : [],
      hashList: (after, text, isTextChanged) => signed(signature, after, { text, isTextChanged, all, draft }),
    });
    return all ? { ...plan, review: { ...plan.review, reseal: resealOf(signature, all) } } : plan;
  };
}

interface Signing {
  /** The bytes of the manifest. */
  text: Uint8Array;
  isTextChanged: boolean;
  /** The hashes of all files of the open package, of a draft that reseals. */
  all: FileHashes | undefined;
  draft: Draft;
}

/** SIGNATURE with the checksums of the files as they are saved. Undefined where it stays. */
async function signed(
  signature: Signature | undefined,
  after: FilesAfter,
  { text, isTextChanged, all, draft }: Signing,
): Promise<ChangedFile | undefined> {
  const isChanged = isTextChanged || draft.files.length > 0;
  if (!all && !(isChanged && signature && signature.sums.size > 0)) return undefined;
  const sums = new Map<string, string>();
  for (const [path, sum] of all ?? signature?.sums ?? []) {
    const now = after.pathAfter(path);
    if (now !== undefined) sums.set(now, sum);
  }
  for (const [path, { digest }] of after.added) sums.set(path, digest.sha256);
  if (all || isTextChanged || !sums.has(MANIFEST)) sums.set(MANIFEST, await sha256(text));
  const now = signatureWith(
    signature?.text,
    sums,
    (path) => after.pathAfter(path) ?? (sums.has(path) ? path : undefined),
  );
  if (now === signature?.text) return undefined;
  return { path: SIGNATURE, kind: signature ? 'changed' : 'added', before: signature?.text, after: now };
}

/** What of SIGNATURE cannot follow a change. */
function signatureNotes({ opaque, sums, text }: Signature, isResealed: boolean): string[] {
  if (text === undefined && (isResealed || sums.size > 0)) return [NEW_SIGNATURE];
  if (opaque === 0 && sums.size > 0) return [];
  const lines = opaque > 0 ? formatNumberOf(opaque, 'line') : 'what';
  const which = opaque > 0 && text !== undefined ? `${lines} of ${SIGNATURE}` : SIGNATURE;
  return [`${which} may sign the old files. Only the author’s key can sign the model again.`];
}

/** What computing all checksums changes in SIGNATURE. */
function resealOf(signature: Signature | undefined, hashes: FileHashes): Reseal {
  const sums = signature?.sums ?? new Map<string, string>();
  return {
    files: hashes.size,
    differing: [...hashes].flatMap(([path, after]) => {
      const before = sums.get(path);
      return before === undefined || before === after ? [] : [{ path, before, after }];
    }),
    added: [...hashes.keys()].filter((path) => !sums.has(path)),
    dropped: [...sums.keys()].filter((path) => !hashes.has(path)),
    linked: [],
    unlistable: [],
  };
}
