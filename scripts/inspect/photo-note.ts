import { photoOrigin, withoutOrigin } from '../../src/picture/photo/photo.ts';
import { asksFirst, canCut, toldText } from '../../src/picture/photo/photo-text.ts';

/** Photos that are named one by one. */
const MAX_NAMED = 3;

const KEPT = 'The package has this file unchanged.';
const KEPT_BUT_CUTTABLE = `${KEPT} --cut-places cuts that out.`;
const CUT = 'That was cut out.';
const UNCHECKED = 'What was not checked stays.';

/** Photos among files. */
export interface FoundPhotos {
  /** Without their places and devices, where these are cut out: by the paths that the files were given with. */
  cut: ReadonlyMap<string, File>;
  notes: string[];
}

/**
 * Looks for photos among files, and says where they were taken, or what of them could not be checked. A file that cannot
 * be read is left out, because packing it says so.
 *
 * @param cuts whether that is cut out, as the page does it; else they are packed as they are
 */
export async function photosOf(
  files: readonly { path: string; file: File }[],
  cuts: boolean,
  signal: AbortSignal,
): Promise<FoundPhotos> {
  const cut = new Map<string, File>();
  const notes: string[] = [];
  for (const { path, file } of files) {
    const origin = await photoOrigin(file, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    if (!origin) continue;
    const isCut = cuts && canCut(origin);
    if (isCut) cut.set(path, withoutOrigin(file, origin));
    if (!isCut && !asksFirst(origin)) continue;
    const rest = isCut
      ? [CUT, ...(origin.unchecked.length > 0 ? [UNCHECKED] : [])]
      : [canCut(origin) ? KEPT_BUT_CUTTABLE : KEPT];
    notes.push([path, toldText(origin), ...rest].join(' '));
  }
  const more = notes.length - MAX_NAMED;
  return { cut, notes: more > 0 ? [...notes.slice(0, MAX_NAMED), `Photos like these, beside them: ${more}.`] : notes };
}
