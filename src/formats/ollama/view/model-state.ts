import { fileIndex } from '../../../model/file/file-index.ts';
import type { HashState, PackageFile } from '../../../model/package.ts';
import type { ShownModel } from '../core/own.ts';

/** How a model stands with its blobs, in a word or two. */
export interface ModelState {
  tone: 'ok' | 'error' | 'quiet';
  word: string;
}

/** Counts the blobs of a model that are missing or wrong. `Matches` only where all are here and match. */
export function modelState(
  { layers, missing, moreLayers }: ShownModel,
  files: readonly PackageFile[],
  stateOf: (file: PackageFile) => HashState,
): ModelState {
  if (missing > 0) return { tone: 'error', word: `${missing} missing` };
  const index = fileIndex(files);
  const paths = new Set(layers.flatMap(({ path }) => path ?? []));
  const states = [...paths].flatMap((path) => {
    const file = index.get(path);
    return file ? [stateOf(file)] : [];
  });
  const wrong = states.filter((state) => state === 'mismatch' || state === 'unreadable').length;
  if (wrong > 0) return { tone: 'error', word: wrong === 1 ? '1 fails' : `${wrong} fail` };
  // A layer without a usable digest names no blob that could match.
  const isWhole =
    moreLayers === 0 &&
    layers.every(({ sha256 }) => sha256 !== undefined) &&
    states.length > 0 &&
    states.every((state) => state === 'verified');
  return isWhole ? { tone: 'ok', word: 'Matches' } : { tone: 'quiet', word: 'Not checked' };
}
