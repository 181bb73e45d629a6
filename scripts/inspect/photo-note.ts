import { photoOrigin } from '../../src/picture/photo/photo.ts';
import { asksFirst, canCut, toldText } from '../../src/picture/photo/told.ts';

/** Photos that are named one by one. */
const MAX_NAMED = 3;

const KEPT = 'The package has this file unchanged.';
const KEPT_BUT_CUT_ON_PAGE = `${KEPT} inspect cannot cut that out: Boxcutter’s page can, when you add the file there.`;

/**
 * Says of photos among files where they were taken, or what of them could not be checked: they are packed as they are.
 * A file that cannot be read is left out, because packing it says so.
 */
export async function photoNotes(
  files: readonly { path: string; file: Blob }[],
  signal: AbortSignal,
): Promise<string[]> {
  const notes: string[] = [];
  for (const { path, file } of files) {
    const told = await photoOrigin(file, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    if (asksFirst(told)) notes.push(`${path} ${toldText(told)} ${canCut(told) ? KEPT_BUT_CUT_ON_PAGE : KEPT}`);
  }
  const more = notes.length - MAX_NAMED;
  return more > 0 ? [...notes.slice(0, MAX_NAMED), `Photos like these, beside them: ${more}.`] : notes;
}
