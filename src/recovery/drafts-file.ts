import { type KeptEntry, keptEntries } from './kept-stores.ts';
import { rawJson } from './raw-json.ts';
import { KEPT_STORES } from './stores.ts';

/**
 * The kept drafts and the contents of the files that they add, as they stand in the storage, in JSON. Rejects where the
 * storage cannot be read.
 *
 * @param id the one draft to give; without it, all
 */
export async function draftsFile(id?: string): Promise<Blob> {
  const [drafts, files] = await Promise.all([keptEntries(KEPT_STORES.drafts), keptEntries(KEPT_STORES.draftFiles)]);
  if (id === undefined) return rawJson({ drafts, files });
  const isOfDraft = ({ key }: KeptEntry) => typeof key === 'string' && key.startsWith(`${id} `);
  return rawJson({ drafts: drafts.filter(({ key }) => key === id), files: files.filter(isOfDraft) });
}
